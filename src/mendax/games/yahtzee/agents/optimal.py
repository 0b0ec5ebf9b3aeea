"""`optimal` and `greedy`: the best play for the whole game, and for the turn alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np

from mendax.core.agent import Agent, Decision, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.rules import Action, Card, Event, Keep, Rules, Score, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN
from mendax.games.yahtzee.solver.optimum import Optimum, TurnValues, optimum, single_turns

EQUAL = 1e-9
"""Values this close are equal but for rounding."""


class ValuedTurns(Protocol):
    """A solution that values every option of a turn."""

    @property
    def rules(self) -> Rules:
        """The joker rules."""

    def turn(self, card: Card) -> TurnValues:
        """Every option of a turn that starts with this card."""


class Exact(Agent[View, Action, Event]):
    """Takes the action with the highest value; of equal ones the largest keep or the first box."""

    remembers = False

    def __init__(self, table: ValuedTurns, scale: str) -> None:
        self.table, self.scale = table, scale

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        turn = self.turn(view)
        best = (
            Keep(turn.best_keep(view.dice, view.rolls))
            if view.rolls < ROLLS_PER_TURN
            else Score(turn.best_box(view.dice))
        )
        chosen = actions[actions.index(best)]
        if not explain:
            return Decision(chosen)
        options = tuple(Option(action, self.value(view, action), float(action == chosen)) for action in actions)
        return Decision(chosen, Explanation(options, scale=self.scale, sentence=_sentence(options, chosen, self.scale)))

    def turn(self, view: View) -> TurnValues:
        """The value of every option of this turn."""
        return self.table.turn(view.card)

    def value(self, view: View, action: Action) -> float:
        """The value of an action."""
        turn = self.turn(view)
        if isinstance(action, Keep):
            return turn.keep(action.dice, view.rolls)
        if isinstance(action, Score):
            return turn.score(view.dice, action.box)
        raise ValueError(f"{action} is not a decision")


def _sentence(options: Sequence[Option[Action]], chosen: Action, scale: str) -> str:
    """The value of the chosen action, and how far the next best is behind."""
    values = {option.action: option.value or 0.0 for option in options}
    best = values.pop(chosen)
    if not values:
        return f"{chosen} is the only option: {best:.4g} {scale}."
    ahead = best - max(values.values())
    lead = f"{ahead:.2g} more than" if ahead > EQUAL else "as good as"
    return f"{chosen}: {best:.4g} {scale}, {lead} the next best."


@dataclass(frozen=True, slots=True)
class ExactFactory:
    """Builds agents that play by a table of values."""

    table: Callable[[Rules], Optimum]
    scale: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """An agent for a match."""
        if not isinstance(game, Yahtzee):
            raise MendaxError(f"this agent does not play {game.name}")
        return Exact(self._values(game), self.scale)

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Many games at once, compiled."""
        if not isinstance(game, Yahtzee):
            return None
        from mendax.games.yahtzee.solver.play_for_points import play_games

        turns = 1 if game.single_turn else NUM_BOXES
        played = play_games(self._values(game), count, seed, first=first, turns=turns)
        return played.scores.astype(np.float64).tolist(), played.num_moves.tolist()

    def _values(self, game: Yahtzee) -> Optimum:
        # In the single-turn task nothing comes after the turn.
        return (single_turns if game.single_turn else self.table)(game.joker)


optimal = ExactFactory(optimum, "expected further points")
greedy = ExactFactory(single_turns, "expected points of this turn")


def whole_game(game: AnyGame, name: str) -> Yahtzee:
    """The game, if it is Yahtzee with all thirteen turns; else a `MendaxError`."""
    if not isinstance(game, Yahtzee):
        raise MendaxError(f"{name} does not play {game.name}")
    if game.single_turn:
        raise MendaxError(f"{name} plays whole games, not single turns")
    return game
