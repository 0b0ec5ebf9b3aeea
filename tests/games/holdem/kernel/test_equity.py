"""Equity against published counts, and exact, weighted and sampled equity against each other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.equity import equity_against_one, exact_equity, sampled_equity
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS, holding_number
from mendax.games.holdem.rules.cards import parse_cards as cards
from mendax.games.holdem.rules.ranking import best_hand

DEALS = st.tuples(st.permutations(range(52)), st.sampled_from([3, 4, 5]))


@pytest.mark.parametrize(
    ("one", "other", "win", "tie", "lose"),
    [("AcAd", "KhKs", 1_388_072, 6_538, 317_694), ("AcKc", "QdQh", 787_966, 6_732, 917_606)],
)
def test_published_counts_before_the_flop(one: str, other: str, win: int, tie: int, lose: int) -> None:
    mine, theirs = exact_equity([cards(one), cards(other)], workers=2)
    assert (mine.win, mine.tie, mine.lose) == (win, tie, lose)
    assert (theirs.win, theirs.tie, theirs.lose) == (lose, tie, win)
    assert mine.equity == pytest.approx((win + tie / 2) / 1_712_304, abs=1e-15)
    assert mine.to_json() == {"win": win, "tie": tie, "lose": lose, "equity": mine.equity}


@settings(deadline=None, max_examples=15)
@given(DEALS, st.integers(2, 5))
def test_every_board_by_the_rules(deal: tuple[list[int], int], number: int) -> None:
    """Counts and shares again, by the rules' own ranking of hands."""
    deck, size = deal
    size = max(size, 4)  # two cards to come are many for the rules
    hands, board = [deck[2 * at : 2 * at + 2] for at in range(number)], deck[10 : 10 + size]
    unseen = [card for card in range(52) if all(card not in seen for seen in (*hands, board))]
    counts, shares, boards = [[0, 0, 0] for _ in hands], [0.0] * number, 0
    for more in combinations(unseen, 5 - size):
        found = [best_hand([*hand, *board, *more]) for hand in hands]
        winners = found.count(max(found))
        boards += 1
        for at, hand in enumerate(found):
            counts[at][2 if hand < max(found) else winners > 1] += 1
            shares[at] += 0 if hand < max(found) else 1 / winners
    equities = exact_equity(hands, board)
    assert [[one.win, one.tie, one.lose] for one in equities] == counts
    assert [one.equity for one in equities] == pytest.approx([share / boards for share in shares])


def test_threads_and_dead_cards() -> None:
    hands, board = [cards("AsKs"), cards("7h7d"), cards("QcJc")], cards("Tc7s2d")
    assert exact_equity(hands, board) == exact_equity(hands, board, workers=3)
    assert sum(one.equity for one in exact_equity(hands, board)) == pytest.approx(1)
    pair = [cards("AsKs"), cards("QcQd")]
    alive, without = exact_equity(pair, board), exact_equity(pair, board, dead=cards("AcAd"))
    assert alive[0].win + alive[0].tie + alive[0].lose == 990
    assert without[0].win + without[0].tie + without[0].lose == 43 * 42 / 2
    assert without[0].equity < alive[0].equity


def test_a_weight_on_one_holding_is_that_hand() -> None:
    board = cards("3h4cJh")
    weights = np.zeros(NUM_HOLDINGS)
    weights[holding_number(*cards("KhKs"))] = 0.25
    known = exact_equity([cards("AdQc"), cards("KhKs")], board)[0]
    found = equity_against_one(cards("AdQc"), board, weights)
    assert (found.win, found.tie, found.lose) == (known.win / 4, known.tie / 4, known.lose / 4)
    assert found.equity == pytest.approx(known.equity)


def test_equity_against_any_holding_is_the_mean_of_all() -> None:
    hole, board = cards("AdQc"), cards("3h4cJhJs")
    holdings = [pair for pair in HOLDINGS.tolist() if not {*hole, *board} & {*pair}]
    mean = np.mean([exact_equity([hole, pair], board)[0].equity for pair in holdings])
    found = equity_against_one(hole, board)
    assert found.equity == pytest.approx(float(mean))
    assert found.win + found.tie + found.lose == 46 * 45 * 44 / 2


