"""Exact best responses to a strategy of the two-player round, by backward induction over its public states.

After a belief both players know the dice and the bid. So the induction runs over (dice, bid), the highest bid first,
for all dice at once. Within a turn the opponent of the strategy knows what it can by Bayes: the open dice, the bid, and how
the strategy comes to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mendax.games.blufpoker.rules.rolls import FIRST_POKER
from mendax.games.blufpoker.solver.poker_phase import PokerPhase
from mendax.games.blufpoker.solver.strategy import Strategy
from mendax.games.blufpoker.solver.turn_trees import (
    NUM_BELIEVABLE,
    NUM_FACES,
    NUM_ROLLS,
    Floats,
    TurnTrees,
    roll_chances,
    turn_trees,
)


@dataclass(frozen=True, slots=True, eq=False)
class RoundResponse:
    """What a best response wins from a strategy."""

    starting: float
    """A round, when the response starts it."""
    answering: float
    """A round, when the strategy starts it."""
    rolling: Floats
    """By dice and believed bid: what it wins when it is the response that believed and rolls."""
    facing: Floats
    """By dice and believed bid: what it wins when the strategy believed and rolls."""

    @property
    def exploitability(self) -> float:
        """What the response wins a round on average, starting every other round."""
        return (self.starting + self.answering) / 2


def best_response(strategy: Strategy, truthful: bool = True, lowest: int = 0) -> RoundResponse:
    """The best response to a strategy; sub-games after bids below `lowest` are left out and the opening with them."""
    trees = turn_trees()
    rolling, facing = np.zeros((NUM_ROLLS, NUM_BELIEVABLE)), np.zeros((NUM_ROLLS, NUM_BELIEVABLE))
    # By cup and bid, to the response: when the strategy believed its bid, and when it believed the strategy's bid.
    believed, believing = np.zeros((NUM_ROLLS, NUM_ROLLS)), np.zeros((NUM_ROLLS, NUM_ROLLS))
    believed[:, FIRST_POKER:] = strategy.poker[:, 2] - strategy.poker[:, 0]
    believing[:, FIRST_POKER:] = [float(PokerPhase(target).odds.value) for target in range(1, NUM_FACES + 1)]
    for bid in reversed(range(lowest, NUM_BELIEVABLE)):
        rolling[:, bid] = _respond_rolling(trees, strategy.calls[:, bid], believed, bid)
        facing[:, bid] = _respond_answering(trees, strategy, believing, bid)
        believed[:, bid], believing[:, bid] = facing[:, bid], rolling[:, bid]
    if lowest:
        return RoundResponse(np.nan, np.nan, rolling, facing)
    starting = _respond_starting(strategy, believed, truthful)
    return RoundResponse(starting, _respond_to_opening(strategy, believing), rolling, facing)


def bid_payoffs(cup: Floats, calls: Floats, believed: Floats) -> Floats:
    """What each bid brings to the bidder, by end and bid, when it is called so often and worth so much if believed."""
    true = cup[:, None] >= np.arange(NUM_ROLLS)
    return np.asarray(calls * np.where(true, 1.0, -1.0) + (1.0 - calls) * believed)


def node_values(trees: TurnTrees, stopping: Floats) -> Floats:
    """The value of every node to a roller who stops and rolls as is best; `stopping` is by end, the roots left out."""
    values = np.concatenate([np.full(NUM_ROLLS, -np.inf), stopping])
    for level in (2, 1, 0):
        options = trees.option_level(level)
        np.maximum.at(values, trees.option_node[options], values[trees.children[options]].mean(axis=1))
    return values


def reach_of(trees: TurnTrees, rolling: Floats) -> Floats:
    """How likely each end is to be where the turn stops, from the root of its tree, for one believed bid."""
    reach = np.zeros(len(trees.nodes))
    reach[:NUM_ROLLS] = 1.0
    stopping = 1.0 - np.bincount(trees.option_node, rolling, len(trees.nodes))
    for level in (0, 1, 2):
        options = trees.option_level(level)
        flow = reach[trees.option_node[options]] * rolling[options] / NUM_FACES
        np.add.at(reach, trees.children[options], flow[:, None])
    return np.asarray((reach * stopping)[NUM_ROLLS:])


def _respond_rolling(trees: TurnTrees, calls: Floats, believed: Floats, bid: int) -> Floats:
    """By dice handed over: the value to a roller who bids over `bid` against these calls."""
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    payoffs = bid_payoffs(cup, calls[opened], believed[cup])
    return node_values(trees, payoffs[:, bid + 1 :].max(axis=1))[:NUM_ROLLS]


def _respond_answering(trees: TurnTrees, strategy: Strategy, believing: Floats, bid: int) -> Floats:
    """By dice handed over: the value to whoever answers the strategy's turn with the better of call and belief."""
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    weights = reach_of(trees, strategy.rolling[:, bid])[:, None] * strategy.bids.at(bid)
    false = cup[:, None] < np.arange(NUM_ROLLS)
    calling, trusting = np.zeros((2, len(trees.open_sets), NUM_ROLLS))
    np.add.at(calling, opened, weights * np.where(false, 1.0, -1.0))
    np.add.at(trusting, opened, weights * believing[cup])
    best = np.maximum(calling, trusting).sum(axis=1)
    return np.bincount([dice for dice, _ in trees.open_sets], best, NUM_ROLLS)


def _respond_starting(strategy: Strategy, believed: Floats, truthful: bool) -> float:
    ranks = np.arange(NUM_ROLLS)
    payoffs = bid_payoffs(ranks, strategy.opening_calls[None, :], believed)
    best = payoffs.diagonal() if truthful else payoffs.max(axis=1)
    return float(roll_chances() @ best)


def _respond_to_opening(strategy: Strategy, believing: Floats) -> float:
    ranks = np.arange(NUM_ROLLS)
    weights = roll_chances()[:, None] * strategy.opening_bids
    calling = (weights * np.where(ranks[:, None] < ranks, 1.0, -1.0)).sum(axis=0)
    return float(np.maximum(calling, (weights * believing).sum(axis=0)).sum())
