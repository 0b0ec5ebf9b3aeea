"""Losses of three players, and whether two samples of them can come from the same table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mendax.arena.statistics import Z95, wilson

Ends = tuple[float, float]
"""The ends of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Losses:
    """How many games each player lost."""

    games: int
    lost: tuple[float, ...]
    loss_rates: tuple[float, ...]
    ci95: tuple[Ends, ...]
    """Wilson's interval of each rate."""

    @classmethod
    def of(cls, lost: Sequence[float]) -> Losses:
        """Rates and intervals of counts that add up to the number of games."""
        games = round(sum(lost))
        rates = tuple(one / games if games else 0.0 for one in lost)
        return cls(games, tuple(lost), rates, tuple(wilson(one, games) for one in lost))

    @classmethod
    def published(cls, percent: Sequence[float], games: int) -> Losses:
        """The counts behind published percentages, as far as their rounding tells; they need not add up to 100."""
        lost = tuple(share * games / 100 for share in percent)
        return cls(games, lost, tuple(share / 100 for share in percent), tuple(wilson(one, games) for one in lost))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two samples of the same table side by side."""

    differences: tuple[float, ...]
    """Of each player's loss rate: the first sample less the second."""
    ci95: tuple[Ends, ...]
    """Of each difference."""
    p_value: float
    """Chi-squared test that the three rates of both are the same."""

    @classmethod
    def of(cls, one: Losses, other: Losses) -> Comparison:
        """Both samples have sampling error, and both count."""
        found, ends = [], []
        for mine, theirs in zip(one.loss_rates, other.loss_rates, strict=True):
            spread = Z95 * math.sqrt(mine * (1 - mine) / one.games + theirs * (1 - theirs) / other.games)
            found.append(mine - theirs)
            ends.append((mine - theirs - spread, mine - theirs + spread))
        return cls(tuple(found), tuple(ends), homogeneity_p(one.lost, other.lost))


def homogeneity_p(one: Sequence[float], other: Sequence[float]) -> float:
    """The chi-squared test of homogeneity for two rows of at most three counts.

    >>> round(homogeneity_p([10, 20, 70], [10, 20, 70]), 6), round(homogeneity_p([50, 50], [30, 70]), 4)
    (1.0, 0.0039)
    """
    columns = [(mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine + theirs]
    totals = (sum(mine for mine, _ in columns), sum(theirs for _, theirs in columns))
    if len(columns) < 2 or not all(totals):
        return 1.0
    statistic = 0.0
    for column in columns:
        for count, total in zip(column, totals, strict=True):
            expected = sum(column) * total / sum(totals)
            statistic += (count - expected) ** 2 / expected
    if len(columns) == 2:  # one degree of freedom
        return math.erfc(math.sqrt(statistic / 2))
    if len(columns) == 3:  # two degrees of freedom
        return math.exp(-statistic / 2)
    raise ValueError("this test is for at most three players")
