"""The thesis's moving average over days: of its own table, of our hands, and of what luck alone does to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mendax.games.holdem.study.played import Floats, Hands
from mendax.games.holdem.study.published import MIXED_DAYS, SMALL_BET, WINDOW

PERIODS = 2000
"""Of all days of Table 3-1, drawn to see what luck does."""


@dataclass(frozen=True, slots=True)
class OurDay:
    """A day of Table 3-1's length, of our hands."""

    hands: int
    dollars: float
    average: float | None


@dataclass(frozen=True, slots=True)
class MovingAverage:
    """A line-up's hands cut into the days of Table 3-1, and what luck does to such averages."""

    line_up: str
    days: tuple[OurDay, ...]
    """As many as there are hands for."""
    band: tuple[tuple[float, float], ...]
    """In dollars: between these lie 95 of 100 drawn averages, from the tenth day on."""
    rises: float
    """The part of drawn periods whose last average is as far above the first as in Table 3-1, or farther."""
    dearer: float
    """The part whose last average is as far below the first."""


def weighted_averages(hands: Sequence[float], means: Floats) -> Floats:
    """The mean of each `WINDOW` consecutive days, weighted by their hands; days are the last axis of the means.

    >>> weighted_averages([1] * 9 + [11], np.array([0.0] * 9 + [1.0])).tolist()
    [0.55]
    """
    weights = np.cumsum(np.concatenate([[0.0], np.asarray(hands, dtype=np.float64)]))
    sums = np.cumsum(np.asarray(hands) * means, axis=-1)
    sums = np.concatenate([np.zeros((*sums.shape[:-1], 1)), sums], axis=-1)
    return np.asarray((sums[..., WINDOW:] - sums[..., :-WINDOW]) / (weights[WINDOW:] - weights[:-WINDOW]))


def in_order_of_seatings(hands: Hands) -> Floats:
    """The first chair's dollars, hand by hand: first all deals in one seating, so that the same cards lie far apart."""
    order = np.lexsort((hands.hand, hands.deal, hands.turn))
    return np.asarray(SMALL_BET * hands.won[order, 0])


def moving_average(name: str, hands: Hands, rng: np.random.Generator) -> MovingAverage:
    """Cut a line-up's hands into days, and draw periods of as many days from all of them."""
    won = in_order_of_seatings(hands)
    lengths = [day.hands for day in MIXED_DAYS]
    ends = np.cumsum(lengths)
    whole = int((ends <= len(won)).sum())
    means = np.array([float(part.mean()) for part in np.split(won, ends)[:whole]])
    averages = weighted_averages(lengths[:whole], means) if whole >= WINDOW else np.zeros(0)
    days = tuple(
        OurDay(length, mean, float(averages[at - WINDOW + 1]) if at >= WINDOW - 1 else None)
        for at, (length, mean) in enumerate(zip(lengths, means.tolist(), strict=False))
    )
    drawn = weighted_averages(lengths, draw_days(won, lengths, PERIODS, rng))
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0).tolist()
    first, last = MIXED_DAYS[WINDOW - 1].average, MIXED_DAYS[-1].average
    assert first is not None
    assert last is not None
    rise = drawn[:, -1] - drawn[:, 0]
    return MovingAverage(
        name,
        days,
        tuple(zip(low, high, strict=True)),
        float((rise >= last - first).mean()),
        float((rise <= first - last).mean()),
    )


def draw_days(won: Floats, lengths: Sequence[int], periods: int, rng: np.random.Generator) -> Floats:
    """The means of days whose hands are drawn from these, with replacement: a row a period."""
    means = np.empty((periods, len(lengths)))
    drawn: npt.NDArray[np.float64]
    for day, length in enumerate(lengths):
        drawn = won[rng.integers(len(won), size=(periods, length))]
        means[:, day] = drawn.mean(axis=1)
    return means
