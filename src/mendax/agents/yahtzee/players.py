"""`optimal` and `greedy`: the best play for the whole game, and for the turn alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from mendax.agents.yahtzee.optimum import Optimum, optimum, single_turns
from mendax.core.agent import Agent, Decision, Option, Thoughts
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee import Action, Event, Keep, Rules, Score, View, Yahtzee


class Exact(Agent[View, Action, Event]):
    """Takes the action with the highest value; of equal ones the first."""

    def __init__(self, table: Optimum, scale: str) -> None:
        self.table, self.scale = table, scale

    def act(self, view: View, actions: Sequence[Action], why: bool = False) -> Decision[Action]:
        """Compare what every action is worth."""
        values = [self.value(view, action) for action in actions]
        chosen = actions[max(range(len(actions)), key=values.__getitem__)]
        if not why:
            return Decision(chosen)
        options = tuple(
            Option(action, value, float(action == chosen)) for action, value in zip(actions, values, strict=True)
        )
        return Decision(chosen, Thoughts(options, scale=self.scale))

    def value(self, view: View, action: Action) -> float:
        """Expected further points after an action."""
        turn = self.table.turn(view.card)
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
        # With one turn each there is nothing beyond the turn.
        table = single_turns if game.single_turn else self.table
        return Exact(table(game.joker), self.scale)


optimal = ExactFactory(optimum, "expected further points")
greedy = ExactFactory(single_turns, "expected points of this turn")
