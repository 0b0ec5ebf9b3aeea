"""A turn played by its values with the arena's dice, compiled: move for move what an agent with these values does."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.games.yahtzee.kernel.dice_sets import FIRST_ROLL, GROWN, NUM_SETS, SETS, SHRUNK
from mendax.games.yahtzee.kernel.numba_joker import score_roll
from mendax.games.yahtzee.kernel.tables import YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import NUM_BOXES, NUM_DICE
from mendax.games.yahtzee.solver.value_table import WIDTH, Floats, Ints
from mendax.simd.float64x8 import LANES
from mendax.simd.streams import STEP, uniform

_PARTS: Final = np.array([[*parts, *[-1] * (6 - len(parts))] for parts in SHRUNK])
_SIZE: Final = np.array([len(dice) for dice in SETS])
MOST_MOVES: Final = 6
"""Moves of a turn, as the match runner counts them: three rolls, two keeps and a score."""


def _landings() -> tuple[Ints, npt.NDArray[np.int16]]:
    """For every set, every way its missing dice can fall, one after the other, and the roll that makes."""
    ways: list[list[int]] = [[] for _ in SETS]
    for number in range(NUM_SETS - 1, -1, -1):
        grown = GROWN[number] if number < FIRST_ROLL else ()
        ways[number] = [roll for part in grown for roll in ways[part]] or [number]
    starts = np.cumsum([0, *map(len, ways)])[:-1]
    return starts, np.array([roll for part in ways for roll in part], dtype=np.int16)


_STARTS, _LANDING = _landings()


@njit(cache=True, error_model="numpy")
def roll_rest(at: int, bits: int) -> tuple[int, int]:
    """Roll the dice missing in a set: the roll, as a set, and how far the stream has come.

    Five dice are drawn whatever is missing, since that needs no branch; those too many are left in the
    stream.
    """
    missing = NUM_DICE - _SIZE[at]
    fallen, index = 0, 0
    for die in range(NUM_DICE):
        fallen = fallen * 6 + np.int64(uniform(bits + np.uint64(die + 1) * STEP) * 6)
        index = fallen if die + 1 == missing else index
    return np.int64(_LANDING[_STARTS[at] + index]), bits + np.uint64(missing) * STEP


@njit(cache=True, error_model="numpy")
def best_part(own: Floats, best: Floats, at: int, lane: int) -> int:
    """Which set is kept of a roll: down from the roll along equal best values; of equal ones the larger."""
    highest = best[at * LANES + lane]
    while own[at * LANES + lane] != highest:
        part = 0
        while best[_PARTS[at, part] * LANES + lane] != highest:
            part += 1
        at = _PARTS[at, part]
    return at


@njit(cache=True, error_model="numpy")
def best_box(mask: int, armed: int, upper: int, roll: int, table: Floats, rules: int) -> tuple[int, int, int]:
    """The best box for a last roll, its points, and extra points; of equal ones the earlier."""
    top, chosen, gained, more = -1.0, -1, 0, 0
    for box in range(NUM_BOXES):
        if (mask >> box) & 1:
            continue
        points, extra = score_roll(mask, armed, box, roll, rules)
        if points < 0:
            continue
        now = 1 if box == YAHTZEE_BOX and points == 50 else armed
        after = ((mask | (1 << box)) * 2 + now) * WIDTH + upper + (points if box < 6 else 0)
        value = table[after] + (points + extra)
        if value > top:
            top, chosen, gained, more = value, box, points, extra
    return chosen, gained, more


@njit(cache=True, error_model="numpy")
def roll_and_keep(rows: Floats, lane: int, bits: int) -> tuple[int, int, int]:
    """Three rolls and the two keeps between them, by the rows of a turn.

    The last roll, how far the stream has come, and how many moves the turn has with its score.
    """
    at, bits = roll_rest(0, bits)
    num_moves = MOST_MOVES
    for part in range(2):
        kept = best_part(rows[2 - 2 * part], rows[3 - 2 * part], at, lane)
        num_moves -= kept >= FIRST_ROLL
        at, bits = roll_rest(kept, bits)
    return at - FIRST_ROLL, bits, num_moves
