"""The joker rules of `joker.py` compiled by Numba, and with them the points of any roll in any box."""

from __future__ import annotations

from numba import njit

from mendax.games.yahtzee.kernel import joker
from mendax.games.yahtzee.kernel.dice_sets import FACE, POINTS
from mendax.games.yahtzee.kernel.tables import ALL_BOXES, ROW_POINTS

_compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True)

_usable_boxes = _compiled(joker.usable_boxes)
_points_row = _compiled(joker.points_row)
extra_points = _compiled(joker.extra_points)


# Few rolls are Yahtzees: a branch on that is foreseen, and saves the arithmetic.
@_compiled
def usable_boxes(filled: int, face: int, rules: int) -> int:
    """The set of boxes that dice may be entered in."""
    return ALL_BOXES & ~filled if face == 0 else _usable_boxes(filled, face, rules)


@_compiled
def points_row(roll: int, filled: int, face: int, rules: int) -> int:
    """The row of `ROW_POINTS` for a roll."""
    return roll if face == 0 else _points_row(roll, filled, face, rules)


@_compiled
def score_roll(filled: int, armed: int, box: int, roll: int, rules: int) -> tuple[int, int]:
    """The points of a roll in an open box, and its extra points; points are -1 where it may not go."""
    face = FACE[roll]
    if face == 0:
        return POINTS[roll, box], 0
    if not _usable_boxes(filled, face, rules) >> box & 1:
        return -1, 0
    return int(ROW_POINTS[_points_row(roll, filled, face, rules), box]), extra_points(armed, face, rules)
