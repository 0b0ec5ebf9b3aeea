"""The exact solution of solitaire Yahtzee: the expected further points of every state at the start of a turn.

A state is the set of filled boxes (13 bits), whether a further Yahtzee is paid, and the upper total up to 63: 536,448
of them can happen. They are solved from full cards back to the empty one.

Eight upper totals are solved at a time as vector lanes. Values count the upper bonus when the game ends, not when it is
reached; so an upper box only shifts the lanes, and totals above 63 are a copy of 63.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.tables import RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, Rules
from mendax.games.yahtzee.solver.backward import solve_backward
from mendax.games.yahtzee.solver.turn_kernel import ROW, score_rolls, value_turn_start
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, Floats, Ints, ValueTable
from mendax.simd.float64x8 import LANES

_BLOCKS: Final = (BONUS_AT + 1) // LANES
NUM_STATES: Final = int(UPPER_TOTALS.sum()) * (64 + 2 * 64)
"""States that can happen: every lower set, and with the Yahtzee box filled both armed and not."""


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(masks: Ints, table: Floats, rules: int, happens: npt.NDArray[np.bool_]) -> None:
    for index in prange(masks.size):
        mask = masks[index]
        row = np.empty(ROW)
        for armed in range(2 if (mask >> YAHTZEE_BOX) & 1 else 1):
            start = (mask * 2 + armed) * WIDTH
            for block in range(_BLOCKS):
                if happens[mask & 63, block]:
                    score_rolls(row, mask, armed, block * LANES, table, rules)
                    value_turn_start(row)
                    table[start + block * LANES : start + (block + 1) * LANES] = row[:LANES]
            table[start + BONUS_AT + 1 : start + WIDTH] = table[start + BONUS_AT]


def load_kernel() -> None:
    """Load the compiled solver, or compile it on the first call of all: start-up, not solving."""
    none = np.empty(0, dtype=np.int64)
    _solve_layer(none, np.empty(0), 0, np.empty((0, _BLOCKS), dtype=np.bool_))


def solve_table(rules: Rules) -> ValueTable:
    """The value of every state under a set of rules, with the shape (8192, 2, 96)."""
    table = np.zeros((NUM_MASKS, 2, WIDTH))
    table[FULL, :, BONUS_AT:] = BONUS
    happens = UPPER_TOTALS.reshape(64, _BLOCKS, LANES).any(axis=2)

    def solve_layer(num_filled: int, masks: Ints) -> None:
        _solve_layer(masks, table.reshape(-1), RULE_NUMBER[rules], happens)

    solve_backward(solve_layer)
    return table
