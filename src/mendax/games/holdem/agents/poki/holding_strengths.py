# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, index"
"""How strong every holding is: the order that a player's thresholds are measured by.

Before the flop a holding is as strong as its income rate. After it, its strength is its effective hand strength against
one opponent whose holdings all count the same, with the potential of the next card: HS + (1 - HS) Ppot. Pairs of
holdings that share a card are not left out: this is an order, not a price.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.agents.poki.starting_hands import KINDS, income_rates, rates_row
from mendax.games.holdem.kernel.by_ranks import NUM_TWO_RANKS, RANKS_OF, by_two_ranks, flushes_on, place_among
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import (
    BOARD,
    HOLDING_BITS,
    HOLDING_KEYS,
    HOLDINGS,
    NUM_HOLDINGS,
    Weights,
    holding_number,
    sums_of,
)
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS, Cards

IMPOSSIBLE: Final = -1.0
"""The strength of a holding that has a card of the board."""


@njit(cache=True, error_model="numpy", nogil=True)
def _values_on(table: Numbers, number: int, key: int, bits: int, values: Numbers) -> None:
    """Write the value of every holding with a board of so many cards; 0 if it has a card of the board."""
    for holding in range(NUM_HOLDINGS):
        if HOLDING_BITS[holding] & bits:
            values[holding] = 0
        else:
            values[holding] = hand_value(table, number + 2, key + HOLDING_KEYS[holding], bits + HOLDING_BITS[holding])


@njit(cache=True, error_model="numpy", nogil=True)
def _count_turned(number: int, now: Numbers, later: Numbers, counts: Numbers, turned: Numbers) -> None:
    """Write for each group of holdings what it comes to beat after a card, of what it does not beat now; twice that.

    Whoever was ahead counts 1 if it is beaten then and a half if it ties; whoever was tied counts a half if it is
    beaten. All holdings of a group have the same value now and the same value after the card.
    """
    for group in range(number):
        found, before, after = 0, now[group], later[group]
        for other in range(number):
            ahead = np.int32(now[other] > before) & np.int32(later[other] <= after)
            level = np.int32(now[other] >= before) & np.int32(later[other] < after)
            found += counts[other] * (ahead + level)
        turned[group] = found


@njit(cache=True, error_model="numpy", nogil=True)
def _turned(table: Numbers, board: Numbers, key: int, bits: int, values: Numbers, now: Numbers) -> Numbers:
    """By holding: twice the number of pairs of a next card and a holding that it comes to beat by it.

    `values` are those by two ranks now, `now` those by holding.
    """
    size, most = len(board) + 3, NUM_TWO_RANKS + NUM_HOLDINGS
    by_card, changes = np.zeros((NUM_CARDS, NUM_TWO_RANKS), dtype=np.int32), np.zeros(NUM_HOLDINGS, dtype=np.int32)
    before, later, counts = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
    turned, holdings = np.empty(most, np.int32), np.empty(NUM_HOLDINGS, np.int64)
    before[:NUM_TWO_RANKS] = values
    for card in range(NUM_CARDS):
        if CARD_BITS[card] & bits:
            continue
        next_key, next_bits = key + CARD_KEYS[card], bits | CARD_BITS[card]
        by_two_ranks(table, size, next_key, next_bits, next_bits, later, counts)
        number = flushes_on(table, size, next_key, next_bits, next_bits, holdings, later[NUM_TWO_RANKS:])
        for at in range(number):  # each is a group of its own
            before[NUM_TWO_RANKS + at], counts[NUM_TWO_RANKS + at] = now[holdings[at]], 1
            counts[RANKS_OF[holdings[at]]] -= 1
        _count_turned(NUM_TWO_RANKS + number, before, later, counts, turned)
        by_card[card] = turned[:NUM_TWO_RANKS]
        for at in range(number):
            changes[holdings[at]] += turned[NUM_TWO_RANKS + at] - turned[RANKS_OF[holdings[at]]]
    found = np.empty(NUM_HOLDINGS, dtype=np.int64)
    all_cards = by_card.sum(axis=0)
    for holding in range(NUM_HOLDINGS):
        ranks = RANKS_OF[holding]
        own = by_card[HOLDINGS[holding, 0], ranks] + by_card[HOLDINGS[holding, 1], ranks]
        found[holding] = all_cards[ranks] - own + changes[holding]
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def _strengths(table: Numbers, board: Numbers, strengths: Weights) -> None:
    """Write the strength of every holding on a board of three, four or five cards."""
    key, bits, size = NO_CARDS, np.uint64(0), len(board) + 2
    for card in board:
        key += CARD_KEYS[card]
        bits |= CARD_BITS[card]
    values, counts = np.empty(NUM_TWO_RANKS, dtype=np.int64), np.empty(NUM_TWO_RANKS, dtype=np.int64)
    holdings, flushes = np.empty(NUM_HOLDINGS, dtype=np.int64), np.empty(NUM_HOLDINGS, dtype=np.int64)
    by_two_ranks(table, size, key, bits, bits, values, counts)
    number = flushes_on(table, size, key, bits, bits, holdings, flushes)
    now, place = np.empty(NUM_HOLDINGS, dtype=np.int64), np.empty(NUM_HOLDINGS, dtype=np.int64)
    places = np.empty(NUM_TWO_RANKS, dtype=np.int64)
    for ranks in range(NUM_TWO_RANKS):
        places[ranks] = place_among(values[ranks], values, counts, number, holdings, flushes)
    for holding in range(NUM_HOLDINGS):
        now[holding], place[holding] = values[RANKS_OF[holding]], places[RANKS_OF[holding]]
    for at in range(number):
        now[holdings[at]] = flushes[at]
        place[holdings[at]] = place_among(flushes[at], values, counts, number, holdings, flushes)
    turned = np.zeros(NUM_HOLDINGS, dtype=np.int64)
    if len(board) < BOARD:
        turned = _turned(table, board, key, bits, values, now)
    free = NUM_CARDS - len(board)
    total, cards = free * (free - 1) // 2, free - 2
    for holding in range(NUM_HOLDINGS):
        if HOLDING_BITS[holding] & bits:
            strengths[holding] = IMPOSSIBLE
            continue
        strength = place[holding] / (2 * total)
        behind = cards * (total - place[holding] / 2)  # half of the ties, as in the definition
        gained = turned[holding] / 2
        strengths[holding] = strength + (1 - strength) * (gained / behind if behind > 0 and gained > 0 else 0.0)


@lru_cache(maxsize=128)
def _on_board(board: Cards) -> tuple[Weights, Numbers]:
    strengths = np.empty(NUM_HOLDINGS)
    _strengths(evaluator_table(), np.array(board, dtype=np.int64), strengths)
    return strengths, np.argsort(strengths)


@lru_cache(maxsize=3)
def _before_flop(row: int) -> tuple[Weights, Numbers]:
    strengths = income_rates()[row][KINDS]
    return strengths, np.argsort(strengths)


def holding_strengths(board: Cards, players: int) -> tuple[Weights, Numbers]:
    """The strength of every holding, and the holdings from the weakest to the strongest."""
    return _on_board(tuple(sorted(board))) if board else _before_flop(rates_row(players))


def beaten_before_flop(cards: Cards, players: int) -> Weights:
    """By holding: 1 if it is weaker than these two cards before the flop, a half if it is as strong."""
    strengths, _ = holding_strengths((), players)
    own = strengths[holding_number(*cards)]
    return np.asarray((strengths < own) + 0.5 * (strengths == own))


def holding_values(board: Cards) -> Numbers:
    """By holding: the value of the hand it makes with a board; 0 if it has a card of the board."""
    values = np.empty(NUM_HOLDINGS, dtype=np.int16)
    key, bits = sums_of(np.array(board, dtype=np.uint8))
    _values_on(evaluator_table(), len(board), key + NO_CARDS, bits, values)
    return values
