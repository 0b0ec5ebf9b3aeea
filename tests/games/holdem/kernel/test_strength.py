"""Hand strength, potential and outs: the published example, the rules' ranking, and hands that players know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.equity import against_holdings, hand_sums
from mendax.games.holdem.kernel.evaluate import value_of
from mendax.games.holdem.kernel.holdings import HOLDINGS, NUM_HOLDINGS, Weights, completions, unseen_cards
from mendax.games.holdem.kernel.odds import break_even, implied_odds, pot_odds
from mendax.games.holdem.kernel.strength import (
    Strength,
    best_hand_probability,
    hand_strength,
    outs,
    outs_against,
    potential,
)
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import parse_cards as cards
from mendax.games.holdem.rules.ranking import best_hand

HOLE, FLOP = cards("AdQc"), cards("3h4cJh")


def test_the_published_example() -> None:
    """Billings and others: A-Q on 3-4-J, five different ranks, two of a suit."""
    found = potential(HOLE, FLOP)
    assert found.strength == hand_strength(HOLE, FLOP) == Strength(628, 9, 444)
    assert found.to_json() == {
        "hand_strength": pytest.approx(0.5851, abs=5e-5),
        "ahead": 628,
        "tied": 9,
        "behind": 444,
        "ppot": pytest.approx(0.2083, abs=5e-5),
        "npot": pytest.approx(0.2737, abs=5e-5),
    }


def test_against_several_opponents() -> None:
    strength = hand_strength(HOLE, FLOP).value
    assert best_hand_probability(HOLE, FLOP, 5) == pytest.approx(strength**5)
    assert best_hand_probability(HOLE, FLOP, 0) == 1
    found = potential(HOLE, FLOP)
    assert found.effective() == pytest.approx(strength + (1 - strength) * found.positive)
    assert found.effective(3) == pytest.approx(strength**3 + (1 - strength**3) * found.positive)


def standing(own: list[int], other: list[int], board: list[int]) -> int:
    """0 ahead, 1 tied, 2 behind, by the rules' ranking."""
    one, two = best_hand([*own, *board]), best_hand([*other, *board])
    return 1 + (two > one) - (one > two)


@settings(deadline=None, max_examples=10)
@given(st.permutations(range(52)), st.sampled_from([3, 4, 5]), st.integers(0, 99))
def test_strength_by_the_rules(deck: list[int], size: int, seed: int) -> None:
    hole, board = deck[:2], deck[2 : 2 + size]
    weights = np.random.default_rng(seed).random(NUM_HOLDINGS)
    counts, weighted = [0, 0, 0], [0.0, 0.0, 0.0]
    for number, holding in enumerate(HOLDINGS.tolist()):
        if not {*holding} & {*hole, *board}:
            counts[standing(hole, holding, board)] += 1
            weighted[standing(hole, holding, board)] += weights[number]
    assert hand_strength(hole, board) == Strength(*counts)
    found = hand_strength(hole, board, weights)
    assert [found.ahead, found.tied, found.behind] == pytest.approx(weighted)


def potential_by_the_rules(hole: list[int], board: list[int], weights: Weights, cards: int) -> tuple[float, float]:
    """Both potentials, as their definition has them, on plain lists."""
    totals = np.zeros((3, 3))
    for number, holding in enumerate(HOLDINGS.tolist()):
        if weights[number] == 0 or {*holding} & {*hole, *board}:
            continue
        now = standing(hole, holding, board)
        unseen = [card for card in range(52) if card not in (*hole, *holding, *board)]
        for more in combinations(unseen, cards):
            totals[now, standing(hole, holding, [*board, *more])] += weights[number]
    ahead, tied, behind = totals
    positive = (behind[0] + behind[1] / 2 + tied[0] / 2) / (behind.sum() + tied.sum() / 2)
    negative = (ahead[2] + ahead[1] / 2 + tied[2] / 2) / (ahead.sum() + tied.sum() / 2)
    return positive, negative


