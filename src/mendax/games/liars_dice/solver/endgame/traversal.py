"""Traversals of the folded tree of a round: reach down, values up. Compiled by Numba.

A traversal is for one seat, `me`. On the way down it carries the other seat's reach: how likely it comes here with
each of its hands. On the way up it returns the value of each own hand, weighted by that reach. A push replaces a hand
of two dice by a fresh die: the reach becomes that of a roll, and the value is the mean over its faces. Hands are held
in vectors of eight: one for a hidden die, three for two. It walks depth first with a stack of its own.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.games.liars_dice.solver.endgame.node import (
    HANDS,
    Scratch,
    Store,
    Table,
    end_round,
    find_shares,
    share_out,
    take_best,
    take_mean,
)
from mendax.games.liars_dice.solver.endgame.round_tree import BLOCK, END, PUSH, Arrays, Integers
from mendax.simd.vectors import any_positive, load, spread, store, total, zeros

LEARN: Final = 0
"""Update own regrets, and add the other seat's strategy to its average."""
RESPOND: Final = 1
"""Best response to the other seat's average."""
PLAY: Final = 2
"""Both play their averages."""
SKIM: Final = 3
"""As LEARN, but own actions that no hand takes are not looked at; their regrets stay zero."""
WORTHLESS: Final = -4.0
"""What an action that was not looked at counts: less than any payoff, so its regret stays zero."""

WHOLE: Final = 0
COLLECT: Final = 1
"""Record where the trunk of the tree meets each branch, with the reach there; change nothing."""
JOIN: Final = 2
"""The branches have been traversed: take their values and finish the trunk."""


class Branches(NamedTuple):
    """Where the trunk ends: subtrees that threads traverse independently."""

    cut: npt.NDArray[np.bool_]
    state: Integers
    base: Integers
    reach: Table
    values: Table


@njit(cache=True, nogil=True, error_model="numpy")
def _absorb(tree: Arrays, work: Scratch, state: int, edge: int, at: int, here: int, own: bool) -> None:
    """Take the values from below an edge: add them up where the other speaks, else keep them by action."""
    zero, below = zeros(work.reach, HANDS), at + BLOCK
    slot = here + (edge - tree.states[state, 3]) * BLOCK
    if not own:
        for vector in range(tree.states[state, 2]):
            value = load(work.result, at + vector, zero) + load(work.result, below + vector, zero)
            store(work.result, at + vector, value)
    elif tree.edges[edge, 0] == PUSH:
        value = total(load(work.result, below, zero) * load(tree.constants, 0, zero))
        store(work.values, slot, spread(value, zero))
    else:
        for vector in range(tree.states[state, 1]):
            store(work.values, slot + vector, load(work.result, below + vector, zero))


@njit(cache=True, nogil=True, error_model="numpy")
def _at_branch(
    work: Scratch,
    cuts: Branches,
    part: int,
    met: int,
    state: int,
    base: int,
    reach: int,
    theirs: int,
    into: int,
    mine: int,
) -> None:
    """Record a branch, or take its values."""
    zero = zeros(work.reach, HANDS)
    if part == COLLECT:
        cuts.state[met], cuts.base[met] = state, base
        for vector in range(theirs):
            store(cuts.reach, met * BLOCK + vector, load(work.reach, reach + vector, zero))
        for vector in range(mine):
            store(work.result, into + vector, zero)
    else:
        for vector in range(mine):
            store(work.result, into + vector, load(cuts.values, met * BLOCK + vector, zero))


@njit(cache=True, nogil=True, error_model="numpy")
def _all_hands_learned(work: Scratch, at: int, mine: int, zero: Any) -> bool:
    """Whether every hand has an action with some regret, so that none mixes equally."""
    equal = False
    for part in range(mine):
        equal |= any_positive(load(work.equal, at + part, zero))
    return not equal


