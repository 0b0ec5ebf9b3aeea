"""The exact solution of the two-player round: a linear program for each public state, the highest bids first.

After a belief both players know the dice and the bid, and bids rise. So the turn of a believer is a game of its own,
whose ends are calls and later turns that are solved already.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mendax.games.blufpoker.rules.rolls import FIRST_POKER
from mendax.games.blufpoker.solver.best_response import best_rolls, bid_payoffs, node_values
from mendax.games.blufpoker.solver.call_program import (
    BelieverTurn,
    CallProgram,
    TurnSolution,
    opening_turn,
    turn_from,
)
from mendax.games.blufpoker.solver.poker_phase import best_poker_odds
from mendax.games.blufpoker.solver.round_strategy import Level, RoundBuilder, RoundStrategy, divide_flow, empty_level
from mendax.games.blufpoker.solver.turn_trees import NUM_BELIEVABLE, NUM_ROLLS, Floats, roll_chances, turn_trees
from mendax.games.blufpoker.solver.unexpected_bids import answer_unexpected_bids

NEVER: Final = 1e-12
"""What is less likely than this is rounding, and taken as never."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundEquilibrium:
    """Values of all sub-games and a strategy for either player."""

    values: Floats
    """By dice and believed bid: the value to the believer, who rolls."""
    free: RoundStrategy
    """The strategy for rounds with a free opening; after the opening it is the same for both kinds."""

    def strategy(self, truthful: bool) -> RoundStrategy:
        """The strategy for one kind of opening; a truthful opening is always believed, as a call of it loses."""
        if not truthful:
            return self.free
        return replace(self.free, opening_bids=np.eye(NUM_ROLLS), opening_calls=np.zeros(NUM_ROLLS))

    @property
    def gains(self) -> Floats:
        """By cup and bid: what a bid is worth to the bidder when it is believed."""
        return np.hstack([-self.values, np.tile(self.free.poker[:, 2] - self.free.poker[:, 0], (NUM_ROLLS, 1))])

    def value(self, truthful: bool) -> float:
        """The value of the round to its starter."""
        played = self.strategy(truthful)
        payoffs = bid_payoffs(np.arange(NUM_ROLLS), played.opening_calls[None, :], self.gains)
        return float(roll_chances() @ (played.opening_bids * payoffs).sum(axis=1))


def solve_round(
    report: Callable[[str], None] | None = None, workers: int | None = None, lowest: int = 0
) -> RoundEquilibrium:
    """Solve the round; the result is the same for any number of workers.

    With `lowest`, only the sub-games after bids of at least this rank; the rest is left at zero.
    """
    turns = [turn_from(dice) for dice in range(NUM_ROLLS)]
    programs = [CallProgram(one.turn) for one in turns]
    values, gains, odds = np.zeros((NUM_ROLLS, NUM_BELIEVABLE)), np.zeros((NUM_ROLLS, NUM_ROLLS)), best_poker_odds()
    # By cup and bid: what a bid is worth to the bidder when it is believed. The cup does not matter after a poker.
    gains[:, FIRST_POKER:] = odds[:, 2] - odds[:, 0]
    builder, total = RoundBuilder(), (NUM_BELIEVABLE - lowest) * NUM_ROLLS
    mixes = list[Future[None]]()
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for bid in reversed(range(lowest, NUM_ROLLS)):
            if bid < NUM_BELIEVABLE:
                solved = list(pool.map(CallProgram.solve, programs))
                values[:, bid] = [one.value for one in solved]
                mixes.append(pool.submit(_put_level, builder, turns, solved, gains.copy(), bid))
                gains[:, bid] = -values[:, bid]
                if report is not None:
                    report(f"{(NUM_BELIEVABLE - bid) * NUM_ROLLS:,} of {total:,} sub-games")
            for program in programs:
                program.allow(bid, gains[:, bid])
        for level in mixes:
            level.result()
    opening = _solve_opening(gains, lowest)
    opening_bids = opening.bid_weights / opening.bid_weights.sum(axis=1, keepdims=True)
    return RoundEquilibrium(values, builder.build(opening_bids, opening.calls[0], odds))


def _put_level(
    builder: RoundBuilder, turns: list[BelieverTurn], solved: list[TurnSolution], gains: Floats, bid: int
) -> None:
    """Set the mixes after one believed bid, while the programs of the next are solved."""
    builder.put(bid, _behaviour(turns, solved, gains, bid))


def _behaviour(turns: list[BelieverTurn], solved: list[TurnSolution], gains: Floats, bid: int) -> Level:
    """The mixes behind the weights of the programs; a best response to the calls at nodes that nothing leads to."""
    trees, flow = turn_trees(), empty_level()
    for turn, one in zip(turns, solved, strict=True):
        flow.rolling[turn.options] = one.option_weights
        flow.bids[turn.nodes[1:] - NUM_ROLLS] = one.bid_weights
        flow.calls[turn.open_sets] = one.calls
    flow.rolling[flow.rolling < NEVER] = 0.0
    flow.bids[flow.bids < NEVER] = 0.0
    answer_unexpected_bids(flow, _bounds(turns, solved), gains, bid)
    level = divide_flow(flow)
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    payoffs = bid_payoffs(cup, level.calls[opened], gains[cup])
    payoffs[:, : bid + 1] = -np.inf
    stopping = payoffs.max(axis=1)
    unbid = np.flatnonzero(level.bids.sum(axis=1) == 0)
    leads_on = np.bincount(trees.option_node, level.rolling, len(trees.nodes)) > 0
    best = best_rolls(node_values(stopping), stopping)
    unreached = ~leads_on[trees.option_node[best]]
    unreached &= np.isin(trees.option_node[best], unbid + NUM_ROLLS)
    level.rolling[best[unreached]] = 1.0
    level.bids[unbid, payoffs[unbid].argmax(axis=1)] = 1.0
    return level


def _bounds(turns: list[BelieverTurn], solved: list[TurnSolution]) -> Floats:
    """By end: what stopping there may be worth to the roller without making the turn worth more.

    That is the node's value in the program, and what a way to it loses against the best way.
    """
    trees = turn_trees()
    values, slack = np.zeros(len(trees.nodes)), np.full(len(trees.nodes), np.inf)
    slack[:NUM_ROLLS] = 0.0
    for turn, one in zip(turns, solved, strict=True):
        values[turn.nodes] = one.node_values
    for level in (0, 1, 2):
        options = trees.option_level(level)
        node, children = trees.option_node[options], trees.children[options]
        lost = values[node] + slack[node] - values[children].mean(axis=1)
        np.minimum.at(slack, children, np.maximum(lost, 0.0)[:, None])
    return np.asarray((values + slack)[NUM_ROLLS:])


def _solve_opening(gains: Floats, lowest: int) -> TurnSolution:
    """The free opening, with bids of at least `lowest`."""
    program = CallProgram(opening_turn())
    for bid in reversed(range(lowest, NUM_ROLLS)):
        program.allow(bid, gains[:, bid])
    return program.solve()
