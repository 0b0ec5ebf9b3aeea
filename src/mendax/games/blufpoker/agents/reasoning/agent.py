"""`reasoning`: estimates how each player rolls, bids and answers, and plays the best reply to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from mendax.core.agent import Agent, Decision
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.blufpoker.agents.reasoning.beliefs import Beliefs
from mendax.games.blufpoker.agents.reasoning.explanation import explanation
from mendax.games.blufpoker.agents.reasoning.layouts import NUM_ROLLS, Floats
from mendax.games.blufpoker.agents.reasoning.round_values import (
    RoundValues,
    answer_costs,
    rolling_values,
    round_values,
)
from mendax.games.blufpoker.agents.reasoning.stakes import Stakes, stakes
from mendax.games.blufpoker.rules import (
    BELIEVE,
    CALL,
    STOP,
    Action,
    Bid,
    Blufpoker,
    Event,
    Keep,
    Phase,
    RollDie,
    View,
)
from mendax.games.blufpoker.rules.odds import chance_to_reach
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import SORTED, Dice

Costs = Mapping[Action, float]
TIE = 1e-6
"""Costs that differ by less are equal: the first action is taken, on any machine."""


class Reasoning(Agent[View, Action, Event]):
    """Minimises the expected stake of the point that ends the round, by its beliefs."""

    def __init__(self, game: Blufpoker, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.beliefs = Beliefs(game, seat)
        self._round: tuple[int, Stakes, RoundValues] | None = None
        self._turn: tuple[tuple[int, int], Floats, Floats] | None = None

    def hear(self, event: Event) -> None:
        self.beliefs.hear(event)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        self.beliefs.catch_up(view)
        costs = self.costs(view, actions)
        least = min(costs.values()) + TIE
        action = next(action for action, cost in costs.items() if cost <= least)
        if not explain:
            return Decision(action)
        return Decision(action, explanation(self, view, costs, action))

    def costs(self, view: View, actions: Sequence[Action]) -> Costs:
        """The expected stake of each action, lower is better; in the poker phase the chance to fail."""
        if view.phase is Phase.ANSWER:
            return self._answer_costs(view)
        if view.phase is Phase.POKER:
            return self._keep_costs(view, actions)
        if len(actions) == 1:
            return {actions[0]: 0.0}
        return self._roll_costs(view, actions) if view.phase is Phase.ROLL else self._bid_costs(view, actions)

    def next_seat(self) -> Seat:
        """Who answers this seat's bids."""
        return (self.seat + 1) % self.game.players

    def _values(self, view: View) -> tuple[Stakes, RoundValues]:
        """The stakes and values of this round, as the opponents look at its beginning."""
        if self._round is None or self._round[0] != view.rounds:
            game, players = self.game, self.game.players
            seats = [(self.seat + step) % players for step in range(players)]
            limit = 1 if game.single_round else view.limit
            missing = tuple(limit - (0 if game.single_round else view.points[seat]) for seat in seats)
            at_stake = stakes(missing)
            sketches = tuple(self.beliefs.opponents[seat].sketch() for seat in seats[1:])
            self._round = (view.rounds, at_stake, round_values(game.top321, game.underbids, sketches, at_stake))
        return self._round[1], self._round[2]

    def _answer_costs(self, view: View) -> Costs:
        at_stake, values = self._values(view)
        cup, last = self.beliefs.cup, self.beliefs.last
        true = self.beliefs.chance_true()
        called = true * at_stake.point[0] + (1 - true) * at_stake.point[-1]
        return {BELIEVE: float(cup @ values.believed(last)[0, :, last]), CALL: called}

    def _turn_costs(self, view: View) -> tuple[Floats, Floats]:
        """By layout and bid: the cost of that bid; and by layout: the cost with best rolling and bidding from it."""
        key = (view.rounds, len(view.turns))
        if self._turn is None or self._turn[0] != key:
            at_stake, values = self._values(view)
            lay, last = self.beliefs.layouts, self.beliefs.last
            believes = self.beliefs.opponents[self.next_seat()].believes
            costs = answer_costs(lay, believes, values.believed(last + 1)[1], at_stake, 1, last + 1)
            allowed = costs
            if not self.game.underbids:
                low = np.maximum(lay.cup, last + 1)[:, None] > np.arange(last + 1, NUM_ROLLS)
                allowed = np.where(low, np.inf, costs)
            self._turn = (key, costs, rolling_values(lay, allowed.min(axis=1)))
        return self._turn[1], self._turn[2]

    def _roll_costs(self, view: View, actions: Sequence[Action]) -> Costs:
        lay = self.beliefs.layouts
        bids, values = self._turn_costs(view)
        kept, _, fallen = view.rolling
        found: dict[Action, float] = {}
        for action in actions:
            if isinstance(action, RollDie):
                at = kept.index(action.face)
                left = kept[:at] + kept[at + 1 :]
                after = [lay.index[left, SORTED[(*fallen, face)]] for face in range(1, 7)]
                found[action] = float(values[after].sum()) / 6
            elif fallen:
                found[action] = self._final(bids, lay.index[kept, SORTED[fallen]])
            else:  # the cup is passed on as it was handed over
                found[action] = self._final(bids, lay.index[view.open, _without(kept, view.open)])
        # Of equal costs stopping comes first: it shows more, and rolls nothing for nothing.
        return {STOP: found.pop(STOP), **found} if STOP in found else found

    def _final(self, bids: Floats, layout: int) -> float:
        """The cost of the best bid with this layout."""
        lay, lowest = self.beliefs.layouts, self.beliefs.last + 1
        start = 0 if self.game.underbids else max(int(lay.cup[layout]) - lowest, 0)
        return float(bids[layout, start:].min())

    def _bid_costs(self, view: View, actions: Sequence[Action]) -> Costs:
        lay = self.beliefs.layouts
        bids, _ = self._turn_costs(view)
        cup = view.rolling.cup
        row = bids[lay.index[view.open, _without(cup, view.open)]]
        ranks, lowest = self.game.order.ranks, self.beliefs.last + 1
        return {action: float(row[ranks[action.roll] - lowest]) for action in actions if isinstance(action, Bid)}

    def _keep_costs(self, view: View, actions: Sequence[Action]) -> Costs:
        bid, dice = view.turns[-1].bid, view.poker[-1].dice
        rank, left = self.game.order.ranks[bid], 3 - len(view.poker)
        fails: dict[Action, float] = {
            action: 1 - chance_to_reach(action.dice, left, rank, self.game.top321)
            for action in actions
            if isinstance(action, Keep)
        }
        paper = Keep(paper_keep(dice, bid))  # of equally good choices the one that most often gets higher
        return {paper: fails.pop(paper), **fails}


def _without(dice: Dice, open_dice: Dice) -> Dice:
    """The hidden dice, if these of all dice lie open."""
    hidden = list(dice)
    for face in open_dice:
        hidden.remove(face)
    return tuple(hidden)


@dataclass(frozen=True, slots=True)
class ReasoningFactory:
    """Builds `reasoning`; its tables are made once in each process."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Reasoning:
        if not isinstance(game, Blufpoker):
            raise MendaxError(f"reasoning does not play {game.name}")
        return Reasoning(game, seat)


reasoning = ReasoningFactory()
"""The factory of `reasoning`."""