def test_equity_of_aces_against_any_holding_on_the_flop() -> None:
    """On another path: deals are sampled, and the exact figure lies within five standard errors."""
    hole, board = cards("AcAd"), cards("KhQh2s")
    exact = equity_against_one(hole, board, workers=2)
    sampled = sampled_equity(hole, 1, board, samples=200_000, rng=Random(3))
    assert abs(sampled.equity - exact.equity) < 5 * sampled.standard_error
    assert 0 < sampled.standard_error < 0.002


@pytest.mark.slow
def test_aces_against_any_holding() -> None:
    """C(50, 5) boards and C(45, 2) holdings each: 85.20 %, as every published list has it."""
    found = equity_against_one(cards("AcAd"), workers=2)
    assert found.win + found.tie + found.lose == 2_118_760 * 990
    assert round(found.equity, 4) == 0.8520


@pytest.mark.parametrize(
    ("hole", "opponents", "board", "known"),
    [("AcAd", 0, "", ["KhKs"]), ("AcKc", 0, "", ["QdQh"]), ("AsKs", 0, "Tc7s2d", ["7h7d", "QcJc"])],
)
def test_samples_agree_with_every_board(hole: str, opponents: int, board: str, known: list[str]) -> None:
    hands = [cards(text) for text in (hole, *known)]
    exact = exact_equity(hands, cards(board))[0]
    sampled = sampled_equity(hands[0], opponents, cards(board), hands[1:], 100_000, rng=Random(1))
    assert abs(sampled.equity - exact.equity) < 5 * sampled.standard_error
    all_ = exact.win + exact.tie + exact.lose
    assert sampled.win == pytest.approx(exact.win / all_, abs=0.01)
    assert sampled.win + sampled.tie + sampled.lose == pytest.approx(1)


def test_known_and_unknown_opponents_are_the_same_if_all_are_symmetric() -> None:
    """Five players who know nothing: each wins a fifth, so the mean over some hands does."""
    rng = Random(7)
    found = [sampled_equity(rng.sample(range(52), 2), 4, samples=2000, rng=rng).equity for _ in range(400)]
    assert np.mean(found) == pytest.approx(0.2, abs=5 * float(np.std(found)) / 20)


def test_the_same_generator_gives_the_same_samples() -> None:
    one = sampled_equity(cards("AcAd"), 3, samples=20_000, rng=Random(5))
    assert one == sampled_equity(cards("AcAd"), 3, samples=20_000, rng=Random(5), workers=3)
    assert one != sampled_equity(cards("AcAd"), 3, samples=20_000, rng=Random(6))
    assert one.samples == one.to_json()["samples"] == 20_000


def test_a_split_board_has_no_error() -> None:
    found = sampled_equity(cards("2c2d"), 2, cards("AsKsQsJsTs"), samples=100, rng=Random(1))
    assert (found.tie, found.equity, found.standard_error) == pytest.approx((1, 1 / 3, 0), abs=1e-8)


def test_what_cannot_be_dealt_is_refused() -> None:
    aces, kings = cards("AcAd"), cards("KhKs")
    for hands, board in (
        ([aces], ()),
        ([aces, aces], ()),
        ([aces, kings], cards("2c3c")),
        ([aces, kings], cards("Kh3c4c")),
        ([aces, (50,)], ()),
        ([aces, (50, 99)], ()),
        ([[2 * at, 2 * at + 1] for at in range(11)], ()),
    ):
        with pytest.raises(MendaxError):
            exact_equity(hands, board)
    with pytest.raises(MendaxError):
        exact_equity([aces, kings], (), dead=aces)
    with pytest.raises(MendaxError):
        sampled_equity(aces, 10, rng=Random(1))
    with pytest.raises(MendaxError):
        sampled_equity(aces, -1, (), [kings, cards("2c2d")], rng=Random(1))
    for weights in (np.zeros(NUM_HOLDINGS), np.ones(5), -np.ones(NUM_HOLDINGS), np.full(NUM_HOLDINGS, np.nan)):
        with pytest.raises(MendaxError):
            equity_against_one(aces, cards("2c3c4c"), weights)


def test_holdings_are_numbered() -> None:
    assert [holding_number(*pair) for pair in HOLDINGS.tolist()] == list(range(1326))
    assert holding_number(51, 0) == holding_number(0, 51)
