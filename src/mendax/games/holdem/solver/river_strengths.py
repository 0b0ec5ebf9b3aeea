# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""How every holding stands on a full board against a random one, all 1,081 at once.

The holdings are put in the order of their values. A sweep from the worst to the best counts the holdings below, in all
and by card; those that share a card with a holding are taken off by the two counts of its cards.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, HOLDING_KEYS, HOLDINGS, NUM_HOLDINGS
from mendax.games.holdem.kernel.tables import CLASSES, MOST, Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

OPPONENTS: Final = 990
"""Holdings that another player can have beside a holding on a full board."""
MOST_STRENGTH: Final = 2 * OPPONENTS
"""A strength is twice the holdings beaten plus the holdings tied with: at most this."""
BLOCKED: Final = -1
"""Stands for a holding that has a card of the board."""
_ONE: Final = HOLDINGS[:, 0].astype(np.int64)
_TWO: Final = HOLDINGS[:, 1].astype(np.int64)
fast = njit(cache=True, error_model="numpy", nogil=True)


@fast
def rank_holdings(table: Numbers, board: Numbers, values: Numbers) -> None:
    """Write the value of each holding with a board of five cards; `BLOCKED` if it has a card of the board."""
    key, bits = NO_CARDS, np.uint64(0)
    for place in range(len(board)):
        key += CARD_KEYS[board[place]]
        bits += CARD_BITS[board[place]]
    for holding in range(NUM_HOLDINGS):
        if HOLDING_BITS[holding] & bits:
            values[holding] = BLOCKED
        else:
            values[holding] = hand_value(table, MOST, key + HOLDING_KEYS[holding], bits + HOLDING_BITS[holding])


@fast
def order_holdings(values: Numbers, begins: Numbers, order: Numbers) -> int:
    """Write the holdings that are not blocked into `order`, the worst first; return how many there are."""
    begins[:] = 0
    for holding in range(NUM_HOLDINGS):
        if values[holding] >= 0:
            begins[values[holding] + 1] += 1
    for value in range(1, len(begins)):
        begins[value] += begins[value - 1]
    for holding in range(NUM_HOLDINGS):
        if values[holding] >= 0:
            order[begins[values[holding]]] = holding
            begins[values[holding]] += 1
    return begins[len(begins) - 2]


@fast
def strengths(table: Numbers, board: Numbers, found: Numbers, scratch: Any) -> None:
    """Write the strength of each holding on a full board, `BLOCKED` for those with a card of the board."""
    values, begins, order, cards = scratch
    rank_holdings(table, board, values)
    number = order_holdings(values, begins, order)
    found[:] = BLOCKED
    cards[:] = 0
    start = 0
    while start < number:
        end = start
        value = values[order[start]]
        while end < number and values[order[end]] == value:
            holding = order[end]
            found[holding] = start - cards[_ONE[holding]] - cards[_TWO[holding]]
            end += 1
        for place in range(start, end):
            cards[_ONE[order[place]]] += 1
            cards[_TWO[order[place]]] += 1
        for place in range(start, end):
            holding = order[place]
            # The holding itself was counted once in all and once for each of its cards.
            found[holding] += end - cards[_ONE[holding]] - cards[_TWO[holding]] + 1
        start = end


@fast
def new_scratch() -> Any:
    """Working memory of `strengths`: values, where each value begins, the order, and counts by card."""
    return (
        np.zeros(NUM_HOLDINGS, np.int16),
        np.zeros(CLASSES + 3, np.int32),
        np.zeros(NUM_HOLDINGS, np.int16),
        np.zeros(NUM_CARDS, np.int32),
    )
