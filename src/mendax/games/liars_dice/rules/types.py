"""Types of Liar's Dice: bids, answers, rolls, states, views and events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from mendax.core.game import Seat

Dice: TypeAlias = tuple[int, ...]
"""Faces in rising order."""


def dice_text(dice: Dice) -> str:
    """`1 3 3`, or `none`."""
    return " ".join(map(str, dice)) if dice else "none"


@dataclass(frozen=True, slots=True)
class Open:
    """Chance: who begins the round."""

    seat: Seat

    def __str__(self) -> str:
        return f"open {self.seat}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: what the next cup to be rolled shows."""

    dice: Dice

    def __str__(self) -> str:
        return f"roll {dice_text(self.dice)}"


@dataclass(frozen=True, slots=True)
class Bid:
    """A claim that there are at least so many dice of a face, wild ones included.

    With a push, some of one's hidden dice are shown to all and the others are rolled again.
    """

    count: int
    face: int
    push: Dice = ()

    def __str__(self) -> str:
        claim = f"{self.count}x{self.face}"
        return f"{claim} push {dice_text(self.push)}" if self.push else claim


class Answer(Enum):
    """What a player can say instead of a bid."""

    PASS = "pass"
    EXACT = "exact"
    CHALLENGE_BID = "challenge bid"
    CHALLENGE_PASS = "challenge pass"
    """The last pass."""
    CHALLENGE_FIRST_PASS = "challenge first pass"
    """The pass before the last one, when two passes follow each other."""

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


PASS: Final = Answer.PASS
EXACT: Final = Answer.EXACT
CHALLENGE_BID: Final = Answer.CHALLENGE_BID
CHALLENGE_PASS: Final = Answer.CHALLENGE_PASS
CHALLENGE_FIRST_PASS: Final = Answer.CHALLENGE_FIRST_PASS
CHALLENGES: Final = (CHALLENGE_BID, CHALLENGE_PASS, CHALLENGE_FIRST_PASS)

Action: TypeAlias = Open | Roll | Bid | Answer


class Said(NamedTuple):
    """A bid or a pass of this round, and who made it."""

    seat: Seat
    action: Bid | Answer
    thrown: Dice = ()
    """The dice that a push rolled again, as they were before: only the pusher ever saw them."""


class Showdown(NamedTuple):
    """The end of a round: all cups are lifted."""

    seat: Seat
    """Who challenged or said exact."""
    answer: Answer
    target: Seat
    """Whose bid or pass it was about."""
    found: int
    """How many dice matched the bid; when a pass is challenged, how many faces the passer's dice show."""
    right: bool
    """Whether the challenger, or whoever said exact, was right."""
    loser: Seat | None
    """Who lost a die; `None` after a right exact."""
    cups: tuple[Dice, ...]
    """What lay under each cup."""


class State(NamedTuple):
    """Everything, hidden dice included."""

    dice: tuple[int, ...]
    """How many dice each seat has, shown ones included; 0 when it is out."""
    exacts: tuple[bool, ...]
    """Who may still say exact."""
    had_special: tuple[bool, ...]
    """Who has had a special round: there is one for each seat."""
    special: bool = False
    """This round is special."""
    rounds: int = 0
    """How many are finished."""
    opener: Seat | None = None
    cups: tuple[Dice, ...] = ()
    """The hidden dice of each seat."""
    shown: tuple[Dice, ...] = ()
    """The dice that each seat has pushed."""
    said: tuple[Said, ...] = ()
    showdown: Showdown | None = None
    """How the last round ended, until the next one is opened."""


class View(NamedTuple):
    """What one seat may know; seat `None` is a spectator."""

    seat: Seat | None
    turn: Seat | None
    """Who is to speak; `None` while dice are to be rolled."""
    dice: tuple[int, ...]
    hidden: tuple[int, ...]
    """How many dice lie under each cup."""
    cup: Dice
    """One's own hidden dice."""
    shown: tuple[Dice, ...]
    said: tuple[Said, ...]
    """The bids and passes of this round; the dice that a push rolled again only where this seat pushed."""
    opener: Seat | None
    exacts: tuple[bool, ...]
    had_special: tuple[bool, ...]
    special: bool
    wild: int
    """The face that counts as every face in this round; 0 when there is none."""
    rounds: int
    showdown: Showdown | None

    @property
    def last(self) -> Said | None:
        """What was said last."""
        return self.said[-1] if self.said else None

    @property
    def bid_said(self) -> Said | None:
        """The bid that stands, with whoever made it."""
        return next((said for said in reversed(self.said) if isinstance(said.action, Bid)), None)

    @property
    def bid(self) -> Bid | None:
        """The bid that stands."""
        said = self.bid_said
        return said.action if said is not None and isinstance(said.action, Bid) else None

    @property
    def total(self) -> int:
        """How many dice are in play."""
        return sum(self.dice)

    @property
    def unknown(self) -> int:
        """How many dice lie under the cups of others."""
        return sum(self.hidden) - len(self.cup)

    def known(self, face: int) -> int:
        """How many dice count for a bid of this face, as far as this seat sees them: its own and all shown."""
        faces = (face, self.wild) if self.wild else (face,)
        seen = [die for dice in self.shown for die in dice]
        return sum(die in faces for die in (*self.cup, *seen))

    def __str__(self) -> str:
        """The position in text; `docs/liars-dice.md` has the format."""
        parts = [
            f"seat={_seat(self.seat)}",
            f"turn={_seat(self.turn)}",
            f"round={self.rounds}",
            f"opener={_seat(self.opener)}",
            f"dice={','.join(map(str, self.dice))}",
            f"hidden={','.join(map(str, self.hidden))}",
            f"cup={faces_text(self.cup)}",
            f"shown={','.join(map(faces_text, self.shown))}",
            f"exacts={seats_text(self.exacts)}",
            f"wild={self.wild}",
        ]
        parts += [f"had={seats_text(self.had_special)}"] if any(self.had_special) else []
        parts += ["special=true"] if self.special else []
        parts += [f"said={';'.join(map(said_text, self.said))}"] if self.said else []
        parts += [f"end={showdown_text(self.showdown)}"] if self.showdown is not None else []
        return " ".join(parts)


