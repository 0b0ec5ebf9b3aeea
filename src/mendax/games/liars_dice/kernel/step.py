# mypy: disable-error-code="untyped-decorator, call-overload, no-any-return, return-value"
"""The compiled kernel: the full game on one row of whole numbers, step by step.

A game in progress is a row; the columns are named below. The functions change the row in place and draw nothing:
`open_round` is given who begins, `roll` what a cup shows, `speak` an action's code and the set of dice pushed with it.
Only `is_legal` checks; the other functions expect what the rules allow. `rules/game.py` is the authority: tests
compare the two at every step. `playouts.py` plays whole random games with these functions.

>>> game = LiarsDice(players=2, dice=1, rules="plain")
>>> row = start(game)
>>> open_round(row, *tables(game), 0), [int(row[DICE]), int(row[LEFT])]
(None, [1, 2])
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.liars_dice.kernel.tables import (
    EXACTLY,
    FACES,
    FIELD,
    FIRST_PUSH,
    LADDER,
    LADDERS,
    MOST_DICE,
    NUM_PUSHES,
    OPENS,
    PACKED,
    PASSES,
    PLAYERS,
    SETS,
    SINGLE,
    SIZE,
    SPECIALS,
    WILD,
    Numbers,
    set_numbers,
    sets_of,
    tables,
)
from mendax.games.liars_dice.rules import types
from mendax.games.liars_dice.rules.bids import Ladder, ladder
from mendax.games.liars_dice.rules.game import LiarsDice

compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)
"""Nothing here allocates an array, so reference counting is off (`_nrt`): it took longer than playing."""

SEATS: Final = 10
"""The most seats there can be; a row has room for as many."""
NOBODY: Final = SEATS
PHASE: Final = 0
"""What comes next: one of the four below."""
OPENING, ROLLING, SPEAKING, OVER = 0, 1, 2, 3
TURN: Final = 1
"""Who speaks next."""
BID: Final = 2
"""One more than the standing bid's position on the ladder; 0 before there is a bid."""
BIDDER: Final = 3
NUM_PASSES: Final = 4
"""How many passes followed the bid; more than two count as two."""
LAST: Final = 5
"""Who spoke last."""
BEFORE: Final = 6
"""Who spoke before that."""
EXACTS: Final = 7
"""Who may still say exact, a bit for each seat."""
PASSED: Final = 8
"""Who has passed since their last roll, a bit for each seat."""
HAD_SPECIAL: Final = 9
"""Who has had a special round, a bit for each seat."""
SPECIAL: Final = 10
"""1 in a special round."""
TOTAL: Final = 11
"""Dice in play."""
LEFT: Final = 12
"""Players left."""
NEXT_OPENER: Final = 13
"""Who opens next where the last round decides it; `NOBODY` before the first round if chance draws the opener."""
LOSER: Final = 14
"""Who lost a die in the last round, or nobody."""
ROUNDS: Final = 15
TO_ROLL: Final = 16
"""How many dice whoever pushed last has to roll again."""
RIGHT: Final = 17
"""Whether the last challenge or exact was right."""
IN_PLAY: Final = 18
"""Who still has dice, a bit for each seat."""
DICE: Final = 19
"""From here on, how many dice each seat has."""
CUPS: Final = DICE + SEATS
"""From here on, the set under each cup."""
SHOWN: Final = CUPS + SEATS
"""From here on, the shown dice of each seat, packed."""
NEXT: Final = SHOWN + SEATS
"""From here on, who comes after each seat."""
WIDTH: Final = NEXT + SEATS

CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS, EXACT, PASS = range(5)
FIRST_BID: Final = 5
"""Codes of actions: the five answers, then the bids by their position on the ladder."""

_FIELD: Final = (1 << FIELD) - 1


def start(game: LiarsDice) -> Numbers:
    """The row of a new game."""
    row = np.zeros(WIDTH, dtype=np.uint32)
    reset(row, *tables(game))
    return row


@compiled
def reset(row: Numbers, params: Numbers, lists: Numbers) -> None:
    """Make a row the start of a game."""
    row[PHASE] = OPENING
    row[EXACTS] = (1 << params[PLAYERS]) - 1 if params[EXACTLY] else 0
    row[HAD_SPECIAL] = 0
    row[SPECIAL] = 0
    row[TOTAL] = params[PLAYERS] * params[MOST_DICE]
    row[LEFT] = params[PLAYERS]
    row[IN_PLAY] = (1 << params[PLAYERS]) - 1
    row[NEXT_OPENER] = 0 if params[OPENS] == 2 else NOBODY
    row[LOSER] = NOBODY
    row[ROUNDS] = 0
    for seat in range(params[PLAYERS]):
        row[DICE + seat] = params[MOST_DICE]
        row[NEXT + seat] = seat + 1 if seat + 1 < params[PLAYERS] else 0


