"""What a turn under best play leads to: how likely each box and its points are, for any state.

The solver's steps run backwards from boxes to the first roll; here the chances run forwards through
the same choices. Of equal options the larger keep and the earlier box is taken. Eight upper totals
at a time, as in the solver.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FACE, FIRST_ROLL, GROWN, NUM_ROLLS, NUM_SETS, POINTS, SHRUNK
from mendax.games.yahtzee.rules.scoring import BONUS_AT, BOXES, EXTRA, FIXED
from mendax.games.yahtzee.solver.expected_score import choose_keeps, score_rolls, score_yahtzee, value_keeps
from mendax.games.yahtzee.solver.value_table import WIDTH, Worth
from mendax.simd.float64x8 import LANES, deal_out, enter_at, move_to, stop_at

Chances = npt.NDArray[np.float64]


def _all_outcomes() -> list[tuple[int, int, int]]:
    """Every (box, points, extra) that a turn can end with, under any rules."""
    found = {(int(box), int(POINTS[roll, box]), 0) for roll in range(NUM_ROLLS) for box in BOXES}
    for roll in np.flatnonzero(FACE):
        for box in BOXES:
            for points in {int(POINTS[roll, box]), FIXED.get(box, int(POINTS[roll, box]))}:
                found |= {(int(box), points, 0), (int(box), points, EXTRA)}
    return sorted(found)


OUTCOMES: Final = np.array(_all_outcomes())
"""Box, points in it, and extra points, in rising order."""
NUM_OUTCOMES: Final = len(OUTCOMES)
BOX_STARTS: Final = np.searchsorted(OUTCOMES[:, 0], np.arange(14))
"""Where the outcomes of each box begin."""
NUMBER_OF: Final = np.full((13, 51, 2), -1)
NUMBER_OF[OUTCOMES[:, 0], OUTCOMES[:, 1], OUTCOMES[:, 2] // EXTRA] = np.arange(NUM_OUTCOMES)
"""By box, points and whether there are extra points: the number of the outcome."""
_LOWER: Final = np.array([[*(part * LANES for part in parts), *[-1] * (6 - len(parts))] for parts in SHRUNK])
_ROLL: Final = FIRST_ROLL * LANES


@njit(cache=True, error_model="numpy")
def _descend(own: Worth, best: Worth, flow: Chances, kept: Chances) -> None:
    """Send the chance of every roll to the set that is kept of it."""
    for number in range(NUM_SETS - 1, -1, -1):
        stop_at(own, best, flow, kept, number * LANES)
        part = 0
        while _LOWER[number, part] >= 0:
            move_to(best, flow, number * LANES, _LOWER[number, part])
            part += 1


@njit(cache=True, error_model="numpy")
def _roll_again(own: Worth, best: Worth, flow: Chances, kept: Chances) -> None:
    """From the chances of rolls to those of the next rolls, both in the last rows of `flow`."""
    kept[:] = 0.0
    _descend(own, best, flow, kept)
    for number in range(FIRST_ROLL):
        grown = GROWN[number] * LANES
        deal_out(kept, number * LANES, grown[0], grown[1], grown[2], grown[3], grown[4], grown[5])
    flow[:_ROLL] = 0.0
    flow[_ROLL:] = kept[_ROLL:]


@njit(cache=True, error_model="numpy")
def value_turn(rows: Worth, mask: int, armed: int, upper: int, worth: Worth, rules: int) -> None:
    """All values of a turn, for eight upper totals: rows of own values and best values, last decision first."""
    score_rolls(rows[0], mask, armed, upper, worth, rules)
    value_choices(rows)


@njit(cache=True, error_model="numpy")
def value_choices(rows: Worth) -> None:
    """From what the last rolls are worth, in the last rows of the first, to everything before."""
    value_keeps(rows[0])
    rows[1] = rows[0]
    choose_keeps(rows[1])
    rows[2, _ROLL:] = rows[1, _ROLL:]
    value_keeps(rows[2])
    rows[3] = rows[2]
    choose_keeps(rows[3])


@njit(cache=True, error_model="numpy")
def _enter_boxes(
    rows: Worth, flow: Chances, mask: int, armed: int, upper: int, worth: Worth, rules: int, found: Chances
) -> None:
    """Send the chance of every last roll to its best box."""
    for box in range(13):
        if (mask >> box) & 1:
            continue
        after = (mask | (1 << box)) * 2 * WIDTH + upper
        for roll in range(NUM_ROLLS):
            points, extra, now = POINTS[roll, box], 0.0, armed
            if FACE[roll]:
                points, extra = score_yahtzee(mask, armed, box, FACE[roll], points, rules)
                if points < 0:
                    continue
                now = 1 if box == 11 else armed
            start = after + now * WIDTH + (points if box < 6 else 0)
            into = NUMBER_OF[box, points, 1 if extra > 0 else 0] * LANES
            enter_at(rows, flow, _ROLL + roll * LANES, worth, start, points + extra, found, into)


@njit(cache=True, error_model="numpy")
def block_outcomes(work: Worth, found: Chances, mask: int, armed: int, upper: int, worth: Worth, rules: int) -> None:
    """The chance of every outcome of a turn, for eight upper totals; `work` is six rows of room."""
    value_turn(work[:4], mask, armed, upper, worth, rules)
    flow, kept = work[4], work[5]
    flow[:_ROLL] = 0.0
    for roll in range(NUM_ROLLS):
        flow[_ROLL + roll * LANES : _ROLL + (roll + 1) * LANES] = CHANCE[roll]
    _roll_again(work[2], work[3], flow, kept)
    _roll_again(work[0], work[1], flow, kept)
    found[:] = 0.0
    _enter_boxes(work[0], flow, mask, armed, upper, worth, rules, found)


@njit(cache=True, error_model="numpy")
def turn_outcomes_of(mask: int, armed: int, upper: int, worth: Worth, rules: int) -> Chances:
    """The chance of every outcome of the turn that starts in one state."""
    work, lanes = np.empty((6, NUM_SETS * LANES)), np.empty(NUM_OUTCOMES * LANES)
    block_outcomes(work, lanes, mask, armed, upper // LANES * LANES, worth, rules)
    return lanes.reshape(NUM_OUTCOMES, LANES)[:, upper % LANES].copy()


@njit(cache=True, parallel=True, error_model="numpy")
def turn_outcomes(
    masks: npt.NDArray[np.int64], rows: npt.NDArray[np.int64], worth: Worth, rules: int, chances: Chances
) -> None:
    """Fill in chances[row, outcome] for the states of some masks that have a row: rows[mask, armed, upper] >= 0."""
    for index in prange(masks.size):
        mask = masks[index]
        work = np.empty((6, NUM_SETS * LANES))
        found = np.empty(NUM_OUTCOMES * LANES)
        for armed in range(2):
            for block in range(8):
                upper = block * LANES
                if (rows[mask, armed, upper : upper + LANES] < 0).all():
                    continue
                block_outcomes(work, found, mask, armed, upper, worth, rules)
                for lane in range(LANES):
                    row = rows[mask, armed, upper + lane]
                    if row >= 0:
                        for outcome in range(NUM_OUTCOMES):
                            chances[row, outcome] = found[outcome * LANES + lane]


@njit(cache=True, error_model="numpy")
def place_rolls(values: Worth, mask: int, armed: int, rules: int, scores: Worth) -> None:
    """From what every outcome of a turn is worth to what every roll is worth in every box, where it may go."""
    for roll in range(NUM_ROLLS):
        for box in range(13):
            scores[roll, box] = np.nan
            if (mask >> box) & 1:
                continue
            points, extra = POINTS[roll, box], 0.0
            if FACE[roll]:
                points, extra = score_yahtzee(mask, armed, box, FACE[roll], points, rules)
                if points < 0:
                    continue
            scores[roll, box] = values[NUMBER_OF[box, points, 1 if extra > 0 else 0]]


@njit(cache=True, error_model="numpy")
def outcome_of(mask: int, armed: int, upper: int, outcome: int) -> tuple[int, int, int, int]:
    """Where an outcome leads: filled boxes, whether armed, the upper total up to 63; and the points it brings."""
    box, points, extra = OUTCOMES[outcome]
    now = 1 if box == 11 and points == 50 else armed
    total = min(BONUS_AT, upper + points) if box < 6 else upper
    return mask | (1 << box), now, total, points + extra
