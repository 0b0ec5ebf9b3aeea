"""What dice score in a box, and which boxes may be used: the paper's Appendix E, and the joker rules.

A *joker* is a Yahtzee rolled when the Yahtzee box is filled already. Rule books differ only in what it may
do, so that is a parameter. The compiled form of the joker rules is `kernel/joker.py`; a test holds the two
together.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, IntEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Dice in rising order."""

NUM_DICE: Final = 5
OPEN: Final = -1
"""An empty box."""
BONUS_AT: Final = 63
"""The points in the upper boxes that bring the bonus."""
BONUS: Final = 35
EXTRA: Final = 100
"""The points for every further Yahtzee after one that scored 50."""
HIGHEST_SCORE: Final = 1575
"""The highest score there is: thirteen Yahtzees, twelve of them further ones, in the best order."""


class Box(IntEnum):
    """The thirteen boxes of the card, in its order."""

    ONES = 0
    TWOS = 1
    THREES = 2
    FOURS = 3
    FIVES = 4
    SIXES = 5
    THREE_OF_A_KIND = 6
    FOUR_OF_A_KIND = 7
    FULL_HOUSE = 8
    SMALL_STRAIGHT = 9
    LARGE_STRAIGHT = 10
    YAHTZEE = 11
    CHANCE = 12

    def __str__(self) -> str:
        return NAMES[self]


NAMES: Final = ("1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "yz", "ch")
BOXES: Final = tuple(Box)
NUM_BOXES: Final = len(BOXES)
UPPER: Final = BOXES[:6]
LOWER: Final = BOXES[6:]
FIXED: Final = {Box.FULL_HOUSE: 25, Box.SMALL_STRAIGHT: 30, Box.LARGE_STRAIGHT: 40}
"""The points of a joker in these boxes, whatever its face."""
ROLLS: Final[tuple[Dice, ...]] = tuple(combinations_with_replacement(range(1, 7), NUM_DICE))
"""The 252 ways five dice can fall, order aside."""


class Rules(Enum):
    """What a further Yahtzee brings: the joker rules."""

    FORCED = "forced"
    """Hasbro's: 100 points if the Yahtzee box has 50; the matching upper box if it is open, else any
    lower box at full value, else zero in an upper one. A scratched Yahtzee box makes jokers too."""
    FREE = "free"
    """100 points; any open box, with full value in the lower ones once the matching upper box is filled."""
    NO_JOKER = "no-joker"
    """100 points, and otherwise scored like any other dice."""
    NO_BONUS = "no-bonus"
    """Scored like any other dice."""

    @property
    def pays_extra(self) -> bool:
        """Whether further Yahtzees bring 100 points."""
        return self is not Rules.NO_BONUS


class Card(NamedTuple):
    """One player's score card."""

    points: tuple[int, ...] = (OPEN,) * NUM_BOXES
    """By box; `OPEN` where nothing is entered yet."""
    extras: int = 0
    """How many further Yahtzees were paid."""

    @property
    def upper(self) -> int:
        """The points in the upper six boxes."""
        return sum(points for points in self.points[:6] if points != OPEN)

    @property
    def open(self) -> tuple[Box, ...]:
        """The boxes that are still empty."""
        return tuple(box for box in BOXES if self.points[box] == OPEN)

    @property
    def armed(self) -> bool:
        """Whether a further Yahtzee would be paid: the Yahtzee box holds 50."""
        return self.points[Box.YAHTZEE] == 50

    @property
    def total(self) -> int:
        """The score so far, bonuses included."""
        filled = sum(points for points in self.points if points != OPEN)
        return filled + (BONUS if self.upper >= BONUS_AT else 0) + EXTRA * self.extras


def is_yahtzee(dice: Dice) -> bool:
    """Five of a kind; the dice are in rising order."""
    return dice[0] == dice[4]


@cache
def plain_points(box: Box, dice: Dice) -> int:
    """The points of dice in a box, without the joker rules.

    >>> plain_points(Box.FULL_HOUSE, (2, 2, 3, 3, 3)), plain_points(Box.SMALL_STRAIGHT, (1, 3, 4, 5, 6))
    (25, 30)
    """
    counts, most = Counter(dice), max(Counter(dice).values())
    faces = set(dice)
    if box in UPPER:
        return (box + 1) * counts[box + 1]
    if box is Box.THREE_OF_A_KIND:
        return sum(dice) if most >= 3 else 0
    if box is Box.FOUR_OF_A_KIND:
        return sum(dice) if most >= 4 else 0
    if box is Box.FULL_HOUSE:
        return 25 if sorted(counts.values()) == [2, 3] else 0
    if box is Box.SMALL_STRAIGHT:
        return 30 if any(set(range(low, low + 4)) <= faces for low in (1, 2, 3)) else 0
    if box is Box.LARGE_STRAIGHT:
        return 40 if any(set(range(low, low + 5)) <= faces for low in (1, 2)) else 0
    if box is Box.YAHTZEE:
        return 50 if most == 5 else 0
    return sum(dice)


def legal_boxes(card: Card, dice: Dice, rules: Rules) -> tuple[Box, ...]:
    """The boxes these dice may be entered in."""
    free = card.open
    if rules is not Rules.FORCED or not is_yahtzee(dice) or card.points[Box.YAHTZEE] == OPEN:
        return free
    matching = Box(dice[0] - 1)
    if matching in free:
        return (matching,)
    return tuple(box for box in free if box in LOWER) or free


def box_points(card: Card, dice: Dice, box: Box, rules: Rules) -> int:
    """The points of dice in an open box of this card, without the 100 points for a further Yahtzee."""
    joker = is_yahtzee(dice) and card.points[Box.YAHTZEE] != OPEN
    full_value = rules in (Rules.FORCED, Rules.FREE) and card.points[dice[0] - 1] != OPEN
    if joker and full_value and box in FIXED:
        return FIXED[box]
    return plain_points(box, dice)


def enter(card: Card, dice: Dice, box: Box, rules: Rules) -> Card:
    """The card after entering dice in a box."""
    points = list(card.points)
    points[box] = box_points(card, dice, box, rules)
    paid = rules.pays_extra and card.armed and is_yahtzee(dice)
    return Card(tuple(points), card.extras + paid)


@cache
def possible_points(box: Box) -> frozenset[int]:
    """All points that a box can ever hold."""
    return frozenset(plain_points(box, dice) for dice in ROLLS)
