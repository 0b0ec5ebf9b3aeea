"""`random`: any game, every legal action equally often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from mendax.core.agent import Decision, MixedAgent
from mendax.core.game import AnyGame, Seat


class Uniform(MixedAgent[Any, Any, Any]):
    """Every legal action with equal probability."""

    def mix(self, view: object, actions: Sequence[Any]) -> Mapping[Any, float]:
        return dict.fromkeys(actions, 1 / len(actions))

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        # Quicker than drawing from the mix.
        action = actions[int(self.rng.random() * len(actions))]
        return Decision(action, self.explanation(view, actions, self.mix(view, actions)) if explain else None)


def uniform(game: AnyGame, seat: Seat, rng: Random) -> Uniform:
    """The factory of `random`."""
    return Uniform(rng)
