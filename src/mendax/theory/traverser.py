"""Runs traversals of a public tree: for one seat or for both in turn, on one thread or on several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.theory.public_tree import Factors, Numbers, PublicTree
from mendax.theory.traversal import (
    COLLECT,
    JOIN,
    LEARN,
    WHOLE,
    Branches,
    Scratch,
    Store,
    learn,
    traverse,
    traverse_branches,
)

PARTS = 1 << 12
"""Into about how many parts the rows of a tree are cut for threads: many, so that no thread runs out of work."""


class Traverser:
    """Traverses a tree in one kind of numbers.

    The result does not depend on the number of threads: branches are traversed independently and joined in a fixed
    order.
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
        """Load or compile what learning needs, so that it does not count as learning time."""
        self.learn(np.zeros(0))
        if self.pool is not None:
            self._traverse_branches(self.pool, 0, LEARN, 0.0, 0)

    def learn(self, weights: Numbers) -> None:
        """An iteration for each weight that its strategies have in the averages."""
        if self.pool is None:
            common = self.tree.fold, self.factors, self.hands, self.kept, self.scratches[0], self.branches
            learn(*common, self.deals, self.tree.begin[0], weights)
            return
        for weight in weights.tolist():
            for seat in (0, 1):
                self.run(seat, LEARN, weight)

    def run(self, seat: Seat, aim: int, weight: float = 0.0) -> float:
        """Traverse the whole tree for a seat, and return what it wins."""
        self.start_at(seat, aim, weight, *self.tree.begin, self.tree.deal(1 - seat))
        return float(self.scratches[0].values[-1, 0].astype(np.float64) @ self.tree.deal(seat))

    def start_at(self, seat: Seat, aim: int, weight: float, state: int, row: int, reach: Numbers) -> None:
        """Traverse everything below a node, and leave the values of its actions in the first scratch."""
        scratch = self.scratches[0]
        scratch.reach[0, 0] = reach
        common = self.tree.fold, self.factors[seat], self.hands, self.kept, scratch, self.branches, seat, aim
        if self.pool is None:
            traverse(*common, WHOLE, weight, state, row)
        else:
            met = traverse(*common, COLLECT, weight, state, row)
            self._traverse_branches(self.pool, seat, aim, weight, met)
            traverse(*common, JOIN, weight, state, row)

    def _traverse_branches(self, pool: ThreadPoolExecutor, seat: Seat, aim: int, weight: float, met: int) -> None:
        common = self.tree.fold, self.factors[seat], self.hands, self.kept
        free: SimpleQueue[Scratch] = SimpleQueue()
        for scratch in self.scratches[1:]:
            free.put(scratch)

        def work(start: int, stop: int) -> None:
            scratch = free.get()
            traverse_branches(*common, scratch, self.branches, seat, aim, weight, start, stop)
            free.put(scratch)

        marks = np.linspace(0, met, 32 * self.threads + 1).astype(int).tolist()
        for _ in pool.map(work, marks[:-1], marks[1:]):
            pass


def _count_branches(tree: PublicTree, cut: npt.NDArray[np.bool_]) -> int:
    """How many branches the trunk ends in, if none is skipped."""
    below = np.zeros(len(tree.states), np.int64)
    for state in reversed(range(len(tree.states))):
        leads = tree.fold.leads[tree.fold.first[state] : tree.fold.first[state + 1]]
        below[state] = sum(1 if cut[after] else below[after] for after in leads if after >= 0)
    return int(below[tree.begin[0]])
