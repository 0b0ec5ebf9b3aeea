"""`honest`: calls the truth when the rules allow it, and believes every call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from mendax.core.agent import Explanation, MixedAgent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.one_die.agents.beliefs import lie_belief
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Action, Call, Event, OneDie, View


class Honest(MixedAgent[View, Action, Event]):
    """Calls its roll, or the lowest call where that is not allowed. Accepts every call but the top one."""

    def __init__(self, top: int, rng: Random) -> None:
        super().__init__(rng)
        self.top = top

    def mix(self, view: View, actions: Sequence[Action]) -> Mapping[Action, float]:
        if view.call:
            return {CHALLENGE if view.call == self.top else ACCEPT: 1.0}
        truth = Call(view.die)
        return {truth if truth in actions else actions[0]: 1.0}

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """No values: it does not compare its options. It believes every call."""
        return replace(super().explanation(view, actions, mix), beliefs=lie_belief(view, 0.0))


def honest(game: AnyGame, seat: Seat, rng: Random) -> Honest:
    """The factory of `honest`."""
    if not isinstance(game, OneDie):
        raise MendaxError(f"honest does not play {game.name}")
    return Honest(game.top, rng)
