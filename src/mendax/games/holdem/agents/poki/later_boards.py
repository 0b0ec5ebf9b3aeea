# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, return-value, call-overload"
"""How all stand on the boards of a simulated trial, computed when somebody acts there and not before.

An opponent's place is the share of the possible holdings that are weaker than its own. One's own hand has a strength
against each opponent: the weight of the holdings that it beats.
"""

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
    dot,
    flushes_on,
    holding_of,
    place_among,
    rows_of_cards,
    sum_weights,
    twice_beaten,
    weighted,
)
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.holdings import BOARD, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BOARD_SIZES

_BOARDS = np.array(BOARD_SIZES, dtype=np.int64)
_STAGES = len(BOARD_SIZES)
_UNKNOWN = -1
_compiled = njit(cache=True, error_model="numpy", nogil=True, _nrt=False)
_inlined = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)
"""Only `new_sheet` allocates arrays; elsewhere reference counting, which takes long, is off (`_nrt`)."""


class Sheet(NamedTuple):
    """What is computed in a trial, by stage; the weights and their sums are the same in all trials."""

    now: int
    """The stage from which on the hand is simulated."""
    weights: Weights
    """By position and holding."""
    by_ranks: Weights
    by_card: Weights
    """By position: sums of weights, see `kernel/by_ranks.py`."""
    card_sums: Weights
    """By position: the weight of the holdings that have a card, and at the end that of all holdings."""
    places: Weights
    beaten: Weights
    """By stage and position; `_UNKNOWN` until somebody asks."""
    boards: Numbers
    """By stage: the board's key, and its bits."""
    values: Numbers
    counts: Numbers
    """By stage and two ranks."""
    num_flushes: Numbers
    """By stage; `_UNKNOWN` until the board is evaluated."""
    holdings: Numbers
    flushes: Numbers
    """By stage: the holdings that make a flush, and their values."""
    has_factors: Numbers
    """By stage: whether what follows is computed."""
    factors: Weights
    """By stage and two ranks: 2 if one's own hand beats them, 1 if it ties or nobody has them, 0 if it loses."""
    rows: Weights
    """By stage and card that is dealt after `now`: the factors of its rank with every rank."""
    changes: Weights
    """By stage and flush: its factor, less that of its ranks."""


@njit(cache=True, error_model="numpy", nogil=True)
def new_sheet(weights: Weights, now: int) -> Sheet:
    """An empty sheet, with the sums of the weights."""
    players = len(weights)
    by_ranks, by_card = np.empty((players, SUMS)), np.empty((players, NUM_CARDS, ROW))
    card_sums, ones = np.empty((players, NUM_CARDS + 1)), np.ones(SUMS)
    for position in range(players if now + 1 < _STAGES else 0):  # on the river no board is to come
        sum_weights(weights[position], by_ranks[position], by_card[position])
        for card in range(NUM_CARDS):
            card_sums[position, card] = dot(by_card[position, card], ones, ROW)
        card_sums[position, NUM_CARDS] = dot(by_ranks[position], ones, SUMS)
    return Sheet(
        now,
        weights,
        by_ranks,
        by_card,
        card_sums,
        np.empty((_STAGES, players)),
        np.empty((_STAGES, players)),
        np.empty((_STAGES, 2), dtype=np.uint64),
        np.empty((_STAGES, NUM_TWO_RANKS), dtype=np.int64),
        np.empty((_STAGES, NUM_TWO_RANKS), dtype=np.int64),
        np.empty(_STAGES, dtype=np.int64),
        np.empty((_STAGES, NUM_HOLDINGS), dtype=np.int64),
        np.empty((_STAGES, NUM_HOLDINGS), dtype=np.int64),
        np.empty(_STAGES, dtype=np.bool_),
        np.zeros((_STAGES, SUMS)),
        np.zeros((_STAGES, BOARD, ROW)),
        np.empty((_STAGES, NUM_HOLDINGS)),
    )


@_inlined
def clear_sheet(sheet: Sheet, now: int) -> None:
    """Forget the stages to come."""
    for stage in range(now + 1, _STAGES):
        sheet.num_flushes[stage], sheet.has_factors[stage] = _UNKNOWN, False
        for position in range(sheet.places.shape[1]):
            sheet.places[stage, position] = sheet.beaten[stage, position] = _UNKNOWN


