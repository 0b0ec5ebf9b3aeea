"""`equilibrium` for one-die: the exact mixed strategy, with a belief about the call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from mendax.core.agent import Explanation
from mendax.core.game import Seat
from mendax.games.one_die.agents.beliefs import lie_belief, lie_beliefs
from mendax.games.one_die.rules import OneDie, View
from mendax.theory.agents import Equilibrium, EquilibriumFactory, solution


@lru_cache(maxsize=16)
def _lies(game: OneDie, seat: Seat) -> dict[View, float]:
    return lie_beliefs(game, solution(game).policy(1 - seat), seat)


class OneDieEquilibrium(Equilibrium):
    """The general equilibrium agent, with a belief about the call."""

    def explanation(self, view: View, actions: Sequence[Any], mix: Mapping[Any, float]) -> Explanation[Any]:
        """The values of the options, and how likely the call is a lie if the caller plays the equilibrium."""
        lie = _lies(cast(OneDie, self.game), self.seat).get(view)
        sentence = "Drawn from " + ", ".join(
            f"{action} ({100 * share:.1f} %)" for action, share in mix.items() if share
        )
        beliefs = lie_belief(view, lie)
        sentence += "".join(f"; {belief.about} with {100 * belief.probability:.1f} %" for belief in beliefs)
        return replace(super().explanation(view, actions, mix), beliefs=beliefs, sentence=f"{sentence}.")


equilibrium = EquilibriumFactory(OneDieEquilibrium)
