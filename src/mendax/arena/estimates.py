"""Means of deals: an estimate with its 95 % interval and a test, where games of one deal are one observation.

Games of one deal share their chance, so they are not independent; deals are. A deal in which somebody played more
games counts for more (a ratio estimate).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.arena.statistics import wilson
from mendax.arena.student import t95, two_sided_p

Floats: TypeAlias = npt.NDArray[np.float64]
Interval: TypeAlias = tuple[float, float] | None
"""A 95 % interval; `None` where one deal or none cannot tell."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals."""

    mean: float
    variance: float
    """Of the mean."""
    deals: int

    @classmethod
    def of(cls, totals: Floats, weights: Floats, deals: npt.NDArray[np.int64]) -> Estimate:
        """The mean of `totals` per `weights`; `deals` says which rows belong together.

        >>> Estimate.of(np.array([1.0, 0.0, 1.0, 1.0]), np.ones(4), np.array([0, 0, 1, 1])).mean
        0.75
        """
        weight = float(weights.sum())
        if not weight:
            return cls(0.0, 0.0, 0)
        mean = float(totals.sum()) / weight
        size = int(deals.max()) + 1
        present = np.bincount(deals, weights, size) > 0
        residues = np.bincount(deals, totals - mean * weights, size)[present]
        count = len(residues)
        # Sums of the same terms in another order differ in the last digits: such a residue is none.
        residues[np.abs(residues) < 1e-12 * max(1.0, float(np.abs(totals).max()))] = 0.0
        variance = count / (count - 1) * float(residues @ residues) / weight**2 if count > 1 else 0.0
        return cls(mean, variance, count)

    def mean_interval(self) -> Interval:
        """Student's interval."""
        if self.deals < 2:
            return None
        spread = t95(self.deals - 1) * math.sqrt(self.variance)
        return (self.mean - spread, self.mean + spread)

    def rate_interval(self) -> Interval:
        """Wilson's interval of a rate: for as many independent games as would have this variance."""
        if self.deals < 2:
            return None
        spread = self.mean * (1 - self.mean)
        games = spread / self.variance if self.variance else float(self.deals)
        return wilson(self.mean * games, games, t95(self.deals - 1))

    def p_value(self, expected: float) -> float | None:
        """A two-sided t test against an expected mean; `None` where one deal or none cannot tell."""
        if self.deals < 2:
            return None
        distance = self.mean - expected
        if abs(distance) < 1e-12:
            return 1.0
        if not self.variance:  # every deal lies on the same side by the same distance: a sign test
            return 2.0 ** (1 - self.deals)
        return two_sided_p(distance / math.sqrt(self.variance), self.deals - 1)
