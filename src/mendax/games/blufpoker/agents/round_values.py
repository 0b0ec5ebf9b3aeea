"""What each option of a view is worth in the two-player round, against an opponent who plays the solution.

A value is of the round to whoever decides: +1 for a point to the other, -1 for a point to oneself. It uses what the
view shows and, for hidden dice, how the solution comes to the open dice and to the bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from mendax.games.blufpoker.agents.round_player import believed_rank, node_of, open_set_of
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Action, Bid, Keep, Phase, RollDie, View
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.order import KEEP_ACTIONS
from mendax.games.blufpoker.rules.rolls import RANKS, ROLLS, sort_dice
from mendax.games.blufpoker.solver.best_response import bid_payoffs, end_chances, node_values
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium
from mendax.games.blufpoker.solver.poker_phase import PokerOdds, PokerPhase
from mendax.games.blufpoker.solver.turn_trees import NUM_ROLLS, Floats, roll_chances, turn_trees
from mendax.games.blufpoker.solver.unexpected_bids import hidden_chances

NEVER: Final = 1e-9
"""What the solution does less often in a turn is rounding: real bids have at least 1e-6."""


class AnswerValues(NamedTuple):
    """What it is worth to believe a bid and to call it."""

    believing: float
    calling: float
    lower: float
    """The chance that the cup is below the bid."""
    expected: bool
    """Whether the solution makes this bid here. Where it does not, hidden dice are taken as fair dice."""

    @property
    def judged(self) -> bool:
        """Whether one answer can be said to be better: a bid that the solution never makes tells nothing, unless the
        open dice or the rules decide it."""
        return self.expected or self.lower in (0.0, 1.0)


class RoundValues:
    """The value of every option, by view."""

    def __init__(self, solved: RoundEquilibrium, truthful: bool) -> None:
        self.solved, self.truthful = solved, truthful
        self.strategy, self.gains = solved.strategy(truthful), solved.gains
        self._turns = dict[int, tuple[Floats, Floats]]()

    def options(self, view: View) -> Mapping[Action, float]:
        """Every legal action with its value."""
        if view.phase is Phase.ANSWER:
            found = self.answers(view)
            return {BELIEVE: found.believing, CALL: found.calling}
        if view.phase is Phase.POKER:
            return {action: float(odds.value) for action, odds in self.keeps(view).items()}
        return self.rolls(view) if view.phase is Phase.ROLL else self.bids(view)

    def answers(self, view: View) -> AnswerValues:
        """What the two answers to the last bid are worth."""
        assert view.bid is not None
        bid = RANKS[view.bid]
        if len(view.turns) == 1 and self.truthful:
            return AnswerValues(-float(self.gains[bid, bid]), -1.0, 0.0, True)
        counted, weights = self._cups_behind(view)
        expected = float(weights.sum()) > NEVER
        weights = weights if expected else counted
        shares = weights / weights.sum()
        false = weights[:bid]
        lower = 0.0 if not false.any() else 1.0 if not weights[bid:].any() else float(shares[:bid].sum())
        return AnswerValues(float(-(shares @ self.gains[:, bid])), 2 * lower - 1, lower, expected)

    def _cups_behind(self, view: View) -> tuple[Floats, Floats]:
        """By rank of the cup: its chance by counting, and how likely the solution is to come to it and bid so."""
        assert view.bid is not None
        bid = RANKS[view.bid]
        if len(view.turns) == 1:
            return roll_chances(), np.asarray(roll_chances() * self.strategy.opening_bids[:, bid])
        trees, believed = turn_trees(), RANKS[view.turns[-2].bid]
        ends = np.flatnonzero(trees.open_set[NUM_ROLLS:] == open_set_of(view))
        chances = end_chances(self.strategy.rolling[:, believed])[ends] * self.strategy.bids.at(believed)[ends, bid]
        cups = trees.cup[NUM_ROLLS:][ends]
        counted = np.bincount(cups, hidden_chances()[ends], NUM_ROLLS)
        return np.asarray(counted), np.asarray(np.bincount(cups, chances, NUM_ROLLS))

    def rolls(self, view: View) -> dict[Action, float]:
        """What it is worth to roll each die next, and to stop."""
        trees, node = turn_trees(), node_of(view)
        stopping, values = self._turn(believed_rank(view))
        found: dict[Action, float] = {
            RollDie(int(trees.option_face[option])): float(values[trees.children[option]].mean())
            for option in reversed(trees.options_of(node))
        }
        if node >= NUM_ROLLS:
            found[STOP] = float(stopping[node - NUM_ROLLS])
        return found

    def _turn(self, believed: int) -> tuple[Floats, Floats]:
        """After a believed bid: what stopping is worth at each end, and the value of each node."""
        if believed not in self._turns:
            trees = turn_trees()
            cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
            payoffs = bid_payoffs(cup, self.strategy.calls[opened, believed], self.gains[cup])
            stopping = payoffs[:, believed + 1 :].max(axis=1)
            self._turns[believed] = stopping, node_values(stopping)
        return self._turns[believed]

    def bids(self, view: View) -> dict[Action, float]:
        """What each legal bid is worth."""
        rank = RANKS[sort_dice(view.rolling.cup)]
        if view.turns:
            believed = believed_rank(view)
            calls = self.strategy.calls[turn_trees().open_set[node_of(view)], believed]
            legal = range(believed + 1, NUM_ROLLS)
        else:
            calls = self.strategy.opening_calls
            legal = range(rank, rank + 1) if self.truthful else range(NUM_ROLLS)
        payoffs = bid_payoffs(np.array([rank]), calls[None, :], self.gains[rank])[0]
        return {Bid(ROLLS[bid]): float(payoffs[bid]) for bid in legal}

    def keeps(self, view: View) -> dict[Action, PokerOdds]:
        """How the poker phase ends for each choice of dice to keep, when the rest is played for value."""
        assert view.bid is not None
        phase, left = PokerPhase(view.bid[0]), OPEN_ROLLS - len(view.poker)
        keeps: tuple[Keep, ...] = KEEP_ACTIONS[view.poker[-1].dice]
        return {action: phase.after_keeping(action.dice, left) for action in keeps}