@pytest.mark.parametrize(
    ("hole", "board", "to_come", "holdings"),
    [("AdQc", "3h4cJh", 1, 60), ("AdQc", "3h4cJh", 2, 3), ("9c8d", "Tc7d2hKs", 1, 60), ("AhKh", "Qh7h2c", 1, 60)],
)
def test_weighted_potential_by_the_rules(hole: str, board: str, to_come: int, holdings: int) -> None:
    rng = np.random.default_rng(1)
    weights = np.zeros(NUM_HOLDINGS)
    weights[rng.choice(NUM_HOLDINGS, holdings, replace=False)] = rng.random(holdings) + 0.1
    weights[[0, 1]] = 1, 0.5  # 2c2d and 2c2h: never all in what is seen
    found = potential(cards(hole), cards(board), weights, to_come)
    assert (found.positive, found.negative) == pytest.approx(
        potential_by_the_rules([*cards(hole)], [*cards(board)], weights, to_come)
    )


def test_a_hand_that_cannot_get_better_or_worse() -> None:
    nuts = potential(cards("AsKs"), cards("QsJsTs"))
    assert (nuts.strength.value, nuts.positive, nuts.negative) == (1, 0, 0)
    assert outs(cards("AsKs"), cards("QsJsTs")) == ()
    river = potential(HOLE, cards("3h4cJh9s2d"))
    assert (river.positive, river.negative) == (0, 0)


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("AdQc", "3h4cJh", "QdQhQsAcAhAs"),  # two cards higher than the board: six outs
        ("AhKh", "Qh7h2c", "2h3h4h5h6h8h9hThJhKcKdKsAcAdAs"),  # and nine of the suit: fifteen
        ("7c7d", "AcKhQd", "7h7s"),  # a pair below the board: two
    ],
)
def test_outs_that_players_know(hole: str, board: str, expected: str) -> None:
    assert set(outs(cards(hole), cards(board))) == set(cards(expected)) - {*cards(hole), *cards(board)}


