"""Buckets: where holdings fall, and that the deals of training fall where play does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mendax.games.holdem.kernel.equity import equity_against_one
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS, deal, holding_number
from mendax.games.holdem.rules import parse_cards
from mendax.games.holdem.rules.ranking import best_hand
from mendax.games.holdem.solver.abstraction import Abstraction, fit
from mendax.games.holdem.solver.boards import CHANGED_CARDS, CHANGED_HOLDINGS, CLASSES, board_classes, board_rank
from mendax.games.holdem.solver.dealing import BucketTables, deal_hands
from mendax.games.holdem.solver.features import BINS, CLUSTERS, river_distributions, river_equities
from mendax.games.holdem.solver.river_strengths import BLOCKED
from mendax.games.holdem.solver.strategy import load_strategy
from mendax.simd.streams import fold


@pytest.fixture(scope="module")
def shipped() -> Abstraction:
    return load_strategy().abstraction


@pytest.mark.parametrize("board", ["3h4cJh8s", "3h4cJh"])
def test_distributions_have_the_equity_as_their_mean(board: str) -> None:
    """A bin is 1/20 wide, so the mean of its middles is off by less than half of that."""
    cards = parse_cards("AdQc")
    row = river_distributions(parse_cards(board))[holding_number(*cards)]
    assert row.shape == (BINS,)
    assert row[-1] == pytest.approx(1)
    assert (np.diff(row) >= 0).all()
    mean = 1 - (row.sum() - 0.5) / BINS
    assert mean == pytest.approx(equity_against_one(cards, parse_cards(board)).equity, abs=0.5 / BINS)


def test_equities_on_the_river_go_by_cluster() -> None:
    """With one cluster for all the equity is the usual one; other clusters have no holdings."""
    board, cards = parse_cards("3h4cJh8sJc"), parse_cards("AdQc")
    everything = np.zeros(NUM_HOLDINGS, np.uint8)
    (row,) = river_equities(board, np.array([holding_number(*cards)]), everything)
    assert row[0] == pytest.approx(equity_against_one(cards, board).equity)
    assert row[1:].tolist() == [0.5] * (CLUSTERS - 1)


def test_buckets_of_all_holdings_are_those_of_each(shipped: Abstraction) -> None:
    for text in ("", "3h4cJh", "3h4cJh8s", "3h4cJh8sJc"):
        board = parse_cards(text)
        found = shipped.buckets(board)
        stage = max(0, len(board) - 2)
        assert found.max() < shipped.numbers[stage]
        for holding in range(0, NUM_HOLDINGS, 211):
            if found[holding] != BLOCKED:
                assert shipped.bucket(holding, board) == found[holding]
        assert ((found == BLOCKED).sum() > 0) == bool(board)


def test_better_hands_have_better_buckets(shipped: Abstraction) -> None:
    board = parse_cards("3h4cJh8sJc")
    weak, strong = (shipped.bucket(holding_number(*parse_cards(text)), board) for text in ("6d2c", "JsJd"))
    assert shipped.equity(3, weak) < 0.2
    assert shipped.equity(3, strong) > 0.9
    draw, made = (shipped.bucket(holding_number(*parse_cards(text)), board[:3]) for text in ("AhKh", "JsJd"))
    assert shipped.equity(1, draw) < shipped.equity(1, made)


@pytest.mark.parametrize("text", ["3h4cJh", "3h4cJh8s", "3h4cJh8sJc"])
def test_suits_do_not_matter(shipped: Abstraction, text: str) -> None:
    board = np.array(parse_cards(text))
    buckets = shipped.buckets(board.tolist())
    for change in (1, 9, 23):
        changed = shipped.buckets(CHANGED_CARDS[change][board].tolist())
        assert np.array_equal(changed[CHANGED_HOLDINGS[change]], buckets)


def test_deals_of_training_have_the_buckets_of_play(shipped: Abstraction) -> None:
    """The tables of flops and turns are filled for the boards of some deals only."""
    number, key = 4, 12345
    decks = []
    for at in range(number):
        cards = np.arange(52, dtype=np.uint8)
        begin: Any = fold(np.uint64(key), at)  # type: ignore[arg-type]
        deal(cards, 9, np.uint64(begin))  # type: ignore[arg-type]
        decks.append(cards[:9].tolist())
    flops, turns = board_classes(3), board_classes(4)
    tables = BucketTables(
        np.full((len(flops.boards), NUM_HOLDINGS), BLOCKED, np.int16),
        flops.number,
        flops.change,
        np.full((len(turns.boards), NUM_HOLDINGS), BLOCKED, np.int16),
        turns.number,
        turns.change,
        CHANGED_HOLDINGS,
        shipped.centres[2],
        shipped.holding_clusters,
    )
    for deck in decks:
        for classes, table, size in ((flops, tables.flop, 3), (turns, tables.turn, 4)):
            which = classes.number[board_rank(np.sort(deck[4 : 4 + size]))]
            table[which] = shipped.buckets(tuple(classes.boards[which].tolist()))
    found = deal_hands(tables, key, number)
    for row, deck in enumerate(decks):
        hands = (deck[0], deck[2]), (deck[1], deck[3])
        board = tuple(deck[4:])
        for seat, hand in enumerate(hands):
            holding = holding_number(*hand)
            wanted = [CLASSES[holding], *(shipped.bucket(holding, board[:size]) for size in (3, 4, 5))]
            assert found.buckets[row, seat].tolist() == wanted
        one, two = (best_hand(hand + board) for hand in hands)
        assert found.outcomes[row] == (one > two) - (one < two)


def test_fitting_is_repeatable() -> None:
    sizes = (3, 6, 12)
    one, two, other = (fit((5, 6, 7), seed, boards=sizes, starting_boards=200) for seed in (1, 1, 2))
    assert one.numbers == (169, 5, 6, 7)
    assert set(one.clusters.tolist()) == set(range(CLUSTERS))
    for first, second, third in zip(one.centres, two.centres, other.centres, strict=True):
        assert np.array_equal(first, second)
        assert not np.array_equal(first, third)
    equities = [one.equity(2, bucket) for bucket in range(6)]
    assert equities == sorted(equities)