@compiled
def open_round(row: Numbers, params: Numbers, lists: Numbers, seat: int) -> None:
    """A seat begins a round; all cups have to be rolled."""
    row[SPECIAL] = 0
    loser = row[LOSER]
    if (
        params[SPECIALS]
        and loser != NOBODY
        and row[LEFT] > 2
        and row[DICE + loser] == 1
        and not row[HAD_SPECIAL] >> loser & 1
    ):
        row[SPECIAL] = 1
        row[HAD_SPECIAL] |= 1 << loser
    row[PHASE] = ROLLING
    row[TURN] = seat
    row[BID] = 0
    row[NUM_PASSES] = 0
    row[LAST] = NOBODY
    row[BEFORE] = NOBODY
    row[PASSED] = 0
    row[TO_ROLL] = 0
    for other in range(params[PLAYERS]):
        row[CUPS + other] = 0
        row[SHOWN + other] = 0


@compiled
def roll(row: Numbers, params: Numbers, lists: Numbers, seat: int, dice: int) -> None:
    """A seat rolls `dice`, the number of a set: at a round's start seat by seat, after a push whoever pushed."""
    row[CUPS + seat] = dice
    if row[TO_ROLL]:
        row[TO_ROLL] = 0
        row[PHASE] = SPEAKING
        return
    for other in range(seat + 1, params[PLAYERS]):
        if row[DICE + other]:
            return
    row[PHASE] = SPEAKING


@compiled
def answers(row: Numbers, params: Numbers, lists: Numbers) -> int:
    """The answers that are legal, a bit for each."""
    if row[BID] == 0:
        return 0
    seat, passes = row[TURN], row[NUM_PASSES]
    found = 0
    if passes == 0:
        found = 1 << CHALLENGE_BID
    else:
        found = 1 << CHALLENGE_PASS
        if row[BEFORE] != seat:
            found |= 1 << (CHALLENGE_BID if passes == 1 else CHALLENGE_FIRST_PASS)
    if row[EXACTS] >> seat & 1 and row[BIDDER] != seat:
        found |= 1 << EXACT
    if params[PASSES] and row[DICE + seat] > 1 and not row[PASSED] >> seat & 1:
        found |= 1 << PASS
    return found


@compiled
def _bid(row: Numbers, params: Numbers, lists: Numbers) -> int:
    """The standing bid as 16 * number + face."""
    steps = row[SPECIAL] * (params[PLAYERS] * params[MOST_DICE] + 1) + row[TOTAL]
    return np.int64(lists[params[LADDERS] + steps * params[LADDER] + row[BID] - 1])


@compiled
def bound_bids(row: Numbers, params: Numbers, lists: Numbers) -> bool:
    """Whether the seat to speak must keep the face: in a special round, with more than one die."""
    return row[SPECIAL] != 0 and row[BID] > 0 and row[DICE + row[TURN]] > 1


@compiled
def num_bids(row: Numbers, params: Numbers, lists: Numbers) -> int:
    """How many bids are legal, pushes aside."""
    total = np.int64(row[TOTAL])
    if bound_bids(row, params, lists):
        return total - (_bid(row, params, lists) >> 4)
    return total * params[FACES] - np.int64(row[BID])


@compiled
def nth_bid(row: Numbers, params: Numbers, lists: Numbers, number: int) -> int:
    """The code of a legal bid, numbered from the lowest."""
    if bound_bids(row, params, lists):  # without a wild face the ladder is by number and face
        return FIRST_BID + row[BID] - 1 + (number + 1) * params[FACES]
    return FIRST_BID + row[BID] + number


@compiled
def is_legal(row: Numbers, params: Numbers, lists: Numbers, code: int, push: int) -> bool:
    """Whether the seat to speak may take an action, given by its code, with a push."""
    if row[PHASE] != SPEAKING or code < 0:
        return False
    if code < FIRST_BID:
        return push == 0 and (answers(row, params, lists) >> code & 1) == 1
    rank = code - FIRST_BID
    if rank < row[BID] or rank >= row[TOTAL] * params[FACES]:
        return False
    if bound_bids(row, params, lists) and (rank - row[BID] + 1) % params[FACES]:
        return False
    cup = row[CUPS + row[TURN]]
    first = params[SETS + 4 * cup + FIRST_PUSH]
    found = False
    for at in range(first, first + params[SETS + 4 * cup + NUM_PUSHES]):
        found = found or lists[at] == push
    return found


@compiled
def speak(row: Numbers, params: Numbers, lists: Numbers, code: int, push: int) -> None:
    """Take a legal action. After a push `roll` must follow, after the end of a round `open_round`."""
    seat = row[TURN]
    if code >= FIRST_BID:
        row[BID] = code - FIRST_BID + 1
        row[BIDDER] = seat
        row[NUM_PASSES] = 0
        if push:
            cup = row[CUPS + seat]
            row[TO_ROLL] = params[SETS + 4 * cup + SIZE] - params[SETS + 4 * push + SIZE]
            row[SHOWN + seat] += params[SETS + 4 * push + PACKED]
            row[CUPS + seat] = 0
            row[PASSED] &= ~(1 << seat)
            row[PHASE] = ROLLING
    elif code == PASS:
        row[NUM_PASSES] = min(row[NUM_PASSES] + 1, 2)
        row[PASSED] |= 1 << seat
    else:
        end_round(row, params, lists, code)
        return
    row[BEFORE] = row[LAST]
    row[LAST] = seat
    row[TURN] = row[NEXT + seat]


