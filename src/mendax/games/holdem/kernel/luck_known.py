# mypy: disable-error-code="untyped-decorator, no-any-return, return-value, assignment, arg-type, call-overload"
"""Equities of a hand against the holdings that a known opponent may have, each with its probability.

Where two or more cards of the board are missing they are fixed samples; the rest is counted in full.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import BOARD, HOLDING_BITS, HOLDING_KEYS, NUM_HOLDINGS, Weights, deal
from mendax.games.holdem.kernel.tables import MOST, Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

SAMPLES: Final = 200
"""Rests of the board for the equity against each holding."""
CARD_SAMPLES: Final = 16
"""Rests of the board for the equity after each card of the flop."""
_SEED: Final = np.uint64(0x9E3779B97F4A7C15)

_fast = njit(cache=True, error_model="numpy", nogil=True)


@_fast
def _against(
    table: Numbers, hand: Numbers, board: int, bits: int, weights: Weights, shares: Weights, counts: Weights
) -> None:
    """Add what the hand wins on a full board against every holding that has a weight, and that it was compared."""
    own = hand_value(table, MOST, board + hand[0], bits + hand[1])
    for holding in range(NUM_HOLDINGS):
        if weights[holding] > 0 and not HOLDING_BITS[holding] & bits:
            other = hand_value(table, MOST, board + HOLDING_KEYS[holding], bits + HOLDING_BITS[holding])
            shares[holding] += 1.0 if own > other else 0.5 if own == other else 0.0
            counts[holding] += 1


@_fast
def _mean_against(table: Numbers, hand: Numbers, board: int, bits: int, weights: Weights, totals: Weights) -> None:
    """Add the share against all holdings, by weight, on a full board to `totals`, and the weights after it."""
    own = hand_value(table, MOST, board + hand[0], bits + hand[1])
    for holding in range(NUM_HOLDINGS):
        weight = weights[holding]
        if weight > 0 and not HOLDING_BITS[holding] & bits:
            other = hand_value(table, MOST, board + HOLDING_KEYS[holding], bits + HOLDING_BITS[holding])
            totals[0] += weight if own > other else 0.5 * weight if own == other else 0.0
            totals[1] += weight


@_fast
def _begin(hole: Numbers, board: Numbers) -> tuple[Numbers, int, int, Numbers]:
    """The sums of the hand and of the board, and the cards that are left."""
    hand, key, bits = np.zeros(2, dtype=np.uint64), NO_CARDS, np.uint64(0)
    seen = np.zeros(NUM_CARDS, dtype=np.bool_)
    for card in hole:
        hand[0] += CARD_KEYS[card]
        hand[1] += CARD_BITS[card]
        seen[card] = True
    for card in board:
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        seen[card] = True
    return hand, key, bits, np.array([card for card in range(NUM_CARDS) if not seen[card]], dtype=np.uint8)


@_fast
def holding_equities(table: Numbers, hole: Numbers, board: Numbers, weights: Weights) -> Weights:
    """The equity of a hand against each holding that has a weight, by number; one half against the others."""
    hand, key, bits, unseen = _begin(hole, board)
    shares, counts = np.zeros(NUM_HOLDINGS), np.zeros(NUM_HOLDINGS)
    missing = BOARD - len(board)
    if missing == 0:
        _against(table, hand, key, bits, weights, shares, counts)
    elif missing == 1:
        for card in unseen:
            _against(table, hand, key + CARD_KEYS[card], bits + CARD_BITS[card], weights, shares, counts)
    else:
        state = _SEED
        for _ in range(SAMPLES):
            state = deal(unseen, missing, state)
            some, some_bits = key, bits
            for place in range(missing):
                some += CARD_KEYS[unseen[place]]
                some_bits += CARD_BITS[unseen[place]]
            _against(table, hand, some, some_bits, weights, shares, counts)
    for holding in range(NUM_HOLDINGS):
        shares[holding] = shares[holding] / counts[holding] if counts[holding] else 0.5
    return shares


@_fast
def card_equities(table: Numbers, hole: Numbers, board: Numbers, weights: Weights) -> tuple[Numbers, Weights, Weights]:
    """The cards that may come next, their probabilities by the weights, and the equity after each of them."""
    hand, key, bits, unseen = _begin(hole, board)
    number, later = len(unseen), BOARD - len(board) - 1
    totals, chances, equities = np.zeros((NUM_CARDS, 2)), np.zeros(number), np.zeros(number)
    if later == 0:
        for card in unseen:
            _mean_against(table, hand, key + CARD_KEYS[card], bits + CARD_BITS[card], weights, totals[card])
    elif later == 1:
        both = np.zeros(2)
        for place in range(number):
            for other in range(place):
                card, last = unseen[place], unseen[other]
                both[:] = 0.0
                some = key + CARD_KEYS[card] + CARD_KEYS[last]
                _mean_against(table, hand, some, bits + CARD_BITS[card] + CARD_BITS[last], weights, both)
                totals[card] += both
                totals[last] += both
    else:
        cards, state = unseen.copy(), _SEED
        for _ in range(CARD_SAMPLES):
            state = deal(cards, later, state)
            some, some_bits = key, bits
            for place in range(later):
                some += CARD_KEYS[cards[place]]
                some_bits += CARD_BITS[cards[place]]
            for place in range(later, number):
                card = cards[place]
                _mean_against(table, hand, some + CARD_KEYS[card], some_bits + CARD_BITS[card], weights, totals[card])
    for place in range(number):
        card = unseen[place]
        equities[place] = totals[card, 0] / totals[card, 1] if totals[card, 1] > 0 else 0.5
        for holding in range(NUM_HOLDINGS):
            if not HOLDING_BITS[holding] & CARD_BITS[card]:
                chances[place] += weights[holding]
    return unseen, chances / chances.sum(), equities
