# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, call-overload, return-value"
"""Simulation: a hand is played out many times from where it stands, once with a call and once with a raise.

In each trial every opponent gets a holding, drawn by its weight, and the board its missing cards. Opponents then act by
their rates, with the same probabilities that weights are changed by. One's own later choices follow the betting rules
with the hand strength against the weighted holdings. A value is what is won from here on, in chips: folding is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numba import njit

from mendax.core.streams import key_of
from mendax.games.holdem.agents.poki.betting_rules import BET_AT, FEW_BETS, RAISE_AT
from mendax.games.holdem.agents.poki.later_boards import (
    Sheet,
    clear_sheet,
    new_sheet,
    read_beaten,
    read_place,
)
from mendax.games.holdem.agents.poki.weights import choice_probability
from mendax.games.holdem.kernel.evaluate import CARD_BITS
from mendax.games.holdem.kernel.hands import (
    ACTIVE,
    CALL,
    FOLD,
    LEVEL,
    OVER,
    PAID,
    RAISE,
    RAISES,
    STAGE,
    TURN,
    act,
    legal,
    settle,
)
from mendax.games.holdem.kernel.holdings import BOARD, HOLDING_BITS, HOLDINGS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BET_SIZES, BOARD_SIZES
from mendax.simd.streams import STEP, fold, uniform

_SIZES = np.array(BET_SIZES, dtype=np.int64)
_BOARDS = np.array(BOARD_SIZES, dtype=np.int64)
_compiled = njit(cache=True, error_model="numpy", nogil=True, _nrt=False)
_inlined = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)
"""Only `_simulate` allocates arrays; elsewhere reference counting, which takes long, is off (`_nrt`)."""
_TRIES = 200
_PARTS = 1024
"""A power of two, so that a share times this is exact."""


@_compiled
def _index(weights: Weights, sums: Weights, guide: Numbers) -> None:
    """Write running sums; and for each of so many equal parts of the whole, the first holding that reaches into it."""
    total = 0.0
    for holding in range(NUM_HOLDINGS):
        total += weights[holding]
        sums[holding] = total
    holding = 0
    for part in range(_PARTS):
        while holding < NUM_HOLDINGS - 1 and sums[holding] <= part / _PARTS * total:
            holding += 1
        guide[part] = holding


@_compiled
def _draw_holding(sums: Weights, guide: Numbers, used: int, bits: int) -> tuple[int, int]:
    """A holding by weight, whose cards are not used, and the state of the stream; see `_index`."""
    for _ in range(_TRIES):
        bits += STEP
        share = uniform(bits)
        holding = guide[np.int64(share * _PARTS)]
        while holding < NUM_HOLDINGS and sums[holding] <= share * sums[-1]:
            holding += 1
        if holding < NUM_HOLDINGS and not HOLDING_BITS[holding] & used:
            return holding, bits
    while True:  # nearly all weight is on holdings that others have: any holding
        bits += STEP
        holding = np.int64(uniform(bits) * NUM_HOLDINGS)
        if not HOLDING_BITS[holding] & used:
            return holding, bits


@_compiled
def _deal_trial(
    row: Numbers, players: int, me: int, deck: Numbers, known: int, sums: Weights, guides: Numbers, holdings: Numbers,
    bits: int,
) -> int:  # fmt: skip
    """Give every active opponent a holding and the board its missing cards; `known` of them lie open."""
    used = CARD_BITS[deck[me]] | CARD_BITS[deck[me + players]]
    for place in range(2 * players, 2 * players + known):
        used |= CARD_BITS[deck[place]]
    bits += STEP
    start = np.int64(uniform(bits) * players)  # nobody is always the first to get what all may have
    for step in range(players):
        position = (start + step) % players
        if position == me or not row[ACTIVE] >> position & 1:
            continue
        holding, bits = _draw_holding(sums[position], guides[position], used, bits)
        holdings[position] = holding
        deck[position], deck[position + players] = HOLDINGS[holding, 0], HOLDINGS[holding, 1]
        used |= HOLDING_BITS[holding]
    place = 2 * players + known
    while place < 2 * players + BOARD:
        bits += STEP
        card = np.int64(uniform(bits) * NUM_CARDS)
        if not CARD_BITS[card] & used:
            deck[place] = card
            used |= CARD_BITS[card]
            place += 1
    return bits


@_inlined
def _own_choice(row: Numbers, players: int, me: int, beaten: Weights, potential: float) -> int:
    """One's own choice in a trial, by the betting rules."""
    strength, pot = 1.0, 0
    for position in range(players):
        pot += row[PAID + position]
        if position != me and row[ACTIVE] >> position & 1:
            strength *= beaten[position]
    effective = strength + (1 - strength) * potential
    to_call = row[LEVEL] - row[PAID + me]
    if effective >= RAISE_AT:
        return RAISE if row[RAISES] < FEW_BETS else CALL
    if to_call == 0:
        return RAISE if effective >= BET_AT else CALL
    if effective >= BET_AT and to_call < FEW_BETS * _SIZES[row[STAGE]]:
        return CALL
    return CALL if effective * (pot + to_call) >= to_call else FOLD


