"""The exact solution of the two-player round: a linear program for each public state, the highest bids first.

After a belief both players know the dice and the bid, and bids rise. So the turn of a believer is a game of its own, whose
ends are calls and later turns that are solved already.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.rules.rolls import FIRST_POKER
from mendax.games.blufpoker.solver.best_response import bid_payoffs, node_values
from mendax.games.blufpoker.solver.call_program import (
    BelieverTurn,
    CallProgram,
    TurnSolution,
    opening_turn,
    turn_from,
)
from mendax.games.blufpoker.solver.poker_phase import PokerPhase
from mendax.games.blufpoker.solver.strategy import Strategy, pack_bids
from mendax.games.blufpoker.solver.turn_trees import (
    NUM_BELIEVABLE,
    NUM_FACES,
    NUM_ROLLS,
    Floats,
    Ints,
    roll_chances,
    turn_trees,
)

NEVER: Final = 1e-12
"""What is less likely than this is rounding, and taken as never."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundEquilibrium:
    """Values of all sub-games and a strategy for either player."""

    values: Floats
    """By dice and believed bid: the value to the believer, who rolls."""
    strategy: Strategy
    value_truthful: float
    """Of the round to its starter, when the opening bid is the roll."""
    value_free: float
    """Of the round to its starter, when any roll may be bid at the opening."""


def solve_round(
    report: Callable[[str], None] | None = None, workers: int | None = None, lowest: int = 0
) -> RoundEquilibrium:
    """Solve the round; the result is the same for any number of workers.

    With `lowest`, only the sub-games after bids of at least this rank; the rest is left at zero.
    """
    turns = [turn_from(dice) for dice in range(NUM_ROLLS)]
    programs = [CallProgram(one.turn) for one in turns]
    values, gains = np.zeros((NUM_ROLLS, NUM_BELIEVABLE)), poker_gains()
    levels = [_nothing() for _ in range(NUM_BELIEVABLE)]
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        for bid in reversed(range(lowest, NUM_ROLLS)):
            if bid < NUM_BELIEVABLE:
                solved = list(pool.map(CallProgram.solve, programs))
                values[:, bid] = [one.value for one in solved]
                levels[bid] = _behaviour(turns, solved, gains, bid)
                gains[:, bid] = -values[:, bid]
                if report is not None:
                    total = (NUM_BELIEVABLE - lowest) * NUM_ROLLS
                    report(f"{(NUM_BELIEVABLE - bid) * NUM_ROLLS:,} of {total:,} sub-games")
            for program in programs:
                program.allow(bid, gains[:, bid])
    opening = _solve_opening(gains, lowest)
    strategy = Strategy(
        opening.bid_weights / opening.bid_weights.sum(axis=1, keepdims=True),
        opening.calls[0],
        np.stack([level.rolling for level in levels], axis=1),
        pack_bids([level.bids for level in levels]),
        np.stack([level.calls for level in levels], axis=1),
        poker_odds(),
    )
    return RoundEquilibrium(values, strategy, float(roll_chances() @ gains.diagonal()), opening.value)


def poker_odds() -> Floats:
    """By target: higher, equal and fail for a believer who plays the poker phase for its value."""
    return np.array([[float(odds) for odds in PokerPhase(face).odds] for face in range(1, NUM_FACES + 1)])


def poker_gains() -> Floats:
    """By cup and bid: what a bid is worth to the bidder when it is believed; here only the pokers, whatever the cup."""
    gains, odds = np.zeros((NUM_ROLLS, NUM_ROLLS)), poker_odds()
    gains[:, FIRST_POKER:] = odds[:, 2] - odds[:, 0]
    return gains


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """What is done after one believed bid, for all dice: the parts of a `Strategy`."""

    rolling: Floats
    bids: Floats
    calls: Floats


def _nothing() -> _Level:
    trees = turn_trees()
    ends = len(trees.nodes) - NUM_ROLLS
    empty = np.zeros((ends, NUM_ROLLS)), np.zeros((len(trees.open_sets), NUM_ROLLS))
    return _Level(np.zeros(len(trees.option_node)), *empty)


def _behaviour(turns: list[BelieverTurn], solved: list[TurnSolution], gains: Floats, bid: int) -> _Level:
    """The mixes that the weights of the programs stand for; a best response at nodes that they never lead to."""
    trees, level = turn_trees(), _nothing()
    for turn, one in zip(turns, solved, strict=True):
        level.rolling[turn.options] = one.option_weights
        level.bids[turn.nodes[1:] - NUM_ROLLS] = one.bid_weights
        level.calls[turn.open_sets] = one.calls
    level.rolling[level.rolling < NEVER] = 0.0
    level.bids[level.bids < NEVER] = 0.0
    stopped = level.bids.sum(axis=1)
    reach = np.bincount(trees.option_node, level.rolling, len(trees.nodes))
    reach[NUM_ROLLS:] += stopped
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    payoffs = bid_payoffs(cup, level.calls[opened], gains[cup])
    payoffs[:, : bid + 1] = -np.inf
    values = node_values(trees, payoffs.max(axis=1))
    np.divide(level.rolling, reach[trees.option_node], out=level.rolling, where=reach[trees.option_node] > 0)
    level.rolling[_best_rolls(values, payoffs.max(axis=1), reach == 0)] = 1.0
    np.divide(level.bids, stopped[:, None], out=level.bids, where=stopped[:, None] > 0)
    unbid = np.flatnonzero(stopped == 0)
    level.bids[unbid, payoffs[unbid].argmax(axis=1)] = 1.0
    return level


def _best_rolls(values: Floats, stopping: Floats, unreached: npt.NDArray[np.bool_]) -> Ints:
    """The first best option of each unreached node at which rolling on is better than stopping."""
    trees = turn_trees()
    better = unreached & (values > np.concatenate([np.full(NUM_ROLLS, -np.inf), stopping]))
    best = values[trees.children].mean(axis=1) >= values[trees.option_node]
    options = np.flatnonzero(better[trees.option_node] & best)
    _, first = np.unique(trees.option_node[options], return_index=True)
    return options[first]


def _solve_opening(gains: Floats, lowest: int) -> TurnSolution:
    """The free opening, with bids of at least `lowest`."""
    program = CallProgram(opening_turn())
    for bid in reversed(range(lowest, NUM_ROLLS)):
        program.allow(bid, gains[:, bid])
    return program.solve()
