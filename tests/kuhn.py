"""Kuhn poker: a game outside the catalogue, to prove that core and theory know no game of ours.

Three cards, a coin each in the pot; check or bet, then fold or call. Its value is -1/18.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import ClassVar, NamedTuple

from mendax.core import AnyGame, BadNotation, Game, IllegalAction, Seat, Turn

CARDS = "JQK"
ENDS = ("cc", "bf", "bk", "cbf", "cbk")  # check-check, bet-fold, bet-call ("k"), and after a check


class State(NamedTuple):
    cards: str = ""
    history: str = ""


class View(NamedTuple):
    seat: Seat | None
    cards: str
    history: str

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        return f"{seat}/{self.cards or '--'}/{self.history or '-'}"


@dataclass(frozen=True, slots=True)
class Kuhn(Game[State, View, str, str]):
    name: ClassVar[str] = "kuhn"
    rules_version: ClassVar[int] = 1

    @property
    def seats(self) -> int:
        return 2

    def start(self) -> State:
        return State()

    def turn(self, state: State) -> Seat | Turn:
        if not state.cards:
            return Turn.CHANCE
        return Turn.OVER if state.history in ENDS else len(state.history) % 2

    def chances(self, state: State) -> Sequence[tuple[str, float]]:
        return tuple(("".join(pair), 1 / 6) for pair in permutations(CARDS, 2))

    def actions(self, state: State) -> Sequence[str]:
        return ("f", "k") if state.history.endswith("b") else ("c", "b")

    def apply(self, state: State, action: str) -> State:
        turn = self.turn(state)
        if turn is Turn.CHANCE:
            if action not in {outcome for outcome, _ in self.chances(state)}:
                raise IllegalAction(f"{action}: not a deal")
            return State(action)
        if turn is Turn.OVER or action not in self.actions(state):
            raise IllegalAction(f"{action}: not now")
        return State(state.cards, state.history + action)

    def payoffs(self, state: State) -> tuple[float, ...]:
        stake = 2.0 if "b" in state.history and not state.history.endswith("f") else 1.0
        if state.history.endswith("f"):
            won = len(state.history) % 2 == 0  # the one who folds has just acted
        else:
            won = CARDS.index(state.cards[0]) > CARDS.index(state.cards[1])
        return (stake, -stake) if won else (-stake, stake)

    def view(self, state: State, seat: Seat | None) -> View:
        shown = state.history in ENDS and not state.history.endswith("f")
        cards = "".join(card if shown or chair == seat else "?" for chair, card in enumerate(state.cards))
        return View(seat, cards, state.history)

    def events(self, before: State, action: str, after: State, seat: Seat | None) -> tuple[str, ...]:
        return (str(self.view(after, seat)),)

    def parse_action(self, text: str) -> str:
        if text not in ("c", "b", "f", "k") and text not in {a + b for a, b in permutations(CARDS, 2)}:
            raise BadNotation(f"{text[:20]!r} is no action")
        return text

    def parse_view(self, text: str) -> View:
        parts = text.split("/")
        if len(parts) != 3:
            raise BadNotation(f"{text[:20]!r} is no view")
        seat, cards, history = parts
        return View(None if seat == "-" else int(seat), cards.replace("-", ""), history.replace("-", ""))


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """Other cards where the seat cannot see them."""
    shown = game.view(state, seat).cards
    if not state.cards:
        return state
    fitting = [
        a + b for a, b in permutations(CARDS, 2) if all(s in ("?", c) for s, c in zip(shown, a + b, strict=True))
    ]
    return State(rng.choice(fitting), state.history)
