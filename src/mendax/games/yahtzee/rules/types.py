"""The types of Yahtzee: rolls, keeps, scores, states, views and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from mendax.core.game import Seat
from mendax.games.yahtzee.rules.scoring import NAMES, OPEN, Box, Card, Dice

ROLLS_PER_TURN: Final = 3


def dice_text(dice: Dice) -> str:
    """`1 3 3`, or `none`."""
    return " ".join(map(str, dice)) if dice else "none"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: how the dice that were not kept fell, in rising order."""

    dice: Dice

    def __str__(self) -> str:
        return f"roll {dice_text(self.dice)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these dice and roll the others again; keeping all of them rolls none."""

    dice: Dice

    def __str__(self) -> str:
        return f"keep {dice_text(self.dice)}"


@dataclass(frozen=True, slots=True)
class Score:
    """Enter the dice in a box, which ends the turn."""

    box: Box

    def __str__(self) -> str:
        return f"score {self.box}"


Action: TypeAlias = Roll | Keep | Score


class State(NamedTuple):
    """A position of the whole game; nothing in it is hidden."""

    cards: tuple[Card, ...]
    seat: Seat = 0
    """Whose turn it is."""
    rolls: int = 0
    """How many rolls of the turn are made."""
    dice: Dice = ()
    """The dice on the table; none while some are in the air."""
    kept: Dice = ()
    """The dice that stay while the others are in the air."""


def card_text(card: Card) -> str:
    """A card as people can type it: `1s=3,fh=25,extras=1`, or `-` when it is empty."""
    parts = [f"{name}={points}" for name, points in zip(NAMES, card.points, strict=True) if points != OPEN]
    parts += [f"extras={card.extras}"] if card.extras else []
    return ",".join(parts) or "-"


class View(NamedTuple):
    """What a seat may know, which is the whole state; seat `None` is a spectator."""

    seat: Seat | None
    cards: tuple[Card, ...]
    turn: Seat
    rolls: int
    dice: Dice
    kept: Dice

    @property
    def card(self) -> Card:
        """The card of the player whose turn it is."""
        return self.cards[self.turn]

    def __str__(self) -> str:
        """The position in text: `seat=0 turn=0 rolls=1 dice=13356 card=1s=3,fh=25`."""
        parts = [f"seat={'-' if self.seat is None else self.seat}", f"turn={self.turn}", f"rolls={self.rolls}"]
        parts += ["dice=" + "".join(map(str, self.dice))] if self.dice else []
        parts += ["kept=" + "".join(map(str, self.kept))] if self.kept else []
        return " ".join([*parts, *(f"card={card_text(card)}" for card in self.cards)])


class Event(NamedTuple):
    """What all seats hear of: who did what, and the points of a score."""

    seat: Seat
    action: Action
    points: int = 0

    def __str__(self) -> str:
        if isinstance(self.action, Roll):
            return f"seat {self.seat} rolls {dice_text(self.action.dice)}"
        if isinstance(self.action, Keep):
            return f"seat {self.seat} keeps {dice_text(self.action.dice)}"
        return f"seat {self.seat} scores {self.points} in {self.action.box}"
