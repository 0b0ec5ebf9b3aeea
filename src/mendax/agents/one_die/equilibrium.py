"""`equilibrium` for one-die: the exact mixed strategy, and how likely it holds a call to be a lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from mendax.agents.exact import Equilibrium, EquilibriumFactory, solution
from mendax.agents.one_die.beliefs import lie_belief, lie_beliefs
from mendax.core.agent import Thoughts
from mendax.core.game import Seat
from mendax.games.one_die import OneDie, View


@lru_cache(maxsize=16)
def _lies(game: OneDie, seat: Seat) -> dict[View, float]:
    return lie_beliefs(game, solution(game).policy(1 - seat), seat)


class OneDieEquilibrium(Equilibrium):
    """The general equilibrium mind, with a belief about the call."""

    def thoughts(self, view: View, actions: Sequence[Any], mix: Mapping[Any, float]) -> Thoughts[Any]:
        """Values of the options, and the belief that the call is a lie, if the caller plays the equilibrium."""
        lie = _lies(cast(OneDie, self.game), self.seat).get(view)
        return replace(super().thoughts(view, actions, mix), beliefs=lie_belief(view, lie))


equilibrium = EquilibriumFactory(OneDieEquilibrium)
