"""CFR+ on a public tree: regret matching plus, seats in turn, weighted averages.

Each iteration traverses the tree once for each seat. Regrets are never below zero (Tammelin's regret
matching plus), and each seat learns against what the other has just learned. The averages are what
converges; they give iteration t the weight t to some power. Power 1 is CFR+ as published; with 2 the
averages are mostly closer to the equilibrium after as many iterations. The first iterations may be left
out of the averages.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mendax.theory.profile import Measure, Profile
from mendax.theory.public_tree import PublicTree
from mendax.theory.traversal import Store
from mendax.theory.traverser import Traverser

SMALL = 1 << 18
"""A tree with fewer rows is traversed by one thread: more threads would cost more than they save."""
_BLOCK = 1 << 18
"""Rows to traverse between two looks at the time."""


class CFR:
    """A solver with its regrets and averages; `profile` is the result so far."""

    def __init__(
        self,
        tree: PublicTree,
        *,
        numbers: type[np.floating[Any]] = np.float64,
        power: float = 1.0,
        delay: int = 0,
        threads: int = 0,
    ) -> None:
        """`numbers` is the type of regrets and averages, `delay` the number of iterations left out of the averages;
        `threads=0` chooses by the size of the tree.
        """
        if not threads:
            threads = 1 if tree.rows[0] < SMALL else os.cpu_count() or 1
        shape = int(tree.rows[0]), tree.hands
        self.kept = Store(np.zeros(shape, numbers), np.zeros(shape, numbers))
        self.tree, self.threads = tree, threads
        self.power, self.delay, self.iterations, self.seconds = power, delay, 0, 0.0
        self._traverser = Traverser(tree, self.kept, numbers, threads)
        self._traverser.warm_up()
        self._block = max(1, _BLOCK // int(tree.rows[0]))

    @property
    def profile(self) -> Profile:
        """The averages; until there are any, the current strategies."""
        weights = self.kept.averages if self.iterations > self.delay else self.kept.regrets
        return Profile(self.tree, weights, self.threads)

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        done: Callable[[], bool] = lambda: False,
    ) -> None:
        """Iterate until a limit is met or `done` says so.

        Time and `done` are checked every few milliseconds, or after each iteration where one takes longer.
        """
        began, before, left = time.perf_counter(), self.seconds, iterations
        while left != 0 and not (seconds is not None and self.seconds - before >= seconds) and not done():
            number = self._block if left is None else min(left, self._block)
            counted = np.arange(1, number + 1) + self.iterations - self.delay
            self._traverser.learn(np.maximum(counted, 0).astype(np.float64) ** self.power)
            self.iterations += number
            left = None if left is None else left - number
            self.seconds = before + time.perf_counter() - began

    def measure(self) -> Measure:
        """How good the averages are."""
        return self.profile.measure()
