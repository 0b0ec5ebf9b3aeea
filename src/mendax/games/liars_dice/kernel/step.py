# mypy: disable-error-code="untyped-decorator, call-overload, no-any-return, return-value"
"""The fast twin of the rules: the full game on a row of numbers, compiled by Numba.

A table is one row of whole numbers (the columns are named below), and many tables are the rows of one
array. Chance is handed in: `open_round` says who begins, `roll` what a cup shows, and `speak` takes a word
and the set of dice pushed with it. `random_games` plays whole games, every legal action equally often.
`rules.py` is the law: the two are tested to agree at every step.

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
"""Nothing here makes an array, so Numba need not count who holds one: counting took longer than playing."""

SEATS: Final = 10
"""The most there can be; a row has room for as many."""
NOBODY: Final = SEATS
PHASE: Final = 0
"""What comes next: one of the four below."""
OPENING, ROLLING, SPEAKING, OVER = 0, 1, 2, 3
TURN: Final = 1
"""Who speaks next."""
BID: Final = 2
"""The standing bid's place on the ladder and one; 0 before there is a bid."""
BIDDER: Final = 3
NUM_PASSES: Final = 4
"""How many passes lie on the bid; more than two count as two."""
LAST: Final = 5
"""Who spoke last."""
BEFORE: Final = 6
"""Who spoke before that."""
EXACTS: Final = 7
"""Who may still say exact, a bit for each seat."""
PASSED: Final = 8
"""Who has passed with the dice they hold."""
HAD_SPECIAL: Final = 9
SPECIAL: Final = 10
TOTAL: Final = 11
"""Dice in play."""
LEFT: Final = 12
"""Players left."""
NEXT_OPENER: Final = 13
"""Who opens where the law says it; at random before the first round."""
LOSER: Final = 14
"""Who lost a die in the last round, or nobody."""
ROUNDS: Final = 15
AIR: Final = 16
"""How many dice whoever spoke last has to roll again."""
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
"""Words: the five answers, then the bids by their place on the ladder."""

_FIELD: Final = (1 << FIELD) - 1


def start(game: LiarsDice) -> Numbers:
    """A row before anything has happened."""
    row = np.zeros(WIDTH, dtype=np.uint32)
    reset(row, *tables(game))
    return row


@compiled
def reset(row: Numbers, law: Numbers, book: Numbers) -> None:
    """A new game."""
    row[PHASE] = OPENING
    row[EXACTS] = (1 << law[PLAYERS]) - 1 if law[EXACTLY] else 0
    row[HAD_SPECIAL] = 0
    row[SPECIAL] = 0
    row[TOTAL] = law[PLAYERS] * law[MOST_DICE]
    row[LEFT] = law[PLAYERS]
    row[IN_PLAY] = (1 << law[PLAYERS]) - 1
    row[NEXT_OPENER] = 0 if law[OPENS] == 2 else NOBODY
    row[LOSER] = NOBODY
    row[ROUNDS] = 0
    for seat in range(law[PLAYERS]):
        row[DICE + seat] = law[MOST_DICE]
        row[NEXT + seat] = seat + 1 if seat + 1 < law[PLAYERS] else 0


