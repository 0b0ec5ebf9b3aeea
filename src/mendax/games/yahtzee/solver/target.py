"""The exact best chance to reach a score: `target:N`.

Here the score so far matters too, so a state has a chance for every number of points that may still be needed. Eight
such numbers are solved at a time, with the steps of `turn_kernel`. Only the numbers that leave a doubt are stored: with
fewer needed points the target is sure, with more it is out of reach, and numbers that cannot come up with the filled
boxes are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import NUM_ROLLS
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, BOXES, EXTRA, NUM_BOXES, Card, Rules, possible_points
from mendax.games.yahtzee.solver.backward import PIECE, Progress, solve_backward
from mendax.games.yahtzee.solver.optimum import TurnValues, card_state, optimum, value_turn
from mendax.games.yahtzee.solver.turn_kernel import ROLL, ROW, value_turn_start
from mendax.games.yahtzee.solver.turn_outcomes import (
    BOX_STARTS,
    NUM_OUTCOMES,
    OUTCOMES,
    after_outcome,
    outcome_numbers,
    place_rolls,
)
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, Floats, Ints
from mendax.simd.float64x8 import LANES, raise_to

_HIGHEST: Final = np.array([max(possible_points(box)) for box in BOXES])
"""By box: the most it can hold."""
ALL_BUT_ONE: Final = 1 - 1e-12
"""A sum of probabilities above this is one; the difference is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where the chances of each state are stored: eight ones, the numbers in doubt, eight zeros."""

    start: Ints
    """By filled boxes, whether armed and upper total: where the eight ones begin."""
    lowest: Ints
    """The lowest number of needed points that is in doubt."""
    width: Ints
    """How many are in doubt."""
    size: int


def lay_out(target: int, base: int = 0) -> Layout:
    """Room for every number of points that can still be needed, where at least the boxes of `base` are filled."""
    masks = np.arange(NUM_MASKS)
    filled = masks[:, None] >> np.arange(NUM_BOXES) & 1
    count = filled.sum(axis=1)[:, None]
    has_yahtzee = filled[:, YAHTZEE_BOX, None] == 1
    upper = np.arange(BONUS_AT + 1)[None, :]
    lower_points = (filled[:, 6:] * _HIGHEST[6:])[:, [0, 1, 2, 3, 4, 6]].sum(axis=1)[:, None]
    lower_left = ((1 - filled[:, 6:]) * _HIGHEST[6:]).sum(axis=1)[:, None]
    upper_points = (filled[:, :6] * _HIGHEST[:6]).sum(axis=1)[:, None]
    upper_left = _HIGHEST[:6].sum() - upper_points
    beyond = np.where(upper == BONUS_AT, np.maximum(0, upper_points - BONUS_AT), 0)
    sure = np.where(upper >= BONUS_AT, BONUS, 0)
    bonus = np.where(upper + upper_left >= BONUS_AT, BONUS, 0)
    happens = UPPER_TOTALS[masks & 63] & ((masks & base) == base)[:, None]
    lowest, width = np.zeros((2, NUM_MASKS, 2, BONUS_AT + 1), dtype=np.int64)
    for armed in range(2):
        least = upper + 50 * armed
        most = least + lower_points + beyond + armed * EXTRA * np.maximum(0, count - 1)
        # Each turn to come may bring an extra, once the Yahtzee box holds 50.
        turns = NUM_BOXES - count if armed else np.where(has_yahtzee, 0, NUM_BOXES - 1 - count)
        reach = lower_left + upper_left + bonus + EXTRA * turns
        low = np.maximum(target - most, sure + 1)
        high = np.minimum(target - least, reach)
        possible = happens & (has_yahtzee if armed else True)
        lowest[:, armed], width[:, armed] = low, np.where(possible, np.maximum(0, high - low + 1), 0)
    room = -(-width // LANES) * LANES + 2 * LANES
    start = np.cumsum(room).reshape(room.shape) - room
    return Layout(start, lowest, width, int(room.sum()))


@njit(cache=True, error_model="numpy")
def _find(start: Ints, lowest: Ints, width: Ints, mask: int, armed: int, upper: int, needed: int) -> int:
    """Where the values of a state for eight numbers of needed points begin."""
    at = needed - lowest[mask, armed, upper] + LANES
    return start[mask, armed, upper] + min(max(at, 0), width[mask, armed, upper] + LANES)


@njit(cache=True, error_model="numpy")
def _score_rolls(
    row: Floats,
    numbers: Ints,
    places: Ints,
    start: Ints,
    lowest: Ints,
    width: Ints,
    mask: int,
    armed: int,
    upper: int,
    needed: int,
    values: Floats,
) -> None:
    """After the third roll: each roll in the box with the best chance, for eight numbers of needed points."""
    row[ROLL:] = -1.0
    for box in range(NUM_BOXES):
        if (mask >> box) & 1:
            continue
        for outcome in range(BOX_STARTS[box], BOX_STARTS[box + 1]):
            after, now, total, gained = after_outcome(mask, armed, upper, outcome)
            places[outcome] = _find(start, lowest, width, after, now, total, needed - gained)
        for roll in range(NUM_ROLLS):
            outcome = numbers[box, roll]
            if outcome >= 0:
                raise_to(row, ROLL + roll * LANES, values, places[outcome], 0.0)


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(masks: Ints, start: Ints, lowest: Ints, width: Ints, values: Floats, rules: int) -> None:
    for index in prange(masks.size):
        mask = masks[index]
        row = np.empty(ROW)
        places = np.empty(NUM_OUTCOMES, dtype=np.int64)
        numbers = np.empty((NUM_BOXES, NUM_ROLLS), dtype=np.int64)
        for armed in range(2):
            outcome_numbers(mask, armed, rules, numbers)
            for upper in range(BONUS_AT + 1):
                first = start[mask, armed, upper] + LANES
                wide, low = width[mask, armed, upper], lowest[mask, armed, upper]
                for block in range(0, wide, LANES):
                    _score_rolls(row, numbers, places, start, lowest, width, mask, armed, upper, low + block, values)
                    value_turn_start(row)
                    values[first + block : first + block + LANES] = row[:LANES]
                values[first - LANES : first] = 1.0
                values[first + wide : first + wide + LANES] = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """The best chance of a score, from every state."""

    rules: Rules
    score: int
    layout: Layout
    values: Floats

    def chance(self, card: Card) -> float:
        """The chance to end with the score or more, from the start of a turn."""
        mask, armed, upper = card_state(card)
        layout = self.layout
        return float(
            self.values[_find(layout.start, layout.lowest, layout.width, mask, armed, upper, self.needed(card))]
        )

    def needed(self, card: Card) -> int:
        """The points still needed; as in the table of values, a bonus that is sure already counts as still to come."""
        return self.score - card.total + (BONUS if card.upper >= BONUS_AT else 0)

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn: its chance, or where nothing is in doubt its expected points."""
        return _turn_values(self, card)


