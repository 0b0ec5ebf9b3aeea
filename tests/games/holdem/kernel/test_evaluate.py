"""The evaluator against published counts, the rules' order of hands, and a ranking written apart from both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.evaluate import count_values, evaluate, value_of
from mendax.games.holdem.kernel.tables import CLASSES, Numbers, evaluator_table, kind_of, kinds_of
from mendax.games.holdem.rules.cards import parse_cards
from mendax.games.holdem.rules.ranking import Kind, best_hand

HANDS = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)

# Published: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card.
FIVE_CARDS = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
SEVEN_CARDS = [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]


def by_kind(counts: Numbers) -> list[int]:
    """Counts by kind of hand, the best first."""
    values = np.arange(1, CLASSES + 1)
    sums = np.bincount(kinds_of(values), weights=counts[1:])
    return [int(number) for number in sums[::-1]]


def test_all_hands_of_five_cards() -> None:
    counts = count_values(5, workers=2)
    assert (int(counts.sum()), int(counts[0]), int(np.count_nonzero(counts))) == (2_598_960, 0, 7_462)
    assert by_kind(counts) == FIVE_CARDS


def test_all_hands_of_six_cards() -> None:
    counts = count_values(6, workers=2)
    assert (int(counts.sum()), int(counts[0])) == (20_358_520, 0)


def test_all_hands_of_seven_cards() -> None:
    counts = count_values(7, workers=2)
    assert (int(counts.sum()), int(counts[0]), int(np.count_nonzero(counts))) == (133_784_560, 0, 4_824)
    assert by_kind(counts) == SEVEN_CARDS


def naive(cards: Sequence[int]) -> tuple[int, ...]:
    """The best five of some cards, by trying all of them: a kind, then the ranks that decide."""
    return max(naive_five(five) for five in combinations(cards, 5))


def naive_five(cards: Sequence[int]) -> tuple[int, ...]:
    counted = Counter(card // 4 for card in cards)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = sorted(counted.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    top = None
    if len(ranks) == 5:
        top = max(ranks) if max(ranks) - min(ranks) == 4 else 3 if sorted(ranks) == [0, 1, 2, 3, 12] else None
    if top is not None:
        return (8 if flush else 4, top)
    if flush:
        return (5, *ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(tuple(shape), 0), *ranks)


@settings(deadline=None)  # the first call compiles
@given(HANDS, HANDS)
def test_the_better_hand_has_the_higher_value(one: list[int], other: list[int]) -> None:
    first, second = value_of(one), value_of(other)
    assert (first > second, first == second) == (naive(one) > naive(other), naive(one) == naive(other))
    assert kind_of(first) == naive(one)[0]


@settings(deadline=None)  # the first call compiles
@given(HANDS, st.randoms(use_true_random=False), st.permutations(range(4)))
def test_neither_order_nor_names_of_suits_matter(cards: list[int], rng: Random, suits: list[int]) -> None:
    shuffled = rng.sample(cards, len(cards))
    assert value_of(shuffled) == value_of(cards) == value_of([card // 4 * 4 + suits[card % 4] for card in cards])


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True))
def test_one_more_card_never_hurts(cards: list[int]) -> None:
    assert value_of(cards[:5]) <= value_of(cards[:6]) <= value_of(cards)
    assert value_of(cards) == max(value_of(six) for six in combinations(cards, 6))


def rainbow(counts: Sequence[int]) -> list[int]:
    """Cards with so many of each rank, the suits spread so evenly that there is no flush."""
    used = [0] * 4
    cards = []
    for rank, count in enumerate(counts):
        for suit in sorted(range(4), key=used.__getitem__)[:count]:
            used[suit] += 1
            cards.append(4 * rank + suit)
    assert max(used) < 5
    return cards


def rank_counts(number: int) -> list[tuple[int, ...]]:
    """Every way to have so many cards of thirteen ranks."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(13):
        rows = [(*row, count) for row in rows for count in range(5) if sum(row) + count <= number]
    return [row for row in rows if sum(row) == number]