@compiled
def open_round(row: Numbers, law: Numbers, book: Numbers, seat: int) -> None:
    """A seat begins a round; all cups are in the air."""
    row[SPECIAL] = 0
    loser = row[LOSER]
    if (
        law[SPECIALS]
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
    row[AIR] = 0
    for other in range(law[PLAYERS]):
        row[CUPS + other] = 0
        row[SHOWN + other] = 0


@compiled
def roll(row: Numbers, law: Numbers, book: Numbers, seat: int, dice: int) -> None:
    """A cup is rolled: at a round's start seat by seat, after a push by whoever pushed. `dice` is a set's number."""
    row[CUPS + seat] = dice
    if row[AIR]:
        row[AIR] = 0
        row[PHASE] = SPEAKING
        return
    for other in range(seat + 1, law[PLAYERS]):
        if row[DICE + other]:
            return
    row[PHASE] = SPEAKING


@compiled
def answers(row: Numbers, law: Numbers, book: Numbers) -> int:
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
    if law[PASSES] and row[DICE + seat] > 1 and not row[PASSED] >> seat & 1:
        found |= 1 << PASS
    return found


@compiled
def _bid(row: Numbers, law: Numbers, book: Numbers) -> int:
    """The standing bid: sixteen times its number, and its face."""
    steps = row[SPECIAL] * (law[PLAYERS] * law[MOST_DICE] + 1) + row[TOTAL]
    return np.int64(book[law[LADDERS] + steps * law[LADDER] + row[BID] - 1])


@compiled
def bound_bids(row: Numbers, law: Numbers, book: Numbers) -> bool:
    """Whether the seat to speak may not change the face: a special round, and more than one die."""
    return row[SPECIAL] != 0 and row[BID] > 0 and row[DICE + row[TURN]] > 1


@compiled
def num_bids(row: Numbers, law: Numbers, book: Numbers) -> int:
    """How many bids are legal, pushes aside."""
    total = np.int64(row[TOTAL])
    if bound_bids(row, law, book):
        return total - (_bid(row, law, book) >> 4)
    return total * law[FACES] - np.int64(row[BID])


@compiled
def nth_bid(row: Numbers, law: Numbers, book: Numbers, number: int) -> int:
    """The word of a legal bid, counted from the lowest."""
    if bound_bids(row, law, book):  # without a wild face the ladder is by number and face
        return FIRST_BID + row[BID] - 1 + (number + 1) * law[FACES]
    return FIRST_BID + row[BID] + number


@compiled
def is_legal(row: Numbers, law: Numbers, book: Numbers, word: int, push: int) -> bool:
    """Whether the seat to speak may say a word and push a set with it."""
    if row[PHASE] != SPEAKING or word < 0:
        return False
    if word < FIRST_BID:
        return push == 0 and (answers(row, law, book) >> word & 1) == 1
    rank = word - FIRST_BID
    if rank < row[BID] or rank >= row[TOTAL] * law[FACES]:
        return False
    if bound_bids(row, law, book) and (rank - row[BID] + 1) % law[FACES]:
        return False
    cup = row[CUPS + row[TURN]]
    first = law[SETS + 4 * cup + FIRST_PUSH]
    found = False
    for at in range(first, first + law[SETS + 4 * cup + NUM_PUSHES]):
        found = found or book[at] == push
    return found


@compiled
def speak(row: Numbers, law: Numbers, book: Numbers, word: int, push: int) -> None:
    """A legal word. After a push `roll` must follow, after the end of a round `open_round`."""
    seat = row[TURN]
    if word >= FIRST_BID:
        row[BID] = word - FIRST_BID + 1
        row[BIDDER] = seat
        row[NUM_PASSES] = 0
        if push:
            cup = row[CUPS + seat]
            row[AIR] = law[SETS + 4 * cup + SIZE] - law[SETS + 4 * push + SIZE]
            row[SHOWN + seat] += law[SETS + 4 * push + PACKED]
            row[CUPS + seat] = 0
            row[PASSED] &= ~(1 << seat)
            row[PHASE] = ROLLING
    elif word == PASS:
        row[NUM_PASSES] = min(row[NUM_PASSES] + 1, 2)
        row[PASSED] |= 1 << seat
    else:
        end_round(row, law, book, word)
        return
    row[BEFORE] = row[LAST]
    row[LAST] = seat
    row[TURN] = row[NEXT + seat]


@compiled
def matching(row: Numbers, law: Numbers, book: Numbers) -> int:
    """How many dice on the table count for the standing bid."""
    face = _bid(row, law, book) & 15
    wild = law[WILD]
    natural = FIELD * (face - 1)
    # Without a wild face, or where it is the face itself, the second look is at dice that are not there.
    joker = FIELD * (wild - 1) if wild and wild != face and not row[SPECIAL] else 31
    found = 0
    for seat in range(law[PLAYERS]):
        dice = law[SETS + 4 * row[CUPS + seat] + PACKED] + row[SHOWN + seat]
        found += (dice >> natural & _FIELD) + (dice >> joker & _FIELD)
    return found


@compiled
def all_alike(row: Numbers, law: Numbers, book: Numbers, seat: int) -> bool:
    """Whether all dice of a seat show one face."""
    everything = law[SETS + 4 * row[CUPS + seat] + PACKED] + row[SHOWN + seat]
    for _ in range(law[FACES]):
        if everything & _FIELD:
            return everything >> FIELD == 0
        everything >>= FIELD
    return False


@compiled
def end_round(row: Numbers, law: Numbers, book: Numbers, word: int) -> None:
    """What a challenge or an exact comes to."""
    seat = row[TURN]
    if word in (CHALLENGE_PASS, CHALLENGE_FIRST_PASS):
        target = row[LAST] if word == CHALLENGE_PASS else row[BEFORE]
        right = not all_alike(row, law, book, target)
    else:
        target = row[BIDDER]
        bid = _bid(row, law, book) >> 4
        found = matching(row, law, book)
        right = found == bid if word == EXACT else found < bid
    row[ROUNDS] += 1
    row[RIGHT] = 1 if right else 0
    row[PHASE] = OPENING
    if word == EXACT:
        row[EXACTS] &= ~(1 << seat)
        if right:
            row[LOSER] = NOBODY
            row[NEXT_OPENER] = seat
            if row[DICE + seat] < law[MOST_DICE]:
                row[DICE + seat] += 1
                row[TOTAL] += 1
            if law[SINGLE]:
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
        # Whoever came before the loser is followed by whoever came after.
        for other in range(law[PLAYERS]):
            if row[NEXT + other] == loser:
                row[NEXT + other] = after
    if law[SINGLE] or row[LEFT] == 1:
        row[PHASE] = OVER


_ANSWERS: Final = (
    types.CHALLENGE_BID,
    types.CHALLENGE_PASS,
    types.CHALLENGE_FIRST_PASS,
    types.EXACT,
    types.PASS,
)


def _ladder(game: LiarsDice, row: Numbers) -> Ladder:
    return ladder(int(row[TOTAL]), game.faces, 0 if row[SPECIAL] else game.law.wild, game.law.order)


def action_of(game: LiarsDice, row: Numbers, word: int, push: int) -> types.Bid | types.Answer:
    """The rules' action for a word and a pushed set in this round."""
    if word < FIRST_BID:
        return _ANSWERS[word]
    bid = _ladder(game, row).bids[word - FIRST_BID]
    return types.Bid(bid.count, bid.face, sets_of(game.dice, game.faces)[push])


def word_of(game: LiarsDice, row: Numbers, action: types.Bid | types.Answer) -> tuple[int, int]:
    """The word and the pushed set for an action of the rules."""
    if isinstance(action, types.Answer):
        return _ANSWERS.index(action), 0
    return FIRST_BID + _ladder(game, row).rank(action), set_numbers(game.dice, game.faces)[action.push]


def legal_actions(game: LiarsDice, row: Numbers) -> list[tuple[int, int]]:
    """Every legal word with every set that can be pushed with it."""
    law, book = tables(game)
    mask = answers(row, law, book)
    found = [(word, 0) for word in range(FIRST_BID) if mask >> word & 1]
    first, number = law[SETS + 4 * row[CUPS + row[TURN]] + FIRST_PUSH :][:2]
    for at in range(num_bids(row, law, book)):
        word = int(nth_bid(row, law, book, at))
        found += [(word, int(push)) for push in book[first : first + number]]
    return found
