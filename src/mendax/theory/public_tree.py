"""Two-player games whose only secret is a hand dealt at the start: the tree of what everybody sees.

After the deal all actions are public. So one tree of public states serves all deals at once, and each of its nodes
has a row of numbers, one for each hand of the player to act.

The tree is *folded*: public states that are equal have equal futures and are stored once, with their actions and
where these lead. The rows of a node (one for each action) are stored separately for every history that leads there,
so information sets stay apart: a folded tree of 48 states stands for the 8,388,608 nodes of Liar's Dice with two dice
each. Rows are numbered depth first: the rows of a node, then those of everything below its first action, its second,
and so on.
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

P = TypeVar("P")
A = TypeVar("A")
Numbers = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class PublicGame(ABC, Generic[P, A]):
    """A game as everybody sees it. Public states are hashable, and equal ones have equal futures."""

    @property
    @abstractmethod
    def deals(self) -> tuple[Numbers, Numbers]:
        """The probability of each hand of each seat, if the two hands are dealt independently.

        Where they are not, these are ones and the payoffs include the probability of the deal.
        """

    @abstractmethod
    def start(self) -> P:
        """The public state once the hands are dealt."""

    @abstractmethod
    def turn(self, public: P) -> Seat | None:
        """The seat to act; `None` when the game is over."""

    @abstractmethod
    def moves(self, public: P) -> Sequence[tuple[A, P]]:
        """The actions of the seat to act, which are the same for all its hands, and where each leads."""

    @abstractmethod
    def payoffs(self, public: P) -> Numbers:
        """When the game is over: what seat 0 wins from seat 1, for each of its hands (rows) and each of theirs."""


class Fold(NamedTuple):
    """The folded tree as compiled code reads it."""

    turn: Integers
    """By state: who acts."""
    first: Integers
    """By state: its first edge; one more entry ends the last state's edges."""
    leads: Integers
    """By edge: the next state with a choice, or -1 where the game ends without one."""
    skip: Integers
    """By edge: where the rows below the edge begin, counted from the first row of this node."""
    ends: Integers
    """By edge: the number of the payoffs where the game ends; -1 where it goes on."""


class Factors(NamedTuple):
    """Payoffs to one seat as products: payoff[own hand, other's hand] = sum over k of own[k] * other[k].

    The values of all hands at an end then take a few sums over the other's hands, not one for each hand.
    """

    own: Numbers
    other: Numbers
    first: Integers
    """By end: its first product; one more entry ends the products of the last."""


@dataclass(frozen=True, slots=True, eq=False)
class PublicTree:
    """A folded public tree; `fold` makes one."""

    states: tuple[Any, ...]
    """Public states, the start first, each before those it leads to. Ends are not among them."""
    actions: tuple[tuple[Any, ...], ...]
    """By state."""
    fold: Fold
    nexts: Integers
    """By edge: the next state, even if it has no choice; -1 where the game ends."""
    deals: tuple[Numbers, Numbers]
    factors: tuple[Factors, Factors]
    """The payoffs as each seat sees them."""
    rows: Integers
    """By state: how many rows are stored for it and all below it. A state without a choice needs none."""
    nodes: int
    """How many histories have a choice between two or more actions."""
    information_sets: int
    """Hands times histories where a seat acts, even without a choice."""
    depth: int
    """The most choices in a row."""

    @property
    def hands(self) -> int:
        """Hands in a row; the seat with fewer hands has some that are never dealt."""
        return max(map(len, self.deals))

    @property
    def most_actions(self) -> int:
        """The most actions that any state has."""
        return int(np.diff(self.fold.first).max())

    @property
    def begin(self) -> tuple[int, int]:
        """The first state with a choice, and its first row."""
        state = 0 if len(self.actions[0]) > 1 else int(self.fold.leads[0])
        if state < 0:
            raise MendaxError("there is nothing to decide in this game")
        return state, 0

    def deal(self, seat: Seat) -> Numbers:
        """The probability of each hand of a seat, padded to the length of a row."""
        return np.pad(self.deals[seat], (0, self.hands - len(self.deals[seat])))

    def walk(self, path: Sequence[int]) -> tuple[int, int]:
        """The state and the first row after some actions, each given by its number in its state."""
        state, row = 0, 0
        for number in path:
            if not 0 <= number < len(self.actions[state]):
                raise ValueError(f"there is no action {number} at {self.states[state]}")
            edge = int(self.fold.first[state]) + number
            if self.nexts[edge] < 0:
                raise ValueError(f"the game is over after {self.actions[state][number]}")
            row += int(self.fold.skip[edge])
            state = int(self.nexts[edge])
        return state, row

    def actions_after(self, path: Sequence[int]) -> tuple[Any, ...]:
        """The actions that are possible after some others."""
        return self.actions[self.walk(path)[0]]


