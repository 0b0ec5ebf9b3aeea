"""`equilibrium`: two players, each round by the exact solution of the round.

In a match of several rounds it plays every round by the round's solution, whatever the points are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from mendax.core.agent import Belief, Explanation, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.round_player import RoundPlayer, believed_rank, node_of, open_set_of
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Bid, Blufpoker, Keep, Phase, RollDie, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.rolls import RANKS, ROLLS, roll_text, sort_dice
from mendax.games.blufpoker.solver.best_response import bid_payoffs, end_chances, node_values
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium
from mendax.games.blufpoker.solver.poker_phase import PokerOdds, PokerPhase
from mendax.games.blufpoker.solver.solution import check_round, load_or_solve
from mendax.games.blufpoker.solver.turn_trees import NUM_ROLLS, Floats, roll_chances, turn_trees

SCALE: Final = "value of the round"


class RoundEquilibriumAgent(RoundPlayer):
    """Plays the solution, and explains it with its own numbers."""

    def __init__(self, game: Blufpoker, solved: RoundEquilibrium, rng: Random) -> None:
        super().__init__(game, solved.strategy(game.opening == "truthful"), rng)
        self.solved, self.truthful = solved, game.opening == "truthful"

    def explanation(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        """The value of each option against an opponent who plays the solution too, and a sentence."""
        if view.phase is Phase.ANSWER:
            return self._explain_answer(view, mix)
        if view.phase is Phase.POKER:
            return self._explain_keep(view, actions, mix)
        values = self._roll_values(view) if view.phase is Phase.ROLL else self._bid_values(view)
        options = tuple(Option(action, values[action], mix.get(action, 0.0)) for action in actions)
        last = f" over {roll_text(view.turns[-1].bid)}" if view.turns else ""
        if len(mix) == 1:
            (action,) = mix
            does = f"{action}, worth {values[action]:+.3f}"
        else:
            shares = [f"{action} ({_percent(share)}, worth {values[action]:+.3f})" for action, share in mix.items()]
            does = f"draw from {', '.join(shares)}"
        return Explanation(options, scale=SCALE, sentence=f"With {roll_text(view.rolling.cup)}{last} I {does}.")

    def _explain_answer(self, view: View, mix: Mapping[Action, float]) -> Explanation[Action]:
        assert view.bid is not None
        bid, call = RANKS[view.bid], mix.get(CALL, 0.0)
        weights = self._cups_behind(view)
        said = roll_text(view.bid)
        if len(view.turns) == 1 and self.truthful:
            believing = -float(self.solved.gains[bid, bid])
            sentence = f"An opening is the roll itself, so a call of {said} would lose: I believe it."
            return Explanation(_answers(believing, -1.0, 0.0), scale=SCALE, sentence=sentence)
        if weights.sum() <= 0:
            sentence = f"The solution never bids {said} here; I call it {_percent(call)} of the time."
            return Explanation(_answers(None, None, call), scale=SCALE, sentence=sentence)
        weights = weights / weights.sum()
        lower = float(weights[:bid].sum())
        believing = float(-(weights @ self.solved.gains[:, bid]))
        options = _answers(believing, 2 * lower - 1, call)
        sentence = (
            f"Of the cups this bidder would bid {said} with, {_percent(lower)} are lower; "
            f"I call such bids {_percent(call)} of the time."
        )
        return Explanation(options, (Belief(f"the cup is below {said}", lower),), scale=SCALE, sentence=sentence)

    def _cups_behind(self, view: View) -> Floats:
        """By rank of the cup: how likely the solution is to come to it and make the bid that is to be answered."""
        assert view.bid is not None
        bid = RANKS[view.bid]
        if len(view.turns) == 1:
            return np.asarray(roll_chances() * self.strategy.opening_bids[:, bid])
        trees, believed = turn_trees(), RANKS[view.turns[-2].bid]
        ends = np.flatnonzero(trees.open_set[NUM_ROLLS:] == open_set_of(view))
        chances = end_chances(self.strategy.rolling[:, believed])[ends] * self.strategy.bids.at(believed)[ends, bid]
        return np.asarray(np.bincount(trees.cup[NUM_ROLLS:][ends], chances, NUM_ROLLS))

    def _stopping_payoffs(self, believed: int) -> Floats:
        """By end and bid: what it brings to the roller."""
        trees = turn_trees()
        cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
        payoffs = bid_payoffs(cup, self.strategy.calls[opened, believed], self.solved.gains[cup])
        payoffs[:, : believed + 1] = -np.inf
        return payoffs

    def _roll_values(self, view: View) -> dict[Action, float]:
        trees, node = turn_trees(), node_of(view)
        stopping = self._stopping_payoffs(believed_rank(view)).max(axis=1)
        values = node_values(stopping)
        found: dict[Action, float] = {
            RollDie(int(trees.option_face[option])): float(values[trees.children[option]].mean())
            for option in trees.options_of(node)
        }
        if node >= NUM_ROLLS:
            found[STOP] = float(stopping[node - NUM_ROLLS])
        return found

    def _bid_values(self, view: View) -> dict[Action, float]:
        if view.turns:
            payoffs = self._stopping_payoffs(believed_rank(view))[node_of(view) - NUM_ROLLS]
        else:
            cup = np.array([RANKS[sort_dice(view.rolling.cup)]])
            payoffs = bid_payoffs(cup, self.strategy.opening_calls[None, :], self.solved.gains[cup])[0]
        return {Bid(roll): float(value) for roll, value in zip(ROLLS, payoffs, strict=True)}

    def _explain_keep(self, view: View, actions: Sequence[Action], mix: Mapping[Action, float]) -> Explanation[Action]:
        assert view.bid is not None
        phase, left = PokerPhase(view.bid[0]), OPEN_ROLLS - len(view.poker)
        odds: dict[Action, PokerOdds] = {
            action: phase.after_keeping(action.dice, left) for action in actions if isinstance(action, Keep)
        }
        options = tuple(Option(action, float(odds[action].value), mix.get(action, 0.0)) for action in odds)
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
