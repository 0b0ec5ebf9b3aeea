# mypy: disable-error-code="untyped-decorator"
"""The rules for one player compiled by Numba: thousands of games in lockstep.

A game is seven small numbers, and a step is one decision in every game at once. The dice are handed
in, so a step draws nothing and the same dice give the same games.

>>> games = start(np.array([[6, 6, 1, 6, 2], [1, 2, 3, 4, 6]]))
>>> points = step(games, np.array([0b11100, 0b01111]), np.array([[6, 5, 1, 1, 1], [1, 1, 1, 1, 5]]))
>>> [ROLLS[roll] for roll in games.roll], games.rolls.tolist(), points.tolist()
([(5, 6, 6, 6, 6), (1, 2, 3, 4, 5)], [2, 2], [0, 0])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.core.errors import IllegalAction, MendaxError
from mendax.games.yahtzee.kernel.numba_joker import extra_points, points_row, usable_boxes
from mendax.games.yahtzee.kernel.tables import (
    ALL_BOXES,
    KEPT_SUM,
    NTH_BOX,
    NUM_ACTIONS,
    NUM_KEEPS,
    ROLL_FACE,
    ROLL_OF_SUM,
    ROW_POINTS,
    RULE_NUMBER,
    YAHTZEE_BOX,
    action_of,
    read_rules,
    weight,
)
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES, NUM_DICE, ROLLS, Rules
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN

Numbers: TypeAlias = npt.NDArray[Any]
"""Integers, one or a row of them for each game."""
_WEIGHTS = np.array([0, *map(weight, range(1, 7))])


@dataclass(frozen=True, slots=True)
class Games:
    """Many games of one player under the same rules, one array for each number; `step` changes them in place."""

    rules: Rules
    single_turn: bool
    """Whether a game is over after its first box."""
    filled: Numbers
    """The set of filled boxes: bit i for box i."""
    upper: Numbers
    """The points in the upper six boxes."""
    armed: Numbers
    """Whether the Yahtzee box holds 50."""
    score: Numbers
    """All points so far: the upper bonus from when it is reached, and 100 for every further Yahtzee."""
    roll: Numbers
    """The dice on the table, as one of 252 rolls; when the game is over, those of the next one."""
    rolls: Numbers
    """How many rolls of the turn are made; 0 when the game is over."""
    done: Numbers
    """Whether the game is over."""

    def __len__(self) -> int:
        return len(self.filled)


@njit(cache=True, nogil=True, error_model="numpy")
def _roll_number(kept_sum: int, keep: int, faces: Numbers) -> int:
    """The roll that some kept dice make with these faces for the others."""
    total = kept_sum
    for i in range(NUM_DICE):
        total += _WEIGHTS[faces[i]] * (1 - ((keep >> i) & 1))  # which dice are kept is hard to foresee: no branch
    return int(ROLL_OF_SUM[total])


@njit(cache=True, nogil=True, error_model="numpy")
def _first_illegal(filled: Numbers, roll: Numbers, rolls: Numbers, actions: Numbers, rules: int) -> int:
    """The first game whose action is not legal, or -1."""
    for game in range(len(filled)):
        action = actions[game]
        if action < 0 or action >= NUM_ACTIONS or rolls[game] == 0:
            return game
        if action < NUM_KEEPS:
            if rolls[game] == ROLLS_PER_TURN:
                return game
        else:
            usable = usable_boxes(filled[game], ROLL_FACE[roll[game]], rules)
            if rolls[game] < ROLLS_PER_TURN or not (usable >> (action - NUM_KEEPS)) & 1:
                return game
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def _step(
    filled: Numbers,
    upper: Numbers,
    armed: Numbers,
    score: Numbers,
    roll: Numbers,
    rolls: Numbers,
    done: Numbers,
    actions: Numbers,
    faces: Numbers,
    rules: int,
    single_turn: bool,
    gained: Numbers,
) -> None:
    """One decision in every game; all of them are legal."""
    for game in range(len(filled)):
        action = actions[game]
        if action < NUM_KEEPS:
            roll[game] = _roll_number(KEPT_SUM[roll[game], action], action, faces[game])
            rolls[game] += 1
            gained[game] = 0
            continue
        box, face = action - NUM_KEEPS, ROLL_FACE[roll[game]]
        points = ROW_POINTS[points_row(roll[game], filled[game], face, rules), box]
        total = points + extra_points(armed[game], face, rules)
        if box < 6:
            if upper[game] < BONUS_AT <= upper[game] + points:
                total += BONUS
            upper[game] += points
        if box == YAHTZEE_BOX and face > 0:
            armed[game] = True
        filled[game] |= 1 << box
        score[game] += total
        gained[game] = total
        over = single_turn or filled[game] == ALL_BOXES
        roll[game], rolls[game], done[game] = _roll_number(0, 0, faces[game]), 0 if over else 1, over


@njit(cache=True, nogil=True, error_model="numpy")
def _restart(filled: Numbers, upper: Numbers, armed: Numbers, score: Numbers, rolls: Numbers, done: Numbers) -> None:
    for game in range(len(filled)):
        if done[game]:
            filled[game], upper[game], armed[game], score[game] = 0, 0, False, 0
            rolls[game], done[game] = 1, False


@njit(cache=True, nogil=True, error_model="numpy")
def _legal(filled: Numbers, roll: Numbers, rolls: Numbers, rules: int, legal: Numbers) -> None:
    for game in range(len(filled)):
        may_keep = 0 < rolls[game] < ROLLS_PER_TURN
        for keep in range(NUM_KEEPS):
            legal[game, keep] = may_keep
        usable = usable_boxes(filled[game], ROLL_FACE[roll[game]], rules) if rolls[game] == ROLLS_PER_TURN else 0
        for box in range(NUM_BOXES):
            legal[game, NUM_KEEPS + box] = (usable >> box) & 1


@njit(cache=True, nogil=True, error_model="numpy")
def _box_points(filled: Numbers, roll: Numbers, rolls: Numbers, rules: int, points: Numbers) -> None:
    for game in range(len(filled)):
        face = ROLL_FACE[roll[game]]
        row = points_row(roll[game], filled[game], face, rules)
        usable = usable_boxes(filled[game], face, rules) if rolls[game] > 0 else 0
        for box in range(NUM_BOXES):
            points[game, box] = ROW_POINTS[row, box] * ((usable >> box) & 1)


@njit(cache=True, nogil=True, error_model="numpy")
def _pick(filled: Numbers, roll: Numbers, rolls: Numbers, shares: Numbers, rules: int, picked: Numbers) -> None:
    for game in range(len(filled)):
        if rolls[game] < ROLLS_PER_TURN:
            picked[game] = int(shares[game] * NUM_KEEPS)
            continue
        usable = usable_boxes(filled[game], ROLL_FACE[roll[game]], rules)
        num = 0
        for box in range(NUM_BOXES):
            num += (usable >> box) & 1
        picked[game] = NUM_KEEPS + NTH_BOX[usable, int(shares[game] * num)]


def start(faces: Numbers, rules: Rules | str = Rules.FORCED, *, single_turn: bool = False) -> Games:
    """New games, their first rolls made: `faces` has five dice a game."""
    num = len(faces)
    faces = _checked_faces(num, faces)
    return Games(
        rules=read_rules(rules),
        single_turn=single_turn,
        filled=np.zeros(num, np.int16),
        upper=np.zeros(num, np.int16),
        armed=np.zeros(num, np.bool_),
        score=np.zeros(num, np.int16),
        roll=ROLL_OF_SUM[_WEIGHTS[faces].sum(axis=1)],
        rolls=np.ones(num, np.int8),
        done=np.zeros(num, np.bool_),
    )


def step(games: Games, actions: Numbers, faces: Numbers) -> Numbers:
    """One decision in every game, and the points it made.

    A keep rolls the other dice: die i becomes `faces[game, i]`. A score rolls all five; after the last one
    they wait for `restart`. If any action is illegal, this raises `IllegalAction` and no game moves.
    """
    actions, faces = _checked_actions(games, actions), _checked_faces(len(games), faces)
    rules = RULE_NUMBER[games.rules]
    illegal = _first_illegal(games.filled, games.roll, games.rolls, actions, rules)
    if illegal >= 0:
        raise IllegalAction(f"game {illegal}, {_why_illegal(games, illegal, int(actions[illegal]))}")
    gained = np.empty(len(games), np.int16)
    _step(*_arrays(games), actions, faces, rules, games.single_turn, gained)
    return gained


def restart(games: Games) -> None:
    """Begin the games that are over again: the dice of their last step are the new games' first roll."""
    _restart(games.filled, games.upper, games.armed, games.score, games.rolls, games.done)


