"""A round as a graph: histories that differ only in words of long ago are one node.

A node is what everybody knows (`Public`) and the last bid of each seat since it last rolled. What a seat bid before a
push is forgotten: the push rolled other dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.core.game import Seat
from mendax.games.liars_dice.solver.endgame.round_tree import (
    BLOCK,
    END,
    OF_BID,
    OF_PASS,
    PUSH,
    WIDTH,
    Integers,
    Numbers,
    Public,
    RoundTree,
    hands_of,
)


class Layout(NamedTuple):
    """The graph as compiled code reads it. Nodes of one state are next to each other."""

    states: Integers
    """By state: who speaks; the hands of both seats; how many nodes; numbers of a node's actions; first and last edge;
    where the state begins in the arrays of actions, of values, and of the reach of each seat."""
    edges: Integers
    """By edge: its kind; the next state, or -1 minus the ending; the pushed face from 0; where its numbers begin in a
    node's; where its nodes begin in `below`."""
    below: npt.NDArray[np.int32]
    """By edge and node: which of the next state's nodes follows."""
    equal: Numbers
    """By state and hand: one over the number of actions."""
    pair: Integers
    """By two faces from 0: the number of the hand of two dice."""


SPEAKER, HANDS, _, NODES, SIZE, FIRST, LAST, ACTIONS_AT, VALUES_AT, REACH_AT, _ = range(11)
"""Columns of `Layout.states`; of those for both seats, that of seat 0."""
KIND, TO, FACE, ROW, BELOW_AT = range(5)
"""Columns of `Layout.edges`."""


@dataclass(frozen=True, slots=True, eq=False)
class HistoryGraph:
    """The graph of a round; `history_graph` makes one."""

    tree: RoundTree
    layout: Layout
    first_node: Integers
    """By state: the number of its first node among all nodes; the last entry is how many there are."""
    first_choice: Integers
    """By state: where its choices begin, an edge of a node each; the last entry is how many there are."""

    @property
    def num_actions(self) -> int:
        """Numbers that a strategy has."""
        return int((self.layout.states[:, NODES] * self.layout.states[:, SIZE]).sum())

    @property
    def num_values(self) -> int:
        """Pairs of hands at all nodes."""
        return int((self.layout.states[:, NODES] * self.layout.states[:, 1] * self.layout.states[:, 2]).sum())

    def num_reach(self, seat: Seat) -> int:
        """Hands of a seat at all nodes."""
        return int((self.layout.states[:, NODES] * self.layout.states[:, HANDS + seat]).sum())

    @property
    def state_of_node(self) -> Integers:
        """By node."""
        return np.repeat(np.arange(len(self.layout.states)), self.layout.states[:, NODES])

    @property
    def edges_of_node(self) -> Integers:
        """By node: how many edges it has."""
        states = self.layout.states
        return np.repeat(states[:, LAST] - states[:, FIRST], states[:, NODES])

    @property
    def choice_of_node(self) -> Integers:
        """By node: its first choice."""
        return _places(self.edges_of_node)[:-1]

    @property
    def node_of_choice(self) -> Integers:
        """By choice."""
        return np.repeat(np.arange(self.first_node[-1]), self.edges_of_node)


def _heard(public: Public, after: Public, kind: int, codes: Integers, base: int) -> Integers:
    """The last bids of both seats after an action, as one number."""
    of = [codes // base, codes % base]
    seat: Seat = public.turn
    if kind == PUSH:
        of[seat] = np.zeros_like(codes)
    elif after.bid != public.bid:
        of[seat] = np.full_like(codes, after.bid + 1)
    return of[0] * base + of[1]


def history_graph(tree: RoundTree) -> HistoryGraph:
    """The graph of a round."""
    base = 2 + max(public.bid for public in tree.states)
    states, edges = tree.arrays.states, tree.arrays.edges
    num_hands = {hidden: len(hands_of(hidden, tree.game.faces)) for hidden in (1, 2)}
    coming = list[list[Integers]]([[] for _ in tree.states])
    coming[0].append(np.zeros(1, np.int64))
    known, sent = list[Integers](), dict[int, Integers]()
    for at, public in enumerate(tree.states):
        here = np.unique(np.concatenate(coming[at]))
        known.append(here)
        for edge in range(states[at, 3], states[at, 4]):
            kind, to = edges[edge, 0], edges[edge, 1]
            if kind != END and to >= 0:
                sent[edge] = _heard(public, tree.states[to], kind, here, base)
                coming[to].append(sent[edge])
    of_states, of_edges = np.zeros((len(tree.states), 11), np.int64), np.zeros((len(edges), 5), np.int64)
    below, below_at = [np.zeros(0, np.int32)], 0
    actions, values, reach = 0, 0, [0, 0]
    for at, public in enumerate(tree.states):
        hands = [num_hands[tree.position.dice[seat] - (public.shown[seat] > 0)] for seat in (0, 1)]
        number, row = len(known[at]), 0
        start, stop = states[at, 3:5].tolist()
        for edge in range(start, stop):
            kind, to, face = edges[edge, 0], edges[edge, 1], edges[edge, 4]
            of_edges[edge] = kind, (-1 - to if kind == END else to), face, row, below_at
            row += tree.game.faces if kind == PUSH else hands[public.turn]
            if edge in sent:
                below.append(np.searchsorted(known[to], sent.pop(edge)).astype(np.int32))
                below_at += number
        of_states[at] = public.turn, *hands, number, row, start, stop, actions, values, *reach
        actions += number * row
        values += number * hands[0] * hands[1]
        reach = [reach[seat] + number * hands[seat] for seat in (0, 1)]
    equal = np.stack([tree.arrays.constants[row : row + BLOCK].reshape(-1) for row in states[:, 6].tolist()])
    layout = Layout(of_states, of_edges, np.concatenate(below), equal, tree.arrays.pair)
    choices = of_states[:, NODES] * (of_states[:, LAST] - of_states[:, FIRST])
    return HistoryGraph(tree, layout, _places(of_states[:, NODES]), _places(choices))


def _places(sizes: Integers) -> Integers:
    """Where each begins, and the end of the last."""
    return np.concatenate([[0], np.cumsum(sizes)])


def ending_values(tree: RoundTree, pay: Numbers) -> Numbers:
    """By ending: what seat 0 gets, by the hands of both."""
    known, faces = tree.arrays.constants.reshape(-1, WIDTH), tree.game.faces
    most = len(hands_of(2, faces))
    found = np.zeros((len(tree.endings), most * most))
    for at, ending in enumerate(tree.endings):
        counts = []
        for seat in (0, 1):
            hands = len(hands_of(tree.position.dice[seat] - (ending.shown[seat] > 0), faces))
            row = int(tree.arrays.ends[at, 3 + seat])
            count = known[row : row + BLOCK].reshape(-1)[:hands]
            if ending.kind != OF_PASS:
                twice = row + 2 * faces * BLOCK
                count = count + 2 * known[twice : twice + BLOCK].reshape(-1)[:hands]
            counts.append(count)
        first, second = counts[0][:, None], counts[1][None, :]
        if ending.kind == OF_PASS:
            alike = np.broadcast_to(second if ending.speaker == 0 else first, (len(first), second.shape[1]))
            right = alike < 0.5
        else:
            number = first + second
            right = number < ending.need if ending.kind == OF_BID else number == ending.need
        found[at, : right.size] = np.where(right, *pay[at]).reshape(-1)
    return found
