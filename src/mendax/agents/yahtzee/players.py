"""`optimal` and `greedy`: the best play for the whole game, and for the turn alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np

from mendax.agents.yahtzee.optimum import Optimum, TurnValues, optimum, single_turns
from mendax.core.agent import Agent, Decision, Option, Thoughts
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee import Action, Card, Event, Keep, Rules, Score, View, Yahtzee


class Values(Protocol):
    """A value for everything that a turn can lead to."""

    @property
    def rules(self) -> Rules:
        """The joker rules."""

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn that starts with this card."""


class Exact(Agent[View, Action, Event]):
    """Takes the action with the highest value; of equal ones the largest keep or the first box."""

    def __init__(self, table: Values, scale: str) -> None:
        self.table, self.scale = table, scale

    def act(self, view: View, actions: Sequence[Action], why: bool = False) -> Decision[Action]:
        """Compare what every action is worth."""
        turn = self.turn(view)
        best = Keep(turn.best_keep(view.dice, view.rolls)) if view.rolls < 3 else Score(turn.best_box(view.dice))
        chosen = actions[actions.index(best)]
        if not why:
            return Decision(chosen)
        options = tuple(Option(action, self.value(view, action), float(action == chosen)) for action in actions)
        return Decision(chosen, Thoughts(options, scale=self.scale))

    def turn(self, view: View) -> TurnValues:
        """What every option of this turn is worth."""
        return self.table.turn(view.card)

    def value(self, view: View, action: Action) -> float:
        """What an action is worth."""
        turn = self.turn(view)
        if isinstance(action, Keep):
            return turn.keep(action.dice, view.rolls)
        if isinstance(action, Score):
            return turn.score(view.dice, action.box)
        raise ValueError(f"{action} is not a decision")


@dataclass(frozen=True, slots=True)
class ExactFactory:
    """Builds minds that play by a table of values."""

    table: Callable[[Rules], Optimum]
    scale: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """A mind for a match."""
        if not isinstance(game, Yahtzee):
            raise MendaxError(f"this mind does not play {game.name}")
        return Exact(self._values(game), self.scale)

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Games by the thousand, with the compiled twin of the mind."""
        if not isinstance(game, Yahtzee):
            return None
        from mendax.agents.yahtzee.simulate import play_games

        turns = 1 if game.single_turn else 13
        played = play_games(self._values(game), count, seed, first=first, turns=turns)
        return played.scores.astype(np.float64).tolist(), played.num_moves.tolist()

    def _values(self, game: Yahtzee) -> Optimum:
        # With one turn each there is nothing beyond the turn.
        return (single_turns if game.single_turn else self.table)(game.joker)


optimal = ExactFactory(optimum, "expected further points")
greedy = ExactFactory(single_turns, "expected points of this turn")
