"""The values of a turn, compiled: from what the last roll scores back to the first roll, eight values at a time.

A *row* holds eight values for each of the 462 sets of dice. The last 252 sets are the rolls. Each solver fills these
with the value of a last roll in its best box; the steps here are the same for all solvers. The value of a keep is the
mean over one more die, set by set. The value of a roll by its best keep is a running maximum over the sets with one die
fewer.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

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
from mendax.games.yahtzee.kernel.numba_joker import score_roll
from mendax.games.yahtzee.kernel.tables import YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.solver.value_table import WIDTH, Floats
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

ROW: Final = NUM_SETS * LANES
"""The length of a row."""
ROLL: Final = FIRST_ROLL * LANES
"""Where the rolls begin in a row."""

# Everything below works on flat positions: the number of a set times eight lanes.
_GROWN: Final = GROWN * LANES
# Sets by size, and within a size by how many sets they shrink to: each run takes one kind of step.
_ORDER: Final = sorted(range(1, NUM_SETS), key=lambda number: (len(SETS[number]), len(SHRUNK[number])))
_RAISED: Final = np.array([number * LANES for number in _ORDER])
_LOWER: Final = np.array(
    [[*(part * LANES for part in SHRUNK[number]), *[0] * (5 - len(SHRUNK[number]))] for number in _ORDER]
)
_KINDS: Final = [(len(SETS[number]), len(SHRUNK[number])) for number in _ORDER]
_RUN_ENDS: Final = np.array(
    [at + 1 for at in range(len(_KINDS)) if at + 1 == len(_KINDS) or _KINDS[at] != _KINDS[at + 1]]
)
_RUN_STEPS: Final = np.array([_KINDS[end - 1][1] for end in _RUN_ENDS])
_PLAIN: Final = np.flatnonzero(FACE == 0)
_YAHTZEES: Final = np.flatnonzero(FACE)


@njit(cache=True, error_model="numpy")
def score_rolls(row: Floats, mask: int, armed: int, upper: int, table: Floats, rules: int) -> None:
    """The last rolls of a row, each in the box with the most expected points, for eight upper totals."""
    row[ROLL:] = -1.0
    for box in range(NUM_BOXES):
        if (mask >> box) & 1:
            continue
        after = (mask | (1 << box)) * 2 * WIDTH + upper
        start = after + armed * WIDTH
        for index in range(_PLAIN.size):
            roll = _PLAIN[index]
            points = POINTS[roll, box]
            raise_to(row, ROLL + roll * LANES, table, start + points if box < 6 else start, float(points))
        for index in range(_YAHTZEES.size):
            roll = _YAHTZEES[index]
            points, extra = score_roll(mask, armed, box, roll, rules)
            if points >= 0:
                start_yahtzee = after + (1 if box == YAHTZEE_BOX else armed) * WIDTH
                shifted = start_yahtzee + points if box < 6 else start_yahtzee
                raise_to(row, ROLL + roll * LANES, table, shifted, float(points + extra))


@njit(cache=True, error_model="numpy")
def value_keeps(row: Floats) -> None:
    """The value of each set when the missing dice are rolled."""
    for kept in range(FIRST_ROLL - 1, -1, -1):
        grown = _GROWN[kept]
        mean_of_six(row, kept * LANES, grown[0], grown[1], grown[2], grown[3], grown[4], grown[5])


@njit(cache=True, error_model="numpy")
def choose_keeps(row: Floats) -> None:
    """The value of each set when any part of it may be kept."""
    at = 0
    for run in range(_RUN_ENDS.size):
        end, steps = _RUN_ENDS[run], _RUN_STEPS[run]
        if steps == 1:
            while at < end:
                highest_of_1(row, _RAISED[at], _LOWER[at, 0])
                at += 1
        elif steps == 2:
            while at < end:
                highest_of_2(row, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1])
                at += 1
        elif steps == 3:
            while at < end:
                highest_of_3(row, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1], _LOWER[at, 2])
                at += 1
        elif steps == 4:
            while at < end:
                highest_of_4(row, _RAISED[at], _LOWER[at, 0], _LOWER[at, 1], _LOWER[at, 2], _LOWER[at, 3])
                at += 1
        else:
            while at < end:
                low = _LOWER[at]
                highest_of_5(row, _RAISED[at], low[0], low[1], low[2], low[3], low[4])
                at += 1


@njit(cache=True, error_model="numpy")
def _average_rolls(row: Floats) -> None:
    """The mean over the first roll, into the first eight values; four sums at a time hide each other's delay."""
    row[: 4 * LANES] = 0.0
    for roll in range(0, NUM_ROLLS, 4):
        for part in range(4):
            add_share(row, part * LANES, ROLL + (roll + part) * LANES, CHANCE[roll + part])
    for lane in range(LANES):
        row[lane] += row[LANES + lane] + row[2 * LANES + lane] + row[3 * LANES + lane]


@njit(cache=True, error_model="numpy")
def value_turn_start(row: Floats) -> None:
    """From the values of the last rolls to those before the first roll, which end up in the first eight values."""
    for _ in range(2):
        value_keeps(row)
        choose_keeps(row)
    _average_rolls(row)


@njit(cache=True, error_model="numpy")
def turn_rows(rows: Floats, mask: int, armed: int, upper: int, table: Floats, rules: int) -> None:
    """All values of a turn by a table of values, for eight upper totals, as four rows.

    For the second keep, the values of each kept set and of its best part; then the same for the first keep.
    """
    score_rolls(rows[0], mask, armed, upper, table, rules)
    turn_rows_from_scores(rows)


@njit(cache=True, error_model="numpy")
def turn_rows_from_scores(rows: Floats) -> None:
    """The same from the values of the last rolls, which are in the first row."""
    value_keeps(rows[0])
    rows[1] = rows[0]
    choose_keeps(rows[1])
    rows[2, ROLL:] = rows[1, ROLL:]
    value_keeps(rows[2])
    rows[3] = rows[2]
    choose_keeps(rows[3])
