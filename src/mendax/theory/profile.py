"""A pair of strategies on a public tree: their mixes, what they are worth, and how far they can be beaten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.theory.public_tree import Numbers, PublicTree

if TYPE_CHECKING:
    from mendax.theory.sweeper import Sweeper


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


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A strategy for each seat, as weights that need not add up to one.

    Where a hand has no weights at all, its actions have equal shares. Mixes need no compiler; what they are
    worth does, and loads it.
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
        from mendax.theory.sweeps import ANSWER

        sweeper = self._sweeper(1)
        sweeper.start_at(seat, ANSWER, 0.0, state, row, np.pad(reach, (0, self.tree.hands - len(reach))))
        return np.asarray(sweeper.scratches[0].values[0, :number, :hands] / reach.sum())

    def measure(self) -> Measure:
        """Best responses to both strategies, exact up to the rounding of double precision."""
        from mendax.theory.sweeps import ANSWER, PLAY

        sweeper = self._sweeper(self.threads)
        return Measure(sweeper.run(0, PLAY), (sweeper.run(0, ANSWER), sweeper.run(1, ANSWER)))

    def _sweeper(self, threads: int) -> Sweeper:
        from mendax.theory.sweeper import Sweeper
        from mendax.theory.sweeps import Store

        return Sweeper(self.tree, Store(self.weights, self.weights), np.float64, threads)