@_inlined
def _their_choice(row: Numbers, cap: int, place: float, situations: Weights, chance: float) -> int:
    """An opponent's choice in a trial, by its thresholds and the place of its holding."""
    turn, stage = row[TURN], row[STAGE]
    may = legal(row, cap)
    may_raise = may >> RAISE & 1 == 1
    to_call = row[LEVEL] - row[PAID + turn]
    faced = 0 if to_call == 0 else 1 if to_call <= _SIZES[stage] else 2
    if may & 1:
        folds = choice_probability(place, situations[stage, faced], FOLD, may_raise)
        if chance < folds:
            return FOLD
        chance -= folds
    if may_raise and chance < choice_probability(place, situations[stage, faced], RAISE, may_raise):
        return RAISE
    return CALL


@_inlined
def _play_out(
    table: Numbers, row: Numbers, players: int, me: int, cap: int, deck: Numbers, potential: float,
    situations: Weights, now: int, sheet: Sheet, gains: Numbers, stream: int,
) -> int:  # fmt: skip
    """Play a trial to its end, after the first choice; return what one has won in the hand."""
    while row[STAGE] != OVER:
        stage, turn = row[STAGE], row[TURN]
        if turn == me:
            read_beaten(table, stage, row[ACTIVE], players, me, deck, sheet)
            choice = _own_choice(row, players, me, sheet.beaten[stage], potential if stage == now else 0.0)
            if choice == FOLD:  # what the others do then changes nothing
                return -row[PAID + me]
            if choice == RAISE and not legal(row, cap) >> RAISE & 1:
                choice = CALL
        else:
            stream += STEP
            place = read_place(table, stage, turn, players, me, deck, sheet)
            choice = _their_choice(row, cap, place, situations[turn], uniform(stream))
        act(row, choice)
    settle(row, players, table, deck, gains)
    return gains[me]


@_compiled
def _run_trials(
    table: Numbers, start: Numbers, row: Numbers, players: int, deck: Numbers, cap: int, sums: Weights, guides: Numbers,
    holdings: Numbers, places_now: Weights, potential: float, situations: Weights, sheet: Sheet, gains: Numbers,
    trials: int, key: int, totals: Weights,
) -> None:  # fmt: skip
    """Add to `totals` the values of a call and of a raise, and the squares of both."""
    me, now = start[TURN], start[STAGE]
    may = legal(start, cap)
    for trial in range(trials):
        bits = _deal_trial(start, players, me, deck, _BOARDS[now], sums, guides, holdings, fold(key, trial))
        clear_sheet(sheet, now)
        for position in range(players):
            sheet.places[now, position] = places_now[holdings[position]]
        for first in (CALL, RAISE):
            if may >> first & 1:
                for at in range(len(start)):
                    row[at] = start[at]
                act(row, first)
                gain = _play_out(table, row, players, me, cap, deck, potential, situations, now, sheet, gains, bits)
                value = gain + start[PAID + me]
                totals[first - CALL] += value
                totals[first - CALL + 2] += value * value


@njit(cache=True, error_model="numpy", nogil=True)
def _simulate(
    table: Numbers, start: Numbers, players: int, deck: Numbers, cap: int, weights: Weights, places_now: Weights,
    beaten_now: Weights, potential: float, situations: Weights, trials: int, key: int, totals: Weights,
) -> None:  # fmt: skip
    """Add to `totals` the values of a call and of a raise, and the squares of both."""
    me, now = start[TURN], start[STAGE]
    row, gains, holdings = start.copy(), np.empty(players, dtype=np.int64), np.zeros(players, dtype=np.int64)
    sums, guides = np.empty((players, NUM_HOLDINGS)), np.empty((players, _PARTS), dtype=np.int64)
    for position in range(players):
        if position != me and start[ACTIVE] >> position & 1:
            _index(weights[position], sums[position], guides[position])
    sheet = new_sheet(weights, now)
    sheet.beaten[now] = beaten_now
    _run_trials(
        table, start, row, players, deck, cap, sums, guides, holdings, places_now, potential, situations, sheet, gains,
        trials, key, totals,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Values:
    """What a call and a raise are worth, in chips more than a fold; a check is a call, a bet is a raise."""

    call: float
    raise_: float | None
    """`None` where there is no raise."""
    errors: tuple[float, float]
    """The standard errors of both."""
    trials: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a hand stands when a choice is to be made, by position: 0 is the first seat left of the button."""

    row: Numbers
    """The betting, a row of `kernel/hands.py`; whose turn it is there asks."""
    players: int
    cap: int
    deck: Numbers
    """As in `kernel/hands.py`: one's own cards and the open cards of the board are in their places."""
    weights: Weights
    """By position and holding, for each opponent who has not folded."""
    places: Weights
    """By holding: its place now."""
    beaten: Weights
    """By position: one's own hand strength now against this opponent."""
    potential: float
    situations: Weights
    """By position, stage and bets faced: how an opponent acts (`weights.py`)."""


def simulate(standing: Standing, trials: int, key: int) -> Values:
    """Play a hand out from where it stands; the same key gives the same values."""
    totals = np.zeros(4)
    _simulate(
        evaluator_table(),
        standing.row,
        standing.players,
        standing.deck.copy(),
        standing.cap,
        standing.weights,
        standing.places,
        standing.beaten,
        standing.potential,
        standing.situations,
        trials,
        np.uint64(key_of(key)),  # keys that are close must not share trials
        totals,
    )
    means = totals[:2] / trials
    spreads = np.maximum(totals[2:] / trials - means**2, 0.0)
    call_error, raise_error = (sqrt(float(spread) / trials) for spread in spreads)
    may_raise = bool(legal(standing.row, standing.cap) >> RAISE & 1)
    return Values(float(means[0]), float(means[1]) if may_raise else None, (call_error, raise_error), trials)
