"""The outcomes of a turn, numbered; and the probability of each under best play, for any state.

An *outcome* is a box, the points entered in it, and the extra points for a further Yahtzee. The solver's steps run
backwards from boxes to the first roll; here the probabilities run forwards through the same choices. Of equal options
the larger keep and the earlier box is taken. Eight upper totals are computed at a time, as in the solver.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FACE, FIRST_ROLL, GROWN, NUM_ROLLS, NUM_SETS, POINTS, SHRUNK
from mendax.games.yahtzee.kernel.numba_joker import score_roll
from mendax.games.yahtzee.kernel.tables import YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS_AT, BOXES, EXTRA, FIXED, NUM_BOXES
from mendax.games.yahtzee.solver.turn_kernel import ROLL, ROW, turn_rows
from mendax.games.yahtzee.solver.value_table import WIDTH, Floats, Ints
from mendax.simd.float64x8 import LANES, deal_out, enter_at, move_to, stop_at

Chances: TypeAlias = Floats
"""Probabilities."""


def _all_outcomes() -> list[tuple[int, int, int]]:
    """Every (box, points, extra) that a turn can end with, under any rules."""
    found = {(int(box), int(POINTS[roll, box]), 0) for roll in range(NUM_ROLLS) for box in BOXES}
    for roll in np.flatnonzero(FACE):
        for box in BOXES:
            for points in {int(POINTS[roll, box]), FIXED.get(box, int(POINTS[roll, box]))}:
                found |= {(int(box), points, 0), (int(box), points, EXTRA)}
    return sorted(found)


OUTCOMES: Final = np.array(_all_outcomes())
"""By outcome: box, points in it, and extra points, in rising order."""
NUM_OUTCOMES: Final = len(OUTCOMES)
BOX_STARTS: Final = np.searchsorted(OUTCOMES[:, 0], np.arange(NUM_BOXES + 1))
"""Where the outcomes of each box begin."""
_NUMBER: Final = np.full((NUM_BOXES, 51, 2), -1)
_NUMBER[OUTCOMES[:, 0], OUTCOMES[:, 1], OUTCOMES[:, 2] // EXTRA] = np.arange(NUM_OUTCOMES)
"""By box, points and whether there are extra points: the number of the outcome."""
_LOWER: Final = np.array([[*(part * LANES for part in parts), *[-1] * (6 - len(parts))] for parts in SHRUNK])
_BLOCKS: Final = (BONUS_AT + 1) // LANES


@njit(cache=True, error_model="numpy")
def outcome_number(mask: int, armed: int, box: int, roll: int, rules: int) -> int:
    """The outcome of entering a roll in an open box, or -1 where it may not go."""
    points, extra = score_roll(mask, armed, box, roll, rules)
    return _NUMBER[box, points, 1 if extra > 0 else 0] if points >= 0 else -1


@njit(cache=True, error_model="numpy")
def outcome_numbers(mask: int, armed: int, rules: int, numbers: Ints) -> None:
    """Into numbers[box, roll]: the outcome of entering a roll in a box, or -1 where it may not go."""
    for box in range(NUM_BOXES):
        for roll in range(NUM_ROLLS):
            numbers[box, roll] = -1 if (mask >> box) & 1 else outcome_number(mask, armed, box, roll, rules)


@njit(cache=True, error_model="numpy")
def after_outcome(mask: int, armed: int, upper: int, outcome: int) -> tuple[int, int, int, int]:
    """Where an outcome leads: filled boxes, whether armed, the upper total up to 63; and the points it makes."""
    box, points, extra = OUTCOMES[outcome]
    now = 1 if box == YAHTZEE_BOX and points == 50 else armed
    total = min(BONUS_AT, upper + points) if box < 6 else upper
    return mask | (1 << box), now, total, points + extra


@njit(cache=True, error_model="numpy")
def place_rolls(values: Floats, mask: int, armed: int, rules: int, scores: Floats) -> None:
    """From the value of every outcome of a turn to that of every roll in every box; NaN where it may not go."""
    for roll in range(NUM_ROLLS):
        for box in range(NUM_BOXES):
            scores[roll, box] = np.nan
            if not (mask >> box) & 1:
                outcome = outcome_number(mask, armed, box, roll, rules)
                if outcome >= 0:
                    scores[roll, box] = values[outcome]


@njit(cache=True, error_model="numpy")
def _descend(own: Floats, best: Floats, flow: Chances, kept: Chances) -> None:
    """Send the chance of every roll to the set that is kept of it."""
    for number in range(NUM_SETS - 1, -1, -1):
        stop_at(own, best, flow, kept, number * LANES)
        part = 0
        while _LOWER[number, part] >= 0:
            move_to(best, flow, number * LANES, _LOWER[number, part])
            part += 1


@njit(cache=True, error_model="numpy")
def _roll_again(own: Floats, best: Floats, flow: Chances, kept: Chances) -> None:
    """From the chances of rolls to those of the next rolls; both are the last part of `flow`."""
    kept[:] = 0.0
    _descend(own, best, flow, kept)
    for number in range(FIRST_ROLL):
        grown = GROWN[number] * LANES
        deal_out(kept, number * LANES, grown[0], grown[1], grown[2], grown[3], grown[4], grown[5])
    flow[:ROLL] = 0.0
    flow[ROLL:] = kept[ROLL:]


@njit(cache=True, error_model="numpy")
def _enter_boxes(
    row: Floats, flow: Chances, mask: int, armed: int, upper: int, table: Floats, rules: int, found: Chances
) -> None:
    """Send the chance of every last roll to its best box."""
    for box in range(NUM_BOXES):
        if (mask >> box) & 1:
            continue
        after = (mask | (1 << box)) * 2 * WIDTH + upper
        for roll in range(NUM_ROLLS):
            points, extra = score_roll(mask, armed, box, roll, rules)
            if points < 0:
                continue
            now = 1 if box == YAHTZEE_BOX and FACE[roll] else armed
            start = after + now * WIDTH + (points if box < 6 else 0)
            into = _NUMBER[box, points, 1 if extra > 0 else 0] * LANES
            enter_at(row, flow, ROLL + roll * LANES, table, start, float(points + extra), found, into)


@njit(cache=True, error_model="numpy")
def _block_chances(work: Floats, found: Chances, mask: int, armed: int, upper: int, table: Floats, rules: int) -> None:
    """The chance of every outcome of a turn, for eight upper totals; `work` is room for six rows."""
    turn_rows(work[:4], mask, armed, upper, table, rules)
    flow, kept = work[4], work[5]
    flow[:ROLL] = 0.0
    for roll in range(NUM_ROLLS):
        flow[ROLL + roll * LANES : ROLL + (roll + 1) * LANES] = CHANCE[roll]
    _roll_again(work[2], work[3], flow, kept)
    _roll_again(work[0], work[1], flow, kept)
    found[:] = 0.0
    _enter_boxes(work[0], flow, mask, armed, upper, table, rules, found)


@njit(cache=True, error_model="numpy")
def state_outcome_chances(mask: int, armed: int, upper: int, table: Floats, rules: int) -> Chances:
    """The chance of every outcome of the turn that starts in one state."""
    work, lanes = np.empty((6, ROW)), np.empty(NUM_OUTCOMES * LANES)
    _block_chances(work, lanes, mask, armed, upper // LANES * LANES, table, rules)
    return lanes.reshape(NUM_OUTCOMES, LANES)[:, upper % LANES].copy()


@njit(cache=True, parallel=True, error_model="numpy")
def layer_outcome_chances(masks: Ints, rows: Ints, table: Floats, rules: int, chances: Chances) -> None:
    """Fill in chances[row, outcome] for the states of some masks that have a row: rows[mask, armed, upper] >= 0."""
    for index in prange(masks.size):
        mask = masks[index]
        work = np.empty((6, ROW))
        found = np.empty(NUM_OUTCOMES * LANES)
        for armed in range(2):
            for block in range(_BLOCKS):
                upper = block * LANES
                if (rows[mask, armed, upper : upper + LANES] < 0).all():
                    continue
                _block_chances(work, found, mask, armed, upper, table, rules)
                for lane in range(LANES):
                    row = rows[mask, armed, upper + lane]
                    if row >= 0:
                        for outcome in range(NUM_OUTCOMES):
                            chances[row, outcome] = found[outcome * LANES + lane]
