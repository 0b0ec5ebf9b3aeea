"""`random`: any game, every legal action equally often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from mendax.core.agent import Decision, MixedAgent
from mendax.core.game import AnyGame, Seat


class Uniform(MixedAgent[Any, Any, Any]):
    """Does not think."""

    def mix(self, view: object, actions: Sequence[Any]) -> Mapping[Any, float]:
        """Equal shares."""
        return dict.fromkeys(actions, 1 / len(actions))

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        """One of the actions, without writing the mix down."""
        action = actions[int(self.rng.random() * len(actions))]
        return Decision(action, self.explanation(view, actions, self.mix(view, actions)) if explain else None)


def uniform(game: AnyGame, seat: Seat, rng: Random) -> Uniform:
    """The factory of `random`."""
    return Uniform(rng)
