"""Events of Blufpoker: what a seat is told of something that happened."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mendax.core.game import Seat
from mendax.games.blufpoker.rules.rolls import Dice, roll_text
from mendax.games.blufpoker.rules.types import BELIEVE, Answer, Bid, RoundEnd

_NUMBERS = ("no die", "one die", "two dice", "all three dice")


class Started(NamedTuple):
    """A seat starts a round."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} starts the round"


class Handed(NamedTuple):
    """Whoever believes a bid sees the cup; nobody else does."""

    seat: Seat
    dice: Dice

    def __str__(self) -> str:
        return f"seat {self.seat} finds {roll_text(self.dice)} in the cup"


class Rolled(NamedTuple):
    """A die fell under the cup; only the roller sees it."""

    seat: Seat
    face: int

    def __str__(self) -> str:
        return f"seat {self.seat} rolls a {self.face}"


class Covered(NamedTuple):
    """A turn's rolling ended: some dice lie open, the others are under the cup."""

    seat: Seat
    open: Dice

    def __str__(self) -> str:
        hidden = _NUMBERS[3 - len(self.open)]
        return f"seat {self.seat} hides {hidden}" + (f" and leaves {roll_text(self.open)} open" if self.open else "")


class Spoke(NamedTuple):
    """A seat bid, believed or called."""

    seat: Seat
    action: Bid | Answer
    certain: bool = False
    """The rules made the bid true: an opening that must be truthful."""

    def __str__(self) -> str:
        if isinstance(self.action, Bid):
            note = ", and a first bid is always true here" if self.certain else ""
            return f"seat {self.seat} bids {roll_text(self.action.roll)}{note}"
        return f"seat {self.seat} {'believes it' if self.action is BELIEVE else 'calls the bluff'}"


class RolledOpenly(NamedTuple):
    """A roll of the poker phase is complete."""

    seat: Seat
    kept: Dice
    fallen: Dice
    number: int
    """1 to 3."""

    def __str__(self) -> str:
        kept = f"keeps {roll_text(self.kept)} and " if self.kept else ""
        return f"seat {self.seat} {kept}rolls {roll_text(self.fallen)} openly (roll {self.number} of 3)"


class Ended(NamedTuple):
    """A round ended."""

    end: RoundEnd

    def __str__(self) -> str:
        end = self.end
        bid, dice = roll_text(end.bid), roll_text(end.dice)
        if end.called:
            told = "a bluff" if end.loser == end.bidder else "true"
            return f"the cup holds {dice}: the bid of {bid} was {told}"
        if end.loser is None:
            return f"{dice} equals the bid of {bid}: nobody gets a point"
        if end.loser == end.bidder:
            return f"{dice} is higher than the bid of {bid}"
        return f"{dice} does not reach the bid of {bid}"


class Punished(NamedTuple):
    """A seat got a penalty point."""

    seat: Seat
    points: int

    def __str__(self) -> str:
        return f"seat {self.seat} gets a penalty point: {self.points} in all"


Event: TypeAlias = Started | Handed | Rolled | Covered | Spoke | RolledOpenly | Ended | Punished
