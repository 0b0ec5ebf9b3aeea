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
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import (
    BOARD,
    HOLDING_BITS,
    HOLDING_KEYS,
    NUM_HOLDINGS,
    Weights,
    holding_number,
    sums_of,
)
from mendax.games.holdem.kernel.tables import CLASSES, Numbers, evaluator_table
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


@njit(cache=True, error_model="numpy", nogil=True, forceinline=True)
def _below(tree: Numbers, place: int) -> int:
    """How many of those entered in a Fenwick tree are at lower places."""
    found = 0
    while place > 0:
        found += tree[place]
        place &= place - 1
    return found


@njit(cache=True, error_model="numpy", nogil=True)
def _count_turned(values: Numbers, highs: Numbers, counts: Numbers, tree: Numbers, turned: Weights) -> None:
    """Add to `turned`, by rank now, what a holding comes to beat after a card, of what it does not beat now.

    `values` are those after the card, by rank now; `highs` has the end of each rank's group of equal holdings. Whoever
    was ahead counts 1 if it is beaten then and a half if it ties; whoever was tied counts a half if it is beaten.
    The ranks are gone through from the strongest down: those that were ahead of a holding are in the tree before it.
    """
    number = len(values)
    counts[:] = 0
    for at in range(number):
        counts[values[at]] += 1
    lower = 0
    for value in range(1, len(counts)):  # now: how many holdings have a lower value
        counts[value], lower = lower, lower + counts[value]
    tree[:] = 0
    end = number
    while end > 0:
        start = end - 1
        while start > 0 and highs[start - 1] == end:
            start -= 1
        for at in range(start, end):
            value = values[at]
            if value:
                above = counts[value + 1] if value + 1 < len(counts) else lower
                # The half for those beaten is added with the tied ones below.
                turned[at] += _below(tree, above) / 2
        for at in range(start, end):
            if values[at]:
                place = counts[values[at]] + 1
                while place < len(tree):
                    tree[place] += 1
                    place += place & -place
        for at in range(start, end):
            if values[at]:
                turned[at] += _below(tree, counts[values[at]]) / 2
        end = start


@njit(cache=True, error_model="numpy", nogil=True)
def _strengths(table: Numbers, board: Numbers, strengths: Weights) -> None:
    """Write the strength of every holding on a board of three, four or five cards."""
    key, bits = NO_CARDS, np.uint64(0)
    for card in board:
        key += CARD_KEYS[card]
        bits |= CARD_BITS[card]
    now = np.empty(NUM_HOLDINGS, dtype=np.int16)
    _values_on(table, len(board), key, bits, now)
    order = np.argsort(now, kind="mergesort")
    first = 0  # impossible holdings have the value 0 and come first
    while now[order[first]] == 0:
        strengths[order[first]] = IMPOSSIBLE
        first += 1
    number = NUM_HOLDINGS - first
    order = order[first:]
    # By rank: the first and one past the last holding of the same value.
    lows, highs = np.empty(number, dtype=np.int64), np.empty(number, dtype=np.int64)
    start = 0
    for at in range(1, number + 1):
        if at == number or now[order[at]] != now[order[start]]:
            lows[start:at], highs[start:at] = start, at
            start = at
    turned, cards = np.zeros(number), np.zeros(number)
    if len(board) < BOARD:
        later, ranked = np.empty(NUM_HOLDINGS, dtype=np.int16), np.empty(number, dtype=np.int16)
        counts, tree = np.empty(CLASSES + 1, dtype=np.int64), np.empty(number + 1, dtype=np.int64)
        for card in range(NUM_CARDS):
            if CARD_BITS[card] & bits:
                continue
            _values_on(table, len(board) + 1, key + CARD_KEYS[card], bits | CARD_BITS[card], later)
            for at in range(number):
                ranked[at] = later[order[at]]
                cards[at] += ranked[at] > 0
            _count_turned(ranked, highs, counts, tree, turned)
    for at in range(number):
        strength = (lows[at] + highs[at]) / (2 * number)
        behind = cards[at] * (number - (lows[at] + highs[at]) / 2)  # half of the ties, as in the definition
        strengths[order[at]] = strength + (1 - strength) * (turned[at] / behind if behind > 0 else 0.0)


@lru_cache(maxsize=128)
def _on_board(board: Cards) -> tuple[Weights, Numbers]:
    strengths = np.empty(NUM_HOLDINGS)
    _strengths(evaluator_table(), np.array(board, dtype=np.int64), strengths)
    return strengths, np.argsort(strengths, kind="stable")


@lru_cache(maxsize=3)
def _before_flop(row: int) -> tuple[Weights, Numbers]:
    strengths = income_rates()[row][KINDS]
    return strengths, np.argsort(strengths, kind="stable")


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
