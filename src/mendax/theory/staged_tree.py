"""Two-player games with cards dealt in stages, as the solver of `mendax.theory.mccfr` reads them.

The actions are public and do not depend on the cards. What a seat knows of the cards in a stage is one number, its
*bucket*: the cards themselves in a small game, a class of similar ones in a large game. An information set is a node of
the tree and a bucket of the seat to act. All that the cards decide at an end is one number, the *outcome*, such as who
has the better hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.theory.profile import Measure
from mendax.theory.public_tree import Integers, Numbers

P = TypeVar("P")
A = TypeVar("A")
Weights = npt.NDArray[np.floating[Any]]


class StagedGame(ABC, Generic[P, A]):
    """A game as everybody sees it, without the cards."""

    @property
    @abstractmethod
    def buckets(self) -> Sequence[int]:
        """By stage: how many buckets there are."""

    @abstractmethod
    def start(self) -> P:
        """The public state once the first cards are dealt."""

    @abstractmethod
    def turn(self, public: P) -> Seat | None:
        """The seat to act; `None` when the game is over."""

    @abstractmethod
    def stage(self, public: P) -> int:
        """The stage in which a seat acts, from 0."""

    @abstractmethod
    def moves(self, public: P) -> Sequence[tuple[A, P]]:
        """The actions of the seat to act, and where each leads; cards dealt in between are passed over."""

    @abstractmethod
    def payoff(self, public: P) -> tuple[float, float]:
        """When the game is over: what seat 0 wins whatever the cards, and what it wins more for an outcome of 1."""


class Nodes(NamedTuple):
    """The tree as compiled code reads it."""

    seat: Integers
    """By node: who acts."""
    stage: Integers
    first: Integers
    """By node: its first edge; one more entry ends the last node's edges."""
    leads: Integers
    """By edge: the next node, or -1 - e for the end number e."""
    rows: Integers
    """By node: the place of its first action in a table of weights, for bucket 0."""
    widths: Integers
    """By node: how far the places of two neighbouring buckets are apart, the same for all nodes of a stage.

    All that a bucket needs in a stage lies together: a deal then touches a few short parts of the table.
    """
    fixed: Numbers
    """By end: what seat 0 wins whatever the cards."""
    stake: Numbers
    """By end: what it wins more for an outcome of 1."""


class Deals(NamedTuple):
    """Some deals of the cards."""

    buckets: npt.NDArray[np.int32]
    """By deal, seat and stage."""
    outcomes: Numbers
    """By deal: from -1, seat 0 loses, to 1, it wins."""


@dataclass(frozen=True, slots=True, eq=False)
class StagedTree:
    """The tree of all actions; `build_tree` makes one."""

    nodes: Nodes
    actions: tuple[tuple[Any, ...], ...]
    """By node."""
    buckets: tuple[int, ...]
    """By stage."""
    size: int
    """Places in a table of weights: one for each action of each information set."""

    @property
    def information_sets(self) -> int:
        """Buckets times nodes."""
        return int(np.array(self.buckets)[self.nodes.stage].sum())

    @property
    def most_actions(self) -> int:
        """The most actions that any node has."""
        return int(np.diff(self.nodes.first).max())

    def walk(self, actions: Sequence[Any]) -> int:
        """The node after some actions."""
        node = 0
        for action in actions:
            known = self.actions[node] if node >= 0 else ()
            if action not in known:
                raise MendaxError(f"{action} is not possible there")
            node = int(self.nodes.leads[self.nodes.first[node] + known.index(action)])
        if node < 0:
            raise MendaxError("the game is over there")
        return node

    def table(self, weights: Weights, node: int) -> Weights:
        """The weights of a node, a row for each bucket and a column for each action."""
        number, buckets = len(self.actions[node]), self.buckets[self.nodes.stage[node]]
        places = self.nodes.rows[node] + self.nodes.widths[node] * np.arange(buckets)
        return np.asarray(weights[places[:, None] + np.arange(number)])


def shares(weights: Weights) -> Numbers:
    """Rows of weights, none negative, as probabilities; equal ones where a row has no weight."""
    sums = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    return np.asarray(np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), 1 / weights.shape[1]))


def build_tree(game: StagedGame[Any, Any]) -> StagedTree:
    """The tree of a game, depth first."""
    seats, stages, actions = list[int](), list[int](), list[tuple[Any, ...]]()
    edges, ends = list[list[int]](), list[tuple[float, float]]()

    def add(public: Any) -> int:
        turn = game.turn(public)
        if turn is None:
            ends.append(game.payoff(public))
            return -len(ends)
        node, moves = len(seats), game.moves(public)
        seats.append(turn)
        stages.append(game.stage(public))
        actions.append(tuple(action for action, _ in moves))
        edges.append([])
        edges[node] = [add(after) for _, after in moves]
        return node

    if add(game.start()) < 0:
        raise MendaxError("there is nothing to decide in this game")
    numbers, at = np.array([len(some) for some in edges]), np.array(stages)
    rows, widths, size = np.zeros_like(numbers), np.zeros_like(numbers), 0
    for stage, buckets in enumerate(game.buckets):
        here = at == stage
        rows[here] = size + np.cumsum(numbers[here]) - numbers[here]
        widths[here] = numbers[here].sum()
        size += buckets * int(numbers[here].sum())
    nodes = Nodes(
        np.array(seats),
        at,
        np.cumsum([0, *numbers]),
        np.array([lead for some in edges for lead in some]),
        rows,
        widths,
        np.array([fixed for fixed, _ in ends], dtype=np.float64),
        np.array([stake for _, stake in ends], dtype=np.float64),
    )
    return StagedTree(nodes, tuple(actions), tuple(game.buckets), size)


def measure(tree: StagedTree, weights: Weights, deals: Deals, chances: Numbers) -> Measure:
    """Exact best responses to the strategies of both seats, where all deals can be listed with their probabilities.

    A seat must not forget: equal buckets in a stage come from equal buckets in the stages before.
    """

    def value(node: int, reach: Numbers, responder: Seat | None) -> Numbers:
        """By deal: what seat 0, or the responder, wins from here on, weighted by the deal's reach."""
        nodes = tree.nodes
        if node < 0:
            sign = -1 if responder == 1 else 1
            return np.asarray(sign * reach * (nodes.fixed[-1 - node] + nodes.stake[-1 - node] * deals.outcomes))
        seat, number = int(nodes.seat[node]), len(tree.actions[node])
        leads = nodes.leads[nodes.first[node] : nodes.first[node] + number].tolist()
        own = deals.buckets[:, seat, nodes.stage[node]]
        if seat != responder:
            mix = shares(tree.table(weights, node))[own]
            below = [value(lead, reach * mix[:, at], responder) for at, lead in enumerate(leads)]
            return np.asarray(np.sum(below, axis=0))
        values = np.array([value(lead, reach, responder) for lead in leads])
        totals = np.zeros((number, tree.buckets[nodes.stage[node]]))
        for at in range(number):
            np.add.at(totals[at], own, values[at])
        return np.asarray(values[totals.argmax(axis=0)[own], np.arange(len(own))])

    met = float(value(0, chances, None).sum())
    return Measure(met, (float(value(0, chances, 0).sum()), float(value(0, chances, 1).sum())))
