"""Results with the luck taken out: how much of each feature of luck is subtracted, and what that is worth.

How much is fitted to the results themselves by least squares, so the values that luck is measured by need not be right
to be of use (White and Bowling, "Learning a value analysis tool for agent evaluation", 2009). A coefficient that saw
the deal it corrects would be biased: deals are in ten parts, and those of each part are corrected with what the other
nine say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mendax.arena.credits import Numbers
from mendax.arena.estimates import Estimate, Floats
from mendax.arena.luck import LuckRows
from mendax.arena.student import t95

PARTS: Final = 10
RIDGES: Final = 10.0 ** np.arange(-4.0, 3.0)
"""How strongly coefficients are drawn to zero, next to the features' squares; the deals that are fitted to choose."""


@dataclass(frozen=True, slots=True)
class CorrectedLine:
    """One agent: what it won a hand or game, estimated in four ways from the same results."""

    name: str
    hands: int
    """Chairs in hands or games."""
    plain: Estimate
    """As if every hand had been dealt anew."""
    duplicate: Estimate
    """By deals in all seatings."""
    aivat: Estimate
    """Luck taken out, as if every hand had been dealt anew."""
    both: Estimate

    def to_json(self) -> dict[str, Any]:
        """Means, half widths of the 95 % intervals, and the ratios of these to the plain one's."""
        return {
            "name": self.name,
            "hands": self.hands,
            **{name: _estimate_json(getattr(self, name)) for name in WAYS},
            "ratios": {name: self.ratio(name) for name in WAYS[1:]},
        }

    def ratio(self, way: str) -> float | None:
        """The width of an interval next to the plain one's; `None` where one of them cannot be told."""
        plain, other = half_width(self.plain), half_width(getattr(self, way))
        return other / plain if plain and other is not None else None


WAYS: Final = ("plain", "duplicate", "aivat", "both")


def half_width(estimate: Estimate) -> float | None:
    """Half of the 95 % interval."""
    return t95(estimate.deals - 1) * sqrt(estimate.variance) if estimate.deals > 1 else None


def _estimate_json(estimate: Estimate) -> dict[str, Any]:
    ends = estimate.mean_interval()
    return {
        "mean": estimate.mean,
        "ci95": None if ends is None else list(ends),
        "half_width": half_width(estimate),
        "observations": estimate.deals,
    }


def corrected_lines(rows: LuckRows) -> tuple[CorrectedLine, ...]:
    """Every agent's line."""
    return tuple(_line(rows, agent) for agent in range(len(rows.agents)))


def _line(rows: LuckRows, agent: int) -> CorrectedLine:
    which, seats = np.nonzero(rows.seatings == agent)
    amounts, luck = rows.amounts[which, seats], rows.luck[which, seats]
    ones, units, alone = np.ones(len(which)), rows.unit[which], np.arange(len(which))
    left = take_out(amounts, luck, rows.deal[which], units)
    return CorrectedLine(
        rows.agents[agent],
        len(which),
        Estimate.of(amounts, ones, alone),
        Estimate.of(amounts, ones, units),
        Estimate.of(left, ones, alone),
        Estimate.of(left, ones, units),
    )


def take_out(amounts: Floats, luck: Floats, deals: Numbers, units: Numbers) -> Floats:
    """Amounts less their luck, each part of the deals with coefficients fitted to the others.

    In a single session players may learn, so that later hands depend on earlier luck. There each tenth is corrected
    with coefficients of the hands before it, and the first is left as it is.
    """
    left, single = amounts.copy(), len(np.unique(deals)) < 2
    _, order = np.unique(units if single else deals, return_inverse=True)
    part = order * PARTS // (int(order.max(initial=0)) + 1) if single else order % PARTS
    trial = order % PARTS if single else order // PARTS % PARTS
    sums = [[Sums.of(amounts[cell], luck[cell]) for cell in _cells(part == one, trial)] for one in range(PARTS)]
    for number in range(PARTS):
        mine = part == number
        others = [sums[one] for one in range(PARTS) if (one < number if single else one != number)]
        if mine.any() and others:
            left[mine] -= luck[mine] @ fit([sum(same[1:], same[0]) for same in zip(*others, strict=True)])
    return left


def _cells(part: npt.NDArray[np.bool_], trial: Numbers) -> list[npt.NDArray[np.int64]]:
    """The rows of a part, those that are left out in each trial together."""
    return [np.flatnonzero(part & (trial == number)) for number in range(PARTS)]


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over some rows, which is all that least squares needs: they are added up once for all fits."""

    count: int
    amount: float
    square: float
    """Of the amounts' squares."""
    features: Floats
    products: Floats
    """Of features times amounts."""
    gram: Floats
    """Of features times features."""

    @classmethod
    def of(cls, amounts: Floats, luck: Floats) -> Sums:
        """The sums of these rows."""
        return cls(
            len(amounts),
            float(amounts.sum()),
            float(amounts @ amounts),
            luck.sum(axis=0),
            luck.T @ amounts,
            luck.T @ luck,
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def __sub__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, name) - getattr(other, name) for name in self.__slots__))

    @property
    def mean(self) -> float:
        """The mean amount."""
        return self.amount / self.count if self.count else 0.0

    def solve(self, ridge: Floats) -> Floats:
        """Coefficients by least squares, with these numbers added to the features' squares."""
        products = self.products - self.mean * self.features
        return np.asarray(np.linalg.solve(self.gram + np.diag(ridge), products))

    def error(self, mean: float, coefficients: Floats) -> float:
        """The squared errors of these rows, if the mean and the coefficients come from others."""
        centred = self.square - 2 * mean * self.amount + self.count * mean * mean
        products = self.products - mean * self.features
        return float(centred - 2 * coefficients @ products + coefficients @ self.gram @ coefficients)


def fit(parts: Sequence[Sums]) -> Floats:
    """Coefficients by least squares, drawn to zero as strongly as is best for parts that are left out in turn."""
    whole = sum(parts[1:], parts[0])
    squares = np.diag(whole.gram)
    used, coefficients = squares > 0, np.zeros(len(squares))
    if not used.any():
        return coefficients
    some = [_select(part, used) for part in parts]
    whole, squares = sum(some[1:], some[0]), squares[used]

    def error(ridge: float) -> float:
        total = 0.0
        for part in some:
            rest = whole - part
            total += part.error(rest.mean, rest.solve(ridge * squares))
        return total

    best = min(RIDGES.tolist(), key=error)
    coefficients[used] = whole.solve(best * squares)
    return coefficients


def _select(sums: Sums, used: npt.NDArray[np.bool_]) -> Sums:
    return replace(sums, features=sums.features[used], products=sums.products[used], gram=sums.gram[np.ix_(used, used)])
