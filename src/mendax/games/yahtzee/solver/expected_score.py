"""The exact solution of solitaire Yahtzee: what every state at the start of a turn is worth.

A state is the set of filled boxes (13 bits), whether a further Yahtzee is paid, and the upper total
up to 63: 536,448 of them can happen. They are solved from full cards back to the empty one. Within a
state the three rolls are undone from the last: what each roll is worth in its best box, then what
each keep is worth (the mean over one more die, set by set), then what each roll is worth by its best
keep (a running maximum over the sets with one die fewer), twice.

Eight upper totals are solved at a time as vector lanes. Worth counts the upper bonus when the game
ends, not when it is reached; so an upper box only shifts the lanes, and totals above 63 are a copy
of 63.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import (
    CHANCE,
    FACE,
    FIRST_ROLL,
    GROWN,
    NUM_ROLLS,
    NUM_SETS,
    POINTS,
    SETS,
    SHRUNK,
)
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, Rules
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, Worth
from mendax.simd.float64x8 import (
    LANES,
    add_share,
    highest_of_1,
    highest_of_2,
    highest_of_3,
    highest_of_4,
    highest_of_5,
    mean_of_six,
    raise_to,
)

RULE_NUMBER: Final = {Rules.FORCED: 0, Rules.FREE: 1, Rules.NO_JOKER: 2, Rules.NO_BONUS: 3}
_FREE, _NO_BONUS = 1, 3

# Everything below works on flat positions: the number of a set times eight lanes.
_GROWN = GROWN * LANES
_ROLL = FIRST_ROLL * LANES
# Sets by size, and within a size by how many sets they shrink to: each run takes one kind of step.
_ORDER = sorted(range(1, NUM_SETS), key=lambda number: (len(SETS[number]), len(SHRUNK[number])))
_RAISED = np.array([number * LANES for number in _ORDER])
_LOWER = np.array([[*(part * LANES for part in SHRUNK[number]), *[0] * (5 - len(SHRUNK[number]))] for number in _ORDER])
_KINDS = [(len(SETS[number]), len(SHRUNK[number])) for number in _ORDER]
_RUN_ENDS = np.array([at + 1 for at in range(len(_KINDS)) if at + 1 == len(_KINDS) or _KINDS[at] != _KINDS[at + 1]])
_RUN_STEPS = np.array([_KINDS[end - 1][1] for end in _RUN_ENDS])
_PLAIN = np.flatnonzero(FACE == 0)
_YAHTZEES = np.flatnonzero(FACE)


@njit(cache=True, error_model="numpy")
def score_yahtzee(mask: int, armed: int, box: int, face: int, points: int, rules: int) -> tuple[int, float]:
    """What a Yahtzee brings in an open box: points in the box and extra points; -1 where it may not go."""
    extra = 100.0 if armed and rules != _NO_BONUS else 0.0
    if not (mask >> 11) & 1 or rules > _FREE:
        return points, extra
    matching_open = not (mask >> (face - 1)) & 1
    if rules != _FREE:
        if matching_open and box != face - 1:
            return -1, extra
        if not matching_open and mask >> 6 != 127 and box < 6:
            return -1, extra
    if not matching_open:
        if box == 8:
            points = 25
        elif box == 9:
            points = 30
        elif box == 10:
            points = 40
    return points, extra


@njit(cache=True, error_model="numpy")
def score_rolls(rows: Worth, mask: int, armed: int, upper: int, worth: Worth, rules: int) -> None:
    """After the third roll: each roll in its best box."""
    rows[_ROLL:] = -1.0
    for box in range(13):
        if (mask >> box) & 1:
            continue
        after = (mask | (1 << box)) * 2 * WIDTH + upper
        start = after + armed * WIDTH
        for index in range(_PLAIN.size):
            roll = _PLAIN[index]
            points = POINTS[roll, box]
            raise_to(rows, _ROLL + roll * LANES, worth, start + points if box < 6 else start, float(points))
        for index in range(_YAHTZEES.size):
            roll = _YAHTZEES[index]
            points, extra = score_yahtzee(mask, armed, box, index + 1, POINTS[roll, box], rules)
            if points >= 0:
                start_yahtzee = after + (1 if box == 11 else armed) * WIDTH
                shifted = start_yahtzee + points if box < 6 else start_yahtzee
                raise_to(rows, _ROLL + roll * LANES, worth, shifted, points + extra)


@njit(cache=True, error_model="numpy")
def value_keeps(rows: Worth) -> None:
    """What each set is worth when the missing dice are rolled."""
    for kept in range(FIRST_ROLL - 1, -1, -1):
        grown = _GROWN[kept]
        mean_of_six(rows, kept * LANES, grown[0], grown[1], grown[2], grown[3], grown[4], grown[5])


@njit(cache=True, error_model="numpy")
def choose_keeps(rows: Worth) -> None:
    """What each set is worth when any part of it may be kept."""
    at = 0
    for run in range(_RUN_ENDS.size):
        end, steps = _RUN_ENDS[run], _RUN_STEPS[run]
        if steps == 1:
            while at < end:
                highest_of_1(rows, _RAISED[at], _LOWER[at, 0])
                at += 1
        elif steps == 2:
            while at < end:
                highest_of_2(rows, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1])
                at += 1
        elif steps == 3:
            while at < end:
                highest_of_3(rows, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1], _LOWER[at, 2])
                at += 1
        elif steps == 4:
            while at < end:
                highest_of_4(rows, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1], _LOWER[at, 2], _LOWER[at, 3])
                at += 1
        else:
            while at < end:
                low = _LOWER[at]
                highest_of_5(rows, _RAISED[at], low[0], low[1], low[2], low[3], low[4])
                at += 1


@njit(cache=True, error_model="numpy")
def average_rolls(rows: Worth) -> None:
    """The mean over the first roll, into the first row; four sums at a time hide each other's delay."""
    rows[: 4 * LANES] = 0.0
    for roll in range(0, NUM_ROLLS, 4):
        for part in range(4):
            add_share(rows, part * LANES, _ROLL + (roll + part) * LANES, CHANCE[roll + part])
    for lane in range(LANES):
        rows[lane] += rows[LANES + lane] + rows[2 * LANES + lane] + rows[3 * LANES + lane]


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(masks: npt.NDArray[np.int64], worth: Worth, rules: int, happens: npt.NDArray[np.bool_]) -> None:
    """All states with the same number of filled boxes; they only need those with one more."""
    for index in prange(masks.size):
        mask = masks[index]
        rows = np.empty(NUM_SETS * LANES)
        for armed in range(2 if (mask >> 11) & 1 else 1):
            start = (mask * 2 + armed) * WIDTH
            for block in range(8):
                if happens[mask & 63, block]:
                    score_rolls(rows, mask, armed, block * LANES, worth, rules)
                    for _ in range(2):
                        value_keeps(rows)
                        choose_keeps(rows)
                    average_rolls(rows)
                    worth[start + block * LANES : start + (block + 1) * LANES] = rows[:LANES]
            worth[start + BONUS_AT + 1 : start + WIDTH] = worth[start + BONUS_AT]


NUM_STATES: Final = int(UPPER_TOTALS.sum()) * (64 + 2 * 64)
"""States that can happen: every lower set, and with the Yahtzee box filled both armed and not."""


def solve(rules: Rules) -> Worth:
    """Solve a set of rules; the answer has the shape (8192, 2, 96)."""
    worth = np.zeros((NUM_MASKS, 2, WIDTH))
    worth[FULL, :, BONUS_AT:] = BONUS
    happens = UPPER_TOTALS.reshape(64, 8, LANES).any(axis=2)
    sizes = np.array([mask.bit_count() for mask in range(NUM_MASKS)])
    for size in range(12, -1, -1):
        _solve_layer(np.flatnonzero(sizes == size), worth.reshape(-1), RULE_NUMBER[rules], happens)
    return worth
