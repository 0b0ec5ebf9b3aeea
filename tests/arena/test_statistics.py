"""Intervals and tests against textbooks, scipy and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.arena.statistics import Sprt, Verdict, binomial_p, wilson


def test_wilson_is_the_textbook_interval() -> None:
    """Newcombe (1998), Table I: 81 of 263 and 15 of 148."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400), st.floats(0.05, 0.95), st.data())
def test_the_binomial_test_is_scipys(games: int, rate: float, data: st.DataObject) -> None:
    from scipy.stats import binomtest

    wins = data.draw(st.integers(0, games))
    assert binomial_p(wins, games, rate) == pytest.approx(binomtest(wins, games, rate).pvalue, rel=1e-6)


def test_sprt_errs_as_often_as_it_says() -> None:
    """Two hundred tests of each hypothesis: wrong about one time in twenty, and early."""
    rng, test, wrong, lengths = np.random.default_rng(0), Sprt(0.5, 0.6), 0, []
    for truth, right in ((0.5, Verdict.LOWER), (0.6, Verdict.HIGHER)):
        for _ in range(200):
            scores = (rng.random((3000, 2)) < truth).mean(axis=1)
            for deals in range(50, 3001, 50):
                verdict = test.verdict(scores[:deals])
                if verdict is not Verdict.GO_ON:
                    break
            wrong += verdict is not right
            lengths.append(deals)
    assert wrong <= 0.07 * 400
    assert np.mean(lengths) < 400
