"""A pair of strategies on a public tree: their mixes, what they are worth, and how far they can be beaten."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.theory.public_tree import Factors, Numbers, PublicTree
from mendax.theory.sweeps import (
    ANSWER,
    COLLECT,
    JOIN,
    LEARN,
    PLAY,
    WHOLE,
    Branches,
    Scratch,
    Store,
    learn,
    sweep,
    sweep_branches,
)

PARTS = 1 << 12
"""Into about how many parts the rows of a tree are cut for threads, so that all have work to the end."""


class Sweeper:
    """Sweeps over a tree in one kind of numbers. The result does not depend on the number of threads: branches of
    the tree are swept apart, and joined in one order.
    """

    def __init__(self, tree: PublicTree, kept: Store, numbers: type[np.floating[Any]], threads: int) -> None:
        self.tree, self.kept, self.threads = tree, kept, threads
        self.hands = (0,) * tree.hands
        first, second = (
            Factors(part.own.astype(numbers), part.other.astype(numbers), part.first) for part in tree.factors
        )
        self.factors = first, second
        self.deals = np.array([tree.deal(0), tree.deal(1)], numbers)
        shape = tree.depth + 1, tree.most_actions, tree.hands
        self.scratches = [
            Scratch(np.zeros(shape, numbers), np.zeros(shape, numbers), np.zeros((tree.depth, 4), np.int64))
            for _ in range(threads + 1)
        ]
        cut = np.zeros(len(tree.states), np.bool_)
        if threads > 1:
            cut[:] = tree.rows <= max(1, int(tree.rows[0]) // PARTS)
        number = _count_branches(tree, cut)
        room = np.zeros((2, number, tree.hands), numbers)
        self.branches = Branches(cut, np.zeros(number, np.int64), np.zeros(number, np.int64), room[0], room[1])
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def warm_up(self) -> None:
        """Load or compile what learning needs, so that it does not count as learning."""
        if self.pool is None:
            self.learn(0, 0, 1.0)
        else:
            self._sweep_branches(self.pool, 0, LEARN, 0.0, 0)

    def learn(self, start: int, stop: int, power: float) -> None:
        """The iterations from one number up to another."""
        if self.pool is None:
            common = self.tree.fold, self.factors, self.hands, self.kept, self.scratches[0], self.branches
            learn(*common, self.deals, self.tree.begin[0], start, stop, power)
            return
        for iteration in range(start, stop):
            for seat in (0, 1):
                self.run(seat, LEARN, float(iteration) ** power)

    def run(self, seat: Seat, aim: int, weight: float = 0.0) -> float:
        """Sweep the whole tree for a seat, and tell what it wins."""
        self.start_at(seat, aim, weight, *self.tree.begin, self.tree.deal(1 - seat))
        return float(self.scratches[0].values[-1, 0].astype(np.float64) @ self.tree.deal(seat))

    def start_at(self, seat: Seat, aim: int, weight: float, state: int, row: int, reach: Numbers) -> None:
        """Sweep everything below a node, and leave the values of its actions in the first scratch."""
        scratch = self.scratches[0]
        scratch.reach[0, 0] = reach
        common = self.tree.fold, self.factors[seat], self.hands, self.kept, scratch, self.branches, seat, aim
        if self.pool is None:
            sweep(*common, WHOLE, weight, state, row)
        else:
            met = sweep(*common, COLLECT, weight, state, row)
            self._sweep_branches(self.pool, seat, aim, weight, met)
            sweep(*common, JOIN, weight, state, row)

    def _sweep_branches(self, pool: ThreadPoolExecutor, seat: Seat, aim: int, weight: float, met: int) -> None:
        common = self.tree.fold, self.factors[seat], self.hands, self.kept
        free: SimpleQueue[Scratch] = SimpleQueue()
        for scratch in self.scratches[1:]:
            free.put(scratch)

        def work(start: int, stop: int) -> None:
            scratch = free.get()
            sweep_branches(*common, scratch, self.branches, seat, aim, weight, start, stop)
            free.put(scratch)

        marks = np.linspace(0, met, 32 * self.threads + 1).astype(int).tolist()
        for _ in pool.map(work, marks[:-1], marks[1:]):
            pass


def _count_branches(tree: PublicTree, cut: npt.NDArray[np.bool_]) -> int:
    """How many branches the trunk ends in when none is passed over."""
    below = np.zeros(len(tree.states), np.int64)
    for state in reversed(range(len(tree.states))):
        leads = tree.fold.leads[tree.fold.first[state] : tree.fold.first[state + 1]]
        below[state] = sum(1 if cut[after] else below[after] for after in leads if after >= 0)
    return int(below[tree.begin[0]])


@dataclass(frozen=True, slots=True)
class Measure:
    """How good a pair of strategies is, by exact best responses."""

    value: float
    """What seat 0 wins when they meet."""
    responses: tuple[float, float]
    """What a best response of each seat wins from the other's strategy."""

    @property
    def exploitability(self) -> float:
        """What best responses win on average over the two seats: half of NashConv."""
        return sum(self.responses) / 2

    @property
    def bounds(self) -> tuple[float, float]:
        """The value of the game to seat 0 lies between these."""
        return -self.responses[1], self.responses[0]


@dataclass(frozen=True, slots=True)
class Profile:
    """A strategy for each seat, as weights that need not add up to one.

    Where a hand has no weights at all, its actions have equal shares.
    """

    tree: PublicTree
    weights: npt.NDArray[Any]
    """A row for each action of each node, a column for each hand."""
    threads: int = 1

    def mix(self, path: Sequence[int]) -> Numbers:
        """The shares after some actions, by action and by hand of the seat to act."""
        state, row = self.tree.walk(path)
        number, hands = len(self.tree.actions[state]), len(self.tree.deals[self.tree.fold.turn[state]])
        if number == 1:
            return np.ones((1, hands))
        weights = self.weights[row : row + number, :hands].astype(np.float64)
        sums = weights.sum(axis=0)
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), 1 / number)

    def reach(self, path: Sequence[int], seat: Seat) -> Numbers:
        """How likely each hand of a seat is to be dealt and to take its part in these actions."""
        reach = self.tree.deals[seat].copy()
        for step, number in enumerate(path):
            if self.tree.fold.turn[self.tree.walk(path[:step])[0]] == seat:
                reach *= self.mix(path[:step])[number]
        return reach

    def values(self, path: Sequence[int]) -> Numbers:
        """What each action is worth after some others, by action and by hand of the seat to act, against the other
        seat's strategy and with one's own best play from there on. Not a number where the other never comes.
        """
        state, row = self.tree.walk(path)
        seat = int(self.tree.fold.turn[state])
        number, hands = len(self.tree.actions[state]), len(self.tree.deals[seat])
        reach = self.reach(path, 1 - seat)
        if not reach.any():
            return np.full((number, hands), np.nan)
        sweeper = self._sweeper(1)
        sweeper.start_at(seat, ANSWER, 0.0, state, row, np.pad(reach, (0, self.tree.hands - len(reach))))
        return np.asarray(sweeper.scratches[0].values[0, :number, :hands] / reach.sum())

    def measure(self) -> Measure:
        """Best responses to both strategies, exact up to the rounding of double precision."""
        sweeper = self._sweeper(self.threads)
        return Measure(sweeper.run(0, PLAY), (sweeper.run(0, ANSWER), sweeper.run(1, ANSWER)))

    def _sweeper(self, threads: int) -> Sweeper:
        return Sweeper(self.tree, Store(self.weights, self.weights), np.float64, threads)
