"""One traversal of a folded public tree: reach probabilities down, values up. Compiled by Numba.

A traversal is for one seat. On the way down it carries the reach of the *other* seat: how likely it is to come here
with each of its hands. On the way up it returns the value of each own hand, weighted by that reach. Where the other
seat comes with no hand, nothing below could change, and the traversal turns back. It walks the tree depth first with
a stack of its own, so that its working set fits in the processor's cache, and it meets the rows of the store in the
order in which they are stored.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.simd.vectors import any_positive, higher, load, spread, store, total, where_positive, zeros
from mendax.theory.public_tree import Factors, Fold, Integers

Row = Any
"""A vector value of `mendax.simd.vectors`: a number for each hand."""
Table = npt.NDArray[Any]

LEARN: Final = 0
"""Update own regrets, and add the other seat's strategy to its average."""
RESPOND: Final = 1
"""Compute the best response to the other seat's average."""
PLAY: Final = 2
"""Compute values where both seats play their averages."""

WHOLE: Final = 0
"""Traverse everything below the start."""
COLLECT: Final = 1
"""Record the state, row and reach where the trunk of the tree meets each branch; change nothing."""
JOIN: Final = 2
"""The branches have been traversed: take their values and finish the trunk."""


class Store(NamedTuple):
    """What is learned: a row for each action of each node."""

    regrets: Table
    averages: Table
    """Strategies of all iterations, weighted by iteration and by the seat's own reach."""


class Scratch(NamedTuple):
    """Working memory of one traversal; each thread has its own."""

    reach: Table
    """By depth, action and hand: the other seat's reach. The first row is the start's."""
    values: Table
    """By depth, action and hand: the value. The first row behind the deepest is the result."""
    stack: Integers
    """By depth: the state, its first row, the row of its reach, and the current action."""


class Branches(NamedTuple):
    """Where the trunk ends: subtrees that threads traverse independently."""

    cut: npt.NDArray[np.bool_]
    """By state: whether a branch begins there."""
    state: Integers
    row: Integers
    reach: Table
    values: Table


@njit(cache=True, nogil=True, error_model="numpy")
def _share_out(weights: Table, row: int, number: int, reach: Row, zero: Row, scratch: Scratch, into: int) -> None:
    """The reach below each action: in proportion to the weights, or equal shares where there are none."""
    amount = zero
    for action in range(number):
        amount = amount + load(weights, row + action, reach)
    one = spread(scratch.reach.dtype.type(1), reach)
    part = reach / where_positive(amount, amount, spread(scratch.reach.dtype.type(number), reach))
    for action in range(number):
        weight = where_positive(amount, load(weights, row + action, reach), one)
        store(scratch.reach, into + action, weight * part)


@njit(cache=True, nogil=True, error_model="numpy")
def _mean(weights: Table, row: int, number: int, scratch: Scratch, here: int, zero: Row) -> Row:
    """The value of a node whose actions are taken in proportion to the weights."""
    amount, mixed, plain = zero, zero, zero
    for action in range(number):
        weight, value = load(weights, row + action, zero), load(scratch.values, here + action, zero)
        amount, mixed, plain = amount + weight, mixed + weight * value, plain + value
    equal = spread(scratch.reach.dtype.type(number), zero)
    return where_positive(amount, mixed, plain) / where_positive(amount, amount, equal)


@njit(cache=True, nogil=True, error_model="numpy")
def _end(factors: Factors, kind: int, reach: Row, zero: Row) -> Row:
    """The value of each own hand where the game ends."""
    value = zero
    for product in range(factors.first[kind], factors.first[kind + 1]):
        met = total(load(factors.other, product, zero) * reach)
        value = value + load(factors.own, product, zero) * spread(met, zero)
    return value


