"""The joker rules of `joker.py` compiled by Numba, and with them the points of any roll in any box."""

from __future__ import annotations

from numba import njit

from mendax.games.yahtzee.kernel import joker
from mendax.games.yahtzee.kernel.dice_sets import FACE, POINTS
from mendax.games.yahtzee.kernel.tables import ROW_POINTS

# Nothing here makes an array, so Numba need not count references to any.
_compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)

usable_boxes = _compiled(joker.usable_boxes)
points_row = _compiled(joker.points_row)
extra_points = _compiled(joker.extra_points)


@_compiled
def score_roll(filled: int, armed: int, box: int, roll: int, rules: int) -> tuple[int, int]:
    """What a roll brings in an open box: points in the box, and extra points; -1 where it may not go."""
    face = FACE[roll]
    if face == 0:  # so it is for nearly all rolls
        return POINTS[roll, box], 0
    if not usable_boxes(filled, face, rules) >> box & 1:
        return -1, 0
    return int(ROW_POINTS[points_row(roll, filled, face, rules), box]), extra_points(armed, face, rules)