@njit(cache=True, nogil=True, error_model="numpy")
def traverse(
    tree: Arrays,
    kept: Store,
    work: Scratch,
    cuts: Branches,
    me: int,
    aim: int,
    part: int,
    weight: float,
    keep: float,
    least: float,
    state: int,
    base: int,
) -> int:
    """Traverse everything below a node from the reach in the scratch's first block; the values come to its result.

    `keep` is the part of the regrets of earlier iterations that counts; where the other seat comes with a probability
    of at most `least` for each hand, the traversal turns back. Returns how many branches were met.
    """
    zero = zeros(work.reach, HANDS)
    lowest = spread(work.reach.dtype.type(least), zero)
    learns = aim in (LEARN, SKIM)
    weights = kept.regrets if learns else kept.averages
    most, stack = BLOCK * (work.values.shape[0] // work.result.shape[0]), work.stack
    met, depth, entering, ready = 0, 0, True, False
    added = weight if learns and part != COLLECT else 0.0
    kept_part = keep if learns and part != COLLECT else 0.0
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3], stack[0, 4] = state, base, 0, 0, 0
    while True:
        state, base, came, edge = stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3]
        mine, others, start = tree.states[state, 1], tree.states[state, 2], tree.states[state, 3]
        stop, at, here, into = tree.states[state, 4], depth * BLOCK, depth * most, BLOCK + depth * most
        own = tree.states[state, 0] == me
        if entering:
            entering, edge = False, start
            if aim != RESPOND or not own:
                find_shares(tree, weights, work, state, base, at)
            stack[depth, 4] = own and aim == SKIM and _all_hands_learned(work, at, mine, zero)
            if not own:
                share_out(tree, weights, kept.averages, work, state, base, came, at, into, added)
        elif ready:
            _absorb(tree, work, state, edge, at, here, own)
            ready, edge = False, edge + 1
        if edge == stop:
            if own:
                if aim == RESPOND:
                    take_best(tree, work, state, at, here)
                else:
                    take_mean(tree, weights, work, state, base, at, here, kept_part)
            if depth == 0:
                return met
            depth, ready = depth - 1, True
            continue
        stack[depth, 3] = edge
        kind, to, slot = tree.edges[edge, 0], tree.edges[edge, 1], (edge - start) * BLOCK
        if stack[depth, 4]:
            rows, row, taken = 1 if kind == PUSH else mine, base + tree.edges[edge, 2], False
            for vector in range(rows):
                taken |= any_positive(load(weights, row + vector, zero))
            if not taken:
                for vector in range(rows):
                    store(work.values, here + slot + vector, spread(work.reach.dtype.type(WORTHLESS), zero))
                stack[depth, 3] = edge + 1
                continue
        reach, to_come, theirs = came, mine, others
        if kind == PUSH and own:
            to_come = 1
        if not own:
            reach, to_come, theirs = into + slot, others, 1 if kind == PUSH else mine
            some = False
            for vector in range(theirs):
                some |= any_positive(load(work.reach, reach + vector, zero) - lowest)
            if not some:
                stack[depth, 3] = edge + 1
                continue
        if kind == END or to < 0:
            end_round(tree, work, to if kind == END else -1 - to, me, reach, theirs, to_come, at + BLOCK)
            ready = True
        elif part != WHOLE and cuts.cut[to]:
            row = base + tree.edges[edge, 3]
            _at_branch(work, cuts, part, met, to, row, reach, theirs, at + BLOCK, to_come)
            met, ready = met + 1, True
        else:
            depth += 1
            stack[depth, 0], stack[depth, 1] = to, base + tree.edges[edge, 3]
            stack[depth, 2], stack[depth, 3] = reach, 0
            entering = True


@njit(cache=True, nogil=True, error_model="numpy")
def traverse_branches(
    tree: Arrays,
    kept: Store,
    work: Scratch,
    cuts: Branches,
    me: int,
    aim: int,
    weight: float,
    keep: float,
    least: float,
    start: int,
    stop: int,
) -> None:
    """Traverse some of the branches, each from its recorded reach into its block of values."""
    zero = zeros(work.reach, HANDS)
    for branch in range(start, stop):
        for part in range(BLOCK):
            store(work.reach, part, load(cuts.reach, branch * BLOCK + part, zero))
        state, base = cuts.state[branch], cuts.base[branch]
        traverse(tree, kept, work, cuts, me, aim, WHOLE, weight, keep, least, state, base)
        for part in range(BLOCK):
            store(cuts.values, branch * BLOCK + part, load(work.result, part, zero))
