# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, return-value, call-overload"
"""A hand compared with every holding: on the board that lies there, and on all boards that the next cards make."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.by_ranks import (
    DIGITS,
    NUM_TWO_RANKS,
    RANKS_OF,
    ROW,
    SUIT_BITS,
    SUMS,
    by_two_ranks,
    count_bits,
    dot,
    flushes_on,
    holding_of,
    rows_of_cards,
    sum_weights,
    weighted,
)
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, HOLDING_KEYS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import NUM_RANKS, Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

AHEAD, TIED, BEHIND = 0, 1, 2
_NEXT = 2
"""At most so many cards are dealt."""
_FLUSH = 5
_TWO_SUITS = CARD_BITS[0] | CARD_BITS[1]
"""The bits of a board that is no flush."""
_compiled = njit(cache=True, error_model="numpy", nogil=True, _nrt=False)
"""For what allocates no array: reference counting, which takes long, is off (`_nrt`)."""


@_compiled
def _sums(cards: Numbers) -> tuple[int, int]:
    """The sum of the keys of some cards, without `NO_CARDS`, and that of their bits."""
    key, bits = np.uint64(0), np.uint64(0)
    for card in cards:
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
    return key, bits


@_compiled
def stand(table: Numbers, hole: Numbers, board: Numbers, weights: Weights, standing: Numbers, totals: Weights) -> None:
    """Write how a hand stands against each holding on a board, and the weight of each standing.

    It is ahead of holdings that share a card with what is seen; these have no weight.
    """
    size = len(board) + 2
    hand_key, hand_bits = _sums(hole)
    key, bits = _sums(board)
    key += NO_CARDS
    own = hand_value(table, size, key + hand_key, bits + hand_bits)
    totals[:] = 0.0
    for holding in range(NUM_HOLDINGS):
        standing[holding] = AHEAD
        if not HOLDING_BITS[holding] & (bits | hand_bits):
            value = hand_value(table, size, key + HOLDING_KEYS[holding], bits + HOLDING_BITS[holding])
            standing[holding] = 1 + np.int64(value > own) - np.int64(own > value)
            totals[standing[holding]] += weights[holding]


class _Work(NamedTuple):
    """Arrays that are written for every board."""

    values: Numbers
    counts: Numbers
    """By two ranks."""
    holdings: Numbers
    flushes: Numbers
    """The holdings that make flushes, and their values."""
    ahead: Weights
    level: Weights
    """By two ranks: 1 if the hand beats them; 1 if it beats them or ties."""
    ahead_rows: Weights
    level_rows: Weights
    ones: Weights
    """By dealt card, see `rows_of_cards`; and factors of 1."""


@_compiled
def _compare(table: Numbers, size: int, key: int, bits: int, hole: Numbers, dealt: Numbers, work: _Work) -> int:
    """Write what the hand beats on a board; return the number of flushes."""
    hand_key, hand_bits = _sums(hole)
    own = hand_value(table, size, key + hand_key, bits + hand_bits)
    seen = bits | hand_bits
    by_two_ranks(table, size, key, bits, seen, work.values, work.counts)
    for at in range(NUM_TWO_RANKS):
        work.ahead[at], work.level[at] = work.values[at] < own, work.values[at] <= own
    rows_of_cards(dealt, work.ahead, work.ahead_rows)
    rows_of_cards(dealt, work.level, work.level_rows)
    number = flushes_on(table, size, key, bits, seen, work.holdings, work.flushes)
    for at in range(number):  # from now on: what changes in the two factors, as 0, 1, 2 for -1, 0, 1
        value, ranks = work.flushes[at], RANKS_OF[work.holdings[at]]
        ahead = np.int64(value < own) - np.int64(work.ahead[ranks]) + 1
        level = np.int64(value <= own) - np.int64(work.level[ranks]) + 1
        work.flushes[at] = 3 * ahead + level
    return number


@_compiled
def _add_board(
    weights: Weights, by_ranks: Weights, by_card: Weights, dealt: Numbers, number: int, work: _Work, totals: Weights
) -> None:
    """Write the weights ahead, tied and behind on a board, in a row for each row of weights."""
    for row in range(len(weights)):
        sums = weights[row], by_ranks[row], by_card[row], dealt
        ahead = weighted(*sums, work.ahead, work.ahead_rows)
        level = weighted(*sums, work.level, work.level_rows)
        for at in range(number):
            weight = weights[row, work.holdings[at]]
            ahead += weight * (work.flushes[at] // 3 - 1)
            level += weight * (work.flushes[at] % 3 - 1)
        all_ = weighted(*sums, work.ones[0], work.ones)
        # Rounding may leave a little less than nothing.
        totals[row, AHEAD] = max(ahead, 0.0)
        totals[row, TIED], totals[row, BEHIND] = max(level - ahead, 0.0), max(all_ - level, 0.0)


@_compiled
def _makes_flush(bits: int) -> bool:
    """Whether there are five cards of a suit."""
    found = False
    for suit in range(4):
        found |= count_bits(bits & SUIT_BITS[suit]) >= _FLUSH
    return found


@_compiled
def _add_ranks(
    table: Numbers, size: int, key: int, bits: int, hole: Numbers, ones: Numbers, twos: Numbers, dealt: Numbers,
    weights: Weights, by_ranks: Weights, by_card: Weights, work: _Work, other: _Work, parts: Weights, found: Weights,
    totals: Weights,
) -> None:  # fmt: skip
    """Add to `totals` what comes of all boards that a card of `ones` and a card of `twos` make; each has one rank.

    Without flushes all these boards have the same values, so the weights are summed once for all, and once for each
    card. `ones` and `twos` may be the same. `parts` and `found` are overwritten.
    """
    same = ones[0] == twos[0]
    if same and len(ones) == 1:
        return
    dealt[0], dealt[1] = ones[0], twos[1 if same else 0]
    hand_key, hand_bits = _sums(hole)
    digits = (key + CARD_KEYS[dealt[0]] + CARD_KEYS[dealt[1]]) & DIGITS
    own = hand_value(table, size, digits + (hand_key & DIGITS), np.uint64(0))
    seen = bits | hand_bits | CARD_BITS[dealt[0]] | CARD_BITS[dealt[1]]
    by_two_ranks(table, size, digits, _TWO_SUITS, seen, work.values, work.counts)
    for at in range(NUM_TWO_RANKS):
        work.ahead[at], work.level[at] = work.values[at] < own, work.values[at] <= own
    rows_of_cards(dealt, work.ahead, work.ahead_rows)
    rows_of_cards(dealt, work.level, work.level_rows)
    for row in range(len(weights)):
        sums = parts[row]
        sums[0, 0], sums[0, 1] = dot(by_ranks[row], work.ahead, SUMS), dot(by_ranks[row], work.level, SUMS)
        sums[0, 2] = dot(by_ranks[row], work.ones[0], SUMS)
        for which, cards in enumerate((ones, twos)):
            for at in range(len(cards)):
                mine = sums[1 + 4 * which + at]
                mine[0] = dot(by_card[row, cards[at]], work.ahead_rows[which], ROW)
                mine[1] = dot(by_card[row, cards[at]], work.level_rows[which], ROW)
                mine[2] = dot(by_card[row, cards[at]], work.ones[0], ROW)
    for first in range(len(ones)):
        for second in range(first + 1 if same else 0, len(twos)):
            dealt[0], dealt[1] = ones[first], twos[second]
            now_key = key + CARD_KEYS[dealt[0]] + CARD_KEYS[dealt[1]]
            now = bits | CARD_BITS[dealt[0]] | CARD_BITS[dealt[1]]
            if _makes_flush(now | hand_bits):
                number = _compare(table, size, now_key, now, hole, dealt, other)
                _add_board(weights, by_ranks, by_card, dealt, number, other, found)
                for row in range(len(weights)):
                    for at in range(3):
                        totals[row, at] += found[row, at]
                continue
            number = flushes_on(table, size, now_key, now, now | hand_bits, work.holdings, work.flushes)
            both, rank = holding_of(dealt[0], dealt[1]), dealt[1] >> 2
            for row in range(len(weights)):
                sums, weight = parts[row], weights[row, both]
                one, two = sums[1 + first], sums[5 + second]
                ahead = sums[0, 0] - one[0] - two[0] + weight * work.ahead_rows[0, rank]
                level = sums[0, 1] - one[1] - two[1] + weight * work.level_rows[0, rank]
                all_ = sums[0, 2] - one[2] - two[2] + weight
                for at in range(number):
                    ranks, value = RANKS_OF[work.holdings[at]], work.flushes[at]
                    weight = weights[row, work.holdings[at]]
                    ahead += weight * (np.float64(value < own) - work.ahead[ranks])
                    level += weight * (np.float64(value <= own) - work.level[ranks])
                totals[row, AHEAD] += ahead
                totals[row, TIED] += level - ahead
                totals[row, BEHIND] += all_ - level


@njit(cache=True, error_model="numpy", nogil=True)
def _new_work() -> _Work:
    """Empty arrays."""
    return _Work(
        np.empty(NUM_TWO_RANKS, dtype=np.int64),
        np.empty(NUM_TWO_RANKS, dtype=np.int64),
        np.empty(NUM_HOLDINGS, dtype=np.int64),
        np.empty(NUM_HOLDINGS, dtype=np.int64),
        np.zeros(SUMS),
        np.zeros(SUMS),
        np.zeros((_NEXT, ROW)),
        np.zeros((_NEXT, ROW)),
        np.ones((_NEXT, SUMS)),
    )


@njit(cache=True, error_model="numpy", nogil=True)
def tally_two(
    table: Numbers, hole: Numbers, board: Numbers, unseen: Numbers, weights: Weights, totals: Weights
) -> None:
    """Compare a hand with all holdings on all boards that two more of the unseen cards make, three being there.

    `weights` has some rows, in which seen holdings have no weight. `totals` gets by row the weight of the holdings that
    the hand is ahead of, tied with and behind, summed over the boards.
    """
    rows = len(weights)
    by_ranks, by_card = np.empty((rows, SUMS)), np.empty((rows, NUM_CARDS, ROW))
    for row in range(rows):
        sum_weights(weights[row], by_ranks[row], by_card[row])
    work, other = _new_work(), _new_work()
    parts, found = np.empty((rows, 9, 3)), np.empty((rows, 3))  # all holdings, and those with each of eight cards
    key, bits = _sums(board)
    cards, numbers = np.empty((NUM_RANKS, 4), dtype=np.int64), np.zeros(NUM_RANKS, dtype=np.int64)
    for card in unseen:
        cards[card >> 2, numbers[card >> 2]] = card
        numbers[card >> 2] += 1
    dealt = np.empty(_NEXT, dtype=np.int64)
    totals[:] = 0.0
    for low in range(NUM_RANKS):
        for high in range(low, NUM_RANKS):
            if numbers[low] and numbers[high]:
                _add_ranks(
                    table, len(board) + 4, key + NO_CARDS, bits, hole, cards[low, : numbers[low]],
                    cards[high, : numbers[high]], dealt, weights, by_ranks, by_card, work, other, parts, found, totals,
                )  # fmt: skip
    totals[:] = np.maximum(totals, 0.0)


@njit(cache=True, error_model="numpy", nogil=True)
def tally_one(
    table: Numbers, hole: Numbers, board: Numbers, unseen: Numbers, weights: Weights, totals: Weights
) -> None:
    """Compare a hand with all holdings on each board that one more of the unseen cards makes.

    `weights` is as in `tally_two`; `totals` is by unseen card too.
    """
    rows = len(weights)
    by_ranks, by_card = np.empty((rows, SUMS)), np.empty((rows, NUM_CARDS, ROW))
    for row in range(rows):
        sum_weights(weights[row], by_ranks[row], by_card[row])
    work, dealt = _new_work(), np.empty(1, dtype=np.int64)
    key, bits = _sums(board)
    for at in range(len(unseen)):
        card = unseen[at]
        dealt[0] = card
        now_key, now = key + CARD_KEYS[card] + NO_CARDS, bits | CARD_BITS[card]
        number = _compare(table, len(board) + 3, now_key, now, hole, dealt, work)
        _add_board(weights, by_ranks, by_card, dealt, number, work, totals[at])
