# mypy: disable-error-code="untyped-decorator, no-any-return, return-value, arg-type"
"""Hands of five, six or seven cards as numbers: a higher number is a better hand, equal numbers tie.

In compiled code a set of cards is two numbers, both sums over its cards. The key has the digits of the low ranks, those
of the high ranks, and a counter for each suit that begins at three, so that five cards of a suit set its highest bit.
The other number has a bit for each card, a suit in 16 bits; only flushes read it.

>>> from mendax.games.holdem.rules.cards import parse_cards
>>> value_of(parse_cards("AcKcQcJcTc")), value_of(parse_cards("7d5c4c3c2c"))
(7462, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numba import njit

from mendax.core.errors import MendaxError
from mendax.games.holdem.kernel.tables import (
    CLASSES,
    FEWEST,
    FLUSHES,
    HIGH,
    LOW,
    LOW_RANKS,
    MOST,
    NUM_HIGH,
    NUM_RANKS,
    VALUES,
    Numbers,
    evaluator_table,
)
from mendax.games.holdem.rules.cards import NUM_CARDS

compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True)

_LOW_BITS, _HIGH_BITS = 17, 15
_SUIT_COUNTS: Final = _LOW_BITS + _HIGH_BITS
_NO_CARD: Final = np.uint64(1 << 60)


def _card_key(card: int) -> int:
    rank, suit = divmod(card, 4)
    digits = 5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << _LOW_BITS
    return digits | 1 << (_SUIT_COUNTS + 4 * suit)


CARD_KEYS: Final = np.array(
    [_card_key(card) if card < NUM_CARDS else int(_NO_CARD) for card in range(256)], dtype=np.uint64
)
"""What a card adds to a hand's key; numbers that are no cards add a bit that says so."""
CARD_BITS: Final = np.array([1 << (16 * (card & 3) + (card >> 2)) for card in range(NUM_CARDS)], dtype=np.uint64)
"""The bit of a card."""
NO_CARDS: Final = np.uint64(0x3333 << _SUIT_COUNTS)
"""The key of no cards."""
_FIVE_SUITED: Final = np.uint64(0x8888 << _SUIT_COUNTS)
_SUIT_ENDS: Final = tuple(np.uint64(1 << (_SUIT_COUNTS + 4 * suit)) for suit in (1, 2, 3))
_LOW_MASK: Final = np.uint64((1 << _LOW_BITS) - 1)
_HIGH_MASK: Final = np.uint64((1 << _HIGH_BITS) - 1)
_HIGH_SHIFT: Final = np.uint64(_LOW_BITS)
_SET: Final = np.uint64((1 << NUM_RANKS) - 1)
_FOUR: Final = np.uint64(4)
_FLUSHES: Final = np.uint64(FLUSHES)
_LOW: Final = np.uint64(LOW)
_HIGHS: Final = np.array([HIGH + number * NUM_HIGH for number in range(3)], dtype=np.uint64)
_VALUES: Final = np.array(VALUES, dtype=np.uint64)


@compiled
def _suit_over(key: int) -> int:
    """The suit that has five cards or more."""
    over = key & _FIVE_SUITED
    return np.uint64((over >= _SUIT_ENDS[0]) + (over >= _SUIT_ENDS[1]) + np.int64(over >= _SUIT_ENDS[2]))


@compiled
def hand_value(table: Numbers, number: int, key: int, bits: int) -> int:
    """The value of `number` cards, from the sum of their keys (`NO_CARDS` included) and of their bits."""
    if key & _FIVE_SUITED:
        return np.int64(table[_FLUSHES + ((bits >> (_suit_over(key) << _FOUR)) & _SET)])
    size = number - FEWEST
    begins = np.uint64(table[_HIGHS[size] + ((key >> _HIGH_SHIFT) & _HIGH_MASK)])
    return np.int64(table[_VALUES[size] + begins + np.uint64(table[_LOW + (key & _LOW_MASK)])])


@compiled
def _row_value(hands: Numbers, row: int, number: int, table: Numbers) -> int:
    """The value of one row; 0 if something in it is no card, or a card is in a flush twice."""
    key = NO_CARDS
    for place in range(number):
        key += CARD_KEYS[hands[row, place]]
    bits = np.uint64(0)
    if key & (_FIVE_SUITED | (_NO_CARD * np.uint64(15))):
        if key >= _NO_CARD:
            return 0
        for place in range(number):
            bits |= CARD_BITS[hands[row, place]]
    return hand_value(table, number, key, bits)


