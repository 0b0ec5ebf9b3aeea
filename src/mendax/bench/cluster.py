"""How long every study takes on how many cores: a sample of its work is measured, and all of it simulated."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import Any, cast

from mendax.arena.engines.simulation import Chains, Machines, Simulated, Work, simulate
from mendax.arena.engines.workload import Planned
from mendax.bench import Line, Measured
from mendax.bench.amounts import check_amount, read_amount
from mendax.core.catalogue import load, look_up
from mendax.core.errors import MendaxError
from mendax.report.study import Study, studies

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Amount:
    """What is simulated, and how long is measured for it."""

    study: str = ""
    """One study; all of them without it."""
    cores: str = "2,10,100,1000"
    seconds: float = 2.0
    """CPU seconds of measuring for each kind of work."""
    node_cores: int = 16
    loss_hours: float = 100.0
    """The mean time to the loss of a node; 0: none is lost."""
    driver_ms: float = 0.7
    """What the driver needs for a task, as `mendax bench engines` measures it."""
    runs: int = 5
    """Simulations, of which the mean is taken."""

    def machines(self) -> list[Machines]:
        """The clusters."""
        try:
            sizes = [int(text) for text in self.cores.split(",")]
        except ValueError:
            raise MendaxError(f"cores are numbers, such as 2,10,100; not '{self.cores}'") from None
        if min(sizes) < 1:
            raise MendaxError("a cluster has a core at least")
        return [
            Machines(size, self.node_cores, self.loss_hours, driver_seconds=self.driver_ms / 1000) for size in sizes
        ]


@dataclass(frozen=True, slots=True)
class Prediction:
    """A study on a cluster: means over simulations."""

    cores: int
    hours: float
    efficiency: float
    losses: float

    @classmethod
    def of(cls, machines: Machines, found: Sequence[Simulated]) -> Prediction:
        """The mean of simulations."""
        return cls(
            machines.cores,
            fmean(one.seconds for one in found) / HOUR,
            fmean(one.efficiency for one in found),
            fmean(one.losses for one in found),
        )

    def to_json(self) -> dict[str, Any]:
        """The prediction as JSON."""
        return {"cores": self.cores, "hours": self.hours, "efficiency": self.efficiency, "losses": self.losses}


def cluster(quick: bool = False, **options: str) -> Measured:
    """Measure and simulate every study that says what it computes."""
    amount = read_amount(Amount, options)
    check_amount(amount, seconds=0, node_cores=1, loss_hours=0, driver_ms=0, runs=1)
    known = {name: study for name, study in studies().items() if study.workload}
    chosen = [look_up(amount.study, known, "study")] if amount.study else list(known.values())
    if quick:
        amount, chosen = replace(amount, seconds=0.0, runs=1), chosen[:1]
    load_before = os.getloadavg()[0]
    machines, lines, values = amount.machines(), list[Line](), list[dict[str, Any]]()
    for study in chosen:
        works = measure(study, amount.seconds)
        found = []
        for one in machines:
            runs = [simulate(works, one, Random(seed)) for seed in range(amount.runs)]
            found.append(Prediction.of(one, runs))
        work = sum(one.work for one in works)
        lines.append(Line(f"{study.name}: work", work / HOUR, "core hours"))
        lines += [Line(f"{study.name}: {one.cores:,} cores", one.hours, "hours") for one in found]
        values.append(
            {
                "study": study.name,
                "core_hours": work / HOUR,
                "on": [one.to_json() for one in found],
                "works": [work_json(one) for one in works],
            }
        )
    note = (
        f"Simulated: nodes of {amount.node_cores} cores, each lost every {amount.loss_hours:g} hours on average and "
        f"replaced after five minutes. Times of tasks are CPU seconds of one core here; the load was {load_before:.1f}."
    )
    return Measured(tuple(lines), note, {"studies": values})


def measure(study: Study, seconds: float) -> list[Work]:
    """The works of a study, in order."""
    planned = cast("Callable[[], Sequence[Planned]]", load(study.workload))()
    return [work for one in planned for work in one.measure(seconds)]


def work_json(work: Work) -> dict[str, Any]:
    """A work with what decides how long it takes: a game, or the longest chain."""
    found: dict[str, Any] = {"title": work.title, "core_hours": work.work / HOUR}
    if isinstance(work, Chains):
        longest = max((sum(chain) for chain in work.chains), default=0.0)
        return {**found, "chains": len(work.chains), "longest_chain_seconds": longest}
    return {**found, "games": work.games, "seconds_a_game": fmean(work.seconds)}