def legal(games: Games) -> npt.NDArray[np.bool_]:
    """By game and action: whether it may be chosen; nothing may once the game is over."""
    found = np.empty((len(games), NUM_ACTIONS), np.bool_)
    _legal(games.filled, games.roll, games.rolls, RULE_NUMBER[games.rules], found)
    return found


def box_points(games: Games) -> npt.NDArray[np.int8]:
    """By game and box: what the dice on the table would score there now, and 0 where they may not go.

    As `scoring.box_points`, so without the upper bonus and a further Yahtzee's 100 points.
    """
    found = np.empty((len(games), NUM_BOXES), np.int8)
    _box_points(games.filled, games.roll, games.rolls, RULE_NUMBER[games.rules], found)
    return found


def pick(games: Games, shares: Numbers) -> npt.NDArray[np.int64]:
    """A legal action in every game: number `int(share * n)` of its n legal actions, with 0 <= share < 1.

    Uniform shares give a random player. A game that is over has no legal action: what it gets is illegal.
    """
    shares = np.asarray(shares, np.float64)
    if shares.shape != (len(games),) or (shares.size and not (shares.min() >= 0 and shares.max() < 1)):
        raise MendaxError(f"shares are numbers from 0 to just under 1, one for each of {len(games)} games")
    picked = np.empty(len(games), np.int64)
    _pick(games.filled, games.roll, games.rolls, shares, RULE_NUMBER[games.rules], picked)
    return picked


