"""One node of a traversal: its shares, the reach below its actions, its values and regrets. Compiled by Numba.

Hands are held in vectors of eight: one for a hidden die, three for two.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy.typing as npt
from numba import njit

from mendax.games.liars_dice.solver.endgame.round_tree import BLOCK, OF_BID, OF_PASS, PUSH, WIDTH, Arrays, Integers
from mendax.simd.vectors import higher, load, spread, store, total, where_positive, zeros

Table = npt.NDArray[Any]

NOTHING: Final = 1e-30
"""Weights that add up to less count as none: in single precision one over them may be too large a number."""
HANDS: Final = (0,) * WIDTH


class Store(NamedTuple):
    """What is learned: a vector, or three, for each action of each node."""

    regrets: Table
    averages: Table
    """Strategies of all iterations, weighted by iteration and by the seat's own reach."""


class Scratch(NamedTuple):
    """Working memory of one traversal; each thread has its own. Everything is in blocks of three vectors."""

    reach: Table
    """By depth and edge: the other seat's reach below it. The first block is the start's."""
    values: Table
    """By depth and edge: the value of each own hand."""
    result: Table
    """By depth: the value of the node; behind that of the root, those of what was just left."""
    factor: Table
    """By depth: what a weight is multiplied with to make it a probability."""
    equal: Table
    """By depth: the probability of each action where there are no weights."""
    stack: Integers
    """By depth: the state, its first row, the row of its reach, and the current edge."""


@njit(cache=True, nogil=True, error_model="numpy")
def end_round(tree: Arrays, work: Scratch, number: int, me: int, came: int, theirs: int, mine: int, at: int) -> None:
    """The value of each own hand where the round ends."""
    zero, real, known = zeros(work.reach, HANDS), work.reach.dtype.type, tree.constants
    faces = tree.pair.shape[0]
    kind, speaker, need = tree.ends[number, 0], tree.ends[number, 1], tree.ends[number, 2]
    own, other = tree.ends[number, 3 + me], tree.ends[number, 4 - me]
    sign = 1.0 if me == 0 else -1.0
    right, wrong = sign * tree.pay[number, 0], sign * tree.pay[number, 1]
    twice = 2 * faces * BLOCK
    every, ones, twos = zero, zero, zero
    for part in range(theirs):
        reach = load(work.reach, came + part, zero)
        every = every + reach
        ones = ones + reach * load(known, other + part, zero)
        if theirs > 1:
            twos = twos + reach * load(known, other + twice + part, zero)
    whole, one = float(total(every)), float(total(ones))
    if kind == OF_PASS:
        if speaker == me:
            value = spread(real(wrong * one + right * (whole - one)), zero)
            for part in range(mine):
                store(work.result, at + part, value)
        else:
            lie, change = spread(real(right * whole), zero), spread(real((wrong - right) * whole), zero)
            for part in range(mine):
                store(work.result, at + part, lie + change * load(known, own + part, zero))
        return
    two = float(total(twos)) if theirs > 1 else 0.0
    none = whole - one - two
    if kind == OF_BID:
        first = (none if need > 0 else 0.0) + (one if need > 1 else 0.0) + (two if need > 2 else 0.0)
        second = (none if need > 1 else 0.0) + (one if need > 2 else 0.0) + (two if need > 3 else 0.0)
        third = (none if need > 2 else 0.0) + (one if need > 3 else 0.0) + (two if need > 4 else 0.0)
    else:
        first = none if need == 0 else one if need == 1 else two if need == 2 else 0.0
        second = none if need == 1 else one if need == 2 else two if need == 3 else 0.0
        third = none if need == 2 else one if need == 3 else two if need == 4 else 0.0
    gain = right - wrong
    least, more = spread(real(wrong * whole + gain * first), zero), spread(real(gain * (second - first)), zero)
    if mine == 1:
        store(work.result, at, least + more * load(known, own, zero))
        return
    most = spread(real(gain * (third - first)), zero)
    for part in range(mine):
        value = least + more * load(known, own + part, zero) + most * load(known, own + twice + part, zero)
        store(work.result, at + part, value)