def _seat(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)


def faces_text(dice: Dice) -> str:
    """`1335`, or `-`: dice inside a value of a position."""
    return "".join(map(str, dice)) or "-"


def seats_text(flags: tuple[bool, ...]) -> str:
    """`0,2`, or `-`: the seats that something is true of."""
    return ",".join(str(seat) for seat, flag in enumerate(flags) if flag) or "-"


def said_text(said: Said) -> str:
    """`0:3x4`, `0:3x4+14` with a push, `0:3x4+14~226` with what it rolled again, `1:pass`."""
    if not isinstance(said.action, Bid):
        return f"{said.seat}:{said.action}"
    push = f"+{faces_text(said.action.push)}" if said.action.push else ""
    thrown = f"~{faces_text(said.thrown)}" if said.thrown else ""
    return f"{said.seat}:{said.action.count}x{said.action.face}{push}{thrown}"


def showdown_text(end: Showdown) -> str:
    """`2:challenge-bid:1:5:right:1:133,-,26`: who, what, whose, the count, right or wrong, the loser, the cups."""
    answer = end.answer.value.replace(" ", "-")
    right = "right" if end.right else "wrong"
    cups = ",".join(map(faces_text, end.cups))
    return f"{end.seat}:{answer}:{end.target}:{end.found}:{right}:{_seat(end.loser)}:{cups}"


class Opened(NamedTuple):
    """A seat begins a round."""

    seat: Seat
    special: bool

    def __str__(self) -> str:
        return f"seat {self.seat} opens" + (" a special round: no face is wild" if self.special else "")


class Rolled(NamedTuple):
    """Dice were rolled under a cup; only its owner learns what they show."""

    seat: Seat
    number: int
    dice: Dice = ()

    def __str__(self) -> str:
        what = dice_text(self.dice) if self.dice else f"{self.number} di{'e' if self.number == 1 else 'ce'}"
        return f"seat {self.seat} rolls {what}"


class Spoke(NamedTuple):
    """A seat bid, passed, challenged or said exact."""

    seat: Seat
    action: Bid | Answer

    def __str__(self) -> str:
        if isinstance(self.action, Bid):
            claim = f"seat {self.seat} bids {self.action.count}x{self.action.face}"
            return f"{claim} and shows {dice_text(self.action.push)}" if self.action.push else claim
        if self.action in CHALLENGES:
            return f"seat {self.seat} challenges the {self.action.value.removeprefix('challenge ')}"
        return f"seat {self.seat} {'passes' if self.action is PASS else 'calls exact'}"


class Lifted(NamedTuple):
    """A cup is lifted: everybody sees all dice of a seat."""

    seat: Seat
    dice: Dice

    def __str__(self) -> str:
        return f"seat {self.seat} shows {dice_text(self.dice)}"


class Ruled(NamedTuple):
    """Whether the challenge or the exact was right."""

    showdown: Showdown
    bid: Bid

    def __str__(self) -> str:
        end = self.showdown
        if end.answer in (CHALLENGE_PASS, CHALLENGE_FIRST_PASS):
            return "the pass was a lie" if end.right else "the pass was true"
        found = f"the bid was {self.bid.count}x{self.bid.face} and there are {end.found}"
        if end.answer is EXACT:
            return f"{found}: exact" if end.right else f"{found}: not exact"
        return f"{found}: too few" if end.right else f"{found}: enough"


class Changed(NamedTuple):
    """A seat lost a die or won one back."""

    seat: Seat
    change: int
    """-1 or +1."""
    left: int

    def __str__(self) -> str:
        if not self.left:
            return f"seat {self.seat} loses the last die and is out"
        return f"seat {self.seat} {'loses' if self.change < 0 else 'gains'} a die: {self.left} left"


Event: TypeAlias = Opened | Rolled | Spoke | Lifted | Ruled | Changed
