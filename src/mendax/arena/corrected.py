"""Results with the luck taken out: how much of each feature of luck is subtracted, and what that is worth.

How much is fitted to the results themselves by least squares, so the values that luck is measured by need not be right
to be of use (White and Bowling, "Learning a value analysis tool for agent evaluation", 2009). A coefficient that saw
the deal it corrects would be biased: deals are in ten parts, and those of each part are corrected with what the other
nine say.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from mendax.arena.credits import Numbers
from mendax.arena.estimates import Estimate, Floats
from mendax.arena.luck import LuckRows
from mendax.arena.student import t95

PARTS: Final = 10
RIDGES: Final = 10.0 ** np.arange(-4.0, 3.0)
"""How strongly coefficients are drawn to zero, next to the features' mean square; the training deals choose."""


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
    left = amounts.copy()
    if len(np.unique(deals)) > 1:
        parts = [(deals % PARTS == number, deals % PARTS != number) for number in range(PARTS)]
        shared = deals
    else:
        _, order = np.unique(units, return_inverse=True)
        tenth = order * PARTS // (int(order.max(initial=0)) + 1)
        parts = [(tenth == number, tenth < number) for number in range(1, PARTS)]
        shared = units
    for mine, others in parts:
        if mine.any() and others.any():
            left[mine] -= luck[mine] @ fit(amounts[others], luck[others], shared[others])
    return left


def fit(amounts: Floats, luck: Floats, deals: Numbers) -> Floats:
    """Coefficients by least squares, drawn to zero as strongly as is best for deals that were left out."""
    scale = np.sqrt((luck**2).mean(axis=0))
    used = scale > 0
    coefficients = np.zeros(luck.shape[1])
    if not used.any():
        return coefficients
    features, centred = luck[:, used] / scale[used], amounts - amounts.mean()
    part = deals // PARTS % PARTS  # another division than by the deals' last digit, which says who was left out
    best, found = np.inf, np.zeros(features.shape[1])
    for ridge in RIDGES:
        error = 0.0
        for number in np.unique(part):
            mine = part == number
            if mine.all():
                continue
            error += float(
                ((centred[mine] - features[mine] @ _solve(features[~mine], centred[~mine], ridge)) ** 2).sum()
            )
        if error < best:
            best, found = error, _solve(features, centred, ridge)
    coefficients[used] = found / scale[used]
    return coefficients


def _solve(features: Floats, amounts: Floats, ridge: float) -> Floats:
    square = features.T @ features
    return np.asarray(np.linalg.solve(square + ridge * len(amounts) * np.eye(len(square)), features.T @ amounts))
