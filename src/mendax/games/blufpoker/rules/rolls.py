"""The 56 rolls of three dice and their order (Table 1 of the paper): pokers, three equal dice, are above all others."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Final, TypeAlias

Roll: TypeAlias = tuple[int, int, int]
"""Three dice, the highest first."""

Dice: TypeAlias = tuple[int, ...]
"""Up to three dice; in a fixed order or the highest first, as each use says."""

FACES: Final = range(1, 7)

SORTED: Final[dict[Dice, Dice]] = {
    dice: tuple(sorted(dice, reverse=True)) for number in range(4) for dice in product(FACES, repeat=number)
}
"""Up to three dice in any order, and the same dice with the highest first."""


def sort_dice(dice: tuple[int, ...]) -> Roll:
    """The roll that three dice make.

    >>> sort_dice((2, 5, 3))
    (5, 3, 2)
    """
    low, middle, high = sorted(dice)
    return (high, middle, low)


def is_poker(roll: Roll) -> bool:
    """Whether the three dice are equal."""
    return roll[0] == roll[2]


ROLLS: Final[tuple[Roll, ...]] = tuple(
    sorted(
        (sort_dice(dice) for dice in combinations_with_replacement(FACES, 3)), key=lambda roll: (is_poker(roll), roll)
    )
)
"""All rolls, the lowest first; a roll's place here is its rank."""

RANKS: Final[dict[Roll, int]] = {roll: rank for rank, roll in enumerate(ROLLS)}

FIRST_POKER: Final = RANKS[1, 1, 1]
"""Rolls from this rank on are pokers."""


def roll_text(dice: Dice) -> str:
    """Dice as people write them, such as 532."""
    return "".join(map(str, dice))
