"""Solves one round of the endgame by CFR+ on its folded tree, on one thread or on several."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final

import numpy as np

from mendax.core.game import Seat
from mendax.games.liars_dice.solver.endgame.node import Scratch, Store, Table
from mendax.games.liars_dice.solver.endgame.round_tree import BLOCK, WIDTH, Arrays, Integers, Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.traversal import (
    COLLECT,
    JOIN,
    LEARN,
    RESPOND,
    SKIM,
    WHOLE,
    Branches,
    traverse,
    traverse_branches,
)
from mendax.theory.profile import Measure

DELAY: Final = 10
"""Iterations left out of the averages, which then stay zero where only the first ones came."""
POWER: Final = 2.0
"""Averages are weighted by the square of the iteration."""
LEAST: Final = 1e-15
"""Learning turns back where the other seat comes less often; measuring never does."""
FIRST: Final = 10
EVERY: Final = 8
"""After the first iterations, actions that no hand takes are looked at in one iteration of so many."""
SMALL: Final = 1 << 16
"""A tree of fewer vectors is kept in double precision and traversed by one thread."""
PARTS: Final = 1 << 9
"""Into about how many parts a tree is cut for threads."""


class Walker:
    """Traverses a tree in one kind of numbers; the result does not depend on the number of threads."""

    def __init__(self, tree: RoundTree, pay: Numbers, numbers: type[np.floating[Any]], threads: int) -> None:
        self.tree, self.threads, self.numbers = tree, threads, numbers
        priced = tree.priced(pay)
        self.arrays: Arrays = priced._replace(constants=priced.constants.astype(numbers))
        self.works = [self._scratch() for _ in range(threads + (threads > 1))]
        cut = np.zeros(len(tree.states), np.bool_)
        if threads > 1:
            cut[1:] = np.array(tree.size[1:]) <= tree.size[0] // PARTS
        number = _count_branches(tree, cut)
        room = np.zeros((2, max(1, number) * BLOCK, WIDTH), numbers)
        places: Integers = np.zeros((2, max(1, number)), np.int64)
        self.cuts = Branches(cut, places[0], places[1], room[0], room[1])
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _scratch(self) -> Scratch:
        depth, edges = self.tree.depth + 2, self.tree.most_edges * BLOCK

        def room(rows: int) -> Table:
            return np.zeros((rows, WIDTH), self.numbers)

        result, factor, equal = (room(depth * BLOCK) for _ in range(3))
        stack = np.zeros((depth, 5), np.int64)
        return Scratch(room(BLOCK + depth * edges), room(depth * edges), result, factor, equal, stack)

    def run(
        self,
        kept: Store,
        seat: Seat,
        aim: int,
        reach: Numbers,
        state: int = 0,
        base: int = 0,
        weight: float = 0.0,
        keep: float = 0.0,
        least: float = 0.0,
    ) -> Numbers:
        """Traverse what is below a node for a seat from the other's reach; the value of each of its hands."""
        work = self.works[0]
        work.reach[:BLOCK] = 0.0
        work.reach[:BLOCK].reshape(-1)[: len(reach)] = reach
        common = self.arrays, kept, work, self.cuts, seat, aim
        if self.pool is None:
            traverse(*common, WHOLE, weight, keep, least, state, base)
        else:
            met = traverse(*common, COLLECT, weight, keep, least, state, base)
            self._branches(self.pool, kept, seat, aim, weight, keep, least, met)
            traverse(*common, JOIN, weight, keep, least, state, base)
        return np.asarray(work.result[:BLOCK].reshape(-1).astype(np.float64))

    def _branches(
        self,
        pool: ThreadPoolExecutor,
        kept: Store,
        seat: Seat,
        aim: int,
        weight: float,
        keep: float,
        least: float,
        met: int,
    ) -> None:
        free: SimpleQueue[Scratch] = SimpleQueue()
        for work in self.works[1:]:
            free.put(work)

        def part(start: int, stop: int) -> None:
            work = free.get()
            traverse_branches(self.arrays, kept, work, self.cuts, seat, aim, weight, keep, least, start, stop)
            free.put(work)

        marks = np.linspace(0, met, 64 * self.threads + 1).astype(int).tolist()
        for _ in pool.map(part, marks[:-1], marks[1:]):
            pass


def _count_branches(tree: RoundTree, cut: np.ndarray[Any, Any]) -> int:
    """How many branches the trunk ends in, if none is skipped."""
    below = [0] * len(tree.states)
    for state in reversed(range(len(tree.states))):
        start, stop = tree.arrays.states[state, 3:5].tolist()
        for kind, to in tree.arrays.edges[start:stop, :2].tolist():
            if kind and to >= 0:
                below[state] += 1 if cut[to] else below[to]
    return below[0]


def measure(tree: RoundTree, pay: Numbers, averages: Table, threads: int = 1) -> Measure:
    """Best responses to both averages, exact up to the rounding of double precision; the value is their middle."""
    walker = Walker(tree, pay, np.float64, threads)
    kept, deals, won = Store(averages, averages), tree.deals, []
    for seat in (0, 1):
        values = walker.run(kept, seat, RESPOND, deals[1 - seat])
        won.append(float(values[: len(deals[seat])] @ deals[seat]))
    return Measure((won[0] - won[1]) / 2, (won[0], won[1]))


class RoundSolver:
    """CFR+ with its regrets and averages."""

    def __init__(self, tree: RoundTree, pay: Numbers, threads: int = 0) -> None:
        self.small = tree.size[0] < SMALL
        self.tree, self.pay = tree, pay
        self.threads = 1 if self.small else threads or os.cpu_count() or 1
        numbers: type[np.floating[Any]] = np.float64 if self.small else np.float32
        shape = tree.size[0], WIDTH
        self.kept = Store(np.zeros(shape, numbers), np.zeros(shape, numbers))
        self.walker = Walker(tree, pay, numbers, self.threads)
        self.iterations, self.seconds, self.cpu_seconds = 0, 0.0, 0.0

    @property
    def bytes(self) -> int:
        """Of the regrets and the averages."""
        return self.kept.regrets.nbytes + self.kept.averages.nbytes

    def step(self) -> None:
        """One iteration: a traversal for each seat."""
        began, cpu, deals = time.perf_counter(), time.process_time(), self.tree.deals
        self.iterations += 1
        weight = (max(0, self.iterations - DELAY) / 100.0) ** POWER
        everywhere = self.small or self.iterations <= FIRST or self.iterations % EVERY == 0
        aim = LEARN if everywhere else SKIM
        for seat in (0, 1):
            self.walker.run(self.kept, seat, aim, deals[1 - seat], weight=weight, keep=1.0, least=LEAST)
        self.seconds += time.perf_counter() - began
        self.cpu_seconds += time.process_time() - cpu

    def measure(self) -> Measure:
        """How good the averages are."""
        return measure(self.tree, self.pay, self.kept.averages, self.threads)
