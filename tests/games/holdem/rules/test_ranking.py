"""The order of hands: by examples, by its own definition, against PokerKit, and by the published counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from pokerkit import StandardHighHand

from mendax.games.holdem.rules import Kind, best_hand, cards_text, parse_cards

RISING = [
    "7c5d4h3s2c",
    "AcKdQhJs9c",
    "2c2d5h4s3c",
    "AcAdKhQsJc",
    "3c3d2h2s4c",
    "AcAdKhKsQc",
    "2c2d2h4s3c",
    "AcAdAhKsQc",
    "Ac2d3h4s5c",
    "2c3d4h5s6c",
    "TcJdQhKsAc",
    "7c5c4c3c2c",
    "AcKcQcJc9c",
    "2c2d2h3s3c",
    "AcAdAhKsKc",
    "2c2d2h2s3c",
    "AcAdAhAsKc",
    "Ac2c3c4c5c",
    "9cTcJcQcKc",
    "TcJcQcKcAc",
]


def test_hands_rise() -> None:
    hands = [best_hand(parse_cards(text)) for text in RISING]
    assert hands == sorted(hands)
    assert len(set(hands)) == len(hands)
    assert {hand.kind for hand in hands} == set(Kind)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AdQc3h4cJh", "ace high"),
        ("6d6c3h4cJh", "a pair of sixes"),
        ("AdAcKhKc2h2s3c", "two pair, aces and kings"),
        ("AdAcAhKc2h9s3c", "three aces"),
        ("Ad2c3h4c5h9s9c", "a straight, five high"),
        ("AdAcAhKcKhKs3c", "a full house, aces over kings"),
        ("2d4d6d8dTdTcTh", "a flush, ten high"),
        ("AdAcAhAsKhKs3c", "four aces"),
        ("2d3d4d5d6d7c8c", "a straight flush, six high"),
    ],
)
def test_hands_in_words(text: str, words: str) -> None:
    assert str(best_hand(parse_cards(text))) == words


def test_the_best_five_of_seven() -> None:
    """Seven cards are worth what their best five are."""
    rng = Random(1)
    kinds = Counter[Kind]()
    for _ in range(1500):
        deck = range(52) if rng.random() < 0.5 else rng.sample(range(52), 16)
        cards = tuple(rng.sample(deck, 7))
        best = best_hand(cards)
        assert best == max(best_hand(five) for five in combinations(cards, 5))
        kinds[best.kind] += 1
    assert set(kinds) >= set(Kind) - {Kind.STRAIGHT_FLUSH}


def test_pokerkit_orders_hands_as_we_do() -> None:
    rng = Random(2)
    for _ in range(250):
        board = rng.sample(range(52), 5)
        left = [card for card in range(52) if card not in board]
        one, two = rng.sample(left, 2), rng.sample(left, 2)
        ours = [best_hand((*own, *board)) for own in (one, two)]
        theirs = [StandardHighHand.from_game(cards_text(own), cards_text(board)) for own in (one, two)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])


PUBLISHED = {
    Kind.STRAIGHT_FLUSH: 40,
    Kind.FOUR_OF_A_KIND: 624,
    Kind.FULL_HOUSE: 3_744,
    Kind.FLUSH: 5_108,
    Kind.STRAIGHT: 10_200,
    Kind.THREE_OF_A_KIND: 54_912,
    Kind.TWO_PAIR: 123_552,
    Kind.PAIR: 1_098_240,
    Kind.HIGH_CARD: 1_302_540,
}


@pytest.mark.slow
def test_all_five_card_hands() -> None:
    counts, hands = Counter[Kind](), set()
    for cards in combinations(range(52), 5):
        hand = best_hand(cards)
        counts[hand.kind] += 1
        hands.add(hand)
    assert counts == PUBLISHED
    assert len(hands) == 7_462
