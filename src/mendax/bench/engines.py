"""The engines side by side: the same tournament, what a task costs, and how many cores one driver can serve.

Overhead is measured with games that are not played: a task of them waits, or does not, and sends back what a real one
would. So many more cores can be served than there are.
"""

from __future__ import annotations

import os
import pickle
import time
from array import array
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from mendax.arena.engines.engine import Engine, Forfeits, open_engine
from mendax.arena.engines.executor import ExecutorEngine
from mendax.arena.engines.node import Played
from mendax.arena.engines.processes import Processes
from mendax.arena.harm import MOVE_SECONDS
from mendax.arena.play import Plan, plan_tournament
from mendax.arena.pool import dismiss_idle
from mendax.arena.ranges import Range
from mendax.arena.worker import Batch, Job, play_range
from mendax.bench import Line, Measured
from mendax.bench.amounts import check_amount, read_amount
from mendax.core.agent import prepared
from mendax.core.errors import MendaxError

if TYPE_CHECKING:
    from mendax.arena.learning import Course

TASK_SECONDS: Final = 1.0
"""Of the tasks that engines are compared with, and that the driver's limit is stated for."""
FLOOD: Final = 64
"""Tasks under way at a time when the driver is to have no rest."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What is measured, and how much of it."""

    game: str
    agents: str
    """Separated by commas."""
    engine: str = "ray"
    address: str = ""
    cores: int = 2
    games: int = 1000
    """For each pairing."""
    repeats: int = 9
    """So many times the tournament is played on each engine, in turn."""
    tasks: int = 3000
    """Of no games, for the overhead."""
    most_cores: int = 256
    """As many waiting cores as the driver is tried with. All are threads of one process: more would wait for it."""
    pause: float = 0.5
    """Seconds of a task that waits."""


class Empty(Engine):
    """Tasks that only wait, on another engine; counts them."""

    def __init__(self, engine: ExecutorEngine, seats: int, pause: float) -> None:
        self.engine, self.num_tasks = engine, 0
        self.task = partial(wait_on_node, seats, pause)

    def cores(self) -> int:
        return self.engine.cores()

    def play(
        self, job: Job, ranges: Iterable[Range], *, move_seconds: float, forfeits: Forfeits
    ) -> Generator[Batch, None, None]:
        for batch in self.engine.play(job, ranges, move_seconds=move_seconds, forfeits=forfeits, call=self.task):
            self.num_tasks += 1
            yield batch

    def learn(self, courses: Sequence[Course], progress: Callable[[int], None] | None) -> None:
        raise NotImplementedError("nothing is learned from games that are not played")


def wait_on_node(seats: int, pause: float, data: bytes, key: str, start: int, stop: int, *rest: object) -> Played:
    """What `play_on_node` gives, without a game: a batch of draws, after a pause. A game counts as a second."""
    if pause:
        time.sleep(pause)
    games = stop - start
    payoffs, moves = array("d", bytes(8 * seats * games)), array("q", bytes(8 * games))
    return Played((Batch(start, stop, payoffs, moves, array("h", bytes(2 * games)), ["draw"]),), float(games))


def engines(quick: bool = False, **options: str) -> Measured:
    """Processes and another engine, in turn."""
    amount = read_amount(Amount, options)
    check_amount(amount, cores=1, games=1, repeats=1, tasks=1, most_cores=1, pause=0)
    if quick:
        amount = replace(amount, games=20, repeats=1, tasks=20, most_cores=4, pause=0.01)
    plan = plan_tournament(amount.game, amount.agents.split(","), amount.games)
    load = os.getloadavg()
    dismiss_idle()
    ours = Processes(amount.cores)
    ours_start = seconds_of_few_games(plan, ours)
    began = time.perf_counter()
    with open_engine(amount.engine, amount.address, None if amount.address else amount.most_cores) as engine:
        opened = time.perf_counter() - began
        if not isinstance(engine, ExecutorEngine):
            raise MendaxError(f"{amount.engine} hands out no tasks: there is nothing to compare with processes")
        engine.limit, engine.most_seconds = amount.cores, TASK_SECONDS
        start = opened + seconds_of_few_games(plan, engine)
        pairs = [
            (seconds_of_run(plan, ours, seed), seconds_of_run(plan, engine, seed)) for seed in range(amount.repeats)
        ]
        overhead = measure_tasks(plan, engine, amount, amount.cores, 0.0)
        flood = measure_tasks(plan, engine, amount, min(FLOOD, amount.most_cores), 0.0)
        crowds = [
            measure_tasks(plan, engine, amount, cores, amount.pause)
            for cores in crowd_sizes(amount.most_cores, amount.cores)
        ]
    task, answer = bytes_of(plan)
    limit = TASK_SECONDS / flood.driver_seconds
    ratio = median(one / two for one, two in pairs)
    name = amount.engine
    lines = [
        Line(f"ratio of speeds, {name} / processes, {amount.cores} cores, tasks of a second at most", ratio, "times"),
        Line("start-up, processes", ours_start, "s"),
        Line(f"start-up, {name}", start, "s"),
        Line(f"a task on {name}, beyond its games", 1000 * overhead.seconds, "ms"),
        Line("of which the driver computes, when it is never idle", 1000 * flood.driver_seconds, "ms"),
        Line("bytes a task, to the node", task, "bytes"),
        Line("bytes a game, from the node", answer, "bytes"),
        Line("cores one driver serves with tasks of a second, computed", limit, "cores"),
        Line("the same, by the tasks without games that came back in a second", TASK_SECONDS * flood.rate, "cores"),
    ]
    values = {
        "ratio": ratio,
        "seconds": {"processes": [one for one, _ in pairs], name: [two for _, two in pairs]},
        "start_up_seconds": {"processes": ours_start, name: start},
        "task_seconds": overhead.seconds,
        "driver_seconds_a_task": flood.driver_seconds,
        "bytes_a_task": task,
        "bytes_a_game": answer,
        "driver_limit_cores": {"computed": limit, "confirmed": TASK_SECONDS * flood.rate},
        "waiting_cores": [one.to_json() for one in crowds],
        "load": list(load),
    }
    best = max((one for one in crowds if one.efficiency >= 0.9), key=lambda one: one.cores, default=None)
    if best is not None:
        rate = best.rate
        lines.append(
            Line(f"tasks of {amount.pause:g} s on {best.cores} waiting cores, 90 % busy or more", rate, "tasks/s")
        )
    note = f"The load was {load[0]:.1f} when this began; other work on the machine slows down what is measured here."
    return Measured(tuple(lines), note, values)


