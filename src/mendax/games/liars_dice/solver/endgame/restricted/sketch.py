"""CFR+ on the graph of a round: strategies that forget words of long ago. Compiled by Numba.

A node gathers many histories, so what comes out is no equilibrium. It only says which actions are worth looking at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.core.game import Seat
from mendax.games.liars_dice.solver.endgame.restricted.graph import HistoryGraph, Layout, ending_values
from mendax.games.liars_dice.solver.endgame.round_tree import PUSH, Integers, Numbers

Singles = npt.NDArray[np.float32]

ITERATIONS: Final = 150
DELAY: Final = 10
"""Iterations left out of the averages."""
NOTHING: Final = np.float32(1e-30)


@njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
def _mix(graph: Layout, weights: Singles, state: int, base: int, mix: Singles, sums: Singles) -> None:
    """The mix of a node by action and hand: in proportion to the weights, equal where there are none."""
    states, edges, pair = graph.states, graph.edges, graph.pair
    hands, faces = states[state, 1 + states[state, 0]], pair.shape[0]
    sums[:hands] = 0
    for edge in range(states[state, 5], states[state, 6]):
        row = base + edges[edge, 3]
        if edges[edge, 0] == PUSH:
            for die in range(faces):
                sums[pair[edges[edge, 2], die]] += weights[row + die]
        else:
            for hand in range(hands):
                sums[hand] += weights[row + hand]
    for edge in range(states[state, 5], states[state, 6]):
        row = edges[edge, 3]
        if edges[edge, 0] == PUSH:
            for die in range(faces):
                hand = pair[edges[edge, 2], die]
                some = sums[hand] > NOTHING
                mix[row + die] = weights[base + row + die] / sums[hand] if some else graph.equal[state, hand]
        else:
            for hand in range(hands):
                some = sums[hand] > NOTHING
                mix[row + hand] = weights[base + row + hand] / sums[hand] if some else graph.equal[state, hand]


@njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
def _forward(graph: Layout, weights: Singles, averages: Singles, reach: Singles, seat: int, added: float) -> None:
    """The reach of a seat's hands at every node; its mixes, times the reach and a weight, are added to the averages."""
    states, edges, pair = graph.states, graph.edges, graph.pair
    faces, weight = pair.shape[0], np.float32(added)
    mix, sums = np.zeros(states[:, 4].max(), np.float32), np.zeros(32, np.float32)
    for state in range(len(states)):
        mine, own, size = states[state, 1 + seat], states[state, 0] == seat, states[state, 4]
        for node in range(states[state, 3]):
            here, base = states[state, 9 + seat] + node * mine, states[state, 7] + node * size
            if not np.any(reach[here : here + mine] > 0):
                continue
            if own:
                _mix(graph, weights, state, base, mix, sums)
            for edge in range(states[state, 5], states[state, 6]):
                to, row = edges[edge, 1], edges[edge, 3]
                there = -1
                if to >= 0:
                    there = states[to, 9 + seat] + graph.below[edges[edge, 4] + node] * states[to, 1 + seat]
                if not own:
                    for hand in range(mine if to >= 0 else 0):
                        reach[there + hand] += reach[here + hand]
                elif edges[edge, 0] == PUSH:
                    whole = np.float32(0)
                    for die in range(faces):
                        share = mix[row + die] * reach[here + pair[edges[edge, 2], die]]
                        whole += share
                        averages[base + row + die] += weight * share
                    for hand in range(faces if to >= 0 else 0):
                        reach[there + hand] += whole / np.float32(faces)
                else:
                    for hand in range(mine):
                        share = mix[row + hand] * reach[here + hand]
                        averages[base + row + hand] += weight * share
                        if to >= 0:
                            reach[there + hand] += share


@njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
def _rolled(values: Singles, rows: int, columns: int, by_row: bool, mean: Singles) -> int:
    """Values after a push: the mean over the faces of whoever rolled, by hand of the other; how many these are."""
    if by_row:
        mean[:columns] = 0
        for row in range(rows):
            for column in range(columns):
                mean[column] += values[row * columns + column] / np.float32(rows)
        return columns
    for row in range(rows):
        whole = np.float32(0)
        for column in range(columns):
            whole += values[row * columns + column]
        mean[row] = whole / np.float32(columns)
    return rows


@njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
def _backward(
    graph: Layout, regrets: Singles, reach: Singles, values: Singles, ends: Singles, seat: int, room: Singles
) -> None:
    """The value of each pair of hands at every node to seat 0, and the regrets of one seat."""
    states, edges, pair, faces = graph.states, graph.edges, graph.pair, graph.pair.shape[0]
    mix, worth, sums, mean = room[0], room[1], room[2], room[3]
    sign = np.float32(1) if seat == 0 else np.float32(-1)
    for state in range(len(states) - 1, -1, -1):
        speaker, rows, columns, size = states[state, 0], states[state, 1], states[state, 2], states[state, 4]
        theirs, first, last = states[state, 2 - seat], states[state, 5], states[state, 6]
        hands, own = states[state, 1 + speaker], speaker == seat
        for node in range(states[state, 3]):
            start, at = states[state, 10 - seat] + node * theirs, states[state, 8] + node * rows * columns
            base, other = states[state, 7] + node * size, reach[start : start + theirs]
            # Where the other seat never comes, nothing is learned and no value counts.
            if not np.any(other > 0):
                continue
            here = values[at : at + rows * columns]
            here[:] = 0
            _mix(graph, regrets, state, base, mix, sums)
            for edge in range(first, last):
                to, row = edges[edge, 1], edges[edge, 3]
                if to >= 0:
                    wide, high = states[to, 2], states[to, 1]
                    there = states[to, 8] + graph.below[edges[edge, 4] + node] * high * wide
                    below = values[there : there + high * wide]
                elif edges[edge, 0] == PUSH:
                    high, wide = (faces, columns) if speaker == 0 else (rows, faces)
                    below = ends[-1 - to]
                else:
                    high, wide, below = rows, columns, ends[-1 - to]
                if edges[edge, 0] == PUSH:
                    number = _rolled(below, high, wide, speaker == 0, mean)
                    if own:
                        whole = np.float32(0)
                        for hand in range(number):
                            whole += mean[hand] * other[hand]
                        worth[row : row + faces] = sign * whole
                    for die in range(faces):
                        hand, share = pair[edges[edge, 2], die], mix[row + die]
                        for one in range(number if share > 0 else 0):
                            cell = hand * columns + one if speaker == 0 else one * columns + hand
                            here[cell] += share * mean[one]
                    continue
                if own:
                    worth[row : row + hands] = 0
                for one in range(rows):
                    for two in range(columns):
                        value, hand = below[one * columns + two], one if speaker == 0 else two
                        here[one * columns + two] += mix[row + hand] * value
                        if own:
                            worth[row + hand] += sign * value * other[two if speaker == 0 else one]
            if own:
                _learn(graph, regrets, state, base, mix, worth, sums)


@njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
def _learn(graph: Layout, regrets: Singles, state: int, base: int, mix: Singles, worth: Singles, sums: Singles) -> None:
    """Add what each action would have won to its regret; no regret is below zero."""
    states, edges, pair = graph.states, graph.edges, graph.pair
    hands, faces = states[state, 1 + states[state, 0]], pair.shape[0]
    sums[:hands] = 0
    for edge in range(states[state, 5], states[state, 6]):
        row, push = edges[edge, 3], edges[edge, 0] == PUSH
        for place in range(row, row + (faces if push else hands)):
            sums[pair[edges[edge, 2], place - row] if push else place - row] += mix[place] * worth[place]
    for edge in range(states[state, 5], states[state, 6]):
        row, push = edges[edge, 3], edges[edge, 0] == PUSH
        for place in range(row, row + (faces if push else hands)):
            hand = pair[edges[edge, 2], place - row] if push else place - row
            regrets[base + place] = max(regrets[base + place] + worth[place] - sums[hand], np.float32(0))