@njit(cache=True, nogil=True, error_model="numpy")
def traverse(
    fold: Fold,
    factors: Factors,
    hands: tuple[int, ...],
    kept: Store,
    scratch: Scratch,
    branches: Branches,
    seat: int,
    aim: int,
    part: int,
    weight: float,
    state: int,
    row: int,
) -> int:
    """Traverse from a node on, with the reach in the scratch; the values are left in the scratch.

    Returns how many branches were met.
    """
    zero = zeros(scratch.reach, hands)
    factor = spread(scratch.reach.dtype.type(weight), zero)
    weights = kept.regrets if aim == LEARN else kept.averages
    most, stack, met, depth = scratch.values.shape[1], scratch.stack, 0, 0
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = state, row, 0, 0
    entering = True
    while True:
        state, row, came = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        edge = fold.first[state]
        number = fold.first[state + 1] - edge
        other = fold.turn[state] != seat
        here, into = depth * most, (depth + 1) * most
        if entering and other:
            _share_out(weights, row, number, load(scratch.reach, came, zero), zero, scratch, into)
            if aim == LEARN and part != COLLECT and weight > 0:
                for action in range(number):
                    added = factor * load(scratch.reach, into + action, zero)
                    store(kept.averages, row + action, load(kept.averages, row + action, zero) + added)
        action = stack[depth, 3]
        entering = False
        while action < number:
            at = into + action if other else came
            reach = load(scratch.reach, at, zero)
            after = fold.leads[edge + action]
            if other and not any_positive(reach):
                store(scratch.values, here + action, zero)
            elif after < 0:
                store(scratch.values, here + action, _end(factors, fold.ends[edge + action], reach, zero))
            elif part != WHOLE and branches.cut[after]:
                if part == COLLECT:
                    branches.state[met], branches.row[met] = after, row + fold.skip[edge + action]
                    store(branches.reach, met, reach)
                else:
                    store(scratch.values, here + action, load(branches.values, met, zero))
                met += 1
            else:
                stack[depth, 3] = action
                depth += 1
                stack[depth, 0], stack[depth, 1] = after, row + fold.skip[edge + action]
                stack[depth, 2], stack[depth, 3] = at, 0
                entering = True
                break
            action += 1
        if entering:
            continue
        value = zero
        if other:
            for action in range(number):
                value = value + load(scratch.values, here + action, zero)
        elif aim == RESPOND:
            value = load(scratch.values, here, zero)
            for action in range(1, number):
                value = higher(value, load(scratch.values, here + action, zero))
        else:
            value = _mean(weights, row, number, scratch, here, zero)
            if aim == LEARN and part != COLLECT:
                for action in range(number):
                    regret = load(scratch.values, here + action, zero) - value
                    store(kept.regrets, row + action, higher(load(kept.regrets, row + action, zero) + regret, zero))
        if depth == 0:
            store(scratch.values, len(stack) * most, value)
            return met
        depth -= 1
        action = stack[depth, 3]
        store(scratch.values, depth * most + action, value)
        stack[depth, 3] = action + 1


@njit(cache=True, nogil=True, error_model="numpy")
def traverse_branches(
    fold: Fold,
    factors: Factors,
    hands: tuple[int, ...],
    kept: Store,
    scratch: Scratch,
    branches: Branches,
    seat: int,
    aim: int,
    weight: float,
    start: int,
    stop: int,
) -> None:
    """Traverse some of the branches, each from its recorded reach into its row of values."""
    zero, result = zeros(scratch.reach, hands), len(scratch.stack) * scratch.values.shape[1]
    for branch in range(start, stop):
        store(scratch.reach, 0, load(branches.reach, branch, zero))
        state, row = branches.state[branch], branches.row[branch]
        traverse(fold, factors, hands, kept, scratch, branches, seat, aim, WHOLE, weight, state, row)
        store(branches.values, branch, load(scratch.values, result, zero))


@njit(cache=True, nogil=True, error_model="numpy")
def learn(
    fold: Fold,
    factors: tuple[Factors, Factors],
    hands: tuple[int, ...],
    kept: Store,
    scratch: Scratch,
    branches: Branches,
    deals: Table,
    state: int,
    weights: npt.NDArray[np.float64],
) -> None:
    """An iteration for each weight, without returning to Python in between: on small trees that costs more."""
    zero = zeros(scratch.reach, hands)
    for weight in weights:
        for seat in range(2):
            store(scratch.reach, 0, load(deals, 1 - seat, zero))
            traverse(fold, factors[seat], hands, kept, scratch, branches, seat, LEARN, WHOLE, weight, state, 0)
