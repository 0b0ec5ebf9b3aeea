"""`equilibrium`: two players, each round by the exact solution of the round.

In a match of several rounds it plays every round by the round's solution, whatever the points are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mendax.core.agent import Belief, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.round_player import RoundPlayer
from mendax.games.blufpoker.agents.round_values import RoundValues
from mendax.games.blufpoker.rules import BELIEVE, CALL, Action, Blufpoker, Phase, View
from mendax.games.blufpoker.rules.rolls import roll_text
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium
from mendax.games.blufpoker.solver.solution import check_round, load_or_solve

SCALE: Final = "value of the round"


class RoundEquilibriumAgent(RoundPlayer):
    """Plays the solution, and explains it with its own numbers."""

    def __init__(self, game: Blufpoker, solved: RoundEquilibrium, rng: Random) -> None:
        truthful = game.opening == "truthful"
        super().__init__(game, solved.strategy(truthful), rng)
        self.values, self.truthful = RoundValues(solved, truthful), truthful

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The value of each option against an opponent who plays the solution too, and a sentence."""
        if view.phase is Phase.ANSWER:
            return self._explain_answer(view, mix)
        if view.phase is Phase.POKER:
            return self._explain_keep(view, actions, mix)
        values = self.values.options(view)
        options = tuple(Option(action, values[action], mix.get(action, 0.0)) for action in actions)
        beat = f" and {roll_text(view.turns[-1].bid)} to beat" if view.turns else ""
        if len(mix) == 1:
            (action,) = mix
            does = f"{action}, worth {values[action]:+.3f}"
        else:
            shares = [f"{action} ({_percent(share)}, worth {values[action]:+.3f})" for action, share in mix.items()]
            does = f"draw from {', '.join(shares)}"
        return Explanation(
            options, scale=SCALE, sentence=f"With {roll_text(view.rolling.cup)} in the cup{beat} I {does}."
        )

    def _explain_answer(self, view: View, mix: Mapping[Action, float]) -> Explanation[Action]:
        assert view.bid is not None
        call, said, found = mix.get(CALL, 0.0), roll_text(view.bid), self.values.answers(view)
        if not found.expected:
            sentence = f"The solution never bids {said} here; I call it {_percent(call)} of the time."
            return Explanation(_answers(None, None, call), scale=SCALE, sentence=sentence)
        options = _answers(found.believing, found.calling, call)
        if len(view.turns) == 1 and self.truthful:
            sentence = f"An opening is the roll itself, so a call of {said} would lose: I believe it."
            return Explanation(options, scale=SCALE, sentence=sentence)
        sentence = (
            f"Of the cups this bidder would bid {said} with, {_percent(found.lower)} are lower; "
            f"I call such bids {_percent(call)} of the time."
        )
        return Explanation(options, (Belief(f"the cup is below {said}", found.lower),), scale=SCALE, sentence=sentence)

    def _explain_keep(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        assert view.bid is not None
        odds = self.values.keeps(view)
        options = tuple(Option(action, float(odds[action].value), mix.get(action, 0.0)) for action in actions)
        (kept,) = mix
        best = odds[kept]
        sentence = (
            f"Against {roll_text(view.bid)} I {kept}: higher with {_percent(float(best.higher))}, "
            f"equal with {_percent(float(best.equal))}."
        )
        return Explanation(options, scale=SCALE, sentence=sentence)


def _answers(believing: float | None, calling: float | None, call: float) -> tuple[Option[Action], ...]:
    """Both answers with their values and how likely each is."""
    return Option(BELIEVE, believing, 1.0 - call), Option(CALL, calling, call)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


@dataclass(frozen=True, slots=True)
class EquilibriumFactory:
    """The factory of `equilibrium`."""

    solved: RoundEquilibrium | None = None

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> RoundEquilibriumAgent:
        return RoundEquilibriumAgent(_two_players(game), self.solved or load_or_solve(), rng)

    def prepare(self, game: AnyGame) -> EquilibriumFactory:
        _two_players(game)
        return EquilibriumFactory(load_or_solve())


def _two_players(game: AnyGame) -> Blufpoker:
    checked = check_round(game)
    if checked.players != 2:
        raise MendaxError(f"equilibrium plays blufpoker with two players, not {checked.players}")
    return checked


equilibrium = EquilibriumFactory()
