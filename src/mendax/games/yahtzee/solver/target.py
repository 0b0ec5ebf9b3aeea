"""The best chance to reach a score, exactly: `target:N`.

Here the score so far matters too, so a state has a row of values, one for every number of points that
may still be needed. Eight such numbers are solved at a time, with the steps of the solver. A row holds
only what is open: fewer points are sure, more are out of reach, and numbers that the filled boxes
cannot leave are never asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import FACE, FIRST_ROLL, NUM_ROLLS, NUM_SETS, POINTS
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, BOXES, EXTRA, Card, Rules
from mendax.games.yahtzee.solver.expected_score import (
    RULE_NUMBER,
    average_rolls,
    choose_keeps,
    score_yahtzee,
    value_keeps,
)
from mendax.games.yahtzee.solver.optimum import TurnValues, optimum, state_of, value_turn
from mendax.games.yahtzee.solver.outcomes import BOX_STARTS, NUM_OUTCOMES, NUMBER_OF, OUTCOMES, outcome_of, place_rolls
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS
from mendax.simd.float64x8 import LANES, raise_to

Ints = npt.NDArray[np.int64]
_HIGHEST: Final = np.array([5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30])
"""By box: the most it can hold."""
_ROLL: Final = FIRST_ROLL * LANES
ALL_BUT_ONE: Final = 1 - 1e-12
"""A sum of chances that is one but for rounding."""
_OUTCOME: Final = np.array([[NUMBER_OF[box, POINTS[roll, box], 0] for box in BOXES] for roll in range(NUM_ROLLS)])


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the values of each state lie: eight ones, the open numbers, eight zeros."""

    start: Ints
    """By filled boxes, whether armed and upper total: where the eight ones begin."""
    lowest: Ints
    """The lowest number of needed points that is open."""
    width: Ints
    """How many are."""
    size: int


