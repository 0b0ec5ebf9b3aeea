"""Actions as numbers, for the kernel of many tables and for what learns on it; needs NumPy alone.

The five answers come first, then every bid of the ladder, then every bid again with a push. The ladder is that of all
dice in play; a bid keeps its number when dice are lost. Of all pushes there is one for each bid: all dice under the
cup that count for it, and if no other die is there, all but one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.rules import types
from mendax.games.liars_dice.rules.bids import Ladder, ladder
from mendax.games.liars_dice.rules.options import Order
from mendax.games.liars_dice.rules.types import Answer, Bid, Dice

MOST_DICE: Final = 5
NUM_FACES: Final = 6
CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS, EXACT, PASS = range(5)
FIRST_BID: Final = 5
"""The number of the lowest bid; before it are the answers."""
ANSWERS: Final = (
    types.CHALLENGE_BID,
    types.CHALLENGE_PASS,
    types.CHALLENGE_FIRST_PASS,
    types.EXACT,
    types.PASS,
)
NOTHING, A_BID, A_PASS = range(3)
"""Kinds of what was said."""


def full_ladder(players: int) -> Ladder:
    """The ladder with all dice in play."""
    return ladder(players * MOST_DICE, NUM_FACES, 1, Order.DOUBLE)


@lru_cache
def rungs(players: int) -> npt.NDArray[np.int32]:
    """The number and the face of every bid, the lowest first."""
    return np.array([(bid.count, bid.face) for bid in full_ladder(players).bids], dtype=np.int32)


def num_bids(players: int) -> int:
    """How many bids the ladder has."""
    return players * MOST_DICE * NUM_FACES


def num_actions(players: int) -> int:
    """How many actions have a number."""
    return FIRST_BID + 2 * num_bids(players)


def num_words(players: int) -> int:
    """How many bids and passes are remembered one by one: more than a full circle."""
    return max(6, players + 2)


def push_of(cup: Dice, face: int) -> Dice:
    """The dice that a push with a bid of this face shows; empty where there is none.

    >>> push_of((1, 3, 4, 4), 4), push_of((4, 4), 4), push_of((2, 3), 4)
    ((1, 4, 4), (4,), ())
    """
    shown = [die for die in cup if die in (1, face)]
    if len(shown) == len(cup) and shown:
        shown.remove(face if face in shown else 1)
    return tuple(shown)


def number_of(action: Bid | Answer, cup: Dice, players: int) -> int | None:
    """The number of an action; `None` for a push that has none."""
    if isinstance(action, Answer):
        return ANSWERS.index(action)
    if action.push and action.push != push_of(cup, action.face):
        return None
    place = full_ladder(players).rank(Bid(action.count, action.face))
    return FIRST_BID + place + (num_bids(players) if action.push else 0)


def action_of(number: int, cup: Dice, players: int) -> Bid | Answer:
    """The action that a number stands for.

    >>> str(action_of(5 + 60 + 1, (1, 3, 5), 2))
    '1x3 push 1 3'
    """
    if number < FIRST_BID:
        return ANSWERS[number]
    pushed, place = divmod(number - FIRST_BID, num_bids(players))
    count, face = map(int, rungs(players)[place])
    return Bid(count, face, push_of(cup, face) if pushed else ())
