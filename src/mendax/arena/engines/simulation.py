"""How long work takes on machines that are not here: tasks of measured length, replayed on simulated cores.

Games are handed out by the same `Ranges` as on a real engine, by one driver that takes its time for each task. Nodes
are lost at random, with all that runs on them, and come back.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, TypeAlias

from mendax.arena.ranges import Range, Ranges
from mendax.core.errors import MendaxError

MAX_LOSSES: Final = 100_000
"""A simulation with more losses would not end."""
FEW: Final = 30
"""The time of fewer games is summed game by game; that of more is drawn from a normal distribution."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games that can be played in any order, all at the same time."""

    title: str
    games: int
    seconds: tuple[float, ...]
    """Measured times of single games: a sample."""

    @property
    def work(self) -> float:
        """Seconds on one core."""
        return self.games * fmean(self.seconds)


@dataclass(frozen=True, slots=True)
class Chains:
    """Steps that follow each other, in chains that can go side by side: learners, or single long tasks."""

    title: str
    chains: tuple[tuple[float, ...], ...]
    """The seconds of each step."""

    @property
    def work(self) -> float:
        """Seconds on one core."""
        return sum(map(sum, self.chains))


Work: TypeAlias = Games | Chains


@dataclass(frozen=True, slots=True)
class Machines:
    """Nodes, and what goes wrong with them."""

    cores: int
    node_cores: int = 16
    """Of a node; a smaller cluster is one node."""
    loss_hours: float = 100.0
    """The mean time to the loss of a node; 0 for never."""
    back_seconds: float = 300.0
    """Until another node takes its place."""
    driver_seconds: float = 0.0007
    """What the driver needs for a task."""
    latency: float = 0.002
    """What a task takes beyond its games."""

    @property
    def nodes(self) -> tuple[int, ...]:
        """The cores of each node."""
        nodes = ceil(self.cores / self.node_cores)
        return tuple(self.cores // nodes + (at < self.cores % nodes) for at in range(nodes))


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of it."""

    seconds: float
    tasks: int
    losses: int
    """Nodes lost."""
    efficiency: float
    """The part of the cores' time that was spent on work that counted."""


class _Source(ABC):
    """Where tasks come from."""

    @abstractmethod
    def take(self, cores: int) -> Any:
        """The next task; `None` when there is none now."""

    @abstractmethod
    def seconds(self, task: Any, rng: Random) -> float:
        """How long a task takes."""

    @abstractmethod
    def done(self, task: Any, seconds: float) -> None:
        """A task was finished."""

    @abstractmethod
    def lost(self, task: Any) -> None:
        """A task was lost."""


class _GamesSource(_Source):
    def __init__(self, work: Games) -> None:
        self.ranges, self.sample = Ranges([(0, work.games)]), work.seconds
        self.mean, self.deviation = fmean(work.seconds), pstdev(work.seconds)

    def take(self, cores: int) -> Range | None:
        return self.ranges.take(cores) if self.ranges else None

    def seconds(self, task: Range, rng: Random) -> float:
        games = task[1] - task[0]
        if games < FEW:
            return sum(rng.choice(self.sample) for _ in range(games))
        return max(0.0, rng.gauss(games * self.mean, self.deviation * sqrt(games)))

    def done(self, task: Range, seconds: float) -> None:
        self.ranges.learn(task[1] - task[0], seconds)

    def lost(self, task: Range) -> None:
        self.ranges.put_back_halves(*task)


class _ChainsSource(_Source):
    def __init__(self, work: Chains) -> None:
        self.chains = work.chains
        self.at = [0] * len(work.chains)
        self.waiting = [(-sum(chain), number) for number, chain in enumerate(work.chains) if chain]
        heapq.heapify(self.waiting)

    def take(self, cores: int) -> int | None:
        return heapq.heappop(self.waiting)[1] if self.waiting else None

    def seconds(self, task: int, rng: Random) -> float:
        return self.chains[task][self.at[task]]

    def done(self, task: int, seconds: float) -> None:
        self.at[task] += 1
        self.lost(task)

    def lost(self, task: int) -> None:
        if left := self.chains[task][self.at[task] :]:
            heapq.heappush(self.waiting, (-sum(left), task))


class _Simulation:
    """Nodes, cores and what happens next."""

    def __init__(self, machines: Machines, rng: Random) -> None:
        self.machines, self.rng = machines, rng
        self.now = self.driver_free = 0.0
        self.order = count()
        self.events: list[tuple[float, int, int, int, Any, float]] = []
        """When, the order, the node, its life (-1: it is lost, -2: it is back), the task, and how long it took."""
        self.lives = [0] * len(machines.nodes)
        self.free = deque((node, 0) for node, size in enumerate(machines.nodes) for _ in range(size))
        """A node and its life for every core that has no task; those of an earlier life are gone."""
        self.cores = machines.cores
        """Of nodes that are there."""
        self.running: list[list[Any]] = [[] for _ in machines.nodes]
        self.tasks = self.losses = 0
        self.useful = 0.0
        for node in range(len(machines.nodes)):
            self._plan_loss(node)

    def _plan_loss(self, node: int) -> None:
        if self.machines.loss_hours:
            when = self.now + self.rng.expovariate(1 / (3600 * self.machines.loss_hours))
            heapq.heappush(self.events, (when, next(self.order), node, -1, None, 0.0))

    def run(self, source: _Source) -> None:
        """Do all tasks of a source."""
        open_tasks = 0
        while True:
            open_tasks += self._hand_out(source)
            if not open_tasks and self.cores:
                return
            self.now, _, node, life, task, took = heapq.heappop(self.events)
            if life == -1:
                open_tasks -= self._lose(node, source)
            elif life == -2:
                self.cores += self.machines.nodes[node]
                self.free.extend([(node, self.lives[node])] * self.machines.nodes[node])
                self._plan_loss(node)
            elif life == self.lives[node]:
                self.free.append((node, life))
                self.running[node].remove(task)
                self.useful += took
                source.done(task, took)
                open_tasks -= 1

    def _hand_out(self, source: _Source) -> int:
        """Give a task to every free core, as long as there are any; how many were given."""
        given = 0
        while self.free:
            node, life = self.free.popleft()
            if life != self.lives[node]:
                continue
            task = source.take(self.cores)
            if task is None:
                self.free.append((node, life))
                break
            self.driver_free = max(self.now, self.driver_free) + self.machines.driver_seconds
            took = source.seconds(task, self.rng)
            end = self.driver_free + self.machines.latency + took
            heapq.heappush(self.events, (end, next(self.order), node, life, task, took))
            self.running[node].append(task)
            self.tasks += 1
            given += 1
        return given

    def _lose(self, node: int, source: _Source) -> int:
        """A node is gone with all that ran on it; how many tasks that were."""
        self.losses += 1
        if self.losses > MAX_LOSSES:
            raise MendaxError("nodes are lost so often that the longest task is never done")
        self.lives[node] += 1
        self.cores -= self.machines.nodes[node]
        lost, self.running[node] = self.running[node], []
        for task in lost:
            source.lost(task)
        back = self.now + self.machines.back_seconds
        heapq.heappush(self.events, (back, next(self.order), node, -2, None, 0.0))
        return len(lost)


def simulate(works: Sequence[Work], machines: Machines, rng: Random) -> Simulated:
    """Do works one after the other: each waits for the last task of the one before."""
    simulation = _Simulation(machines, rng)
    for work in works:
        simulation.run(_GamesSource(work) if isinstance(work, Games) else _ChainsSource(work))
    seconds = simulation.now
    efficiency = simulation.useful / (seconds * machines.cores) if seconds else 1.0
    return Simulated(seconds, simulation.tasks, simulation.losses, efficiency)
