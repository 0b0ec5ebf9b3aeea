# mypy: disable-error-code="untyped-decorator, no-any-return, return-value, assignment, arg-type, call-overload"
"""Hands played on to the end after the flop by simple styles, in compiled code: rough values of a position.

A style says from which class of hand on a player bets, calls and raises; the classes are those of
`agents/made_hands.py`, and tests hold the two together.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, hand_value
from mendax.games.holdem.kernel.hands import ACTIVE, OVER, PAID, STAGE, TURN, act, legal
from mendax.games.holdem.kernel.holdings import BOARD, Weights
from mendax.games.holdem.kernel.tables import CLASSES, FEWEST, NUM_RANKS, Numbers, kinds_of
from mendax.games.holdem.rules.ranking import Kind
from mendax.games.holdem.rules.types import SMALL_BET

BET_AT, CALL_AT, RAISE_AT, DRAW_CALLS, DRAW_BETS = range(5)
"""The columns of a style, which has rows for flop, turn and river: classes to bet, call and raise; what a draw does."""
NOTHING, PAIR, TOP_PAIR, STRONG, NEVER = range(5)
"""Classes of hands; `NEVER` is higher than all of them."""
DRAW: Final = 8
"""Added to the class of a hand that has a draw."""
_PAIR, _TWO_PAIR, _TRIPS, _QUADS = map(int, (Kind.PAIR, Kind.TWO_PAIR, Kind.THREE_OF_A_KIND, Kind.FOUR_OF_A_KIND))
_KINDS: Final = kinds_of(np.arange(CLASSES + 1)).astype(np.int64)
"""By value: the kind of a hand."""
_SUITS: Final = NUM_RANKS
NUM_COUNTS: Final = NUM_RANKS + 4
"""How many cards of each rank and of each suit lie open."""

_fast = njit(cache=True, error_model="numpy", nogil=True)


@_fast
def stage_codes(
    table: Numbers,
    deck: Numbers,
    players: int,
    active: int,
    size: int,
    counts: Numbers,
    values: Numbers,
    codes: Numbers,
) -> None:
    """Write the class of each active hand on a board of `size` cards, with `DRAW` added, and its value."""
    counts[:] = 0
    key, bits, ranks, highest = NO_CARDS, np.uint64(0), 0, 0
    for place in range(2 * players, 2 * players + size):
        card = deck[place]
        rank = np.int64(card >> 2)
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        counts[rank] += 1
        counts[_SUITS + (card & 3)] += 1
        ranks |= 1 << rank
        highest = max(highest, rank)
    open_kind = _KINDS[hand_value(table, FEWEST, key, bits)] if size == BOARD else _kind_of_counts(counts)
    for position in range(players):
        if not active >> position & 1:
            continue
        one, two = np.int64(deck[position]), np.int64(deck[position + players])
        value = hand_value(
            table, 2 + size, key + CARD_KEYS[one] + CARD_KEYS[two], bits + CARD_BITS[one] + CARD_BITS[two]
        )
        values[position] = value
        kind, code = _KINDS[value], STRONG
        if kind <= open_kind:
            code = NOTHING
        elif kind == _PAIR or (kind == _TWO_PAIR and open_kind == _PAIR):
            high, low = max(one >> 2, two >> 2), min(one >> 2, two >> 2)
            paired = high if high == low or counts[high] else low
            code = TOP_PAIR if paired >= highest else PAIR
        codes[position] = code
        if size < BOARD and _has_draw(one, two, counts, ranks):
            codes[position] += DRAW


@_fast
def _kind_of_counts(counts: Numbers) -> int:
    """The kind of a board that is too small for straights and flushes."""
    pairs, most = 0, 0
    for rank in range(NUM_RANKS):
        pairs += counts[rank] == 2
        most = max(most, counts[rank])
    if most > 2:
        return _TRIPS if most == 3 else _QUADS
    return _TWO_PAIR if pairs > 1 else _PAIR if pairs else 0


@_fast
def _has_draw(one: int, two: int, counts: Numbers, ranks: int) -> bool:
    """Four of a suit, or four ranks in a row open at both ends, one of them in the hand."""
    same = (one & 3) == (two & 3)
    if counts[_SUITS + (one & 3)] + 1 + same == 4 or counts[_SUITS + (two & 3)] + 1 + same == 4:
        return True
    own = 1 << (one >> 2) | 1 << (two >> 2)
    every = ranks | own
    rows = every & every >> 1 & every >> 2 & every >> 3 & 0x1FF
    while rows:
        low = rows & -rows
        if own & low * 15:
            return True
        rows &= rows - 1
    return False


@_fast
def choose(style: Numbers, code: int, must_pay: int, stage: int) -> int:
    """What a style does with a class of hand: 0 folds, 1 checks or calls, 2 bets or raises."""
    made, draw, row = code & 7, code >= DRAW, style[stage - 1]
    if not must_pay:
        return 2 if made >= row[BET_AT] or (draw and row[DRAW_BETS]) else 1
    if made >= row[RAISE_AT]:
        return 2
    return 1 if made >= row[CALL_AT] or (draw and row[DRAW_CALLS]) else 0


@_fast
def play_on(
    row: Numbers, players: int, cap: int, styles: Numbers, codes: Numbers, values: Numbers, gains: Weights
) -> None:
    """Play a hand from the beginning of a stage to its end; add what each position wins, in small bets, to `gains`.

    `codes` has a row for each stage, `values` the value of each hand on the full board. Odd chips are divided.
    """
    while row[STAGE] != OVER:
        may, stage, turn = legal(row, cap), row[STAGE], row[TURN]
        choice = choose(styles[turn], codes[stage, turn], may & 1, stage)
        act(row, min(choice, 1 + (may >> 2)))
    pot, best, winners = 0, -1, 0
    for position in range(players):
        pot += row[PAID + position]
        if row[ACTIVE] >> position & 1:
            value = values[position]
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
    for position in range(players):
        share = pot / winners if row[ACTIVE] >> position & 1 and values[position] == best else 0.0
        gains[position] += (share - row[PAID + position]) / SMALL_BET
