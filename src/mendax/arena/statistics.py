"""Wilson intervals, exact binomial tests, and a sequential test that may stop early."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


def wilson(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a win rate; from 0 to 1 when nothing was played.

    >>> [round(end, 4) for end in wilson(5, 10)]
    [0.2366, 0.7634]
    """
    if games == 0:
        return (0.0, 1.0)
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def binomial_p(wins: float, games: int, expected: float = 0.5) -> float:
    """The exact two-sided binomial test of a number of wins; shared wins are rounded to whole ones.

    It adds up every number of wins that is no likelier than the one seen, as `scipy.stats.binomtest`
    does (a test holds the two together); scipy.stats alone takes a second to import.

    >>> round(binomial_p(8, 10), 6)
    0.109375
    """
    if games == 0 or not 0 < expected < 1:
        return 1.0
    counts = np.arange(games + 1)
    steps = np.log(games - counts[:-1]) - np.log(counts[1:]) + math.log(expected / (1 - expected))
    likely = np.concatenate([[0.0], np.cumsum(steps)]) + games * math.log1p(-expected)
    seen = likely[round(wins)]
    return float(min(1.0, np.exp(likely[likely <= seen + 1e-7]).sum()))


class Verdict(Enum):
    """The state of a sequential test."""

    GO_ON = "undecided"
    LOWER = "the lower rate"
    HIGHER = "the higher rate"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the first entrant's rate, or its money a hand, `lower` or `higher`?

    The unit is a deal: its games share their chance, so their mean result is one observation. The
    log-likelihood ratio is the normal approximation that engine testers use, with the variance
    estimated from the deals themselves.
    """

    lower: float
    higher: float
    alpha: float = 0.05
    beta: float = 0.05
    rates: bool = True
    """Whether results lie between 0 and 1."""

    def ratio(self, scores: npt.NDArray[np.float64]) -> float:
        """The log-likelihood ratio of the deals' mean results."""
        count = len(scores)
        if count < 2:
            return 0.0
        # Equal results have no variance yet: one imagined miss and hit keep it from zero.
        mean = float(scores.mean())
        spread = 0.5 if self.rates else float(scores.max() - scores.min()) / 2
        variance = (float(scores.var()) * count + spread**2) / (count + 1)
        if not variance:
            return 0.0
        return count * (self.higher - self.lower) * (2 * mean - self.lower - self.higher) / (2 * variance)

    def verdict(self, scores: npt.NDArray[np.float64]) -> Verdict:
        """Stop with one of the rates, or go on."""
        ratio = self.ratio(scores)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return Verdict.HIGHER
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return Verdict.LOWER
        return Verdict.GO_ON
