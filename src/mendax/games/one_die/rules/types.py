"""Types of one-die Liar's Dice: rolls, calls, answers, states, views and events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from mendax.core.game import Seat

UNROLLED: Final = 0
"""A die that waits to be rolled."""
HIDDEN: Final = -1
"""A die that has been rolled and that this view may not know."""


def dice_text(value: int, dice: int) -> str:
    """The dice of a roll, separated by spaces.

    >>> dice_text(64, 2), dice_text(12, 1)
    ('6 4', '12')
    """
    return " ".join(str(value)) if dice > 1 else str(value)


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the value of the die, or of two or more dice read from high to low as one number."""

    value: int
    dice: int = 1
    """How many dice were rolled."""

    def __str__(self) -> str:
        return f"roll {dice_text(self.value, self.dice)}"


@dataclass(frozen=True, slots=True)
class Call:
    """A claim about the roll."""

    value: int

    def __str__(self) -> str:
        return f"call {self.value}"


class Answer(Enum):
    """What the other seat says to a call."""

    ACCEPT = "accept"
    CHALLENGE = "challenge"

    def __str__(self) -> str:
        return self.value


ACCEPT: Final = Answer.ACCEPT
CHALLENGE: Final = Answer.CHALLENGE
Action: TypeAlias = Roll | Call | Answer


class State(NamedTuple):
    """Everything, hidden dice included."""

    caller: Seat = 0
    accepted: int = 0
    """The last accepted call; 0 before there is one."""
    call: int = 0
    """The call that waits for an answer; 0 when there is none."""
    dice: tuple[int, int] = (UNROLLED, UNROLLED)
    winner: Seat | None = None
    challenged: bool = False
    """Whether the last call was challenged, and its die shown."""
    earlier: tuple[int, ...] = ()
    """Calls accepted before the last one. Only where dice are kept: there they still say something about them."""


class View(NamedTuple):
    """What one seat may know; seat `None` is a spectator."""

    seat: Seat | None
    caller: Seat
    accepted: int
    call: int
    dice: tuple[int, int]
    """Each seat's die: its value where this seat may know it, else `HIDDEN` or `UNROLLED`."""
    winner: Seat | None
    challenged: bool
    earlier: tuple[int, ...]

    @property
    def die(self) -> int:
        """The caller's die, as far as this view knows it."""
        return self.dice[self.caller]

    def __str__(self) -> str:
        """The position in text: `seat=1 caller=0 accepted=3 call=5 dice=?,-`."""
        parts = [f"seat={'-' if self.seat is None else self.seat}", f"caller={self.caller}"]
        parts += [f"accepted={self.accepted}"] if self.accepted else []
        parts += [f"call={self.call}"] if self.call else []
        parts += ["dice=" + ",".join({UNROLLED: "-", HIDDEN: "?"}.get(die, str(die)) for die in self.dice)]
        parts += ["earlier=" + ",".join(map(str, self.earlier))] if self.earlier else []
        parts += ["challenged=true"] if self.challenged else []
        parts += [] if self.winner is None else [f"winner={self.winner}"]
        return " ".join(parts)


class Event(NamedTuple):
    """What a seat is told: who did what. Only the roller learns the value of a roll."""

    seat: Seat
    action: Action | None
    shown: int = UNROLLED
    """The caller's die, when a challenge shows it."""

    def __str__(self) -> str:
        if self.shown:
            return f"seat {self.seat} challenges: the die shows {self.shown}"
        if self.action is ACCEPT:
            return f"seat {self.seat} accepts"
        if isinstance(self.action, Call):
            return f"seat {self.seat} calls {self.action.value}"
        if isinstance(self.action, Roll):
            return f"seat {self.seat} rolls {dice_text(self.action.value, self.action.dice)}"
        return f"seat {self.seat} rolls"
