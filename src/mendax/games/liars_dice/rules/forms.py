"""The legal actions of Liar's Dice in few words: numbers times faces times pushes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from mendax.core.forms import Form, as_products
from mendax.games.liars_dice.rules.bids import Ladder, ladder
from mendax.games.liars_dice.rules.options import Order
from mendax.games.liars_dice.rules.types import Action, Answer, Bid, Dice, dice_text

Slots: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=4096)
def higher_bids(total: int, faces: int, wild: int, order: Order, above: int, face: int) -> tuple[Slots, ...]:
    """The bids from a place on the ladder on, as numbers times faces; with a face, those of that face alone.

    At most three products: the number that stands with the faces above it, higher numbers with all faces, and lower
    numbers with the wild face.

    >>> for (_, counts), (_, shown) in higher_bids(5, 6, 1, Order.DOUBLE, 13, 0):
    ...     print(",".join(counts), "x", ",".join(shown))
    3 x 4,5,6,1
    4,5 x 2,3,4,5,6,1
    2 x 1
    """
    bids = ladder(total, faces, wild, order).bids[above:]
    pairs = [(str(bid.count), str(bid.face)) for bid in bids if face in (0, bid.face)]
    return tuple((("count", counts), ("face", shown)) for counts, shown in as_products(pairs))


def action_forms(answers: Sequence[Answer], bids: Sequence[Slots], pushes: Sequence[Dice]) -> tuple[Form, ...]:
    """The answers, then the bids, then the same bids with a push."""
    forms = [Form("{answer}", (("answer", tuple(map(str, answers))),))] if answers else []
    forms += [Form("{count}x{face}", slots) for slots in bids]
    if pushes:
        push = ("push", tuple(map(dice_text, pushes)))
        forms += [Form("{count}x{face} push {push}", (*slots, push)) for slots in bids]
    return tuple(forms)


def in_ladder_order(actions: Sequence[Action], steps: Ladder, pushes: Sequence[Dice]) -> tuple[Action, ...]:
    """The answers as they are, then bids by their places on the ladder: without a push, then push after push."""
    places = {push: place for place, push in enumerate(((), *pushes))}
    bids = [action for action in actions if isinstance(action, Bid)]
    bids.sort(key=lambda bid: (places[bid.push], steps.rank(bid)))
    return (*(action for action in actions if not isinstance(action, Bid)), *bids)