@lru_cache(maxsize=20_000)
def _turn_values(target: Target, card: Card) -> TurnValues:
    mask, armed, upper = card_state(card)
    layout, needed = target.layout, target.needed(card)
    chances = np.zeros(NUM_OUTCOMES)
    chances_after_turn(chances, layout.start, layout.lowest, layout.width, mask, armed, upper, needed, target.values)
    scores = np.empty((NUM_ROLLS, NUM_BOXES))
    place_rolls(chances, mask, armed, RULE_NUMBER[target.rules], scores)
    found = value_turn(scores)
    # Sure or out of reach: then play for points.
    return found if 0.0 < found.value < ALL_BUT_ONE else optimum(target.rules).turn(card)


@njit(cache=True, error_model="numpy")
def chances_after_turn(
    chances: Floats,
    start: Ints,
    lowest: Ints,
    width: Ints,
    mask: int,
    armed: int,
    upper: int,
    needed: int,
    values: Floats,
) -> None:
    """The chance of the target after every outcome of a turn."""
    for outcome in range(NUM_OUTCOMES):
        if not (mask >> OUTCOMES[outcome, 0]) & 1:
            after, now, total, gained = after_outcome(mask, armed, upper, outcome)
            chances[outcome] = values[_find(start, lowest, width, after, now, total, needed - gained)]


def solve_target(rules: Rules, score: int, card: Card | None = None, progress: Progress | None = None) -> Target:
    """Solve for a score: the whole game takes about half a minute, the rest of it from a card less."""
    base = card_state(card or Card())[0]
    layout = lay_out(score, base)
    values = np.zeros(layout.size + LANES)
    for first in layout.start[FULL].ravel():
        values[first : first + LANES] = 1.0

    def solve_layer(num_filled: int, masks: Ints) -> None:
        _solve_layer(masks, layout.start, layout.lowest, layout.width, values, RULE_NUMBER[rules])

    solve_backward(solve_layer, base, progress, PIECE)
    return Target(rules, score, layout, values)


@lru_cache(maxsize=2)
def target(rules: Rules, score: int) -> Target:
    """The solution for a score, solved once a process; the last two are kept."""
    return solve_target(rules, score)
