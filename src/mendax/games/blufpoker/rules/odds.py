"""Chances by counting: hidden dice are fair dice, whatever was bid. Exact, and quick enough for a person who asks."""

from __future__ import annotations

from functools import cache
from itertools import product

from mendax.games.blufpoker.rules.order import KEEP_ACTIONS, bid_order
from mendax.games.blufpoker.rules.rolls import FACES, SORTED, Dice


@cache
def chance_at_least(open_dice: Dice, rank: int, top321: bool = False) -> float:
    """The chance that three dice, of which some lie open, make a roll of at least this rank.

    >>> chance_at_least((6, 6), bid_order().ranks[6, 6, 4])
    0.5
    """
    ranks = bid_order(top321).ranks
    falls = list(product(FACES, repeat=3 - len(open_dice)))
    return sum(ranks[open_dice + fall] >= rank for fall in falls) / len(falls)


@cache
def chance_exactly(open_dice: Dice, rank: int, top321: bool = False) -> float:
    """The same for a roll of exactly this rank."""
    return chance_at_least(open_dice, rank, top321) - chance_at_least(open_dice, rank + 1, top321)


@cache
def chance_to_beat(kept: Dice, fallen: Dice, rank: int, top321: bool = False) -> float:
    """The best chance of a roll above this rank for a player who may still roll each kept die once.

    >>> round(chance_to_beat((6, 5, 1), (), bid_order().ranks[6, 5, 1]), 4)
    0.8657
    """
    if bid_order(top321).ranks[kept + fallen] > rank:
        return 1.0
    return max((chance_after_rolling(kept, fallen, face, rank, top321) for face in set(kept)), default=0.0)


@cache
def chance_after_rolling(kept: Dice, fallen: Dice, face: int, rank: int, top321: bool = False) -> float:
    """The same if the kept die of this face is rolled next."""
    at = kept.index(face)
    left = kept[:at] + kept[at + 1 :]
    return sum(chance_to_beat(left, SORTED[(*fallen, fall)], rank, top321) for fall in FACES) / 6


@cache
def chance_to_reach(kept: Dice, rolls: int, rank: int, top321: bool = False) -> float:
    """The best chance in the poker phase of at least this rank, when the other dice are rolled now.

    `rolls` counts this roll and those after it.

    >>> round(1 - chance_to_reach((), 3, bid_order().ranks[1, 1, 1]), 6)
    0.782322
    """
    ranks = bid_order(top321).ranks
    falls = list(product(FACES, repeat=3 - len(kept)))
    return sum(_after_fall(SORTED[kept + fall], ranks[kept + fall], rolls - 1, rank, top321) for fall in falls) / len(
        falls
    )


def _after_fall(dice: Dice, found: int, rolls: int, rank: int, top321: bool) -> float:
    if found >= rank or not rolls:
        return float(found >= rank)
    return _best_keep(dice, rolls, rank, top321)


@cache
def _best_keep(dice: Dice, rolls: int, rank: int, top321: bool) -> float:
    return max(chance_to_reach(keep.dice, rolls, rank, top321) for keep in KEEP_ACTIONS[dice])
