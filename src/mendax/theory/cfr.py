"""CFR+ on a public tree: regret matching plus, seats in turn, weighted averages.

Each iteration sweeps the tree once for each seat. Regrets are never below zero (Tammelin's regret
matching plus), each seat learns against what the other has just learned, and the averages, which are
what converges, give iteration t the weight t to some power. With 1 it is CFR+ as published; with 2 it
is mostly closer after as many iterations. The first iterations, which know nothing yet, may be left
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
from mendax.theory.sweeper import Sweeper
from mendax.theory.sweeps import Store

SMALL = 1 << 18
"""A tree with fewer rows is swept by one thread: more would cost more than they bring."""
_BLOCK = 1 << 18
"""Rows to go through before Python looks up."""


class CFR:
    """A solver and what it has learned so far; `profile` is the result at any time."""

    def __init__(
        self,
        tree: PublicTree,
        *,
        numbers: type[np.floating[Any]] = np.float64,
        power: float = 1.0,
        delay: int = 0,
        threads: int = 0,
    ) -> None:
        """`numbers` is what regrets and averages are kept in, `delay` how many iterations are left out of the
        averages; no `threads` means as many as make sense.
        """
        if not threads:
            threads = 1 if tree.rows[0] < SMALL else os.cpu_count() or 1
        shape = int(tree.rows[0]), tree.hands
        self.kept = Store(np.zeros(shape, numbers), np.zeros(shape, numbers))
        self.tree, self.threads = tree, threads
        self.power, self.delay, self.iterations, self.seconds = power, delay, 0, 0.0
        self._sweeper = Sweeper(tree, self.kept, numbers, threads)
        self._sweeper.warm_up()
        self._block = max(1, _BLOCK // int(tree.rows[0]))

    @property
    def profile(self) -> Profile:
        """The averages; until there are any, what would be played next."""
        weights = self.kept.averages if self.iterations > self.delay else self.kept.regrets
        return Profile(self.tree, weights, self.threads)

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        done: Callable[[], bool] = lambda: False,
    ) -> None:
        """Iterate until a limit is met. Time is looked at, and whether it is done is asked, every few thousandths
        of a second, or after each iteration where one takes longer.
        """
        began, before, left = time.perf_counter(), self.seconds, iterations
        while left != 0 and not (seconds is not None and self.seconds - before >= seconds) and not done():
            number = self._block if left is None else min(left, self._block)
            counted = np.arange(1, number + 1) + self.iterations - self.delay
            self._sweeper.learn(np.maximum(counted, 0).astype(np.float64) ** self.power)
            self.iterations += number
            left = None if left is None else left - number
            self.seconds = before + time.perf_counter() - began

    def measure(self) -> Measure:
        """How good the averages are."""
        return self.profile.measure()
