"""Exact best responses to a strategy of the two-player round, by backward induction over its public states.

After a belief both players know the dice and the bid. So the induction runs over (dice, bid), the highest bid first,
for all dice at once. Within a turn the response knows what it can by Bayes: the open dice, the bid, and how the
strategy comes to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.rules.rolls import FIRST_POKER
from mendax.games.blufpoker.solver.poker_phase import best_poker_odds
from mendax.games.blufpoker.solver.round_strategy import Level, RoundBuilder, RoundStrategy, empty_level
from mendax.games.blufpoker.solver.turn_trees import (
    NUM_BELIEVABLE,
    NUM_FACES,
    NUM_ROLLS,
    Floats,
    Ints,
    roll_chances,
    turn_trees,
)


@dataclass(frozen=True, slots=True, eq=False)
class RoundResponse:
    """A best response, and what it wins from the strategy."""

    starting: float
    """A round, when the response starts it."""
    answering: float
    """A round, when the strategy starts it."""
    rolling: Floats
    """By dice and believed bid: what it wins when it is the response that believed and rolls."""
    facing: Floats
    """By dice and believed bid: what it wins when the strategy believed and rolls."""
    strategy: RoundStrategy
    """What it does."""

    @property
    def exploitability(self) -> float:
        """What the response wins a round on average, starting every other round."""
        return (self.starting + self.answering) / 2


def best_response(strategy: RoundStrategy, truthful: bool, lowest: int = 0) -> RoundResponse:
    """The best response to a strategy under a truthful or a free opening.

    With `lowest`, sub-games after lower bids are left out: their values are zeros, and so is what the opening takes
    from them.
    """
    rolling, facing = np.zeros((2, NUM_ROLLS, NUM_BELIEVABLE))
    # By cup and bid, to the response: when the strategy believed its bid, and when it believed the strategy's bid.
    believed, believing = np.zeros((2, NUM_ROLLS, NUM_ROLLS))
    odds, builder = best_poker_odds(), RoundBuilder()
    believed[:, FIRST_POKER:] = strategy.poker[:, 2] - strategy.poker[:, 0]
    believing[:, FIRST_POKER:] = odds[:, 0] - odds[:, 2]
    for bid in reversed(range(lowest, NUM_BELIEVABLE)):
        level = empty_level()
        rolling[:, bid] = _respond_rolling(level, strategy.calls[:, bid], believed, bid)
        facing[:, bid] = _respond_answering(level, strategy, believing, bid)
        believed[:, bid], believing[:, bid] = facing[:, bid], rolling[:, bid]
        builder.put(bid, level)
    starting, bids = _respond_starting(strategy, believed, truthful)
    answering, calls = _respond_to_opening(strategy, believing)
    return RoundResponse(starting, answering, rolling, facing, builder.build(bids, calls, odds))


def bid_payoffs(cup: Ints, calls: Floats, believed: Floats) -> Floats:
    """By end and bid: what a bid brings to the bidder when it is called so often and worth so much if believed."""
    return np.asarray(calls * truth(cup) + (1.0 - calls) * believed)


def truth(cup: Ints) -> Floats:
    """By end and bid: what a call brings to the bidder, +1 when the cup holds the bid and -1 when not."""
    return np.where(cup[:, None] >= np.arange(NUM_ROLLS), 1.0, -1.0)


def node_values(stopping: Floats) -> Floats:
    """The value of every node to a roller who does what is best; `stopping` has the value of stopping at each end."""
    trees = turn_trees()
    values = np.concatenate([np.full(NUM_ROLLS, -np.inf), stopping])
    for level in (2, 1, 0):
        options = trees.option_level(level)
        np.maximum.at(values, trees.option_node[options], values[trees.children[options]].mean(axis=1))
    return values


def best_rolls(values: Floats, stopping: Floats) -> Ints:
    """For each node at which rolling is better than stopping: its first best option."""
    trees = turn_trees()
    going_on = values > np.concatenate([np.full(NUM_ROLLS, -np.inf), stopping])
    best = values[trees.children].mean(axis=1) >= values[trees.option_node]
    options = np.flatnonzero(going_on[trees.option_node] & best)
    _, first = np.unique(trees.option_node[options], return_index=True)
    return np.asarray(options[first])


def end_chances(rolling: Floats) -> Floats:
    """How likely a turn is to stop at each end, for the mixes after one believed bid."""
    trees = turn_trees()
    reach = np.zeros(len(trees.nodes))
    reach[:NUM_ROLLS] = 1.0
    stopping = 1.0 - np.bincount(trees.option_node, rolling, len(trees.nodes))
    for level in (0, 1, 2):
        options = trees.option_level(level)
        flow = reach[trees.option_node[options]] * rolling[options] / NUM_FACES
        np.add.at(reach, trees.children[options], flow[:, None])
    return np.asarray((reach * stopping)[NUM_ROLLS:])


def _one_of(columns: npt.NDArray[np.int64]) -> Floats:
    """Rows of zeros with a one in the column given for each."""
    return np.asarray(np.arange(NUM_ROLLS) == columns[:, None], dtype=np.float64)


def _respond_rolling(level: Level, calls: Floats, believed: Floats, bid: int) -> Floats:
    """By dice handed over: the value to a roller who bids over `bid`; its choices go into the level."""
    trees = turn_trees()
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    payoffs = bid_payoffs(cup, calls[opened], believed[cup])
    payoffs[:, : bid + 1] = -np.inf
    stopping = payoffs.max(axis=1)
    values = node_values(stopping)
    level.rolling[best_rolls(values, stopping)] = 1.0
    level.bids[:] = _one_of(payoffs.argmax(axis=1))
    return values[:NUM_ROLLS]


def _respond_answering(level: Level, strategy: RoundStrategy, believing: Floats, bid: int) -> Floats:
    """By dice handed over: the value to whoever answers the strategy's turn; its calls go into the level."""
    trees = turn_trees()
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    weights = end_chances(strategy.rolling[:, bid])[:, None] * strategy.bids.at(bid)
    calling, trusting = np.zeros((2, len(trees.open_sets), NUM_ROLLS))
    np.add.at(calling, opened, -weights * truth(cup))
    np.add.at(trusting, opened, weights * believing[cup])
    level.calls[:] = calling > trusting
    best = np.maximum(calling, trusting).sum(axis=1)
    return np.asarray(np.bincount([dice for dice, _ in trees.open_sets], best, NUM_ROLLS), dtype=np.float64)


def _respond_starting(strategy: RoundStrategy, believed: Floats, truthful: bool) -> tuple[float, Floats]:
    """The value of a round to its starter, and its opening bids."""
    ranks = np.arange(NUM_ROLLS)
    payoffs = bid_payoffs(ranks, strategy.opening_calls[None, :], believed)
    bids = ranks if truthful else payoffs.argmax(axis=1)
    return float(roll_chances() @ payoffs[ranks, bids]), _one_of(bids)


def _respond_to_opening(strategy: RoundStrategy, believing: Floats) -> tuple[float, Floats]:
    """The value of a round to whoever does not start it, and its calls of opening bids."""
    weights = roll_chances()[:, None] * strategy.opening_bids
    calling = -(weights * truth(np.arange(NUM_ROLLS))).sum(axis=0)
    trusting = (weights * believing).sum(axis=0)
    return float(np.maximum(calling, trusting).sum()), np.asarray(calling > trusting, dtype=np.float64)
