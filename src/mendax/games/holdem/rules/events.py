"""Events of Hold'em: what a seat is told of something that happened."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mendax.core.game import Seat
from mendax.games.holdem.rules.cards import Cards, card_text
from mendax.games.holdem.rules.ranking import best_hand
from mendax.games.holdem.rules.types import BET, CALL, RAISE, Act, Stage


def spaced(cards: Cards) -> str:
    """Cards with spaces between them."""
    return " ".join(map(card_text, cards))


class HandBegan(NamedTuple):
    """A new hand: who has the button and who posted the blinds."""

    number: int
    """From 1."""
    button: Seat
    small: Seat
    big: Seat

    def __str__(self) -> str:
        blinds = f"small blind seat {self.small}, big blind seat {self.big}"
        return f"hand {self.number}: button seat {self.button}, {blinds}"


class DealtCards(NamedTuple):
    """A seat has its two cards; only that seat sees them."""

    seat: Seat
    cards: Cards

    def __str__(self) -> str:
        return f"seat {self.seat} gets {spaced(self.cards)}"


class BoardDealt(NamedTuple):
    """The cards of a stage lie open."""

    stage: Stage
    cards: Cards
    """The new ones."""

    def __str__(self) -> str:
        return f"the {self.stage.word}: {spaced(self.cards)}"


class Acted(NamedTuple):
    """A seat acted."""

    seat: Seat
    act: Act
    chips: int
    """What it put in."""
    level: int
    """What each seat must have put in now in this stage."""

    def __str__(self) -> str:
        if self.act is CALL:
            return f"seat {self.seat} calls {self.chips}"
        if self.act is BET:
            return f"seat {self.seat} bets {self.chips}"
        if self.act is RAISE:
            return f"seat {self.seat} raises to {self.level}"
        return f"seat {self.seat} {self.act}s"


class Shown(NamedTuple):
    """A seat shows its cards at the showdown."""

    seat: Seat
    cards: Cards
    board: Cards

    def __str__(self) -> str:
        return f"seat {self.seat} shows {spaced(self.cards)}: {best_hand(self.cards + self.board)}"


class Won(NamedTuple):
    """A seat gets the pot or its share of it."""

    seat: Seat
    chips: int
    """What it gets, its own chips included."""
    gain: int

    def __str__(self) -> str:
        return f"seat {self.seat} wins {self.chips} chips ({self.gain:+d})"


Event: TypeAlias = HandBegan | DealtCards | BoardDealt | Acted | Shown | Won
