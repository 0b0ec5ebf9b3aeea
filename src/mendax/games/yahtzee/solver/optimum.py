"""Reading a table of values: the value of a card, of a keep and of a box.

This computes one state at a time what the compiled solver computes for all, in plain NumPy and by the rules
themselves; tests hold the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from mendax.games.yahtzee.kernel.dice_sets import (
    CHANCE,
    FACE,
    FIRST_ROLL,
    GROWN,
    NUM_ROLLS,
    NUM_SETS,
    NUMBER,
    POINTS,
    SETS,
    SHRUNK,
)
from mendax.games.yahtzee.rules.scoring import (
    BONUS,
    BONUS_AT,
    BOXES,
    EXTRA,
    NUM_BOXES,
    OPEN,
    ROLLS,
    UPPER,
    Box,
    Card,
    Dice,
    Rules,
    enter,
    legal_boxes,
)
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, WIDTH, Floats, ValueTable, load_or_solve

_SIZES: Final = (0, 1, 7, 28, 84, 210, NUM_SETS)
"""Where the sets of each size begin."""
_YAHTZEES: Final = [int(number) for number in np.flatnonzero(FACE)]
_LOWER: Final = np.array([[*parts, *[parts[0]] * (5 - len(parts))] if parts else [0] * 5 for parts in SHRUNK])


@dataclass(frozen=True, slots=True)
class TurnValues:
    """Everything a turn can lead to, in expected points from here to the end of the game."""

    scores: Floats
    """By roll and box, after the third roll; not a number where the box may not be used."""
    last: Floats
    """By kept set, with one roll to come."""
    first: Floats
    """By kept set, with two rolls to come."""
    chosen: tuple[Floats, Floats]
    """By set of dice, before the first and before the last choice of a keep: the best part's value."""
    value: float
    """Before the first roll."""

    def keep(self, kept: Dice, rolls: int) -> float:
        """The value of keeping some dice after the first or the second roll."""
        return float((self.first if rolls == 1 else self.last)[NUMBER[kept]])

    def best_keep(self, dice: Dice, rolls: int) -> Dice:
        """The best part to keep: down from the dice along equal best values, so of equal ones the larger."""
        own, best = (self.first, self.chosen[0]) if rolls == 1 else (self.last, self.chosen[1])
        at = NUMBER[dice]
        top = best[at]
        while own[at] != top:
            at = next(part for part in SHRUNK[at] if best[part] == top)
        return SETS[at]

    def best_box(self, dice: Dice) -> Box:
        """The best box for the last roll; of equal ones the first."""
        return BOXES[int(np.nanargmax(self.scores[NUMBER[dice] - FIRST_ROLL]))]

    def score(self, dice: Dice, box: Box) -> float:
        """The value of entering the dice in a box, the points themselves included."""
        return float(self.scores[NUMBER[dice] - FIRST_ROLL, box])


def card_state(card: Card) -> tuple[int, int, int]:
    """The state of a card: filled boxes, whether armed, the upper total up to 63. Nothing else affects later points."""
    mask = sum(1 << box for box in BOXES if card.points[box] != OPEN)
    return mask, int(card.armed), min(card.upper, BONUS_AT)


@dataclass(frozen=True, slots=True)
class Optimum:
    """A table of values, and the decisions that follow from it."""

    rules: Rules
    values: ValueTable

    def further(self, card: Card) -> float:
        """Expected points from the start of a turn to the end of the game, beyond what the card shows."""
        sure = BONUS if card.upper >= BONUS_AT else 0
        return float(self.values[card_state(card)]) - sure

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn that starts with this card."""
        return _turn_values(self, card)

    def __hash__(self) -> int:
        return id(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Optimum) and self.values is other.values and self.rules is other.rules


@lru_cache(maxsize=8)
def optimum(rules: Rules) -> Optimum:
    """The exact solution of a set of rules, computed or read once a process."""
    return Optimum(rules, load_or_solve(rules))


@lru_cache(maxsize=8)
def single_turns(rules: Rules) -> Optimum:
    """Values as if the game ended with the turn: the points of the turn, and the upper bonus if it is reached."""
    values = np.zeros((NUM_MASKS, 2, WIDTH))
    values[:, :, BONUS_AT:] = BONUS
    return Optimum(rules, values)


@lru_cache(maxsize=20_000)
def _turn_values(table: Optimum, card: Card) -> TurnValues:
    found = value_turn(_box_values(table, card))
    if card.upper < BONUS_AT:
        return found
    # The bonus is on the card already. Taking a whole number away from something larger is exact:
    # values that were equal stay equal, and the compiled code, which leaves it in, chooses alike.
    first, last = found.chosen
    return TurnValues(
        found.scores - BONUS,
        found.last - BONUS,
        found.first - BONUS,
        (first - BONUS, last - BONUS),
        found.value - BONUS,
    )


def value_turn(scores: Floats) -> TurnValues:
    """All values of a turn from the value of each roll in each box."""
    last = _value_keeps(np.nanmax(scores, axis=1))
    chosen_last = _choose(last)
    first = _value_keeps(chosen_last[FIRST_ROLL:])
    chosen_first = _choose(first)
    return TurnValues(scores, last, first, (chosen_first, chosen_last), float(CHANCE @ chosen_first[FIRST_ROLL:]))


def _box_values(table: Optimum, card: Card) -> Floats:
    """By roll and box, after the third roll: points plus the value of the card then, a sure bonus included."""
    mask, armed, upper = card_state(card)
    scores = np.full((NUM_ROLLS, NUM_BOXES), np.nan)
    for box in card.open:
        after = table.values[mask | 1 << box, armed]
        points = POINTS[:, box]
        scores[:, box] = after[np.minimum(upper + points, BONUS_AT) if box in UPPER else upper] + points
    for number in _YAHTZEES:  # the joker rules apply
        scores[number] = np.nan
        for box in legal_boxes(card, ROLLS[number], table.rules):
            entered = enter(card, ROLLS[number], box, table.rules)
            gained = entered.points[box] + EXTRA * (entered.extras - card.extras)
            scores[number, box] = float(table.values[card_state(entered)]) + gained
    return scores


def _value_keeps(rolls: Floats) -> Floats:
    """The value of each set when the missing dice are rolled: the mean over one more die, size by size."""
    values = np.empty(NUM_SETS)
    values[FIRST_ROLL:] = rolls
    for size in range(4, -1, -1):
        part = slice(_SIZES[size], _SIZES[size + 1])
        a, b, c, d, e, f = values[GROWN[part]].T
        values[part] = (((a + b) + (c + d)) + (e + f)) * (1 / 6)  # in the solver's order: equal to the last bit
    return values


def _choose(keeps: Floats) -> Floats:
    """The value of each set when any part of it may be kept: the highest over one die fewer, size by size."""
    values = keeps.copy()
    for size in range(1, 6):
        part = slice(_SIZES[size], _SIZES[size + 1])
        values[part] = np.maximum(values[part], values[_LOWER[part]].max(axis=1))
    return values
