"""Answers to bids that the solution never makes.

There the linear program leaves a range. Calling at least so often keeps cups below the bid from gaining by it, and
calling at most so often keeps the other cups from gaining. Any answer in the range belongs to an equilibrium. Taken is
the end of the range that is better if the bid told nothing about the hidden dice.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from mendax.games.blufpoker.solver.best_response import truth
from mendax.games.blufpoker.solver.round_strategy import Level
from mendax.games.blufpoker.solver.turn_trees import NUM_FACES, NUM_ROLLS, Floats, turn_trees


def answer_unexpected_bids(flow: Level, bounds: Floats, gains: Floats, believed: int) -> None:
    """Set the calls of bids over `believed` that nothing flows to.

    `bounds` says by end what a bid there may bring, and `gains` by cup and bid what it brings when it is believed.
    """
    trees = turn_trees()
    cup, opened = trees.cup[NUM_ROLLS:], trees.open_set[NUM_ROLLS:]
    called, gain, bound = truth(cup), gains[cup], bounds[:, None]
    shape = len(trees.open_sets), NUM_ROLLS
    least, made, calling, trusting = np.zeros((4, *shape))
    most = np.ones(shape)
    np.maximum.at(least, opened, np.where(called < 0, (gain - bound) / (1.0 + gain), 0.0))
    np.minimum.at(most, opened, np.where(called > 0, (bound - gain) / (1.0 - gain), 1.0))
    np.add.at(made, opened, flow.bids)
    chances = hidden_chances()[:, None]
    np.add.at(calling, opened, -chances * called)
    np.add.at(trusting, opened, -chances * gain)
    # Rounding can turn a range of one point around; then the program's own answer stays.
    free = (made == 0) & (least < most)
    free[:, : believed + 1] = False
    flow.calls[free] = np.where(calling > trusting, most, least)[free]


@cache
def hidden_chances() -> Floats:
    """By end: how likely its rolled dice are to fall so."""
    ways = {1: {1: 1}, 2: {1: 1, 2: 2}, 3: {1: 1, 2: 3, 3: 6}}
    rolled = [node.rolled for node in turn_trees().nodes[NUM_ROLLS:]]
    return np.array([ways[len(dice)][len(set(dice))] / NUM_FACES ** len(dice) for dice in rolled])