def _arrays(games: Games) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]:
    return games.filled, games.upper, games.armed, games.score, games.roll, games.rolls, games.done


def _checked_faces(num_games: int, faces: Numbers) -> Numbers:
    """The faces, checked, as the compiled code takes them."""
    faces = np.asarray(faces)
    if faces.shape != (num_games, NUM_DICE) or faces.dtype.kind not in "iu":
        raise MendaxError(f"faces are {NUM_DICE} whole numbers for each of {num_games} games")
    if faces.size and (faces.min() < 1 or faces.max() > 6):
        game = int(np.argmax(((faces < 1) | (faces > 6)).any(axis=1)))
        raise MendaxError(f"game {game}: no dice fall {' '.join(map(str, faces[game]))}")
    return np.ascontiguousarray(faces, np.int8)


def _checked_actions(games: Games, actions: Numbers) -> Numbers:
    actions = np.asarray(actions)
    if actions.shape != (len(games),) or actions.dtype.kind not in "iu":
        raise IllegalAction(f"actions are whole numbers, one for each of {len(games)} games")
    return np.ascontiguousarray(actions, np.int64)


def _why_illegal(games: Games, game: int, number: int) -> str:
    """The reason why an action is illegal, with the action."""
    if not 0 <= number < NUM_ACTIONS:
        return f"action {number}: actions are the numbers from 0 to {NUM_ACTIONS - 1}"
    action = action_of(number, ROLLS[games.roll[game]])
    if games.done[game]:
        return f"action {number}: the game is over"
    if number < NUM_KEEPS:
        return f"action {number} ({action}): the three rolls are made, now a box must be scored"
    if games.rolls[game] < ROLLS_PER_TURN:
        return f"action {number} ({action}): a box is scored after the third roll; keep all the dice to stay"
    if games.filled[game] >> (number - NUM_KEEPS) & 1:
        return f"action {number} ({action}): that box is filled"
    return f"action {number} ({action}): a further Yahtzee must go where the joker rule says"
