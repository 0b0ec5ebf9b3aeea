"""Reading the exact solution: what a card, a keep or a box is worth.

This is the readable twin of the solver's inner loop, for one state at a time; tests hold the two
together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.agents.yahtzee.table import NUM_MASKS, WIDTH, Worth, load_or_solve
from mendax.games.yahtzee.lattice import CHANCE, FIRST_ROLL, GROWN, NUM_ROLLS, NUM_SETS, NUMBER, SHRUNK
from mendax.games.yahtzee.scoring import BONUS, BONUS_AT, BOXES, OPEN, ROLLS, Box, Card, Dice, Rules, enter, legal_boxes

_SIZES: Final = (0, 1, 7, 28, 84, 210, NUM_SETS)
"""Where the sets of each size begin."""
_LOWER: Final = np.array([[*parts, *[parts[0]] * (5 - len(parts))] if parts else [0] * 5 for parts in SHRUNK])


@dataclass(frozen=True, slots=True)
class TurnValues:
    """Everything a turn can lead to, in expected points from here to the end of the game."""

    scores: npt.NDArray[np.float64]
    """By roll and box, after the third roll; not a number where the box may not be used."""
    last: npt.NDArray[np.float64]
    """By kept set, with one roll to come."""
    first: npt.NDArray[np.float64]
    """By kept set, with two rolls to come."""
    value: float
    """Before the first roll."""

    def keep(self, kept: Dice, rolls: int) -> float:
        """What keeping some dice is worth after the first or the second roll."""
        return float((self.first if rolls == 1 else self.last)[NUMBER[kept]])

    def score(self, dice: Dice, box: Box) -> float:
        """What entering the dice in a box is worth, the points themselves included."""
        return float(self.scores[NUMBER[dice] - FIRST_ROLL, box])


@dataclass(frozen=True, slots=True)
class Optimum:
    """A value for every state, and the decisions that follow from it."""

    rules: Rules
    worth: Worth

    def further(self, card: Card) -> float:
        """Expected points from the start of a turn to the end of the game, beyond what the card shows."""
        mask = sum(1 << box for box in BOXES if card.points[box] != OPEN)
        sure = BONUS if card.upper >= BONUS_AT else 0
        return float(self.worth[mask, int(card.armed), min(card.upper, BONUS_AT)]) - sure

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn that starts with this card."""
        return _turn_values(self, card)

    def __hash__(self) -> int:
        return id(self.worth)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Optimum) and self.worth is other.worth and self.rules is other.rules


@lru_cache(maxsize=8)
def optimum(rules: Rules) -> Optimum:
    """The exact solution of a set of rules, once a process."""
    return Optimum(rules, load_or_solve(rules))


@lru_cache(maxsize=8)
def single_turns(rules: Rules) -> Optimum:
    """As if the game ended with the turn: only the points of the turn count, the upper bonus if it is reached."""
    worth = np.zeros((NUM_MASKS, 2, WIDTH))
    worth[:, :, BONUS_AT:] = BONUS
    return Optimum(rules, worth)


@lru_cache(maxsize=20_000)
def _turn_values(table: Optimum, card: Card) -> TurnValues:
    scores = np.full((NUM_ROLLS, 13), np.nan)
    for number, dice in enumerate(ROLLS):
        for box in legal_boxes(card, dice, table.rules):
            after = enter(card, dice, box, table.rules)
            scores[number, box] = after.total - card.total + table.further(after)
    best = np.nanmax(scores, axis=1)
    last = _value_keeps(best)
    first = _value_keeps(_choose(last)[FIRST_ROLL:])
    return TurnValues(scores, last, first, float(CHANCE @ _choose(first)[FIRST_ROLL:]))


def _value_keeps(rolls: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What each set is worth when the missing dice are rolled: the mean over one more die, size by size."""
    values = np.empty(NUM_SETS)
    values[FIRST_ROLL:] = rolls
    for size in range(4, -1, -1):
        part = slice(_SIZES[size], _SIZES[size + 1])
        values[part] = values[GROWN[part]].mean(axis=1)
    return values


def _choose(keeps: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What each set is worth when any part of it may be kept: the highest over one die fewer, size by size."""
    values = keeps.copy()
    for size in range(1, 6):
        part = slice(_SIZES[size], _SIZES[size + 1])
        values[part] = np.maximum(values[part], values[_LOWER[part]].max(axis=1))
    return values
