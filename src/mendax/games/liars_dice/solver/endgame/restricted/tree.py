"""A round in which one seat has few actions, and how strategies use it. Compiled by Numba.

The tree is folded by the nodes of the history graph: which actions the restricted seat has may depend on the last bids.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from mendax.games.liars_dice.solver.endgame.node import Table
from mendax.games.liars_dice.solver.endgame.restricted.graph import HistoryGraph, Layout
from mendax.games.liars_dice.solver.endgame.round_tree import BLOCK, PUSH, WIDTH, Arrays, Integers, Numbers, RoundTree

Choices = npt.NDArray[np.bool_]
"""By choice of the graph, an edge of a node each."""

MOST_EDGES: Final = 256
"""Of a node: each of 24 bids without a push and with six, and four answers."""


@dataclass(frozen=True, slots=True, eq=False)
class RestrictedTree:
    """A tree with some choices of a graph; `restricted_tree` makes one."""

    tree: RoundTree
    nodes: Integers
    """By state of the tree: its node of the graph."""
    choices: Integers
    """By edge of the tree: its choice of the graph."""


@njit(cache=True)
def _reachable(graph: Layout, first_node: Integers, first_choice: Integers, kept: Choices) -> Choices:
    """By node: whether the kept choices lead there."""
    states, edges = graph.states, graph.edges
    seen = np.zeros(first_node[-1], np.bool_)
    seen[0] = True
    for state in range(len(states)):
        first, last = states[state, 5], states[state, 6]
        for node in range(states[state, 3]):
            choice = first_choice[state] + node * (last - first)
            for edge in range(first, last if seen[first_node[state] + node] else first):
                if kept[choice + edge - first] and edges[edge, 1] >= 0:
                    seen[first_node[edges[edge, 1]] + graph.below[edges[edge, 4] + node]] = True
    return seen


@njit(cache=True)
def _fill(
    graph: Layout,
    whole: Arrays,
    first_node: Integers,
    first_choice: Integers,
    kept: Choices,
    number: Integers,
    states: Integers,
    edges: Integers,
    choices: Integers,
    sizes: Integers,
    legal: Numbers,
) -> None:
    """Fill the tables of a tree, each node after those below it; `sizes` are vectors, histories and depth."""
    at = len(edges)
    for state in range(len(graph.states) - 1, -1, -1):
        first, last = graph.states[state, 5], graph.states[state, 6]
        wide, hands = whole.states[state, 1], graph.states[state, 1 + graph.states[state, 0]]
        for node in range(graph.states[state, 3] - 1, -1, -1):
            here = number[first_node[state] + node]
            if here < 0:
                continue
            stop, choice = at, first_choice[state] + node * (last - first)
            for edge in range(last - 1, first - 1, -1):
                if kept[choice + edge - first]:
                    at -= 1
                    choices[at] = choice + edge - first
            row, pushes = 0, 0
            for place in range(at, stop):
                edge = first + choices[place] - choice
                edges[place] = whole.edges[edge]
                edges[place, 2] = row
                if whole.edges[edge, 0] == PUSH:
                    row, pushes = row + 1, 1
                    for die in range(whole.pair.shape[0]):
                        legal[here, whole.pair[whole.edges[edge, 4], die]] += 1
                else:
                    row += wide
                    legal[here, :hands] += 1
            size, histories, depth = row, 1, 1
            for place in range(at, stop):
                edge = first + choices[place] - choice
                if graph.edges[edge, 1] >= 0:
                    to = number[first_node[graph.edges[edge, 1]] + graph.below[graph.edges[edge, 4] + node]]
                    edges[place, 1], edges[place, 3] = to, size
                    size, histories = size + sizes[to, 0], histories + sizes[to, 1]
                    depth = max(depth, sizes[to, 2] + 1)
            sizes[here, 0], sizes[here, 1], sizes[here, 2] = size, histories, depth
            states[here] = whole.states[state]
            states[here, 3], states[here, 4], states[here, 5] = at, stop, pushes


def restricted_tree(graph: HistoryGraph, kept: Choices) -> RestrictedTree:
    """The tree of a round with the kept choices alone."""
    whole, places = graph.tree, (graph.first_node, graph.first_choice)
    seen = _reachable(graph.layout, *places, kept)
    nodes = np.flatnonzero(seen)
    number = np.full(len(seen), -1, np.int64)
    number[nodes] = np.arange(len(nodes))
    states, sizes = np.zeros((len(nodes), 7), np.int64), np.zeros((len(nodes), 3), np.int64)
    num_edges = int(kept[seen[graph.node_of_choice]].sum())
    edges, choices = np.zeros((num_edges, 5), np.int64), np.zeros(num_edges, np.int64)
    legal = np.zeros((len(nodes), BLOCK * WIDTH))
    _fill(graph.layout, whole.arrays, *places, kept, number, states, edges, choices, sizes, legal)
    shares_at = int(whole.arrays.states[0, 6])
    states[:, 6] = shares_at + np.arange(len(nodes)) * BLOCK
    shares = np.where(legal > 0, 1.0 / np.maximum(legal, 1), 0.0).reshape(-1, WIDTH)
    constants = np.concatenate([whole.arrays.constants[:shares_at], shares])
    of_states = graph.state_of_node[nodes].tolist()
    kept_edges = states[:, 4] - states[:, 3]
    within = choices - np.repeat(graph.choice_of_node[nodes], kept_edges)
    tree = replace(
        whole,
        states=tuple(whole.states[state] for state in of_states),
        numbers={},
        actions=tuple(
            tuple(whole.actions[state][place] for place in within[start:stop].tolist())
            for state, (start, stop) in zip(of_states, states[:, 3:5].tolist(), strict=True)
        ),
        arrays=whole.arrays._replace(states=states, edges=edges, constants=constants),
        size=tuple(sizes[:, 0].tolist()),
        nodes=int(sizes[0, 1]),
        depth=int(sizes[0, 2]),
    )
    return RestrictedTree(tree, nodes, choices)


class Use(NamedTuple):
    """How the averages of a tree are used."""

    played: Numbers
    """By choice: how often it is played when the averages meet."""
    own: Numbers
    """By choice: the most that its seat comes to one history and takes it there, if the other lets it."""
    met: Numbers
    """By node: how often it is met when the averages meet."""
    seen: Choices
    """By node: whether the tree has it."""


@njit(cache=True, nogil=True)
def _walk(tree: Arrays, averages: Table, most: int, played: Numbers, own: Numbers, met: Numbers) -> None:
    """Every history of a tree, with how often each seat comes there."""
    stack, comes, top = np.zeros((most, 2), np.int64), np.ones((most, 2)), 1
    while top > 0:
        top -= 1
        state, base, first, other = stack[top, 0], stack[top, 1], comes[top, 0], comes[top, 1]
        turn, start, stop = tree.states[state, 0], tree.states[state, 3], tree.states[state, 4]
        mine, theirs = (first, other) if turn == 0 else (other, first)
        met[state] += mine * theirs
        # Averages grow only while the other comes, so they are no measure of how often the seat itself does.
        whole = 0.0
        for edge in range(start, stop):
            whole += _weight(tree, averages, edge, state, base)
        for edge in range(start, stop):
            share = _weight(tree, averages, edge, state, base) / whole if whole > 0 else 1.0 / (stop - start)
            taken = mine * share
            played[edge] += taken * theirs
            own[edge] = max(own[edge], taken)
            if tree.edges[edge, 0] != 0 and tree.edges[edge, 1] >= 0:
                stack[top, 0], stack[top, 1] = tree.edges[edge, 1], base + tree.edges[edge, 3]
                comes[top, 0], comes[top, 1] = (taken, other) if turn == 0 else (first, taken)
                top += 1


@njit(cache=True, nogil=True)
def _weight(tree: Arrays, averages: Table, edge: int, state: int, base: int) -> float:
    """The averages of an action, added up over the hands."""
    row, rows, whole = base + tree.edges[edge, 2], 1 if tree.edges[edge, 0] == PUSH else tree.states[state, 1], 0.0
    for vector in range(rows):
        for hand in range(averages.shape[1]):
            whole += averages[row + vector, hand]
    return whole


def use_of(graph: HistoryGraph, restricted: RestrictedTree, averages: Table) -> Use:
    """How the averages of a restricted tree are used, by choices and nodes of the graph."""
    tree = restricted.tree
    edges, states = len(tree.arrays.edges), len(tree.states)
    played, own, met = np.zeros(edges), np.zeros(edges), np.zeros(states)
    _walk(tree.arrays, averages, (tree.depth + 2) * MOST_EDGES, played, own, met)
    found = [np.zeros(graph.first_choice[-1]) for _ in range(2)]
    found[0][restricted.choices], found[1][restricted.choices] = played, own
    of_nodes, seen = np.zeros(graph.first_node[-1]), np.zeros(graph.first_node[-1], np.bool_)
    of_nodes[restricted.nodes], seen[restricted.nodes] = met, True
    return Use(found[0], found[1], of_nodes, seen)