@_compiled
def _evaluate(table: Numbers, stage: int, players: int, me: int, deck: Numbers, sheet: Sheet) -> None:
    """Write the values of all holdings on the board of a stage."""
    key, board = NO_CARDS, np.uint64(0)
    for place in range(2 * players, 2 * players + _BOARDS[stage]):
        key += CARD_KEYS[deck[place]]
        board |= CARD_BITS[deck[place]]
    seen = board | CARD_BITS[deck[me]] | CARD_BITS[deck[me + players]]
    size = _BOARDS[stage] + 2
    sheet.boards[stage, 0], sheet.boards[stage, 1] = key, board
    by_two_ranks(table, size, key, board, seen, sheet.values[stage], sheet.counts[stage])
    sheet.num_flushes[stage] = flushes_on(table, size, key, board, seen, sheet.holdings[stage], sheet.flushes[stage])


@_inlined
def _value(table: Numbers, stage: int, one: int, two: int, sheet: Sheet) -> int:
    """The value of two cards on the board of a stage."""
    key, board = sheet.boards[stage]
    size = _BOARDS[stage] + 2
    return hand_value(table, size, key + CARD_KEYS[one] + CARD_KEYS[two], board | CARD_BITS[one] | CARD_BITS[two])


@_inlined
def read_place(table: Numbers, stage: int, position: int, players: int, me: int, deck: Numbers, sheet: Sheet) -> float:
    """The place of an opponent's holding on the board of a stage."""
    if sheet.places[stage, position] < 0:
        if sheet.num_flushes[stage] < 0:
            _evaluate(table, stage, players, me, deck, sheet)
        value = _value(table, stage, deck[position], deck[position + players], sheet)
        number = sheet.num_flushes[stage]
        below = place_among(
            value, sheet.values[stage], sheet.counts[stage], number, sheet.holdings[stage], sheet.flushes[stage]
        )
        free = NUM_CARDS - 2 - _BOARDS[stage]
        sheet.places[stage, position] = below / (free * (free - 1))
    return sheet.places[stage, position]


@_inlined
def _find_factors(table: Numbers, stage: int, players: int, me: int, deck: Numbers, sheet: Sheet) -> None:
    """Write what one's own hand beats on the board of a stage."""
    if sheet.num_flushes[stage] < 0:
        _evaluate(table, stage, players, me, deck, sheet)
    own = _value(table, stage, deck[me], deck[me + players], sheet)
    values, counts, factors = sheet.values[stage], sheet.counts[stage], sheet.factors[stage]
    for at in range(NUM_TWO_RANKS):
        factors[at] = twice_beaten(values[at], own) if counts[at] else 1
    dealt = deck[2 * players + _BOARDS[sheet.now] : 2 * players + _BOARDS[stage]]
    rows_of_cards(dealt, factors, sheet.rows[stage])
    for at in range(sheet.num_flushes[stage]):
        without = factors[RANKS_OF[sheet.holdings[stage, at]]]
        sheet.changes[stage, at] = twice_beaten(sheet.flushes[stage, at], own) - without
    sheet.has_factors[stage] = True


@_inlined
def _beaten(stage: int, position: int, dealt: Numbers, sheet: Sheet) -> float:
    """One's own strength on the board of a stage against one opponent."""
    weights, sums = sheet.weights[position], sheet.card_sums[position]
    rows, factors = sheet.rows[stage], sheet.factors[stage]
    mine = weighted(weights, sheet.by_ranks[position], sheet.by_card[position], dealt, factors, rows)
    for at in range(sheet.num_flushes[stage]):
        mine += weights[sheet.holdings[stage, at]] * sheet.changes[stage, at]
    total = sums[NUM_CARDS]
    for at in range(len(dealt)):
        total -= sums[dealt[at]]
        for other in range(at):
            total += weights[holding_of(dealt[at], dealt[other])]
    # Both sums are added up in the same order: whoever ties with every holding has a strength of exactly a half.
    return max(mine, 0.0) / (2 * total)


@_inlined
def read_beaten(table: Numbers, stage: int, active: int, players: int, me: int, deck: Numbers, sheet: Sheet) -> None:
    """Make sure that one's own strength in a stage is known against all who are active."""
    dealt = deck[2 * players + _BOARDS[sheet.now] : 2 * players + _BOARDS[stage]]
    for position in range(players):
        if position != me and active >> position & 1 and sheet.beaten[stage, position] < 0:
            if not sheet.has_factors[stage]:
                _find_factors(table, stage, players, me, deck, sheet)
            sheet.beaten[stage, position] = _beaten(stage, position, dealt, sheet)
