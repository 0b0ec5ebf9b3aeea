"""Types of Blufpoker: actions, chance outcomes, states, views and what a round consists of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from mendax.core.game import Seat, Turn
from mendax.games.blufpoker.rules.rolls import SORTED, Dice, Roll, roll_text


@dataclass(frozen=True, slots=True)
class Start:
    """Chance: who starts the first round."""

    seat: Seat

    def __str__(self) -> str:
        return f"start {self.seat}"


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: what one rolled die shows."""

    face: int

    def __str__(self) -> str:
        return f"die {self.face}"


@dataclass(frozen=True, slots=True)
class Bid:
    """A claim that the cup holds at least this roll."""

    roll: Roll

    def __str__(self) -> str:
        return f"bid {roll_text(self.roll)}"


@dataclass(frozen=True, slots=True)
class RollDie:
    """Roll the die that shows this face; it falls hidden."""

    face: int

    def __str__(self) -> str:
        return f"roll {self.face}"


@dataclass(frozen=True, slots=True)
class Keep:
    """In the poker phase: keep these dice and roll the others openly."""

    dice: Dice

    def __str__(self) -> str:
        return f"keep {roll_text(self.dice) if self.dice else 'none'}"


class Answer(Enum):
    """Actions without a number."""

    BELIEVE = "believe"
    CALL = "call"
    STOP = "stop"
    """Roll no further die."""

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name

    __hash__ = object.__hash__  # the members are single objects: quicker than hashing their names


BELIEVE: Final = Answer.BELIEVE
CALL: Final = Answer.CALL
STOP: Final = Answer.STOP

Action: TypeAlias = Start | Die | Bid | RollDie | Keep | Answer


class Phase(Enum):
    """What happens now, as everybody knows it."""

    START = "start"
    """Chance draws who starts the first round."""
    ROLL = "roll"
    """A player rolls dice under the cup; how many is not known before the turn ends."""
    BID = "bid"
    ANSWER = "answer"
    """The next player believes or calls."""
    POKER = "poker"
    """A believed poker: dice are rolled openly."""
    OVER = "over"

    __hash__ = object.__hash__


class Rolling(NamedTuple):
    """A player's own dice of a turn, as only that player saw them."""

    kept: Dice = ()
    """The dice that were not rolled, the highest first; they lie open when the turn ends, unless none was rolled."""
    picked: Dice = ()
    """The faces of the dice that were rolled, in that order; nothing in a round's first turn."""
    fallen: Dice = ()
    """What the rolled dice fell to, in the same order."""

    @property
    def handed(self) -> Dice:
        """The cup as it was handed over; nothing in a round's first turn."""
        return SORTED[self.kept + self.picked]

    @property
    def cup(self) -> Dice:
        """The dice as they are now."""
        return SORTED[self.kept + self.fallen]


NO_ROLLING: Final = Rolling()


class PublicTurn(NamedTuple):
    """A finished turn as everybody saw it; if another turn follows, its bid was believed."""

    seat: Seat
    open: Dice
    """The dice that lay open when it ended, the highest first."""
    bid: Roll


class OpenRoll(NamedTuple):
    """A roll of the poker phase."""

    kept: Dice = ()
    fallen: Dice = ()
    """In the order they fell."""

    @property
    def dice(self) -> Dice:
        """All dice of it, the highest first."""
        return SORTED[self.kept + self.fallen]


class RoundEnd(NamedTuple):
    """How a round ended."""

    bidder: Seat
    answerer: Seat
    """Who called or believed the last bid."""
    called: bool
    bid: Roll
    dice: Roll
    """What the cup held; after a believed poker, the last open roll."""
    loser: Seat | None
    """Who got the penalty point; nobody after an equal poker."""

    @property
    def words(self) -> str:
        """The ending in a word or two."""
        if self.called:
            return "bluff called" if self.loser == self.bidder else "true bid called"
        if self.loser is None:
            return "equal poker"
        return "higher poker" if self.loser == self.bidder else "poker not reached"