@njit(cache=True, nogil=True, error_model="numpy")
def find_shares(tree: Arrays, weights: Table, work: Scratch, state: int, base: int, at: int) -> None:
    """What the weights of a node are multiplied with, and what is added, to make them probabilities."""
    zero = zeros(work.reach, HANDS)
    real = work.reach.dtype.type
    unit, least = spread(real(1), zero), spread(real(NOTHING), zero)
    mine, start, stop = tree.states[state, 1], tree.states[state, 3], tree.states[state, 4]
    for part in range(mine):
        amount = zero
        for edge in range(start, stop):
            if tree.edges[edge, 0] != PUSH:
                amount = amount + load(weights, base + tree.edges[edge, 2] + part, zero)
        store(work.factor, at + part, amount)
    if tree.states[state, 5]:
        for edge in range(start, stop):
            if tree.edges[edge, 0] == PUSH:
                row, face = base + tree.edges[edge, 2], tree.edges[edge, 4]
                for die in range(tree.pair.shape[0]):
                    hand = tree.pair[face, die]
                    work.factor[at + hand // WIDTH, hand % WIDTH] += weights[row, die]
    for part in range(mine):
        amount = load(work.factor, at + part, zero)
        equal = load(tree.constants, tree.states[state, 6] + part, zero)
        some = amount - least
        store(work.equal, at + part, where_positive(some, zero, equal))
        store(work.factor, at + part, where_positive(some, unit / where_positive(some, amount, unit), zero))


@njit(cache=True, nogil=True, error_model="numpy")
def share_out(
    tree: Arrays,
    weights: Table,
    averages: Table,
    work: Scratch,
    state: int,
    base: int,
    came: int,
    at: int,
    into: int,
    weight: float,
) -> None:
    """The other seat's reach below each of its actions; with a weight, it is added to the averages.

    The values of the own hands begin at zero.
    """
    zero, real = zeros(work.reach, HANDS), work.reach.dtype.type
    mine, start, stop = tree.states[state, 1], tree.states[state, 3], tree.states[state, 4]
    scale = spread(real(weight), zero)
    for part in range(tree.states[state, 2]):
        store(work.result, at + part, zero)
    for part in range(mine):
        reach = load(work.reach, came + part, zero)
        factor, equal = load(work.factor, at + part, zero) * reach, load(work.equal, at + part, zero) * reach
        if tree.states[state, 5]:
            store(work.factor, at + part, factor)
            store(work.equal, at + part, equal)
        for edge in range(start, stop):
            if tree.edges[edge, 0] != PUSH:
                row = base + tree.edges[edge, 2] + part
                share = load(weights, row, zero) * factor + equal
                store(work.reach, into + (edge - start) * BLOCK + part, share)
                if weight > 0.0:
                    store(averages, row, load(averages, row, zero) + scale * share)
    if not tree.states[state, 5]:
        return
    for edge in range(start, stop):
        if tree.edges[edge, 0] != PUSH:
            continue
        row, face, amount = base + tree.edges[edge, 2], tree.edges[edge, 4], 0.0
        for die in range(tree.pair.shape[0]):
            hand = tree.pair[face, die]
            lane, place = at + hand // WIDTH, hand % WIDTH
            share = weights[row, die] * work.factor[lane, place] + work.equal[lane, place]
            amount += share
            if weight > 0.0:
                averages[row, die] += weight * share
        store(work.reach, into + (edge - start) * BLOCK, load(tree.constants, 0, zero) * spread(real(amount), zero))


@njit(cache=True, nogil=True, error_model="numpy")
def take_best(tree: Arrays, work: Scratch, state: int, at: int, here: int) -> None:
    """The value of each own hand by its best action."""
    zero = zeros(work.reach, HANDS)
    mine, start, stop = tree.states[state, 1], tree.states[state, 3], tree.states[state, 4]
    for part in range(mine):
        value = spread(work.reach.dtype.type(-1e30), zero)
        for edge in range(start, stop):
            if tree.edges[edge, 0] != PUSH:
                value = higher(load(work.values, here + (edge - start) * BLOCK + part, zero), value)
        store(work.result, at + part, value)
    if not tree.states[state, 5]:
        return
    for edge in range(start, stop):
        if tree.edges[edge, 0] == PUSH:
            value = work.values[here + (edge - start) * BLOCK, 0]
            for die in range(tree.pair.shape[0]):
                hand = tree.pair[tree.edges[edge, 4], die]
                lane, place = at + hand // WIDTH, hand % WIDTH
                work.result[lane, place] = max(work.result[lane, place], value)


@njit(cache=True, nogil=True, error_model="numpy")
def take_mean(
    tree: Arrays, weights: Table, work: Scratch, state: int, base: int, at: int, here: int, keep: float
) -> None:
    """The value of each own hand by its mix; the regrets are updated where some of the old ones are kept."""
    zero, part_kept = zeros(work.reach, HANDS), spread(work.reach.dtype.type(keep), zeros(work.reach, HANDS))
    mine, start, stop = tree.states[state, 1], tree.states[state, 3], tree.states[state, 4]
    pushes = tree.states[state, 5]
    for part in range(mine):
        factor, equal, value = load(work.factor, at + part, zero), load(work.equal, at + part, zero), zero
        for edge in range(start, stop):
            if tree.edges[edge, 0] != PUSH:
                share = load(weights, base + tree.edges[edge, 2] + part, zero) * factor + equal
                value = value + share * load(work.values, here + (edge - start) * BLOCK + part, zero)
        store(work.result, at + part, value)
    if pushes:
        for edge in range(start, stop):
            if tree.edges[edge, 0] == PUSH:
                row, worth = base + tree.edges[edge, 2], work.values[here + (edge - start) * BLOCK, 0]
                for die in range(tree.pair.shape[0]):
                    hand = tree.pair[tree.edges[edge, 4], die]
                    lane, place = at + hand // WIDTH, hand % WIDTH
                    share = weights[row, die] * work.factor[lane, place] + work.equal[lane, place]
                    work.result[lane, place] += share * worth
    if keep <= 0.0:
        return
    for part in range(mine):
        value = load(work.result, at + part, zero)
        for edge in range(start, stop):
            if tree.edges[edge, 0] != PUSH:
                row = base + tree.edges[edge, 2] + part
                worth = load(work.values, here + (edge - start) * BLOCK + part, zero)
                store(weights, row, higher(load(weights, row, zero) * part_kept + worth - value, zero))
    if pushes:
        for edge in range(start, stop):
            if tree.edges[edge, 0] == PUSH:
                row, worth = base + tree.edges[edge, 2], work.values[here + (edge - start) * BLOCK, 0]
                for die in range(tree.pair.shape[0]):
                    hand = tree.pair[tree.edges[edge, 4], die]
                    regret = keep * weights[row, die] + worth - work.result[at + hand // WIDTH, hand % WIDTH]
                    weights[row, die] = max(regret, 0.0)
