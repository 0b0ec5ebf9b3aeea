"""Weights of holdings: places, thresholds, and how an action multiplies them."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.games.holdem.agents.poki.frequencies import DEFAULT
from mendax.games.holdem.agents.poki.holding_strengths import IMPOSSIBLE, holding_strengths
from mendax.games.holdem.agents.poki.weights import (
    BINS,
    LEAST,
    NOISE,
    OPENING,
    RAISES_AT,
    SITUATION,
    SPREAD,
    STAYS,
    above,
    choice_probability,
    noise_share,
    places,
    range_of,
    reweigh,
    thresholds,
)
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS, Weights, holding_number
from mendax.games.holdem.kernel.strength import potential
from mendax.games.holdem.rules import parse_cards

FLAT = np.full(BINS, 1 / BINS)


def number(text: str) -> int:
    return holding_number(*parse_cards(text))


def situation(*rates: float) -> Weights:
    found = np.empty(SITUATION)
    thresholds(np.array(rates), FLAT, np.zeros(BINS), 0, NOISE, found)
    return found


@pytest.mark.parametrize("board", ["3h4cJh", "7h8h9hTc", "2c2d7sKsAc"])
def test_strengths_are_effective_strengths_of_the_next_card(board: str) -> None:
    """The kernel leaves out pairs of holdings that share a card; the order here does not: close, not equal."""
    strengths, order = holding_strengths(parse_cards(board), 2)
    assert (np.diff(strengths[order]) >= 0).all()
    for hole in ("AdQc", "AhKh", "8s8d", "6d5d", "QsJd"):
        exact = potential(parse_cards(hole), parse_cards(board), cards=min(1, 5 - len(parse_cards(board))))
        assert strengths[number(hole)] == pytest.approx(exact.effective(), abs=0.02), hole
    assert strengths[holding_number(*parse_cards(board)[:2])] == IMPOSSIBLE


def test_before_the_flop_the_income_rate_is_the_strength() -> None:
    _, order = holding_strengths((), 6)
    assert {tuple(HOLDINGS[holding] >> 2) for holding in order[-6:]} == {(12, 12)}


def test_places_are_shares_of_the_weight_below() -> None:
    strengths, order = np.zeros(NUM_HOLDINGS), np.arange(NUM_HOLDINGS)
    strengths[-1], weights = 1.0, np.zeros(NUM_HOLDINGS)
    weights[[0, 1, -1]] = 1.0, 1.0, 2.0
    found = np.empty(NUM_HOLDINGS)
    places(strengths, order, weights, found)
    assert found[0] == found[1] == 0.25
    assert found[-1] == 0.75


@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3, 0.9, 1.0])
def test_a_soft_threshold_keeps_its_share(threshold: float) -> None:
    found = [above(place, threshold) for place in (np.arange(10_000) + 0.5) / 10_000]
    assert np.mean(found) == pytest.approx(1 - threshold, abs=1e-3)
    assert found == sorted(found)


def test_choices_by_place() -> None:
    rates = situation(0.3, 0.5, 0.2)
    assert rates[[STAYS, RAISES_AT]] == pytest.approx([0.3, 0.8])
    for place in (0.0, 0.29, 0.5, 0.79, 1.0):
        assert sum(choice_probability(place, rates, choice, True) for choice in (FOLD, CALL, RAISE)) == pytest.approx(1)
    assert choice_probability(0.0, rates, FOLD, True) == pytest.approx(1 - NOISE + NOISE * 0.3)
    assert choice_probability(0.3, rates, FOLD, True) == pytest.approx((1 - NOISE) / 2 + NOISE * 0.3)
    assert choice_probability(1.0, rates, CALL, True) == pytest.approx(NOISE * 0.5)
    assert choice_probability(1.0, rates, CALL, False) == pytest.approx(1 - NOISE + NOISE * 0.7)
    assert choice_probability(0.8 + SPREAD, rates, RAISE, True) == pytest.approx(1 - NOISE + NOISE * 0.2)


def test_thresholds_fit_the_ranges_that_were_seen() -> None:
    """A player who always had the better half folds a third of that half, not the lowest third of all holdings."""
    half = np.where(np.arange(BINS) < BINS // 2, 0.0, 2 / BINS)
    found = np.empty(SITUATION)
    thresholds(np.array([1 / 3, 1 / 3, 1 / 3]), half, half * 50, 50, NOISE, found)
    assert found[STAYS] == pytest.approx(0.5 + 0.5 / 3)
    thresholds(np.array([0.5, 0.3, 0.2]), FLAT, np.zeros(BINS), 0, NOISE, found)
    assert found[STAYS] == pytest.approx(0.5)
    thresholds(np.array([0.5, 0.3, 0.2]), FLAT, half * OPENING, int(OPENING), NOISE, found)
    assert found[STAYS] == pytest.approx(0.5 + 0.5 / 3), "a quarter of the mix is below a half, three quarters above"


def test_noise_is_what_the_thresholds_do_not_explain() -> None:
    rates = situation(0.3, 0.5, 0.2)
    assert noise_share(0.0, rates, RAISE, True) == 1
    assert noise_share(1.0, rates, RAISE, True) == pytest.approx(NOISE * 0.2 / (1 - NOISE + NOISE * 0.2))
    assert noise_share(0.5, situation(0.0, 1.0, 0.0), CALL, True) == pytest.approx(NOISE), "this tells nothing"


def test_a_range_is_spread_over_the_places() -> None:
    held_at, weights, found = np.linspace(0, 1, NUM_HOLDINGS), np.zeros(NUM_HOLDINGS), np.empty(BINS)
    weights[[0, -1]] = 1.0, 3.0
    range_of(held_at, weights, found)
    assert found[0] == 0.25
    assert found[-1] == 0.75
    assert found.sum() == 1


def test_weights_are_multiplied_scaled_and_never_below_a_hundredth() -> None:
    held_at, weights = np.linspace(0, 1, NUM_HOLDINGS), np.ones(NUM_HOLDINGS)
    weights[10] = 0.0
    weights[-1] = 0.5
    before, rates = weights.copy(), situation(0.3, 0.5, 0.2)
    reweigh(weights, held_at, rates, RAISE, True)
    likely = np.array([choice_probability(place, rates, RAISE, True) for place in held_at])
    product = before * likely
    expected = np.where(before > 0, np.maximum(LEAST, product / product.max()), 0)
    assert weights == pytest.approx(expected)
    assert weights.max() == 1
    assert weights[10] == 0, "an impossible holding stays impossible"
    for _ in range(20):
        reweigh(weights, held_at, rates, RAISE, True)
    assert weights[weights > 0].min() == LEAST


def test_default_rates_are_rates() -> None:
    assert np.allclose(DEFAULT.sum(axis=2), 1)
    assert (DEFAULT[:, 0, FOLD] == 0).all()