def test_values_of_five_cards_are_the_order_of_the_rules() -> None:
    """One hand of each class, in the rules' order: the values are 1 to 7,462."""
    hands = [rainbow(counts) for counts in rank_counts(5)]
    hands += [[4 * rank for rank in ranks] for ranks in combinations(range(13), 5)]
    hands.sort(key=best_hand)
    assert evaluate(np.array(hands)).tolist() == list(range(1, CLASSES + 1))


@pytest.mark.parametrize("number", [6, 7])
def test_every_set_of_ranks_and_every_flush_is_the_rules(number: int) -> None:
    """Every entry of the table that hands of six or seven cards read."""
    hands = [rainbow(counts) for counts in rank_counts(number)]
    rng = Random(3)
    for size, suit in product(range(5, number + 1), range(4)):
        others = [card for card in range(52) if card % 4 != suit]
        hands += [
            [*(4 * rank + suit for rank in ranks), *rng.sample(others, number - size)]
            for ranks in combinations(range(13), size)
        ]
    hands = rng.sample(hands, len(hands))[: 20_000 if number == 7 else None]
    _same_as_the_rules(hands)


@pytest.mark.slow
def test_every_set_of_ranks_of_seven_cards_is_the_rules() -> None:
    _same_as_the_rules([rainbow(counts) for counts in rank_counts(7)])


def _same_as_the_rules(hands: list[list[int]]) -> None:
    values, found = evaluate(np.array(hands)).tolist(), [best_hand(hand) for hand in hands]
    assert [kind_of(value) for value in values] == [hand.kind for hand in found]
    assert len(set(zip(values, found, strict=True))) == len(set(values)) == len(set(found))
    pairs = sorted(set(zip(values, found, strict=True)))
    assert all(low[1] < high[1] for low, high in pairwise(pairs))


def test_known_hands() -> None:
    assert value_of(parse_cards("AsKsQsJsTs")) == 7462
    assert value_of(parse_cards("7c5d4h3s2c")) == 1
    assert kind_of(value_of(parse_cards("Ac2d3h4s5cKdKh"))) is Kind.STRAIGHT
    assert kind_of(value_of(parse_cards("Ac2d3h4s6cKdQh"))) is Kind.HIGH_CARD
    # A third pair counts as one card.
    assert value_of(parse_cards("AcAdKcKdQcQdJc")) == value_of(parse_cards("AhAsKhKsQhJs9d"))


def test_many_hands_at_once() -> None:
    rng = np.random.default_rng(1)
    hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (999, 1)), axis=1)[:, :7]
    one = evaluate(hands)
    assert one.dtype == np.uint16
    assert np.array_equal(one, evaluate(hands, workers=3))
    assert np.array_equal(one, evaluate(np.asfortranarray(hands)))
    assert one.tolist() == [value_of(row) for row in hands.tolist()]
    assert evaluate(hands[:0]).shape == (0,)


@pytest.mark.parametrize(
    "hands",
    [
        np.zeros((3, 4), dtype=np.uint8),
        np.zeros(7, dtype=np.uint8),
        np.array([[0, 1, 2, 3, 4, 5, 52]], dtype=np.uint8),
        np.array([[0, 1, 2, 3, 4, 5, -1]]),
        np.array([[0, 1, 2, 3, 4, 5, 256]]),
        np.full((2, 7), 51, dtype=np.uint8),
    ],
)
def test_what_is_not_a_hand_is_refused(hands: Numbers) -> None:
    with pytest.raises(MendaxError):
        evaluate(hands)


@pytest.mark.parametrize("cards", [[0, 1, 2, 3], [0, 0, 1, 2, 3], [0, 1, 2, 3, 52], list(range(8))])
def test_what_is_not_one_hand_is_refused(cards: list[int]) -> None:
    with pytest.raises(MendaxError):
        value_of(cards)
    with pytest.raises(MendaxError):
        count_values(4)


def test_the_table_is_shared_and_cannot_be_changed() -> None:
    assert evaluator_table() is evaluator_table()
    with pytest.raises(ValueError, match="read-only"):
        evaluator_table()[0] = 1