def test_outs_depend_on_what_is_played_against() -> None:
    """A straight draw: against any two cards a pair is often enough, against top pair only the straight is."""
    hole, board = cards("9c8d"), cards("Tc7d2h")
    straight = set(cards("6c6d6h6sJcJdJhJs"))
    assert set(outs(hole, board)) == straight | set(cards("8c8h8s9d9h9s"))
    tens = np.array([any(card // 4 == 8 for card in pair) for pair in HOLDINGS.tolist()], dtype=float)
    assert set(outs(hole, board, tens)) == straight
    assert set(outs_against(hole, board, [cards("AdTh")])) == straight
    assert set(outs_against(hole, board, [cards("AdTh"), cards("KhQh")])) == straight
    assert outs_against(cards("AdTh"), board, [hole]) == ()
    assert outs(hole, cards("Tc7d2hKs3d")) == outs_against(hole, cards("Tc7d2hKs3d"), [cards("AdTh")]) == ()


def test_pot_odds_are_to_one() -> None:
    """The thesis's example, section 2.2.8.1: 50 in the pot and 10 to call are 5 to 1."""
    assert pot_odds(50, 10) == 5
    assert pot_odds(50, 0) == math.inf
    assert break_even(pot_odds(50, 10)) == pytest.approx(10 / 60)
    assert break_even(math.inf) == 0
    assert implied_odds(50, 10, 30) == 8


def test_what_makes_no_sense_is_refused() -> None:
    for hole, board in ((HOLE, ()), (HOLE, cards("3h4c")), (HOLE, cards("AdKhQh")), ((1,), FLOP)):
        for function in (hand_strength, potential, outs):
            with pytest.raises(MendaxError):
                function(hole, board)
    with pytest.raises(MendaxError):
        potential(HOLE, FLOP, cards=3)
    with pytest.raises(MendaxError):
        best_hand_probability(HOLE, FLOP, -1)
    with pytest.raises(MendaxError):
        hand_strength(HOLE, FLOP, np.zeros(NUM_HOLDINGS))
    with pytest.raises(MendaxError):
        outs_against(HOLE, FLOP, [])
    for wrong in ((-1, 2, 0), (1, -2, 0), (1, 2, -1)):
        with pytest.raises(MendaxError):
            implied_odds(*wrong)
    with pytest.raises(MendaxError):
        break_even(-0.5)


@pytest.mark.parametrize("number", [3, 4])
@pytest.mark.parametrize("suited", [False, True])
def test_potential_and_outs_are_those_of_every_board_and_holding(number: int, suited: bool) -> None:
    """Against the definition: each holding is compared on each board that may come."""
    rng = Random(number)
    for case in range(3):
        dealt = rng.sample(range(0, 52, 4) if suited else range(52), number + 2)
        hole, board = (dealt[0], dealt[1] + (case if suited else 0)), tuple(dealt[2:])
        weights = np.random.default_rng(case).random(NUM_HOLDINGS)
        totals = np.zeros((3, 3))
        found = []
        unseen = unseen_cards(*hole, *board)
        now = compared(hole, board, ())
        for card in unseen.tolist():
            after = compared(hole, board, (card,))
            both = (now >= 0) & (after >= 0)
            np.add.at(totals, (now[both], after[both]), weights[both])
            beat_us = [weights[(now == 2) & (after == result)].sum() for result in range(3)]
            if beat_us[0] > beat_us[1] + beat_us[2]:
                found.append(card)
        ahead, tied, behind = totals
        gained, lost = behind[0] + behind[1] / 2 + tied[0] / 2, ahead[2] + ahead[1] / 2 + tied[2] / 2
        ours = potential(hole, board, weights, cards=1)
        assert ours.positive == pytest.approx(gained / (behind.sum() + tied.sum() / 2))
        assert ours.negative == pytest.approx(lost / (ahead.sum() + tied.sum() / 2))
        assert outs(hole, board, weights) == tuple(found)


def compared(hole: Sequence[int], board: Sequence[int], dealt: Sequence[int]) -> Numbers:
    """By holding: 0 if the hand is ahead of it, 1 if tied, 2 if behind; -1 if it shares a card with what is seen."""
    there = (*board, *dealt)
    own = value_of((*hole, *there))
    found = np.full(NUM_HOLDINGS, -1)
    for number, holding in enumerate(HOLDINGS.tolist()):
        if not {*holding} & {*hole, *there}:
            other = value_of((*holding, *there))
            found[number] = 1 + (other > own) - (own > other)
    return found


@pytest.mark.parametrize("flop", ["3h4cJh", "2c5c9c", "2c5c9d", "7c7d7h", "TcJcQc"])
def test_potential_over_two_cards_is_that_of_every_board_and_holding(flop: str) -> None:
    """The weights of all boards one by one, with a hand that makes the flush and one that does not."""
    for hole in (cards("AcKd"), cards("AdKh")):
        weights = np.random.default_rng(4).random(NUM_HOLDINGS)
        now = compared(hole, cards(flop), ())
        unseen, totals = unseen_cards(*hole, *cards(flop)), np.zeros((3, 3))
        boards = completions(cards(flop), unseen, 2)
        standing = np.maximum(now, 0).astype(np.int8)
        against_holdings(evaluator_table(), 7, *boards, hand_sums(hole), weights, standing, totals)
        ahead, tied, behind = totals
        gained, lost = behind[0] + behind[1] / 2 + tied[0] / 2, ahead[2] + ahead[1] / 2 + tied[2] / 2
        ours = potential(hole, cards(flop), weights)
        was_behind = behind.sum() + tied.sum() / 2
        assert ours.positive == pytest.approx(gained / was_behind if was_behind else 0.0, rel=1e-9)
        assert ours.negative == pytest.approx(lost / (ahead.sum() + tied.sum() / 2), rel=1e-9)
