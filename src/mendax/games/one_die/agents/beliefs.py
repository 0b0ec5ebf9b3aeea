"""How likely a call is a lie, from a model of how callers play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mendax.core.agent import Belief
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.one_die.rules import OneDie, State, View

if TYPE_CHECKING:
    from mendax.theory import Policy


def is_lie(state: State) -> bool:
    """Whether the waiting call is not what was rolled."""
    return bool(state.call) and state.dice[state.caller] != state.call


def lie_beliefs(game: OneDie, caller: Policy, seat: Seat) -> dict[View, float]:
    """How likely the waiting call is a lie at each view of a seat, if the caller follows this policy."""
    from mendax.theory import beliefs  # only for explanations: workers that just play start without it

    return beliefs(game, caller, seat, is_lie)


def lie_belief(view: View, probability: float | None) -> tuple[Belief, ...]:
    """The belief that the waiting call is a lie, where there is a call and a probability."""
    if not view.call or probability is None:
        return ()
    return (Belief(f"the call of {view.call} is a lie", probability),)


def thesis_game(game: AnyGame, agent: str) -> OneDie:
    """The game if it is the thesis's own, with any number of faces; its agents play no other."""
    if not isinstance(game, OneDie) or game.dice != 1 or game.kept:
        raise MendaxError(f"{agent} plays one-die with a single die rolled afresh, and no other game")
    return game
