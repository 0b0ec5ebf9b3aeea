"""Training: Monte Carlo CFR over the abstraction, stopped at any time and taken up again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.files import cache_folder, check_writable, write_whole, writing_whole
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.solver.abstraction import BUCKETS, FIT_BOARDS, Abstraction, Buckets, fit
from mendax.games.holdem.solver.betting_tree import RAISES, betting_tree
from mendax.games.holdem.solver.dealing import bucket_tables, deal_hands
from mendax.games.holdem.solver.strategy import Strategy, describe, quantize
from mendax.theory.mccfr import MCCFR

ITERATIONS: Final = 18_411_520
"""What the strategy that is part of mendax was trained with."""
_KEEP_EVERY: Final = 300.0
"""Seconds between two copies on disk."""
Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained strategy and what it took."""

    strategy: Strategy
    seconds: float
    """Of the iterations alone."""
    seconds_preparing: float
    out: Path
    bytes: int

    def to_json(self) -> dict[str, Any]:
        """All figures; how good the strategy is, `mendax exploit` says."""
        buckets = self.strategy.abstraction.numbers
        return {
            "game": "holdem",
            "method": "external-sampling linear MCCFR",
            "iterations": self.strategy.iterations,
            "seconds": self.seconds,
            "seconds_preparing": self.seconds_preparing,
            "information_sets": self.strategy.tree.information_sets,
            "buckets": list(buckets),
            "seed": self.strategy.seed,
            "out": str(self.out),
            "bytes": self.bytes,
        }


def train(
    game: Holdem,
    out: Path | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    buckets: Buckets = BUCKETS,
    report: Report = lambda done, text: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Trained:
    """Train until a limit is met; the state beside `out` is taken up again if there is one.

    Both limits count what earlier runs did; without any the strategy is trained as the shipped one was. `out` is in the
    cache folder if it is not given. `report` is told how far it is, from 0 to 1.
    """
    if game.players != 2 or game.raises != RAISES:
        raise MendaxError(
            f"holdem is solved with 2 players and raises={RAISES}, not {game.players} players and raises={game.raises}"
        )
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    if out is None:
        out = cache_folder() / "holdem-equilibrium.strategy"
        out.parent.mkdir(parents=True, exist_ok=True)
    check_writable(out)
    state = out.with_name(f"{out.name}.state")
    began = time.perf_counter()
    solver, abstraction = _begin(state, seed, buckets, report, stopped)
    preparing = time.perf_counter() - began

    def done() -> bool:
        parts = [solver.iterations / iterations] if iterations else []
        parts += [solver.seconds / seconds] if seconds else []
        report(min(1.0, max(parts, default=0.0)), f"{solver.iterations:,} iterations, {solver.seconds:.0f} s")
        return stopped()

    def run_until(due: float) -> None:
        solver.run(iterations, seconds, lambda: done() or time.perf_counter() > due)

    while True:
        due = time.perf_counter() + _KEEP_EVERY
        run_until(due)
        _keep(state, solver, abstraction)
        if time.perf_counter() <= due or stopped():
            break
    strategy = quantize(abstraction, solver.averages, solver.iterations, seed)
    data = strategy.to_bytes()
    write_whole(out, data)
    return Trained(strategy, solver.seconds, preparing, out, len(data))


def _begin(
    state: Path, seed: int, buckets: Buckets, report: Report, stopped: Callable[[], bool]
) -> tuple[MCCFR, Abstraction]:
    """The solver where an earlier run left it, or a new one."""
    kept = _read(state, seed, buckets) if state.exists() else None
    if kept is None:
        report(0.0, "fitting buckets")
        all_ = sum(FIT_BOARDS)
        abstraction = fit(buckets, seed, lambda done: report(done / all_, "fitting buckets"), stopped)
    else:
        abstraction = Abstraction(kept["clusters"], (kept["flop"], kept["turn"], kept["river"]))
    tables = bucket_tables(abstraction, report, stopped)
    solver = MCCFR(betting_tree(abstraction.numbers), partial(deal_hands, tables), seed)
    if kept is not None:
        solver.regrets, solver.averages = kept["regrets"], kept["averages"]
        solver.batches, solver.seconds = int(kept["batches"]), float(kept["seconds"])
    return solver, abstraction


def _read(state: Path, seed: int, buckets: Buckets) -> dict[str, Any]:
    try:
        with np.load(state) as file:
            kept = dict(file)
        found = int(kept["seed"]), tuple(int(kept[name].shape[1]) for name in ("flop", "turn", "river"))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise MendaxError(f"{state} is no state of a training ({error}); remove it to begin anew") from None
    if found != (seed, buckets):
        raise MendaxError(
            f"{state} is of a training with seed {found[0]} and buckets {describe(found[1])}, "
            f"not {seed} and {describe(buckets)}; remove it to begin anew"
        )
    return kept


def _keep(state: Path, solver: MCCFR, abstraction: Abstraction) -> None:
    flop, turn, river = abstraction.centres
    try:
        with writing_whole(state) as aside, aside.open("wb") as file:
            np.savez(
                file,
                regrets=solver.regrets,
                averages=solver.averages,
                batches=solver.batches,
                seconds=solver.seconds,
                seed=solver.seed,
                clusters=abstraction.clusters,
                flop=flop,
                turn=turn,
                river=river,
            )
    except OSError as error:
        raise MendaxError(f"{state} cannot be written: {error.strerror}") from None
