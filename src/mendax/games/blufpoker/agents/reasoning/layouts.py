"""Layouts: the 308 ways in which three dice can lie when a turn's rolling ends, some open and the others hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mendax.games.blufpoker.rules import Dice, Order, bid_order
from mendax.games.blufpoker.rules.rolls import FACES, SORTED

Floats: TypeAlias = NDArray[np.floating[Any]]
Ints: TypeAlias = NDArray[np.int64]

NUM_ROLLS: Final = 56
OPEN_SETS: Final[tuple[Dice, ...]] = tuple(
    SORTED[dice] for number in range(3) for dice in combinations_with_replacement(FACES, number)
)
"""The dice that may lie open: none, one or two, the highest first."""
OPEN_INDEX: Final[dict[Dice, int]] = {dice: index for index, dice in enumerate(OPEN_SETS)}


@dataclass(frozen=True, slots=True, eq=False)
class Layouts:
    """All layouts, those with the same open dice side by side, and what one more rolled die makes of them.

    A layout is also a moment within a turn: the open dice can still be rolled.
    """

    order: Order
    index: dict[tuple[Dice, Dice], int]
    """By open and hidden dice, the highest first."""
    cup: Ints
    """The rank of all three dice."""
    open: Ints
    """The place of the open dice in `OPEN_SETS`."""
    span: tuple[slice, ...]
    """By open dice: their layouts."""
    fair: Floats
    """How likely fair hidden dice make it, given the open dice."""
    first: Floats
    """By the die rolled and the rank of the handed cup: the chance of each layout with two open dice."""
    second: Floats
    """By the die rolled and the layout with two open dice: the chance of each with one open die."""
    third: Floats
    """By layout with one open die: the chance of each with none."""

    @property
    def two(self) -> slice:
        """Layouts with two open dice."""
        return slice(self.span[7].start, self.span[-1].stop)

    @property
    def one(self) -> slice:
        """Layouts with one open die."""
        return slice(self.span[1].start, self.span[6].stop)

    @property
    def none(self) -> slice:
        """Layouts without open dice; the place of each is its rank."""
        return self.span[0]


def _ways(dice: Dice) -> int:
    """In how many orders these dice can fall."""
    ways = factorial(len(dice))
    for face in set(dice):
        ways //= factorial(dice.count(face))
    return ways


@cache
def layouts(top321: bool) -> Layouts:
    """The layouts, with ranks of one order of rolls."""
    order = bid_order(top321)
    pairs: list[tuple[Dice, Dice]] = []
    spans: list[slice] = []
    for open_dice in OPEN_SETS:
        hidden = [SORTED[dice] for dice in combinations_with_replacement(FACES, 3 - len(open_dice))]
        hidden.sort(key=lambda dice, kept=open_dice: order.ranks[kept + dice])  # type: ignore[misc]
        spans.append(slice(len(pairs), len(pairs) + len(hidden)))
        pairs += [(open_dice, dice) for dice in hidden]
    index = {pair: number for number, pair in enumerate(pairs)}
    fair = [_ways(hidden) / 6 ** len(hidden) for _, hidden in pairs]
    moves = np.zeros((NUM_ROLLS + len(pairs), 3, len(pairs)))
    starts: list[tuple[Dice, Dice]] = [*((roll, ()) for roll in order.rolls), *pairs]
    for number, (kept, fallen) in enumerate(starts):
        for at, _ in enumerate(kept):
            for face in FACES:
                after = (kept[:at] + kept[at + 1 :], SORTED[(*fallen, face)])
                moves[number, at, index[after]] += 1 / 6
    one = slice(spans[1].start, spans[6].stop)
    two = slice(spans[7].start, spans[-1].stop)
    after_one, after_two = moves[NUM_ROLLS:][one], moves[NUM_ROLLS:][two]
    return Layouts(
        order,
        index,
        np.array([order.ranks[kept + hidden] for kept, hidden in pairs]),
        np.array([OPEN_INDEX[kept] for kept, _ in pairs]),
        tuple(spans),
        np.array(fair),
        np.ascontiguousarray(moves[:NUM_ROLLS, :, two].swapaxes(0, 1)),
        np.ascontiguousarray(after_two[:, :2, one].swapaxes(0, 1)),
        np.ascontiguousarray(after_one[:, 0, spans[0]]),
    )
