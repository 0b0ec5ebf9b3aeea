"""What the published tables say by their own spread."""

from __future__ import annotations

import pytest

from mendax.games.holdem.study.analysis import analyse
from mendax.games.holdem.study.page import count_rules
from mendax.games.holdem.study.published import (
    BOT_DAYS,
    BOTS_DOLLARS,
    FISH,
    LEAST_HANDS,
    MIXED_DAYS,
    RULE_COUNTS,
    RULE_FILES,
    SHARKS,
    WINDOW,
)


def test_rows_are_those_of_the_thesis() -> None:
    """Their sums are printed nowhere in it; a row that was copied wrongly would change them."""
    assert (len(MIXED_DAYS), sum(day.hands for day in MIXED_DAYS)) == (35, 39_852)
    assert (len(BOT_DAYS), sum(day.hands for day in BOT_DAYS)) == (4, 11_547)
    assert min(day.hands for day in MIXED_DAYS) >= LEAST_HANDS
    assert [day.average is None for day in MIXED_DAYS] == [True] * (WINDOW - 1) + [False] * 26
    assert (SHARKS[0].small_bets, SHARKS[-1].small_bets) == (0.5029, 0.2011)
    assert (FISH[0].small_bets, FISH[-1].small_bets) == (-2.260, -0.361)
    assert [one.small_bets for one in SHARKS] == sorted((one.small_bets for one in SHARKS), reverse=True)
    assert [one.small_bets for one in FISH] == sorted(one.small_bets for one in FISH)


def test_means_and_intervals_by_the_spread_of_the_days() -> None:
    found = analyse()
    assert found.spread == pytest.approx(47, abs=0.5)
    assert (found.mixed.mean, found.mixed.half) == pytest.approx((-0.53, 0.46), abs=0.005)
    assert (found.bots.mean, found.bots.half) == pytest.approx((BOTS_DOLLARS, 0.86), abs=0.005)
    assert (found.difference.mean, found.difference.half) == pytest.approx((-0.49, 0.98), abs=0.005)


def test_the_improvement_over_the_days_is_no_trend() -> None:
    found = analyse()
    assert found.trend.t == pytest.approx(0.54, abs=0.005)
    assert abs(found.improvement.mean) < found.improvement.half


def test_the_moving_average_is_computed_rightly_in_the_thesis() -> None:
    found = analyse()
    assert found.farthest < 0.005
    assert [round(average, 2) for average in found.averages] == [day.average for day in MIXED_DAYS[WINDOW - 1 :]]


def test_how_many_plain_hands_are_needed() -> None:
    found = analyse()
    assert found.hands_for_goal == pytest.approx(215_000, abs=500)
    assert found.half_of_20_000 == pytest.approx(0.66, abs=0.006)


def test_rules_by_file_are_at_least_those_that_the_text_counts() -> None:
    ours = count_rules()
    assert len(ours) == RULE_FILES
    assert all(ours[file] >= counted for file, counted in RULE_COUNTS.items())
    assert (ours["analysis.soar"], ours["preflop_loose.soar"], ours["river.soar"]) == (33, 18, 5)