def lay_out(target: int, base: int = 0) -> Rows:
    """Room for every number of points that can still be needed towards a target, where `base` is filled."""
    masks = np.arange(NUM_MASKS)
    filled = masks[:, None] >> np.arange(13) & 1
    count = filled.sum(axis=1)[:, None]
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
        turns = 13 - count if armed else np.where(filled[:, 11:12] == 0, 12 - count, 0)
        reach = lower_left + upper_left + bonus + EXTRA * turns
        low = np.maximum(target - most, sure + 1)
        high = np.minimum(target - least, reach)
        possible = happens & (filled[:, 11:12] == 1 if armed else True)
        lowest[:, armed], width[:, armed] = low, np.where(possible, np.maximum(0, high - low + 1), 0)
    room = -(-width // LANES) * LANES + 2 * LANES
    start = np.cumsum(room).reshape(room.shape) - room
    return Rows(start, lowest, width, int(room.sum()))


@njit(cache=True, error_model="numpy")
def _find(start: Ints, lowest: Ints, width: Ints, mask: int, armed: int, upper: int, needed: int) -> int:
    """Where the values of a state for eight numbers of needed points begin."""
    at = needed - lowest[mask, armed, upper] + LANES
    return start[mask, armed, upper] + min(max(at, 0), width[mask, armed, upper] + LANES)


@njit(cache=True, error_model="numpy")
def _score_rolls(
    rows: npt.NDArray[np.float64],
    places: Ints,
    start: Ints,
    lowest: Ints,
    width: Ints,
    mask: int,
    armed: int,
    upper: int,
    needed: int,
    values: npt.NDArray[np.float64],
    rules: int,
) -> None:
    """After the third roll: each roll in the box with the best chance."""
    rows[_ROLL:] = -1.0
    for box in range(13):
        if (mask >> box) & 1:
            continue
        for outcome in range(BOX_STARTS[box], BOX_STARTS[box + 1]):
            after, now, total, gained = outcome_of(mask, armed, upper, outcome)
            places[outcome] = _find(start, lowest, width, after, now, total, needed - gained)
        for roll in range(NUM_ROLLS):
            outcome = _OUTCOME[roll, box]
            if FACE[roll]:
                points, extra = score_yahtzee(mask, armed, box, FACE[roll], POINTS[roll, box], rules)
                if points < 0:
                    continue
                outcome = NUMBER_OF[box, points, 1 if extra > 0 else 0]
            raise_to(rows, _ROLL + roll * LANES, values, places[outcome], 0.0)


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(
    masks: Ints, start: Ints, lowest: Ints, width: Ints, values: npt.NDArray[np.float64], rules: int
) -> None:
    """All states with the same number of filled boxes."""
    for index in prange(masks.size):
        mask = masks[index]
        rows = np.empty(NUM_SETS * LANES)
        places = np.empty(NUM_OUTCOMES, dtype=np.int64)
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                first = start[mask, armed, upper] + LANES
                wide, low = width[mask, armed, upper], lowest[mask, armed, upper]
                for block in range(0, wide, LANES):
                    _score_rolls(rows, places, start, lowest, width, mask, armed, upper, low + block, values, rules)
                    for _ in range(2):
                        value_keeps(rows)
                        choose_keeps(rows)
                    average_rolls(rows)
                    values[first + block : first + block + LANES] = rows[:LANES]
                values[first - LANES : first] = 1.0
                values[first + wide : first + wide + LANES] = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """The best chance of a score, from every state."""

    rules: Rules
    score: int
    rows: Rows
    values: npt.NDArray[np.float64]

    def chance(self, card: Card) -> float:
        """The chance to end with the score or more, from the start of a turn."""
        mask, armed, upper = state_of(card)
        rows = self.rows
        return float(self.values[_find(rows.start, rows.lowest, rows.width, mask, armed, upper, self.needed(card))])

    def needed(self, card: Card) -> int:
        """Points still to come; as in the table of values, a bonus that is sure already is one of them."""
        return self.score - card.total + (BONUS if card.upper >= BONUS_AT else 0)

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn: its chance, or when all is decided its points."""
        return _turn_values(self, card)


@lru_cache(maxsize=20_000)
def _turn_values(target: Target, card: Card) -> TurnValues:
    mask, armed, upper = state_of(card)
    rows, needed = target.rows, target.needed(card)
    chances = np.zeros(NUM_OUTCOMES)
    after_turn(chances, rows.start, rows.lowest, rows.width, mask, armed, upper, needed, target.values)
    scores = np.empty((NUM_ROLLS, 13))
    place_rolls(chances, mask, armed, RULE_NUMBER[target.rules], scores)
    found = value_turn(scores)
    # Sure or hopeless: then the points are worth something for their own sake.
    return found if 0.0 < found.value < ALL_BUT_ONE else optimum(target.rules).turn(card)


@njit(cache=True, error_model="numpy")
def after_turn(
    chances: npt.NDArray[np.float64],
    start: Ints,
    lowest: Ints,
    width: Ints,
    mask: int,
    armed: int,
    upper: int,
    needed: int,
    values: npt.NDArray[np.float64],
) -> None:
    """The chance of the target after every outcome of a turn."""
    for outcome in range(NUM_OUTCOMES):
        if not (mask >> OUTCOMES[outcome, 0]) & 1:
            after, now, total, gained = outcome_of(mask, armed, upper, outcome)
            chances[outcome] = values[_find(start, lowest, width, after, now, total, needed - gained)]


def solve_target(
    rules: Rules, score: int, card: Card | None = None, progress: Callable[[int], None] | None = None
) -> Target:
    """Solve for a score: the whole game takes about half a minute, the rest of it from a card less."""
    base = state_of(card or Card())[0]
    rows = lay_out(score, base)
    values = np.zeros(rows.size + LANES)
    values_of_full = rows.start[FULL].ravel()
    for first in values_of_full:
        values[first : first + LANES] = 1.0
    sizes = np.array([mask.bit_count() for mask in range(NUM_MASKS)])
    for size in range(12, base.bit_count() - 1, -1):
        masks = np.flatnonzero((sizes == size) & (np.arange(NUM_MASKS) & base == base))
        _solve_layer(masks, rows.start, rows.lowest, rows.width, values, RULE_NUMBER[rules])
        if progress is not None:
            progress(13 - size)
    return Target(rules, score, rows, values)


@lru_cache(maxsize=2)
def target(rules: Rules, score: int) -> Target:
    """The solution for a score, once a process; the last two are kept."""
    return solve_target(rules, score)
