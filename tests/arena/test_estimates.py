"""Means of deals: against scipy, simulation and cases that can be seen at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.arena.estimates import Estimate
from mendax.arena.student import t95, two_sided_p


@settings(max_examples=60, deadline=None)
@given(st.floats(-40, 40), st.integers(1, 5000))
def test_students_distribution_is_scipys(t: float, freedom: int) -> None:
    from scipy.stats import t as students

    assert two_sided_p(t, freedom) == pytest.approx(2 * students.sf(abs(t), freedom), rel=1e-9, abs=1e-280)
    assert t95(freedom) == pytest.approx(students.ppf(0.975, freedom), rel=1e-9)


def test_independent_deals_are_the_textbooks_t_test() -> None:
    from scipy.stats import ttest_1samp

    values = np.random.default_rng(1).normal(0.2, 1, 40)
    estimate = Estimate.of(values, np.ones(40), np.arange(40))
    found = ttest_1samp(values, 0.0)
    assert estimate.p_value(0.0) == pytest.approx(found.pvalue, rel=1e-9)
    assert estimate.mean_interval() == pytest.approx(tuple(found.confidence_interval(0.95)), rel=1e-9)


def test_the_trials_two_games() -> None:
    """Two games of 35 and 63 points: 49 give or take 178, because one degree of freedom says little."""
    estimate = Estimate.of(np.array([35.0, 63.0]), np.ones(2), np.arange(2))
    assert estimate.mean_interval() == pytest.approx((49 - 177.9, 49 + 177.9), abs=0.05)
    assert Estimate.of(np.array([178.0]), np.ones(1), np.arange(1)).mean_interval() is None


def test_games_of_a_deal_are_one_observation() -> None:
    """Won and lost in every deal: a rate of a half without variance; as single games it would have one."""
    deals = np.repeat(np.arange(50), 2)
    mirrored = Estimate.of(np.tile([1.0, 0.0], 50), np.ones(100), deals)
    assert (mirrored.mean, mirrored.variance, mirrored.deals) == (0.5, 0.0, 50)
    doubled = Estimate.of(np.repeat([1.0, 0.0] * 25, 2), np.ones(100), deals)
    alone = Estimate.of(np.repeat([1.0, 0.0] * 25, 2), np.ones(100), np.arange(100))
    assert doubled.variance == pytest.approx(2 * alone.variance, rel=0.02)


def test_a_longer_deal_counts_for_more() -> None:
    estimate = Estimate.of(np.array([3.0, 0.0]), np.array([3.0, 1.0]), np.array([0, 1]))
    assert estimate.mean == 0.75


def test_no_variance_is_no_proof() -> None:
    """Three deals on the same side: a coin does that one time in four."""
    estimate = Estimate.of(np.ones(3), np.ones(3), np.arange(3))
    assert estimate.p_value(0.5) == 0.25
    assert estimate.p_value(1.0) == 1.0
    low, high = estimate.rate_interval() or (0.0, 0.0)
    assert low < 0.2
    assert high == pytest.approx(1)


def test_intervals_of_rates_hold_the_truth() -> None:
    """Deals of two games that depend on each other, 1,000 times: the interval holds the rate in about 95 %."""
    rng, held = np.random.default_rng(3), 0
    deals = np.repeat(np.arange(150), 2)
    for _ in range(1000):
        luck, own = rng.random(150), rng.random((150, 2))
        shared = np.stack([luck < 0.6, 1 - luck < 0.6], axis=1)  # one's good luck is the other's bad luck
        wins = np.where(own < 0.5, own < 0.3, shared).astype(float)
        low, high = Estimate.of(wins.ravel(), np.ones(300), deals).rate_interval() or (1.0, 0.0)
        held += low <= 0.6 <= high
    assert 930 <= held <= 970
