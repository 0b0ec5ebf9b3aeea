"""The 462 sets of at most five dice as numbers, and how they are related.

Number 0 is no dice; the sets follow by size, and the last 252 are the rolls of five. A set grows by
one die into six others, and shrinks by one die into as many as it has different faces: with these two
steps the value of every keep is a mean and the best keep of every roll a running maximum.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np

from mendax.games.yahtzee.rules.scoring import BOXES, NUM_DICE, Dice, plain_points

SETS: Final[tuple[Dice, ...]] = tuple(
    dice for size in range(NUM_DICE + 1) for dice in combinations_with_replacement(range(1, 7), size)
)
NUMBER: Final = {dice: number for number, dice in enumerate(SETS)}
NUM_SETS: Final = len(SETS)
FIRST_ROLL: Final = NUMBER[1, 1, 1, 1, 1]
"""The sets from here on are rolls of all five dice."""
NUM_ROLLS: Final = NUM_SETS - FIRST_ROLL
"""The ways five dice can fall, order aside: 252."""


def _without(dice: Dice, face: int) -> Dice:
    at = dice.index(face)
    return dice[:at] + dice[at + 1 :]


GROWN: Final = np.array(
    [[NUMBER[tuple(sorted((*dice, face)))] for face in range(1, 7)] for dice in SETS[:FIRST_ROLL]], dtype=np.int64
)
"""By set of fewer than five dice and face: the set with one more die."""
SHRUNK: Final = tuple(tuple(NUMBER[_without(dice, face)] for face in sorted(set(dice))) for dice in SETS)
"""By set: the sets with one die fewer."""
CHANCE: Final = np.array(
    [
        factorial(NUM_DICE) / prod(factorial(dice.count(face)) for face in set(dice)) / 6**NUM_DICE
        for dice in SETS[FIRST_ROLL:]
    ]
)
"""By roll of five dice: its probability."""
POINTS: Final = np.array([[plain_points(box, dice) for box in BOXES] for dice in SETS[FIRST_ROLL:]], dtype=np.int64)
"""By roll and box: the points, without the joker rules."""
FACE: Final = np.array([dice[0] if dice[0] == dice[4] else 0 for dice in SETS[FIRST_ROLL:]], dtype=np.int64)
"""By roll: the face of a Yahtzee, else 0."""
