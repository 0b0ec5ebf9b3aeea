# mypy: disable-error-code="arg-type"
"""Holdings by their two ranks: values, places and weights are those of every holding by itself."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.games.holdem.kernel.by_ranks import (
    NUM_TWO_RANKS,
    RANKS_OF,
    ROW,
    SUMS,
    by_two_ranks,
    flushes_on,
    place_among,
    rows_of_cards,
    sum_weights,
    weighted,
)
from mendax.games.holdem.kernel.evaluate import NO_CARDS, evaluate
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, HOLDINGS, NUM_HOLDINGS, sums_of
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules import Cards, parse_cards


def boards() -> list[Cards]:
    """Boards of all sizes: with three, four and five cards of a suit, with quads, and random ones."""
    named = [
        "2c5c9c",
        "2c5c9cKc",
        "2c5c9cKcAd",
        "2c5c9cKcAc",
        "TcJcQcKcAc",
        "7c7d7h7s2c",
        "7c7d7h",
        "7c7d2h2s",
        "3h4cJs",
    ]
    rng = Random(8)
    return [*map(parse_cards, named), *(tuple(rng.sample(range(52), 3 + number % 3)) for number in range(30))]


def read(board: Cards, hole: Cards) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """By two ranks values and counts; the holdings that make flushes, and their values."""
    key, bits = sums_of(np.array(board, dtype=np.uint8))
    seen = sums_of(np.array([*board, *hole], dtype=np.uint8))[1]
    values, counts = np.empty(NUM_TWO_RANKS, dtype=np.int64), np.empty(NUM_TWO_RANKS, dtype=np.int64)
    holdings, flushes = np.empty(NUM_HOLDINGS, dtype=np.int64), np.empty(NUM_HOLDINGS, dtype=np.int64)
    size, table = len(board) + 2, evaluator_table()
    by_two_ranks(table, size, key + NO_CARDS, bits, seen, values, counts)
    number = flushes_on(table, size, key + NO_CARDS, bits, seen, holdings, flushes)
    return values, counts, holdings[:number], flushes[:number]


def each_value(board: Cards, hole: Cards) -> Numbers:
    """By holding: its value on a board; 0 if it shares a card with what is seen."""
    seen = sums_of(np.array([*board, *hole], dtype=np.uint8))[1]
    free = np.flatnonzero((HOLDING_BITS & seen) == 0)
    found = np.zeros(NUM_HOLDINGS, dtype=np.int64)
    found[free] = evaluate(np.array([[*HOLDINGS[holding], *board] for holding in free], dtype=np.uint8))
    return found


@pytest.mark.parametrize("board", boards())
def test_ranks_and_flushes_give_the_value_of_every_holding(board: Cards) -> None:
    hole = tuple(card for card in range(52) if card not in board)[5:40:34]
    values, counts, holdings, flushes = read(board, hole)
    expected = each_value(board, hole)
    free = expected > 0
    found = np.where(free, values[RANKS_OF], 0)
    found[holdings] = flushes
    assert (found == expected).all()
    assert (np.bincount(RANKS_OF[free], minlength=NUM_TWO_RANKS) == counts).all()


@pytest.mark.parametrize("board", boards()[:20])
def test_a_place_is_what_a_value_beats(board: Cards) -> None:
    values, counts, holdings, flushes = read(board, ())
    expected = each_value(board, ())
    for value in sorted({1, 7462, *expected[::100].tolist()}):
        below = (expected > 0) & (expected < value)
        level = (expected > 0) & (expected == value)
        assert place_among(value, values, counts, len(holdings), holdings, flushes) == 2 * below.sum() + level.sum()


def test_weights_without_the_dealt_cards() -> None:
    rng = np.random.default_rng(3)
    weights, factors = rng.random(NUM_HOLDINGS), rng.random(SUMS)
    by_ranks, by_card, rows = np.empty(SUMS), np.empty((52, ROW)), np.zeros((5, ROW))
    sum_weights(weights, by_ranks, by_card)
    for dealt in ((), (51,), (0, 1), (0, 1, 2, 3, 50), (7, 20, 33, 46, 12)):
        cards = np.array(dealt, dtype=np.int64)
        rows_of_cards(cards, factors, rows)
        left = ~np.isin(HOLDINGS, cards).any(axis=1)
        expected = (weights * factors[RANKS_OF])[left].sum()
        assert weighted(weights, by_ranks, by_card, cards, factors, rows) == pytest.approx(expected, rel=1e-12)
