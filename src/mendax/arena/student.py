"""Student's t distribution, without the second that scipy.stats takes to import; a test holds the two together."""

from __future__ import annotations

import math
from functools import lru_cache

TINY = 1e-300
"""Keeps the continued fraction from dividing by zero."""


def two_sided_p(t: float, freedom: float) -> float:
    """How likely a t statistic at least this far from zero is, in either direction.

    >>> round(two_sided_p(2.262157, 9), 6)
    0.05
    """
    if math.isinf(t):
        return 0.0
    square = t * t
    if square < 1:  # near 1 the other form would lose its last digits
        return 1.0 - _incomplete_beta(0.5, freedom / 2, square / (freedom + square))
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + square))


@lru_cache(maxsize=1024)
def t95(freedom: float) -> float:
    """The two-sided 95 % point: 12.7 with one degree of freedom, 1.96 with many.

    >>> round(t95(1), 4), round(t95(9), 4), round(t95(1e6), 4)
    (12.7062, 2.2622, 1.96)
    """
    low, high = 0.0, 1000.0
    for _ in range(80):  # halving: exact to the last digits, and asked once for each number of deals
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided_p(middle, freedom) > 0.05 else (low, middle)
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (modified Lentz method)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _incomplete_beta(b, a, 1 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / _not_zero(1.0 + numerator * d)
            c = _not_zero(1.0 + numerator / c)
            fraction *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return math.exp(log_front) / a * fraction


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
