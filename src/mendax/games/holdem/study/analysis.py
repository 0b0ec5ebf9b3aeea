"""What follows from the published tables by the spread of their own rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mendax.arena.statistics import Z95
from mendax.games.holdem.study.moving_average import weighted_averages
from mendax.games.holdem.study.published import BOT_DAYS, MIXED_DAYS, WINDOW, Day

GOAL_DOLLARS = 0.20
"""Half the width of the intervals that our line-ups are played to."""


@dataclass(frozen=True, slots=True)
class Dollars:
    """A mean in dollars a hand, and half the width of its 95 % interval."""

    mean: float
    half: float


@dataclass(frozen=True, slots=True)
class Trend:
    """A straight line through the days, each weighted by its hands."""

    dollars_a_day: float
    t: float
    """The slope by its standard error, from the spread of the days."""


@dataclass(frozen=True, slots=True)
class PublishedAnalysis:
    """What Tables 3-1 and 3-3 say by themselves."""

    mixed_hands: int
    bot_hands: int
    spread: float
    """The standard deviation of a hand in dollars, from day to day of Table 3-1."""
    bot_spread: float
    """The same of the four days of Table 3-3."""
    mixed: Dollars
    bots: Dollars
    difference: Dollars
    """Bots only less mixed."""
    trend: Trend
    first_window: Dollars
    last_window: Dollars
    improvement: Dollars
    """The last window less the first."""
    averages: tuple[float, ...]
    """The moving average, computed from the rows."""
    farthest: float
    """The greatest distance of these from the published ones."""
    hands_for_goal: float
    """Plain hands that ±0.20 dollars needs."""
    half_of_20_000: float
    """What 20,000 plain hands give."""

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


def analyse() -> PublishedAnalysis:
    """Everything from the published rows."""
    spread = spread_of(MIXED_DAYS)
    mixed, bots = mean_of(MIXED_DAYS, spread), mean_of(BOT_DAYS, spread)
    first, last = mean_of(MIXED_DAYS[:WINDOW], spread), mean_of(MIXED_DAYS[-WINDOW:], spread)
    averages = weighted_averages(
        [day.hands for day in MIXED_DAYS], np.array([day.dollars for day in MIXED_DAYS])
    ).tolist()
    published = [day.average for day in MIXED_DAYS if day.average is not None]
    return PublishedAnalysis(
        mixed_hands=sum(day.hands for day in MIXED_DAYS),
        bot_hands=sum(day.hands for day in BOT_DAYS),
        spread=spread,
        bot_spread=spread_of(BOT_DAYS),
        mixed=mixed,
        bots=bots,
        difference=subtract(bots, mixed),
        trend=trend_of(MIXED_DAYS, spread),
        first_window=first,
        last_window=last,
        improvement=subtract(last, first),
        averages=tuple(averages),
        farthest=max(abs(ours - theirs) for ours, theirs in zip(averages, published, strict=True)),
        hands_for_goal=(Z95 * spread / GOAL_DOLLARS) ** 2,
        half_of_20_000=Z95 * spread / math.sqrt(20_000),
    )


def mean_of(days: Sequence[Day], spread: float) -> Dollars:
    """The mean over hands, with an interval by a hand's standard deviation."""
    hands = sum(day.hands for day in days)
    return Dollars(sum(day.hands * day.dollars for day in days) / hands, Z95 * spread / math.sqrt(hands))


def spread_of(days: Sequence[Day]) -> float:
    """A hand's standard deviation: a day's mean over n hands is off by it, divided by the root of n."""
    hands = sum(day.hands for day in days)
    mean = sum(day.hands * day.dollars for day in days) / hands
    return math.sqrt(sum(day.hands * (day.dollars - mean) ** 2 for day in days) / (len(days) - 1))


def trend_of(days: Sequence[Day], spread: float) -> Trend:
    """The weighted least-squares slope over the number of the day."""
    hands = sum(day.hands for day in days)
    mean = sum(day.hands * day.dollars for day in days) / hands
    middle = sum(day.hands * at for at, day in enumerate(days)) / hands
    width = sum(day.hands * (at - middle) ** 2 for at, day in enumerate(days))
    slope = sum(day.hands * (at - middle) * (day.dollars - mean) for at, day in enumerate(days)) / width
    return Trend(slope, slope / (spread / math.sqrt(width)))


def subtract(one: Dollars, other: Dollars) -> Dollars:
    """The difference of two independent means."""
    return Dollars(one.mean - other.mean, math.hypot(one.half, other.half))