def fold(game: PublicGame[Any, Any], most_rows: int = 1 << 40) -> PublicTree:
    """Fold a game's public tree; a tree with too many rows is refused before its payoffs are computed."""
    states, moves = _order(game)
    number = {public: index for index, public in enumerate(states)}
    first = np.cumsum([0, *map(len, moves)])
    edges = [after for each in moves for _, after in each]
    over = [game.turn(after) is None for after in edges]
    nexts = np.array([-1 if end else number[after] for after, end in zip(edges, over, strict=True)])
    if any(0 <= after <= state for state, span in enumerate(np.split(nexts, first[1:-1])) for after in span):
        raise ValueError("a public state comes back to itself: the game never ends")
    kinds = dict[Any, int]()
    for after, end in zip(edges, over, strict=True):
        if end:
            kinds.setdefault(after, len(kinds))
    ends = np.array([kinds.get(after, -1) for after in edges])
    leads, skip = nexts.copy(), np.zeros(len(edges), dtype=np.int64)
    turn = np.array([game.turn(public) for public in states], dtype=np.int64)
    size = [len(deal) for deal in game.deals]
    rows, nodes, sets, depth = ([0] * len(states) for _ in range(4))
    for state in reversed(range(len(states))):
        span = range(first[state], first[state + 1])
        choice = len(span) > 1
        rows[state], nodes[state], sets[state], below = len(span) * choice, int(choice), size[turn[state]], 0
        for edge in span:
            after = nexts[edge]
            if after < 0:
                continue
            skip[edge] = rows[state]
            rows[state] += rows[after]
            nodes[state] += nodes[after]
            sets[state] += sets[after]
            below = max(below, depth[after])
            # A state without a choice is skipped: where it leads is known already, since states are in reverse order.
            if first[after + 1] - first[after] == 1:
                leads[edge], ends[edge] = leads[first[after]], ends[first[after]]
        depth[state] = choice + below
    if rows[0] > most_rows:
        raise MendaxError(f"the game is too large: it has {sets[0]:,} information sets")
    tables = [np.asarray(game.payoffs(after), dtype=np.float64) for after in kinds]
    return PublicTree(
        states,
        tuple(tuple(action for action, _ in each) for each in moves),
        Fold(turn, first, leads, skip, ends),
        nexts,
        game.deals,
        _factors(tables, size),
        np.array(rows),
        nodes[0],
        sets[0],
        depth[0],
    )


def _order(game: PublicGame[Any, Any]) -> tuple[tuple[Any, ...], list[Sequence[tuple[Any, Any]]]]:
    """Every public state that is not an end, the start first and each before those it leads to, with its moves."""
    moves: dict[Any, Sequence[tuple[Any, Any]]] = {}
    done: list[Any] = []
    stack = [(game.start(), False)]
    if game.turn(game.start()) is None:
        raise MendaxError("the game is over before it begins")
    while stack:
        public, left = stack.pop()
        if left:
            done.append(public)
        elif public not in moves:
            moves[public] = game.moves(public)
            stack.append((public, True))
            stack.extend((after, False) for _, after in moves[public] if game.turn(after) is not None)
    done.reverse()
    return tuple(done), [moves[public] for public in done]


def _factors(tables: Sequence[Numbers], size: Sequence[int]) -> tuple[Factors, Factors]:
    """Payoff tables as products: hands of seat 1 with equal payoffs against every hand of seat 0 are merged."""
    width = max(size)
    left, right, first = list[Numbers](), list[Numbers](), [0]
    for table in tables:
        if table.shape != tuple(size):
            raise ValueError(f"payoffs are a table of {size[0]} by {size[1]} hands, not {table.shape}")
        columns, member = np.unique(table, axis=1, return_inverse=True)
        for kind in range(columns.shape[1]):
            left.append(np.pad(columns[:, kind], (0, width - size[0])))
            right.append(np.pad((member == kind).astype(np.float64), (0, width - size[1])))
        first.append(len(left))
    rows, columns, starts = np.array(left), np.array(right), np.array(first)
    return Factors(rows, columns, starts), Factors(-columns, rows, starts)
