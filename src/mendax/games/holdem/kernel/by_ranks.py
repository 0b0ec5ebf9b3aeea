# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, return-value, call-overload"
"""All holdings on a board at once: without a flush only the two ranks of a holding count, and there are 91 of these.

So a board is evaluated 91 times instead of once for each of 1,326 holdings. The holdings that make a flush there are
listed apart. Weights are summed by ranks once (`sum_weights`); what the cards that are dealt later take away is
subtracted for each board.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, hand_value
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, HOLDING_KEYS, HOLDINGS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import MOST, NUM_RANKS, Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)
"""Nothing here allocates an array, so reference counting, which takes long, is off (`_nrt`)."""
NUM_TWO_RANKS: Final = NUM_RANKS * (NUM_RANKS + 1) // 2
SUMS: Final = NUM_TWO_RANKS + 1
"""The length of an array by two ranks: a multiple of four, see `dot`; the last number is 0."""
ROW: Final = 16
"""The length of an array by rank, for the same reason."""

_LOWS, _HIGHS = np.triu_indices(NUM_RANKS)
TWO_RANKS: Final[Numbers] = np.zeros((NUM_RANKS, NUM_RANKS), dtype=np.int64)
"""By two ranks, in any order: their number."""
TWO_RANKS[_LOWS, _HIGHS] = TWO_RANKS[_HIGHS, _LOWS] = np.arange(NUM_TWO_RANKS)
RANKS_OF: Final[Numbers] = TWO_RANKS[HOLDINGS[:, 0] >> 2, HOLDINGS[:, 1] >> 2]
"""By holding: the number of its two ranks."""
_NUMBERS: Final[Numbers] = np.zeros((NUM_CARDS, NUM_CARDS), dtype=np.int64)
"""By two cards, in any order: the number of the holding."""
_NUMBERS[HOLDINGS[:, 0], HOLDINGS[:, 1]] = _NUMBERS[HOLDINGS[:, 1], HOLDINGS[:, 0]] = np.arange(NUM_HOLDINGS)

DIGITS: Final = np.uint64((1 << 32) - 1)
"""The part of a key that has the ranks; the suits are above it."""
_RANK_KEYS: Final = (CARD_KEYS[4 * _LOWS] & DIGITS) + (CARD_KEYS[4 * _HIGHS] & DIGITS)
_NO_BITS: Final = np.uint64(0)
_ONE, _FOUR, _FIFTEEN = np.uint64(1), np.uint64(4), np.uint64(15)
_SUIT, _TWO_SUITS, _THREE_SUITS = np.uint64(16), np.uint64(32), np.uint64(48)
_LOW_SHIFTS, _HIGH_SHIFTS = (4 * _LOWS).astype(np.uint64), (4 * _HIGHS).astype(np.uint64)
SUIT_BITS: Final = np.array(
    [sum(int(CARD_BITS[card]) for card in range(suit, NUM_CARDS, 4)) for suit in range(4)], np.uint64
)
"""By suit: the bits of its cards."""


def _suited_cards(suit: int) -> Numbers:
    """By holding: how many of its cards have a suit."""
    return np.asarray(np.equal(HOLDINGS & 3, suit).sum(axis=1))


_BY_SUITED: Final[Numbers] = np.array([np.argsort(-_suited_cards(suit), kind="stable") for suit in range(4)])
"""By suit: the holdings, those with two cards of the suit first and those without any last."""
_TWO, _ONE_OR_TWO = (int((_suited_cards(0) >= suited).sum()) for suited in (2, 1))
_FLUSHES: Final[Numbers] = np.array([0, 0, 0, _TWO, _ONE_OR_TWO, _ONE_OR_TWO])
"""By cards of a suit on a board: how many holdings make a flush with it, or change the flush that it is."""


@compiled
def count_bits(bits: int) -> int:
    """How many cards there are in a set."""
    number = 0
    while bits:
        bits &= bits - _ONE
        number += 1
    return number


@compiled
def _is_suited(board: int) -> bool:
    """Whether all cards have the same suit."""
    suited = False
    for suit in range(4):
        suited |= board & SUIT_BITS[suit] == board
    return suited


@compiled
def by_two_ranks(table: Numbers, size: int, key: int, board: int, seen: int, values: Numbers, counts: Numbers) -> None:
    """Write the value that two ranks have with a board, and how many holdings of them are not seen.

    It is the value of two cards that have no suit: a flush is only that of the board itself. `size` counts the cards
    of the board and two more; `seen` may have more cards than the board. Ranks that nobody can hold have the value 0.
    """
    free = np.uint64(0)  # four bits for each rank: how many of its cards are not seen; no array, which takes long
    for rank in range(NUM_RANKS):
        suits = seen >> np.uint64(rank)
        number = (
            (suits & _ONE) + (suits >> _SUIT & _ONE) + (suits >> _TWO_SUITS & _ONE) + (suits >> _THREE_SUITS & _ONE)
        )
        free |= (_FOUR - number) << np.uint64(4 * rank)
    for at in range(NUM_TWO_RANKS):
        low = np.int64(free >> _LOW_SHIFTS[at] & _FIFTEEN)
        high = np.int64(free >> _HIGH_SHIFTS[at] & _FIFTEEN)
        counts[at] = low * high if _LOW_SHIFTS[at] != _HIGH_SHIFTS[at] else low * (low - 1) // 2
    digits = key & DIGITS
    flush = hand_value(table, size - 2, key, board) if size == MOST and _is_suited(board) else 0
    for at in range(NUM_TWO_RANKS):
        values[at] = 0
        if counts[at]:  # a key of five cards of a rank would lead out of the table
            values[at] = flush if flush else hand_value(table, size, digits + _RANK_KEYS[at], _NO_BITS)


@compiled
def flushes_on(table: Numbers, size: int, key: int, board: int, seen: int, holdings: Numbers, values: Numbers) -> int:
    """Write the holdings with a card or two of a flush on a board, and their values; return how many there are."""
    number = 0
    for suit in range(4):
        suited = count_bits(board & SUIT_BITS[suit])
        for at in range(_FLUSHES[suited]):
            holding = _BY_SUITED[suit, at]
            if not HOLDING_BITS[holding] & seen:
                holdings[number] = holding
                values[number] = hand_value(table, size, key + HOLDING_KEYS[holding], board | HOLDING_BITS[holding])
                number += 1
    return number


@compiled
def place_among(value: int, values: Numbers, counts: Numbers, number: int, holdings: Numbers, flushes: Numbers) -> int:
    """Twice the number of the holdings on a board that a value beats, and one for each that it ties with."""
    found = 0
    for at in range(NUM_TWO_RANKS):
        found += counts[at] * (np.int64(values[at] < value) + np.int64(values[at] <= value))
    for at in range(number):
        found += twice_beaten(flushes[at], value) - twice_beaten(values[RANKS_OF[holdings[at]]], value)
    return found


@compiled
def twice_beaten(value: int, own: int) -> int:
    """2 if a value is beaten, 1 if it ties, else 0."""
    return np.int64(value < own) + np.int64(value <= own)


@compiled
def sum_weights(weights: Weights, by_ranks: Weights, by_card: Weights) -> None:
    """Write the sums of weights by two ranks, and for each card by the rank of the other card."""
    by_ranks[:] = 0.0
    by_card[:] = 0.0
    for holding in range(NUM_HOLDINGS):
        weight = weights[holding]
        if weight != 0.0:
            one, two = np.int64(HOLDINGS[holding, 0]), np.int64(HOLDINGS[holding, 1])
            by_ranks[RANKS_OF[holding]] += weight
            by_card[one, two >> 2] += weight
            by_card[two, one >> 2] += weight


@compiled
def dot(one: Weights, other: Weights, number: int) -> float:
    """The sum of products; `number` is a multiple of four."""
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0  # four sums do not wait for each other
    for at in range(0, number, 4):
        first += one[at] * other[at]
        second += one[at + 1] * other[at + 1]
        third += one[at + 2] * other[at + 2]
        fourth += one[at + 3] * other[at + 3]
    return (first + second) + (third + fourth)


@compiled
def rows_of_cards(cards: Numbers, factors: Weights, rows: Weights) -> None:
    """Write for each card the factors of its rank with every rank; `factors` are by two ranks."""
    for at in range(len(cards)):
        for rank in range(NUM_RANKS):
            rows[at, rank] = factors[TWO_RANKS[cards[at] >> 2, rank]]


@compiled
def holding_of(one: int, other: int) -> int:
    """The number of the holding of two cards, in any order."""
    return _NUMBERS[one, other]


@compiled
def weighted(
    weights: Weights, by_ranks: Weights, by_card: Weights, dealt: Numbers, factors: Weights, rows: Weights
) -> float:
    """The sum of weights times factors by two ranks, over the holdings that have none of the dealt cards.

    `rows` comes from `rows_of_cards`.
    """
    found = dot(by_ranks, factors, SUMS)
    for at in range(len(dealt)):
        found -= dot(by_card[dealt[at]], rows[at], ROW)
        for other in range(at):  # this holding was subtracted with both of its cards
            found += weights[holding_of(dealt[at], dealt[other])] * rows[at, dealt[other] >> 2]
    return found
