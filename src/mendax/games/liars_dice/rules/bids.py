"""The ladder of bids, the possible pushes, and the chances of rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from mendax.games.liars_dice.rules.options import Order
from mendax.games.liars_dice.rules.types import Bid, Dice, Roll


@dataclass(frozen=True, slots=True)
class Ladder:
    """Every bid with so many dice in play, the lowest first."""

    bids: tuple[Bid, ...]
    ranks: Mapping[tuple[int, int], int]
    """The position of a number and a face on the ladder."""

    def rank(self, bid: Bid) -> int:
        """The position of a bid; -1 where it is not on the ladder."""
        exact = type(bid.count) is int and type(bid.face) is int  # 4.0 is found like 4, and is no number of dice
        return self.ranks.get((bid.count, bid.face), -1) if exact else -1


def height(count: int, face: int, faces: int, wild: int, order: Order) -> int:
    """A number that rises with the bids.

    In the paper's order three 1s stand right above six 6s and right below seven 2s.

    >>> [height(*bid, 6, 1, Order.DOUBLE) for bid in ((6, 6), (3, 1), (7, 2))]
    [48, 49, 51]
    """
    if order is Order.DOUBLE and face == wild:
        return (2 * count + 1) * (faces + 1)
    return count * (faces + 1) + face


@cache
def ladder(total: int, faces: int, wild: int, order: Order) -> Ladder:
    """The ladder for so many dice in play. A bid of more dice than that is not on it.

    The official rules begin it 1x2 ... 1x6, 2x2 ... 2x6, 1x1, 3x2:

    >>> " ".join(map(str, ladder(3, 6, 1, Order.DOUBLE).bids))
    '1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 1x1 3x2 3x3 3x4 3x5 3x6 2x1 3x1'
    """
    bids = [Bid(count, face) for count in range(1, total + 1) for face in range(1, faces + 1)]
    bids.sort(key=lambda bid: height(bid.count, bid.face, faces, wild, order))
    return Ladder(tuple(bids), {(bid.count, bid.face): rank for rank, bid in enumerate(bids)})


@cache
def pushed_bids(total: int, faces: int, wild: int, order: Order, push: Dice) -> tuple[Bid, ...]:
    """The ladder with a push beside every bid."""
    return tuple(Bid(bid.count, bid.face, push) for bid in ladder(total, faces, wild, order).bids)


@cache
def pushes(cup: Dice) -> tuple[Dice, ...]:
    """Every different set of dice that can be pushed from a cup: at least one, and never all of them.

    >>> pushes((1, 4, 4))
    ((1,), (4,), (1, 4), (4, 4))
    """
    return tuple(dict.fromkeys(push for size in range(1, len(cup)) for push in combinations(cup, size)))


@cache
def roll_chances(number: int, faces: int) -> tuple[tuple[Roll, float], ...]:
    """Every roll of some dice, order aside, with its probability."""
    found = []
    for dice in combinations_with_replacement(range(1, faces + 1), number):
        ways = factorial(number) // prod(factorial(dice.count(face)) for face in set(dice))
        found.append((Roll(dice), ways / faces**number))
    return tuple(found)


def count_matching(dice: Dice, face: int, wild: int) -> int:
    """How many of these dice make a bid of this face true."""
    return dice.count(face) + (dice.count(wild) if wild and wild != face else 0)
