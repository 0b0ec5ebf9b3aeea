# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, return-value, call-overload"
"""A hand compared with every holding: on the board that lies there, and on all boards that the next cards make."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.by_ranks import (
    NUM_TWO_RANKS,
    RANKS_OF,
    ROW,
    SUMS,
    by_two_ranks,
    flushes_on,
    rows_of_cards,
    sum_weights,
    weighted,
)
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, HOLDING_KEYS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

AHEAD, TIED, BEHIND = 0, 1, 2
_NEXT = 2
"""At most so many cards are dealt."""
_compiled = njit(cache=True, error_model="numpy", nogil=True, _nrt=False)
"""Only `tally` allocates arrays; elsewhere reference counting, which takes long, is off (`_nrt`)."""


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


@njit(cache=True, error_model="numpy", nogil=True)
def tally(
    table: Numbers, hole: Numbers, board: Numbers, unseen: Numbers, cards: int, weights: Weights, totals: Weights
) -> None:
    """Compare a hand with all holdings on each board that one or two more of the unseen cards make.

    `weights` has some rows, in which seen holdings have no weight. `totals` gets by board and row the weight of the
    holdings that the hand is ahead of, tied with and behind; the boards are in lexicographic order.
    """
    rows = len(weights)
    by_ranks, by_card = np.empty((rows, SUMS)), np.empty((rows, NUM_CARDS, ROW))
    for row in range(rows):
        sum_weights(weights[row], by_ranks[row], by_card[row])
    work = _Work(
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
    start_key, start_bits = _sums(board)
    size, at, dealt = len(board) + cards + 2, 0, np.empty(cards, dtype=np.int64)
    for first in range(len(unseen)):
        dealt[0] = unseen[first]
        # With one card to come the second loop runs once, and its card is none.
        for second in range(first + 1, len(unseen) if cards == _NEXT else first + 2):
            if cards == _NEXT:
                dealt[1] = unseen[second]
            key, bits = _sums(dealt)
            key, bits = start_key + key + NO_CARDS, start_bits + bits
            number = _compare(table, size, key, bits, hole, dealt, work)
            _add_board(weights, by_ranks, by_card, dealt, number, work, totals[at])
            at += 1