def crowd_sizes(most: int, least: int) -> list[int]:
    """Numbers of cores up to the most, each four times the one before.

    >>> crowd_sizes(256, 2)
    [4, 16, 64, 256]
    """
    return [size for size in (most // 64, most // 16, most // 4, most) if size >= least]


def seconds_of_run(plan: Plan, engine: Engine, seed: int) -> float:
    """How long a tournament takes on an engine that is warm."""
    began = time.perf_counter()
    run = plan.run(seed=seed, engine=engine)
    assert run.results.num_done == len(plan.schedule)
    return time.perf_counter() - began


def seconds_of_few_games(plan: Plan, engine: Engine) -> float:
    """How long a few games take, so that all workers of the engine have started."""
    few = replace(plan.schedule, games=max(2, plan.schedule.size * 8))
    return seconds_of_run(replace(plan, schedule=few), engine, 0)


@dataclass(frozen=True, slots=True)
class Tasks:
    """Tasks without games."""

    cores: int
    pause: float
    """Seconds that each waits."""
    tasks: int
    seconds: float
    """Wall seconds a task."""
    driver_seconds: float
    """Processor seconds of the driver a task."""

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return 1 / self.seconds

    @property
    def efficiency(self) -> float:
        """The part of the cores' time in which they had a task."""
        return self.rate * self.pause / self.cores

    def to_json(self) -> dict[str, Any]:
        """The measurement as JSON."""
        return {
            "cores": self.cores,
            "pause": self.pause,
            "tasks": self.tasks,
            "tasks_per_second": self.rate,
            "driver_seconds_a_task": self.driver_seconds,
            "efficiency": self.efficiency,
        }


def measure_tasks(plan: Plan, engine: ExecutorEngine, amount: Amount, cores: int, pause: float) -> Tasks:
    """Hand out tasks that only wait, and take in what they send back as a run does."""
    limit, engine.limit = engine.limit, cores
    # A waiting core has sixteen tasks, one after the other; a game counts as a second, and is a task of its own.
    games = 16 * cores if pause else amount.tasks
    empty = Empty(engine, plan.game.seats, pause)
    schedule = replace(plan.schedule, games=-(-games // len(plan.schedule.pairings)))
    began, busy = time.perf_counter(), time.process_time()
    replace(plan, schedule=schedule).run(engine=empty)
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    engine.limit = limit
    return Tasks(cores, pause, empty.num_tasks, seconds / empty.num_tasks, busy / empty.num_tasks)


def bytes_of(plan: Plan, games: int = 400) -> tuple[float, float]:
    """Bytes of a task on its way to a node, and of a game on its way back, from games that are played here."""
    factories = tuple(prepared(factory, plan.game, name) for name, factory in plan.agents)
    names = tuple(name for name, _ in plan.agents)
    job = Job(plan.game, names, factories, plan.schedule, 0, rounds=plan.game.counted.by_hand)
    games = min(games, len(plan.schedule))
    answer = Played((play_range(job, 0, games),), 1.0)
    task = ("f" * 64, [b"r" * 28], "k" * 64, 0, games, MOVE_SECONDS, ())
    return float(len(pickle.dumps(task, 5))), len(pickle.dumps(answer, 5)) / games
