"""Observations and masks: a view of Yahtzee as numbers from 0 to 1, and the legal actions as zeros and ones."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.games.yahtzee.kernel.tables import NUM_ACTIONS, NUM_KEEPS, keeps_by_number
from mendax.games.yahtzee.rules.scoring import (
    BONUS_AT,
    BOXES,
    HIGHEST_SCORE,
    NUM_BOXES,
    NUM_DICE,
    OPEN,
    Dice,
    Rules,
    box_points,
    legal_boxes,
)
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN, Action, Keep, Score, View

DICE: Final = slice(0, 6 * NUM_DICE)
"""The five dice in rising order, a row of six for each with a 1 at its face."""
COUNTS: Final = slice(DICE.stop, DICE.stop + 6)
"""How many dice show each face, in fifths."""
ROLLED: Final = slice(COUNTS.stop, COUNTS.stop + ROLLS_PER_TURN)
"""A 1 at the number of rolls made: the first, the second or the third."""
POTENTIAL: Final = slice(ROLLED.stop, ROLLED.stop + NUM_BOXES)
"""What the dice would score in each box now, in fiftieths; 0 where they may not go."""
TABLE_WIDTH: Final = POTENTIAL.stop
"""The features of the table come first, all 0 when the game is over; a block for every card follows."""
CARD_WIDTH: Final = NUM_BOXES + 4
"""A card: filled boxes, upper total in parts of 63, whether it is armed, score, whether it is its turn."""

FULL_POINTS: Final = 50.0
"""The most that a box can hold."""
FULL_SCORE: Final = float(HIGHEST_SCORE)
"""The highest score there is: thirteen Yahtzees, placed well."""


def num_features(players: int) -> int:
    """The number of features of a game."""
    return TABLE_WIDTH + CARD_WIDTH * players


def dice_features(dice: Dice) -> list[float]:
    """The five dice one by one, then the counts of their faces."""
    shown = [float(die == face) for die in dice for face in range(1, 7)]
    return shown + [dice.count(face) / NUM_DICE for face in range(1, 7)]


def features(view: View, rules: Rules) -> npt.NDArray[np.float32]:
    """The observation of a seat: the table, its own card, then the cards of the next seats in turn."""
    found = np.zeros(num_features(len(view.cards)), np.float32)
    own = view.seat or 0
    if view.dice:
        found[: COUNTS.stop] = dice_features(view.dice)
        found[ROLLED.start + view.rolls - 1] = 1.0
        for box in legal_boxes(view.card, view.dice, rules):
            found[POTENTIAL.start + box] = box_points(view.card, view.dice, box, rules) / FULL_POINTS
    for place in range(len(view.cards)):
        seat = (own + place) % len(view.cards)
        card, at = view.cards[seat], TABLE_WIDTH + CARD_WIDTH * place
        found[at : at + NUM_BOXES] = [card.points[box] != OPEN for box in BOXES]
        found[at + NUM_BOXES : at + CARD_WIDTH] = (
            min(card.upper, BONUS_AT) / BONUS_AT,
            card.armed,
            card.total / FULL_SCORE,
            bool(view.dice) and view.turn == seat,
        )
    return found


@cache
def _numbers_of_keeps(dice: Dice) -> dict[Dice, list[int]]:
    """By the dice that are kept: the numbers of the actions that keep them."""
    found: dict[Dice, list[int]] = {}
    for number, keep in enumerate(keeps_by_number(dice)):
        found.setdefault(keep.dice, []).append(number)
    return found


def action_mask(actions: Collection[Action], dice: Dice) -> npt.NDArray[np.int8]:
    """A 1 at the number of every legal action; Gymnasium samples with masks of this type."""
    mask, kept = [0] * NUM_ACTIONS, _numbers_of_keeps(dice)
    for action in actions:
        if isinstance(action, Score):
            mask[NUM_KEEPS + action.box] = 1
        elif isinstance(action, Keep):
            for number in kept[action.dice]:
                mask[number] = 1
    return np.array(mask, np.int8)
