"""The poker phase: which dice the paper's players keep (section 2.1.2)."""

from __future__ import annotations

from functools import cache

from mendax.games.blufpoker.rules.order import TOP_321
from mendax.games.blufpoker.rules.rolls import SORTED, Dice, Roll, is_poker


@cache
def paper_keep(dice: Dice, bid: Roll) -> Dice:
    """The dice to keep: two equal ones that can reach the bid, else the highest if it can, else none.

    Against a bid of 321, which only that option has, each of 3, 2 and 1 is kept once.

    >>> paper_keep((6, 4, 4), (3, 3, 3)), paper_keep((6, 2, 2), (3, 3, 3)), paper_keep((2, 2, 1), (3, 3, 3))
    ((4, 4), (6,), ())
    >>> paper_keep((3, 3, 1), (3, 2, 1))
    (3, 1)
    """
    if not is_poker(bid):
        return tuple(face for face in TOP_321 if face in dice)
    high, middle, low = SORTED[dice]
    needed = bid[0]
    if middle >= needed and middle in (high, low):
        return (middle, middle)
    return (high,) if high >= needed else ()