@njit(cache=True, nogil=True, error_model="numpy")
def _gather(graph: Layout, averages: Singles, first_choice: Integers, choices: Numbers) -> None:
    """By choice: how often its seat comes and takes it, added up over its hands."""
    states, edges = graph.states, graph.edges
    for state in range(len(states)):
        first, last, size = states[state, 5], states[state, 6], states[state, 4]
        for node in range(states[state, 3]):
            base = states[state, 7] + node * size
            for edge in range(first, last):
                stop = edges[edge + 1, 3] if edge + 1 < last else size
                whole = 0.0
                for place in range(base + edges[edge, 3], base + stop):
                    whole += averages[place]
                choices[first_choice[state] + node * (last - first) + edge - first] = whole


class Sketch:
    """Strategies of both seats on the graph of a round."""

    def __init__(self, graph: HistoryGraph, pay: Numbers) -> None:
        self.graph = graph
        self.ends = ending_values(graph.tree, pay).astype(np.float32)
        self.layout = graph.layout._replace(equal=graph.layout.equal.astype(np.float32))
        self.regrets, self.averages = (np.zeros(graph.num_actions, np.float32) for _ in range(2))
        self.values = np.zeros(graph.num_values, np.float32)
        self.reach = [np.zeros(graph.num_reach(seat), np.float32) for seat in (0, 1)]
        self.room = np.zeros((4, 64 + int(graph.layout.states[:, 4].max())), np.float32)
        self.iterations = 0

    def step(self) -> None:
        """One iteration: each seat in turn."""
        self.iterations += 1
        weight = (max(0, self.iterations - DELAY) / 100.0) ** 2
        for seat in (0, 1):
            self._come(self.regrets, 1 - seat, weight)
            reach = self.reach[1 - seat]
            _backward(self.layout, self.regrets, reach, self.values, self.ends, seat, self.room)

    def _come(self, weights: Singles, seat: Seat, weight: float) -> None:
        reach, deal = self.reach[seat], self.graph.tree.deals[seat]
        reach[:] = 0
        reach[: len(deal)] = deal
        _forward(self.layout, weights, self.averages, reach, seat, weight)

    def taken(self) -> Numbers:
        """By choice: how often its seat comes to the node and takes it, if the other lets it; the start counts 1."""
        choices = np.zeros(self.graph.first_choice[-1])
        _gather(self.layout, self.averages, self.graph.first_choice, choices)
        return np.asarray(choices / choices[: self.graph.first_choice[1]].sum())

    def coming(self) -> tuple[Numbers, Numbers]:
        """By node: how often each seat comes there, if the other lets it."""
        found = []
        for seat in (0, 1):
            self._come(self.averages, seat, 0.0)
            hands, reach = self.layout.states[:, 1 + seat], self.reach[seat]
            starts = np.repeat(self.layout.states[:, 9 + seat], self.layout.states[:, 3])
            starts += _within(self.graph) * np.repeat(hands, self.layout.states[:, 3])
            found.append(np.add.reduceat(reach.astype(np.float64), starts))
        return found[0], found[1]


def _within(graph: HistoryGraph) -> npt.NDArray[np.int64]:
    """By node: its number among the nodes of its state."""
    return np.arange(graph.first_node[-1]) - np.repeat(graph.first_node[:-1], graph.layout.states[:, 3])


def sketch(
    graph: HistoryGraph,
    pay: Numbers,
    report: Callable[[str], None] = lambda text: None,
    stopped: Callable[[], bool] = lambda: False,
    iterations: int = ITERATIONS,
) -> Sketch | None:
    """Strategies after some iterations; `None` when it was stopped."""
    found = Sketch(graph, pay)
    while found.iterations < iterations:
        if stopped():
            return None
        found.step()
        report(f"{graph.tree.position.name}: a sketch, {found.iterations} of {iterations} iterations")
    return found
