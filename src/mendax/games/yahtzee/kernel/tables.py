"""What the kernels share: actions as numbers, and look-up tables.

An action is a number below 45: 0 to 31 keep dice, bit i standing for die i of the five in rising
order, and 32 to 44 score a box. All 32 keeps may be chosen while rolls are left; where dice are equal,
several numbers keep the same dice.

Dice become one of 252 rolls without sorting: each face has a weight in base 8, so the sum over five dice
counts every face but the ones, and a table turns the sum into the number of the roll.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import numpy as np

from mendax.core.errors import IllegalAction, MendaxError
from mendax.games.yahtzee.kernel.dice_sets import FACE, NUM_ROLLS, POINTS
from mendax.games.yahtzee.rules.scoring import BOXES, FIXED, NUM_BOXES, NUM_DICE, ROLLS, UPPER, Box, Dice, Rules
from mendax.games.yahtzee.rules.types import Keep, Score

NUM_KEEPS: Final = 1 << NUM_DICE
NUM_ACTIONS: Final = NUM_KEEPS + NUM_BOXES
NUM_THROWS: Final = 6**NUM_DICE
"""The ways five distinguishable dice can fall."""

ALL_BOXES: Final = (1 << NUM_BOXES) - 1
"""All boxes as a set: a number with bit i for box i."""
UPPER_BOXES: Final = (1 << len(UPPER)) - 1
LOWER_BOXES: Final = ALL_BOXES & ~UPPER_BOXES
YAHTZEE_BOX: Final = int(Box.YAHTZEE)

FORCED, FREE, NO_JOKER, NO_BONUS = range(4)
RULE_NUMBER: Final = {
    Rules.FORCED: FORCED,
    Rules.FREE: FREE,
    Rules.NO_JOKER: NO_JOKER,
    Rules.NO_BONUS: NO_BONUS,
}
"""The joker rules as compiled code numbers them."""


def weight(face: int) -> int:
    """A face's weight in the sum of a roll: 0, 1, 8, 64, 512 or 4096."""
    return (1 << 3 * (face - 1)) >> 3


THROWS: Final = np.array(list(product(range(1, 7), repeat=NUM_DICE)), dtype=np.int8)
"""By throw: the faces of the five dice in order. A number drawn evenly below 7,776 is a fair throw."""
KEPT_SUM: Final = np.array(
    [[sum(weight(dice[i]) for i in range(NUM_DICE) if keep >> i & 1) for keep in range(NUM_KEEPS)] for dice in ROLLS],
    dtype=np.int16,
)
"""By roll and keep: the sum of the weights of the dice that stay."""
ROLL_OF_SUM: Final = np.zeros(NUM_DICE * weight(6) + 1, dtype=np.uint8)
"""By sum of five weights: the roll. Entries for sums that five dice cannot have mean nothing."""
ROLL_OF_SUM[KEPT_SUM[:, -1]] = np.arange(len(ROLLS))

ROLL_FACE: Final = FACE.astype(np.int8)
"""By roll: the face of a Yahtzee, else 0."""
JOKER_ROW: Final = NUM_ROLLS - 1
"""Add the face of a Yahtzee: its row in `ROW_POINTS` as a joker at full value."""
_JOKERS = POINTS[np.flatnonzero(FACE)].copy()
for _box, _full in FIXED.items():
    _JOKERS[:, _box] = _full
ROW_POINTS: Final = np.concatenate([POINTS, _JOKERS]).astype(np.int8)
"""By row and box: the points. The first 252 rows are the rolls, the last six the jokers at full value, by face."""

_SETS = np.arange(ALL_BOXES + 1)[:, None] >> np.arange(NUM_BOXES) & 1
NTH_BOX: Final = np.argsort(-_SETS, axis=1, kind="stable").astype(np.int8)
"""By set of boxes and number n: box n of the set, counted from 0; entries past its last box mean nothing."""


def read_rules(rules: Rules | str) -> Rules:
    """The rules of that name."""
    try:
        return Rules(rules)
    except ValueError:
        known = ", ".join(known.value for known in Rules)
        raise MendaxError(f"there are no yahtzee rules '{rules}'; there is: {known}") from None


@cache
def keeps_by_number(dice: Dice) -> tuple[Keep, ...]:
    """The 32 keeps of a roll in the order of their numbers."""
    return tuple(Keep(tuple(die for i, die in enumerate(dice) if number >> i & 1)) for number in range(1 << len(dice)))


def action_of(number: int, dice: Dice) -> Keep | Score:
    """The action a number stands for when these dice lie on the table.

    >>> str(action_of(0b00011, (2, 2, 3, 5, 6))), str(action_of(40, (2, 2, 3, 5, 6)))
    ('keep 2 2', 'score fh')
    """
    if not 0 <= number < NUM_ACTIONS:
        raise IllegalAction(f"action {number}: actions are the numbers from 0 to {NUM_ACTIONS - 1}")
    return keeps_by_number(dice)[number] if number < NUM_KEEPS else Score(BOXES[number - NUM_KEEPS])