@njit(cache=True, error_model="numpy", nogil=True)
def _evaluate(hands: Numbers, values: Numbers, table: Numbers) -> int:
    """Fill `values`; return how many rows have none."""
    wrong = 0
    # Three loops, so that the number of cards is a constant in each.
    if hands.shape[1] == 7:
        for row in range(len(values)):
            values[row] = value = _row_value(hands, row, 7, table)
            wrong += value == 0
    elif hands.shape[1] == 6:
        for row in range(len(values)):
            values[row] = value = _row_value(hands, row, 6, table)
            wrong += value == 0
    else:
        for row in range(len(values)):
            values[row] = value = _row_value(hands, row, 5, table)
            wrong += value == 0
    return wrong


def evaluate(hands: Numbers, workers: int = 1) -> Numbers:
    """The values of many hands, a row of five, six or seven different cards each, on some threads.

    Rows are not searched for a card that is there twice: such a row is refused or has a meaningless value.
    """
    if hands.ndim != 2 or not FEWEST <= hands.shape[1] <= MOST:
        raise MendaxError(f"hands must be rows of {FEWEST} to {MOST} cards, not an array of shape {hands.shape}")
    if hands.dtype != np.uint8:
        if hands.size and not (hands.min() >= 0 and hands.max() < NUM_CARDS):
            raise MendaxError(f"cards are numbers from 0 to {NUM_CARDS - 1}")
        hands = hands.astype(np.uint8)
    hands = np.ascontiguousarray(hands)
    values, table = np.empty(len(hands), dtype=np.uint16), evaluator_table()
    parts = np.linspace(0, len(hands), workers + 1).astype(int)

    def part(number: int) -> int:
        where = slice(parts[number], parts[number + 1])
        return int(_evaluate(hands[where], values[where], table))

    if workers == 1:
        wrong = part(0)
    else:
        with ThreadPoolExecutor(workers) as pool:
            wrong = sum(pool.map(part, range(workers)))
    if wrong:
        raise MendaxError(f"cards are different numbers from 0 to {NUM_CARDS - 1}")
    return values


@njit(cache=True, error_model="numpy", nogil=True)
def _value_of(table: Numbers, cards: tuple[int, ...]) -> int:
    """The value of one hand; 0 if something in it is no card or is there twice."""
    key, bits = NO_CARDS, np.uint64(0)
    for card in cards:
        if card < 0 or card >= NUM_CARDS or CARD_BITS[card] & bits:
            return 0
        key += CARD_KEYS[card]
        bits |= CARD_BITS[card]
    return hand_value(table, len(cards), key, bits)


def value_of(cards: Sequence[int]) -> int:
    """The value of one hand of five, six or seven cards."""
    if not FEWEST <= len(cards) <= MOST:
        raise MendaxError(f"a hand has from {FEWEST} to {MOST} cards, not {len(cards)}")
    value = int(_value_of(evaluator_table(), tuple(map(int, cards))))
    if not value:
        check_cards(cards)
    return value


def check_cards(*groups: Sequence[int]) -> None:
    """Raise a `MendaxError` if something is no card or a card is there twice."""
    cards = [card for group in groups for card in group]
    if any(not 0 <= card < NUM_CARDS for card in cards):
        raise MendaxError(f"cards are numbers from 0 to {NUM_CARDS - 1}")
    if len(set(cards)) != len(cards):
        raise MendaxError("a card is there twice")


@njit(cache=True, error_model="numpy", nogil=True)
def _count(table: Numbers, number: int, first: int, counts: Numbers) -> None:
    """Count the values of all hands whose lowest card is `first`."""
    chosen = np.empty(number, dtype=np.int64)
    for place in range(number):
        chosen[place] = first + place
    while True:
        # All but the last card stand; the last runs through the rest of the deck.
        key, bits = NO_CARDS, np.uint64(0)
        for place in range(number - 1):
            key += CARD_KEYS[chosen[place]]
            bits += CARD_BITS[chosen[place]]
        for last in range(chosen[number - 2] + 1, NUM_CARDS):
            counts[hand_value(table, number, key + CARD_KEYS[last], bits + CARD_BITS[last])] += 1
        place = number - 2
        while place > 0 and chosen[place] == NUM_CARDS - number + place:
            place -= 1
        if place <= 0:
            return
        chosen[place] += 1
        for later in range(place + 1, number - 1):
            chosen[later] = chosen[later - 1] + 1


def count_values(number: int, workers: int = 1) -> Numbers:
    """How many of all hands of five, six or seven cards have each value, by full enumeration."""
    if not FEWEST <= number <= MOST:
        raise MendaxError(f"a hand has from {FEWEST} to {MOST} cards, not {number}")
    table = evaluator_table()
    firsts = range(NUM_CARDS - number + 1)
    counts = np.zeros((len(firsts), CLASSES + 1), dtype=np.int64)
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda first: _count(table, number, first, counts[first]), firsts))
    return counts.sum(axis=0)
