"""A pair of strategies on a public tree: their mixes, their values, and their exploitability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.theory.public_tree import Numbers, PublicTree

if TYPE_CHECKING:
    from mendax.theory.traverser import Traverser


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

    Where a hand has no weights at all, its actions have equal shares. Mixes need no compiler; values do, and load it.
    """

    tree: PublicTree
    weights: npt.NDArray[Any]
    """A row for each action of each node, a column for each hand."""
    threads: int = 1

    def mix(self, path: Sequence[int]) -> Numbers:
        """The mix after some actions, by action and by hand of the seat to act."""
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
        """The value of each action after some others, by action and by hand of the seat to act.

        The other seat plays its strategy, the seat to act its best response from there on. NaN where the other seat
        never comes.
        """
        state, row = self.tree.walk(path)
        seat = int(self.tree.fold.turn[state])
        number, hands = len(self.tree.actions[state]), len(self.tree.deals[seat])
        reach = self.reach(path, 1 - seat)
        if not reach.any():
            return np.full((number, hands), np.nan)
        from mendax.theory.traversal import RESPOND

        traverser = self._traverser(1)
        traverser.start_at(seat, RESPOND, 0.0, state, row, np.pad(reach, (0, self.tree.hands - len(reach))))
        return np.asarray(traverser.scratches[0].values[0, :number, :hands] / reach.sum())

    def measure(self) -> Measure:
        """Best responses to both strategies, exact up to the rounding of double precision."""
        from mendax.theory.traversal import PLAY, RESPOND

        traverser = self._traverser(self.threads)
        return Measure(traverser.run(0, PLAY), (traverser.run(0, RESPOND), traverser.run(1, RESPOND)))

    def _traverser(self, threads: int) -> Traverser:
        from mendax.theory.traversal import Store
        from mendax.theory.traverser import Traverser

        return Traverser(self.tree, Store(self.weights, self.weights), np.float64, threads)
