# mypy: disable-error-code="untyped-decorator, assignment, arg-type"
"""Monte Carlo CFR with external sampling and linear weights, on a tree of `mendax.theory.staged_tree`.

An iteration deals cards once and traverses the tree once for each seat. The traversing seat tries all of its actions;
the other seat and the cards are sampled. Regrets of the traversing seat are updated with the sampled values, and the
strategy of the other seat is added to its average (Lanctot, Waugh, Zinkevich and Bowling, 2009). Iterations come in
batches; regrets and strategies of batch t have the weight t, as in linear CFR (Brown and Sandholm, 2019). The averages
are what converges.

The same seed gives the same tables, bit for bit: one thread traverses, while another deals the next batch.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.core.streams import key_of
from mendax.simd.streams import STEP, fold, uniform
from mendax.theory.staged_tree import Deals, Nodes, StagedTree, shares

Table: TypeAlias = npt.NDArray[np.float32]
Dealer: TypeAlias = Callable[[int, int], Deals]
"""From the 64 bits that a random stream begins with and a number: so many deals."""

BATCH: Final = 4096
"""Iterations in a batch."""
_DEPTH: Final = 64
"""The most actions of one seat in a row of actions."""


@njit(cache=True, nogil=True, error_model="numpy")
def _match_regrets(regrets: Table, row: int, number: int, mix: Any) -> None:
    """Shares in proportion to the positive regrets; equal ones where none is positive."""
    total = 0.0
    for action in range(number):
        mix[action] = max(regrets[row + action], np.float32(0))
        total += mix[action]
    for action in range(number):
        mix[action] = mix[action] / total if total > 0 else 1.0 / number


@njit(cache=True, nogil=True, error_model="numpy")
def _traverse(
    nodes: Nodes,
    regrets: Table,
    averages: Table,
    buckets: Any,
    outcome: float,
    seat: int,
    weight: float,
    bits: int,
    stack: Any,
    mixes: Any,
    values: Any,
) -> int:
    """One traversal for one seat, depth first with a stack of its own; returns the state of the random stream.

    A frame of the stack has a node of the traversing seat, its first place in the tables, and the action being tried.
    """
    depth, node = 0, 0
    while True:
        while node >= 0:
            player = nodes.seat[node]
            first = nodes.first[node]
            number = nodes.first[node + 1] - first
            row = nodes.rows[node] + buckets[player, nodes.stage[node]] * nodes.widths[node]
            mix = mixes[depth]
            _match_regrets(regrets, row, number, mix)
            if player == seat:
                stack[depth, 0], stack[depth, 1], stack[depth, 2] = node, row, 0
                depth += 1
                node = nodes.leads[first]
                continue
            bits += STEP
            mark, chosen = uniform(bits), -1
            for action in range(number):
                averages[row + action] += np.float32(weight * mix[action])
                mark -= mix[action]
                # Rounding may leave a sum just below 1: the last possible action takes the rest.
                if mix[action] > 0 and (chosen < 0 or mark + mix[action] >= 0):
                    chosen = action
            node = nodes.leads[first + chosen]
        end = -1 - node
        value = nodes.fixed[end] + nodes.stake[end] * outcome
        if seat == 1:
            value = -value
        while depth > 0:
            here = depth - 1
            action = stack[here, 2]
            values[here, action] = value
            node = stack[here, 0]
            first = nodes.first[node]
            number = nodes.first[node + 1] - first
            if action + 1 < number:
                stack[here, 2] = action + 1
                node = nodes.leads[first + action + 1]
                break
            value = 0.0
            for action in range(number):
                value += mixes[here, action] * values[here, action]
            row = stack[here, 1]
            for action in range(number):
                regrets[row + action] += np.float32(weight * (values[here, action] - value))
            depth = here
        if depth == 0:
            return bits


@njit(cache=True, nogil=True, error_model="numpy")
def _learn(
    nodes: Nodes, regrets: Table, averages: Table, deals: Deals, weight: float, key: int, most_actions: int
) -> None:
    """One batch: both seats traverse the tree once for each deal."""
    stack = np.zeros((_DEPTH, 3), dtype=np.int64)
    mixes, values = np.zeros((_DEPTH, most_actions)), np.zeros((_DEPTH, most_actions))
    for number in range(len(deals.outcomes)):
        bits = fold(key, number)
        for seat in range(2):
            bits = _traverse(
                nodes,
                regrets,
                averages,
                deals.buckets[number],
                deals.outcomes[number],
                seat,
                weight,
                bits,
                stack,
                mixes,
                values,
            )


class MCCFR:
    """A solver with its regrets and averages; a run that is stopped and taken up again ends the same."""

    def __init__(self, tree: StagedTree, deal: Dealer, seed: int = 0, batch: int = BATCH) -> None:
        self.tree, self.deal, self.seed, self.batch = tree, deal, seed, batch
        self.regrets, self.averages = np.zeros(tree.size, np.float32), np.zeros(tree.size, np.float32)
        self.batches, self.seconds = 0, 0.0

    @property
    def iterations(self) -> int:
        """How many deals were traversed for both seats."""
        return self.batches * self.batch

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        done: Callable[[], bool] = lambda: False,
    ) -> None:
        """Whole batches until there are so many iterations in all, or so many seconds, or `done` says so."""
        with ThreadPoolExecutor(1) as dealer:
            coming: Future[Deals] | None = None
            while not (
                (iterations is not None and self.iterations >= iterations)
                or (seconds is not None and self.seconds >= seconds)
                or done()
            ):
                began = time.perf_counter()
                found = self._deal(self.batches) if coming is None else coming.result()
                coming = dealer.submit(self._deal, self.batches + 1)
                self._learn(found)
                self.seconds += time.perf_counter() - began

    def _deal(self, number: int) -> Deals:
        return self.deal(key_of(self.seed, number, 0), self.batch)

    def _learn(self, deals: Deals) -> None:
        key = np.uint64(key_of(self.seed, self.batches, 1))
        self.batches += 1
        most = self.tree.most_actions
        _learn(self.tree.nodes, self.regrets, self.averages, deals, float(self.batches), key, most)

    def mix(self, node: int) -> npt.NDArray[np.float64]:
        """The average strategy at a node: a row for each bucket, a column for each action."""
        return shares(self.tree.table(self.averages, node))