@compiled
def matching(row: Numbers, params: Numbers, lists: Numbers) -> int:
    """How many dice of all seats count for the standing bid."""
    face = _bid(row, params, lists) & 15
    wild = params[WILD]
    natural = FIELD * (face - 1)
    # Without a wild face, or where it is the face itself, the shift by 31 finds no dice.
    joker = FIELD * (wild - 1) if wild and wild != face and not row[SPECIAL] else 31
    found = 0
    for seat in range(params[PLAYERS]):
        dice = params[SETS + 4 * row[CUPS + seat] + PACKED] + row[SHOWN + seat]
        found += (dice >> natural & _FIELD) + (dice >> joker & _FIELD)
    return found


@compiled
def all_alike(row: Numbers, params: Numbers, lists: Numbers, seat: int) -> bool:
    """Whether all dice of a seat show one face."""
    everything = params[SETS + 4 * row[CUPS + seat] + PACKED] + row[SHOWN + seat]
    for _ in range(params[FACES]):
        if everything & _FIELD:
            return everything >> FIELD == 0
        everything >>= FIELD
    return False


@compiled
def end_round(row: Numbers, params: Numbers, lists: Numbers, code: int) -> None:
    """End the round by a challenge or an exact: a die is lost or won back."""
    seat = row[TURN]
    if code in (CHALLENGE_PASS, CHALLENGE_FIRST_PASS):
        target = row[LAST] if code == CHALLENGE_PASS else row[BEFORE]
        right = not all_alike(row, params, lists, target)
    else:
        target = row[BIDDER]
        bid = _bid(row, params, lists) >> 4
        found = matching(row, params, lists)
        right = found == bid if code == EXACT else found < bid
    row[ROUNDS] += 1
    row[RIGHT] = 1 if right else 0
    row[PHASE] = OPENING
    if code == EXACT:
        row[EXACTS] &= ~(1 << seat)
        if right:
            row[LOSER] = NOBODY
            row[NEXT_OPENER] = seat
            if row[DICE + seat] < params[MOST_DICE]:
                row[DICE + seat] += 1
                row[TOTAL] += 1
            if params[SINGLE]:
                row[PHASE] = OVER
            return
    loser = target if right else seat
    row[LOSER] = loser
    row[TOTAL] -= 1
    row[DICE + loser] -= 1
    row[NEXT_OPENER] = loser
    if row[DICE + loser] == 0:
        row[LEFT] -= 1
        row[IN_PLAY] &= ~(1 << loser)
        after = row[NEXT + loser]
        row[NEXT_OPENER] = after
        # Take the loser out of the circle of seats.
        for other in range(params[PLAYERS]):
            if row[NEXT + other] == loser:
                row[NEXT + other] = after
    if params[SINGLE] or row[LEFT] == 1:
        row[PHASE] = OVER


_ANSWERS: Final = (
    types.CHALLENGE_BID,
    types.CHALLENGE_PASS,
    types.CHALLENGE_FIRST_PASS,
    types.EXACT,
    types.PASS,
)


def _ladder(game: LiarsDice, row: Numbers) -> Ladder:
    return ladder(int(row[TOTAL]), game.faces, 0 if row[SPECIAL] else game.options.wild, game.options.order)


def action_of(game: LiarsDice, row: Numbers, code: int, push: int) -> types.Bid | types.Answer:
    """The rules' action for a code and the number of a pushed set in this round."""
    if code < FIRST_BID:
        return _ANSWERS[code]
    bid = _ladder(game, row).bids[code - FIRST_BID]
    return types.Bid(bid.count, bid.face, sets_of(game.dice, game.faces)[push])


def code_of(game: LiarsDice, row: Numbers, action: types.Bid | types.Answer) -> tuple[int, int]:
    """The code and the number of the pushed set for an action of the rules."""
    if isinstance(action, types.Answer):
        return _ANSWERS.index(action), 0
    return FIRST_BID + _ladder(game, row).rank(action), set_numbers(game.dice, game.faces)[action.push]


def legal_actions(game: LiarsDice, row: Numbers) -> list[tuple[int, int]]:
    """Every legal code with the number of every set that can be pushed with it."""
    params, lists = tables(game)
    mask = answers(row, params, lists)
    found = [(code, 0) for code in range(FIRST_BID) if mask >> code & 1]
    first, number = params[SETS + 4 * row[CUPS + row[TURN]] + FIRST_PUSH :][:2]
    for at in range(num_bids(row, params, lists)):
        code = int(nth_bid(row, params, lists, at))
        found += [(code, int(push)) for push in lists[first : first + number]]
    return found
