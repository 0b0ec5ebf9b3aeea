"""How bids rise, and the actions of each situation, made once and shared by all states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

from mendax.games.blufpoker.rules.rolls import FACES, ROLLS, SORTED, Dice, Roll, is_poker
from mendax.games.blufpoker.rules.types import STOP, Action, Bid, Die, Keep, RollDie

TOP_321: Final[Roll] = (3, 2, 1)
"""The highest roll in the real game, as the paper says; an option here."""

DIE_OUTCOMES: Final = tuple(Die(face) for face in FACES)
DIE_CHANCES: Final = tuple((die, 1 / 6) for die in DIE_OUTCOMES)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the 56 rolls, and every bid."""

    top321: bool
    rolls: tuple[Roll, ...]
    """The lowest first; a roll's place here is its rank."""
    ranks: Mapping[Dice, int]
    """The rank of three dice in any order."""
    first_poker: int
    """A believed bid from this rank on leads to the poker phase."""
    bids: tuple[Bid, ...]
    from_rank: tuple[tuple[Bid, ...], ...]
    """By the lowest rank allowed: the bids from it on."""
    single: tuple[tuple[Bid, ...], ...]
    """By rank: that bid alone."""

    @property
    def top(self) -> int:
        """The highest rank."""
        return len(self.rolls) - 1

    def __reduce__(self) -> tuple[Any, ...]:
        return (bid_order, (self.top321,))  # one object for each order, in a worker too


@cache
def bid_order(top321: bool = False) -> Order:
    """The order of Table 1, or the same with 321 on top.

    >>> bid_order(top321=True).rolls[-2:], bid_order().first_poker, bid_order(top321=True).first_poker
    (((6, 6, 6), (3, 2, 1)), 50, 49)
    """
    rolls = tuple(sorted(ROLLS, key=TOP_321.__eq__)) if top321 else ROLLS
    rank = {roll: number for number, roll in enumerate(rolls)}
    bids = tuple(map(Bid, rolls))
    return Order(
        top321,
        rolls,
        {
            dice: rank[high_first[0], high_first[1], high_first[2]]
            for dice, high_first in SORTED.items()
            if len(dice) == 3
        },
        next(number for number, roll in enumerate(rolls) if is_poker(roll)),
        bids,
        tuple(bids[lowest:] for lowest in range(len(bids) + 1)),
        tuple((bid,) for bid in bids),
    )


ROLL_ACTIONS: Final[dict[Dice, tuple[Action, ...]]] = {
    kept: tuple(RollDie(face) for face in sorted(set(kept))) for kept in set(SORTED.values())
}
"""By the dice that were not rolled: each may be rolled, the lowest first."""
ROLL_OR_STOP: Final[dict[Dice, tuple[Action, ...]]] = {kept: (*rolls, STOP) for kept, rolls in ROLL_ACTIONS.items()}
"""The same once the player may stop."""
KEEP_ACTIONS: Final[dict[Dice, tuple[Keep, ...]]] = {
    dice: tuple(
        Keep(kept) for kept in dict.fromkeys(kept for number in range(3) for kept in combinations(dice, number))
    )
    for dice in set(SORTED.values())
    if len(dice) == 3
}
"""By the dice of an open roll: what may be kept, nothing first, and at least one die is rolled."""
