"""What players know of the cup, as a Kripke model: a world for each roll; rolling and bidding are events.

Knowledge is what players see: the roller knows the dice, the others know the dice that lie open. That some roll can
be reached from another by rolling is an event, not knowledge. A bid is no truthful announcement: the roller may make
it at every world, so the others learn nothing of the dice from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import factorial, prod
from typing import Final

from mendax.games.blufpoker.rules import Dice, Order, Roll
from mendax.games.blufpoker.rules.rolls import ROLLS, SORTED, roll_text
from mendax.logic import FALSE, TRUE, ActionModel, Atom, Event, Formula, Model, Not, S5Model, disjunction

ROLLER: Final = "roller"
"""The player who rolled last."""
OTHERS: Final = "others"
"""Any other player: they all see the same of the dice as they are now."""

Worlds = Mapping[Roll, float]
"""Possible rolls and their probabilities."""


def dice_atom(roll: Roll) -> str:
    """The paper's d with three indices: the cup holds this roll."""
    return f"d{roll_text(roll)}"


_ROLL_OF: Final = {dice_atom(roll): roll for roll in ROLLS}


def holds_open(roll: Roll, open_dice: Dice) -> bool:
    """Whether a roll has all the open dice.

    >>> holds_open((6, 6, 2), (6, 6)), holds_open((6, 5, 2), (6, 6))
    (True, False)
    """
    return not Counter(open_dice) - Counter(roll)


def first_roll() -> S5Model:
    """A round's first roll: 56 worlds that the roller tells apart and the others do not.

    >>> first_roll().holds("K{roller} d532 & ~K{others} d532", "532")
    True
    """
    worlds = {roll_text(roll): [dice_atom(roll)] for roll in ROLLS}
    return S5Model.of(worlds, {ROLLER: [], OTHERS: [worlds]})


@cache
def rolling(open_dice: Dice) -> ActionModel:
    """A turn's rolling that leaves these dice open: the cup becomes any roll with them, and only the roller sees which.

    It can happen where the cup has these dice.
    """
    results = [roll for roll in ROLLS if holds_open(roll, open_dice)]
    could = disjunction(Atom(dice_atom(roll)) for roll in results)
    events = [
        Event(
            f"to{roll_text(roll)}",
            could,
            tuple((dice_atom(other), TRUE if other == roll else FALSE) for other in ROLLS),
        )
        for roll in results
    ]
    return ActionModel.hidden("rolling", events, {OTHERS: [[event.name for event in events]]})


def at_least(bid: int, order: Order) -> Formula:
    """The cup holds at least the bid of this rank."""
    return disjunction(Atom(dice_atom(roll)) for roll in order.rolls[bid:])


def bidding(bid: int, order: Order) -> ActionModel:
    """A bid, which may be true or a bluff; only the roller knows which."""
    events = (Event("true", at_least(bid, order)), Event("bluff", Not(at_least(bid, order))))
    return ActionModel.hidden("bidding", events, {OTHERS: [["true", "bluff"]]})


@cache
def ways(roll: Roll, open_dice: Dice) -> int:
    """In how many orders the hidden dice can fall to make a roll.

    >>> ways((6, 5, 4), ()), ways((6, 5, 5), ()), ways((6, 5, 4), (5,)), ways((6, 5, 5), (6,))
    (6, 3, 2, 1)
    """
    hidden = Counter(roll) - Counter(open_dice)
    return factorial(hidden.total()) // prod(map(factorial, hidden.values()))


class CupKnowledge:
    """What the others know of the cup in each public situation; each is asked of the model once.

    >>> knowledge = CupKnowledge()
    >>> len(knowledge.worlds(())), len(knowledge.worlds((6,))), knowledge.worlds((6, 6))[(6, 6, 1)]
    (56, 21, 0.16666666666666666)
    """

    def __init__(self, start: S5Model | None = None) -> None:
        self.start = first_roll() if start is None else start
        self._after_rolling: dict[Dice, Model] = {}
        self._worlds: dict[Dice, Worlds] = {}
        self._chances: dict[tuple[Dice, int, bool], float] = {}

    def after_rolling(self, open_dice: Dice) -> Model:
        """The model when a turn's rolling has ended with these dice open, in its smallest form."""
        found = self._after_rolling.get(open_dice)
        if found is None:
            found = self._after_rolling[open_dice] = self.start.update(rolling(SORTED[open_dice])).contract()
        return found

    def after_bid(self, open_dice: Dice, bid: int, order: Order) -> Model:
        """The model when a bid followed."""
        return self.after_rolling(open_dice).update(bidding(bid, order))

    def worlds(self, open_dice: Dice) -> Worlds:
        """The rolls that the others consider possible, with the paper's joint distribution."""
        found = self._worlds.get(open_dice)
        if found is None:
            model = self.after_rolling(open_dice)
            found = self._worlds[open_dice] = _distribution(model, model.worlds[0], open_dice)
        return found

    def chance_true(self, open_dice: Dice, bid: int, order: Order) -> float:
        """The others' probability that the cup holds at least the bid: that of their worlds where it does."""
        key = (open_dice, bid, order.top321)
        found = self._chances.get(key)
        if found is None:
            model = self.after_bid(open_dice, bid, order)
            worlds = _distribution(model, model.worlds[0], open_dice)
            true = {_roll(model, world) for world in model.where(at_least(bid, order))}
            found = self._chances[key] = sum(chance for roll, chance in worlds.items() if roll in true)
        return found


def _roll(model: Model, world: str) -> Roll:
    """What the cup holds at a world."""
    (atom,) = model.facts(world)
    return _ROLL_OF[atom]


def _distribution(model: Model, world: str, open_dice: Dice) -> Worlds:
    """What the others consider possible at a world, the highest roll first; a roll counts by its orders of falling."""
    rolls = sorted((_roll(model, other) for other in model.considers_possible(OTHERS, world)), reverse=True)
    counts = {roll: ways(roll, open_dice) for roll in rolls}
    total = sum(counts.values())
    return {roll: count / total for roll, count in counts.items()}


@cache
def cup_knowledge() -> CupKnowledge:
    """The knowledge that all agents of a process share: it depends on the open dice alone."""
    return CupKnowledge()