class State(NamedTuple):
    """Everything, hidden dice included."""

    turn: Seat | Turn
    phase: Phase
    player: Seat | None
    """Whose turn of the round it is, also while a die falls."""
    rank: int
    """The rank of the last bid; -1 before the first of a round."""
    rolling: Rolling
    """The dice of the player whose turn it is, while rolling and bidding."""
    open: Dice
    """The dice that all see, the highest first."""
    hidden: Dice
    """The dice under the cup when the last turn ended, the highest first."""
    turns: tuple[PublicTurn, ...]
    """The finished turns of this round."""
    own: tuple[tuple[Rolling, ...], ...]
    """By seat: the dice of its own finished turns of this round."""
    poker: tuple[OpenRoll, ...]
    points: tuple[int, ...]
    rounds: int
    """How many are finished."""
    end: RoundEnd | None
    """How the last finished round ended."""


class View(NamedTuple):
    """What one seat may know: this round as it saw it. Seat `None` is a spectator."""

    seat: Seat | None
    phase: Phase
    turn: Seat | None
    """Whose turn it is, also while a die falls."""
    points: tuple[int, ...]
    limit: int
    """Who has so many penalty points has lost."""
    rounds: int
    """How many are finished."""
    turns: tuple[PublicTurn, ...]
    """Every finished turn of this round: who, the dice that lay open at its end, the bid."""
    open: Dice
    """The dice that lie open now."""
    rolling: Rolling
    """One's own dice in one's own turn; empty at all other times."""
    own: tuple[Rolling, ...]
    """One's own dice of each of one's finished turns of this round, in the order of `turns`."""
    poker: tuple[OpenRoll, ...]
    """The open rolls of the poker phase."""
    end: RoundEnd | None
    """How the last finished round ended."""

    @property
    def bid(self) -> Roll | None:
        """The last bid of this round."""
        return self.turns[-1].bid if self.turns else None

    @property
    def cup(self) -> Dice:
        """All three dice, where this seat knows them as they are now: in its own turn, or right after it."""
        if self.rolling is not NO_ROLLING and self.rolling != NO_ROLLING:
            return self.rolling.cup
        if self.own and self.phase is Phase.ANSWER and self.turns[-1].seat == self.seat:
            return self.own[-1].cup
        return ()

    def __str__(self) -> str:
        """The position in text; `docs/blufpoker.md` has the format."""
        parts = [
            f"seat={_seat_text(self.seat)}",
            f"phase={self.phase.value}",
            f"turn={_seat_text(self.turn)}",
            f"round={self.rounds}",
            f"points={','.join(map(str, self.points))}/{self.limit}",
            f"open={_text(self.open)}",
        ]
        parts += [f"turns={';'.join(map(turn_text, self.turns))}"] if self.turns else []
        parts += [f"rolling={rolling_text(self.rolling)}"] if self.rolling != NO_ROLLING else []
        parts += [f"own={';'.join(map(rolling_text, self.own))}"] if self.own else []
        parts += [f"poker={';'.join(map(open_roll_text, self.poker))}"] if self.poker else []
        parts += [f"end={end_text(self.end)}"] if self.end is not None else []
        return " ".join(parts)


def _seat_text(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)


def _text(dice: Dice) -> str:
    return roll_text(dice) or "-"


def turn_text(turn: PublicTurn) -> str:
    """`0:532`, or `1:641+6` with the dice that lay open."""
    return f"{turn.seat}:{roll_text(turn.bid)}" + (f"+{roll_text(turn.open)}" if turn.open else "")


def rolling_text(rolling: Rolling) -> str:
    """`64/2>5`: 6 and 4 not rolled, the 2 fell to a 5; `-/->532` is a first turn."""
    return f"{_text(rolling.kept)}/{_text(rolling.picked)}>{_text(rolling.fallen)}"


def open_roll_text(roll: OpenRoll) -> str:
    """`66>2`: two 6s kept, the third die fell to a 2."""
    return f"{_text(roll.kept)}>{_text(roll.fallen)}"


def end_text(end: RoundEnd) -> str:
    """`0:1:called:532:431:0`: the bidder, who answered, how, the bid, the dice, the loser."""
    how = "called" if end.called else "believed"
    return f"{end.bidder}:{end.answerer}:{how}:{roll_text(end.bid)}:{roll_text(end.dice)}:{_seat_text(end.loser)}"
