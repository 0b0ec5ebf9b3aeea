"""A game for any number of seats: core and arena must not assume two.

In every round each seat in turn stakes one coin or two and then rolls a die under its cup; the
highest roll takes the stakes, equal ones share, and only the winners' dice are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from mendax.core import AnyGame, BadNotation, Game, IllegalAction, Seat, Turn

WORDS = ("one", "two")


class State(NamedTuple):
    rounds: int
    money: tuple[float, ...]
    stakes: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    """The last round's dice, 0 where they were not shown."""


class View(NamedTuple):
    seat: Seat | None
    rounds: int
    money: tuple[float, ...]
    stakes: tuple[int, ...]
    dice: tuple[int, ...]
    shown: tuple[int, ...]

    def __str__(self) -> str:
        parts = [self.money, self.stakes, self.dice, self.shown]
        seat = "-" if self.seat is None else self.seat
        return "|".join([str(seat), str(self.rounds), *(",".join(map(str, part)) for part in parts)])


@dataclass(frozen=True, slots=True)
class HighRoll(Game[State, View, str, str]):
    players: int = 4
    length: int = 3
    name: ClassVar[str] = "high-roll"
    rules_version: ClassVar[int] = 1

    @property
    def seats(self) -> int:
        return self.players

    def start(self) -> State:
        return State(0, (0.0,) * self.players)

    def turn(self, state: State) -> Seat | Turn:
        if state.rounds == self.length:
            return Turn.OVER
        return Turn.CHANCE if len(state.stakes) > len(state.dice) else len(state.stakes)

    def chances(self, state: State) -> Sequence[tuple[str, float]]:
        return tuple((f"d{face}", 1 / 6) for face in range(1, 7))

    def actions(self, state: State) -> Sequence[str]:
        return WORDS

    def apply(self, state: State, action: str) -> State:
        turn = self.turn(state)
        legal = WORDS if isinstance(turn, int) else [o for o, _ in self.chances(state)] if turn is Turn.CHANCE else []
        if action not in legal:
            raise IllegalAction(f"{action}: not now")
        if action in WORDS:
            return state._replace(stakes=(*state.stakes, 1 + WORDS.index(action)), shown=())
        dice = (*state.dice, int(action[1]))
        if len(dice) < self.players:
            return state._replace(dice=dice)
        best = max(dice)
        share = sum(state.stakes) / dice.count(best)
        won = tuple(
            m - stake + (share if die == best else 0)
            for m, stake, die in zip(state.money, state.stakes, dice, strict=True)
        )
        return State(state.rounds + 1, won, shown=tuple(die if die == best else 0 for die in dice))

    def payoffs(self, state: State) -> tuple[float, ...]:
        return state.money

    def view(self, state: State, seat: Seat | None) -> View:
        dice = tuple(die if chair == seat else 0 for chair, die in enumerate(state.dice))
        return View(seat, state.rounds, state.money, state.stakes, dice, state.shown)

    def events(self, before: State, action: str, after: State, seat: Seat | None) -> tuple[str, ...]:
        if action in WORDS:
            return (f"seat {len(before.stakes)} stakes {action}",)
        own = [f"seat {seat} rolls {action}"] if seat == len(before.dice) else []
        return (*own, f"shown {after.shown}") if after.shown else tuple(own)

    def round(self, state: State) -> int:
        return state.rounds

    def standing(self, state: State) -> tuple[float, ...]:
        return state.money

    def parse_action(self, text: str) -> str:
        if text not in (*WORDS, *(f"d{face}" for face in range(1, 7))):
            raise BadNotation(f"{text[:20]!r} is no action")
        return text

    def parse_view(self, text: str) -> View:
        parts = text.split("|")
        if len(parts) != 6:
            raise BadNotation(f"{text[:20]!r} is no view")
        whole = [tuple(map(int, filter(None, part.split(",")))) for part in parts[3:]]
        money = tuple(map(float, parts[2].split(",")))
        return View(None if parts[0] == "-" else int(parts[0]), int(parts[1]), money, whole[0], whole[1], whole[2])


def redeal(game: AnyGame, state: State, seat: Seat | None, rng: Random) -> State:
    """Other dice under every cup but one's own."""
    return state._replace(
        dice=tuple(die if chair == seat else rng.randint(1, 6) for chair, die in enumerate(state.dice))
    )
