"""The joker rules in integer arithmetic: their one home for compiled code.

The functions have no branch and use nothing but integer operators. So the same text runs on Python's integers, inside
Numba (`numba_joker.py`) and on whole NumPy or JAX arrays. `rules/scoring.py` is the authority: a
test compares the two for every set of filled boxes, every roll and every rule.

A set of boxes is a number with bit i for box i. `face` is that of a Yahtzee, and 0 for all other dice. `rules` is a
number of `RULE_NUMBER`.
"""

from __future__ import annotations

from typing import Any

from mendax.games.yahtzee.kernel.tables import ALL_BOXES, FORCED, FREE, JOKER_ROW, LOWER_BOXES, NO_BONUS, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import EXTRA


def usable_boxes(filled: Any, face: Any, rules: Any) -> Any:
    """The set of boxes that dice may be entered in."""
    free = ALL_BOXES & ~filled
    matching = (1 << face) >> 1 & free
    forced = (rules == FORCED) & (face > 0) & (filled >> YAHTZEE_BOX & 1)
    only_matching = forced & (matching != 0)
    only_lower = forced & (matching == 0) & (LOWER_BOXES & free != 0)
    # A flag less one is a mask: 1 leaves the boxes beside it, 0 all boxes.
    return free & (matching | only_matching - 1) & (LOWER_BOXES | only_lower - 1)


def points_row(roll: Any, filled: Any, face: Any, rules: Any) -> Any:
    """The row of `ROW_POINTS` for a roll: its own, or that of a joker at full value."""
    full_value = (rules <= FREE) & (face > 0) & (filled >> YAHTZEE_BOX & filled << 1 >> face & 1)
    return roll + full_value * (JOKER_ROW + face - roll)


def extra_points(armed: Any, face: Any, rules: Any) -> Any:
    """The points for a further Yahtzee; `armed` is 1 where the Yahtzee box holds 50."""
    return EXTRA * (armed & (face > 0) & (rules != NO_BONUS))
