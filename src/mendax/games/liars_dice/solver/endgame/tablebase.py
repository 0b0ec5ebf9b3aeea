"""The tablebase: values and strategies of the solved positions of the endgame, and what each action is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mendax.core.game import Seat, game_text
from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, Action, LiarsDice, Said, View
from mendax.games.liars_dice.solver.endgame.positions import Position, positions_of
from mendax.games.liars_dice.solver.endgame.round_tree import BLOCK, PUSH, Numbers, RoundTree, hands_of, round_tree
from mendax.games.liars_dice.solver.endgame.solving import (
    SolvedRound,
    payments,
)
from mendax.games.liars_dice.solver.endgame.storage import (
    folder_of,
    keep_sides,
    keep_solved,
    load_averages,
    load_side,
    load_solved,
    solved_game,
)

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.node import Table
    from mendax.games.liars_dice.solver.endgame.restricted import Side


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A position that is not solved, and why."""

    position: Position
    why: str
    nodes: int
    information_sets: int
    bytes: int
    """That its regrets and averages would take."""

    def to_json(self) -> dict[str, Any]:
        """All of it, with the position by its name."""
        return {
            "position": self.position.name,
            "why": self.why,
            "nodes": self.nodes,
            "information_sets": self.information_sets,
            "bytes": self.bytes,
        }


class Probed(NamedTuple):
    """An action of a view: how often the strategy takes it, and what it is worth against the other's strategy."""

    action: Action
    probability: float
    value: float | None
    """In payoff to the seat of the view, which goes on with its best response; `None` where the other never comes."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What the tablebase says of a view."""

    round: SolvedRound
    options: tuple[Probed, ...]
    """Every legal action that the tree has."""
    on_path: bool
    """Whether the seat itself would have come here; if not, it takes its best action, where values are known."""

    @property
    def value(self) -> float | None:
        """To the seat of the view, by its best action."""
        return max((option.value for option in self.options if option.value is not None), default=None)


class _Node(NamedTuple):
    state: int
    base: int
    reach: Numbers
    """Of the other seat."""
    lone: bool
    """Whether only a challenge is left: nothing else is legal, or the bid cannot be true."""


@dataclass(slots=True)
class Tablebase:
    """Everything that is solved of a game's endgame; `load_tablebase` reads it, `solve_endgame` makes it."""

    game: LiarsDice
    rounds: dict[Position, SolvedRound]
    unsolved: tuple[Unsolved, ...] = ()
    _tables: dict[tuple[Position, Seat], tuple[RoundTree, Table]] = field(default_factory=dict, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The number of positions, the figures of each, and what is not solved."""
        return {
            "game": game_text(self.game),
            "positions": len(self.rounds) + len(self.unsolved),
            "solved": [solved.to_json() for solved in self.rounds.values()],
            "unsolved": [one.to_json() for one in self.unsolved],
            "seconds": sum(solved.seconds for solved in self.rounds.values()),
        }

    @property
    def values(self) -> Mapping[Position, float]:
        """To the opener, by position."""
        return {position: solved.value for position, solved in self.rounds.items()}

    @property
    def fractions(self) -> Mapping[Position, Fraction]:
        """The values that are proven without rounding."""
        found = {position: solved.fraction for position, solved in self.rounds.items()}
        return {position: fraction for position, fraction in found.items() if fraction is not None}

    @property
    def errors(self) -> Mapping[Position, float]:
        """How far each value may be wrong."""
        return {position: solved.error for position, solved in self.rounds.items()}

    def keep(self, solved: SolvedRound, averages: Table) -> None:
        """Add a solved position, here and in the cache folder."""
        self._forget(solved)
        keep_solved(folder_of(self.game), solved, averages)

    def keep_sides(self, solved: SolvedRound, sides: tuple[Side, Side]) -> None:
        """Add a position that was solved with restricted trees."""
        self._forget(solved)
        keep_sides(folder_of(self.game), solved, sides)

    def _forget(self, solved: SolvedRound) -> None:
        """Take new figures; tables that were read before are read anew."""
        self.rounds[solved.position] = solved
        for seat in (0, 1):
            self._tables.pop((solved.position, seat), None)

    def position_of(self, view: View) -> Position | None:
        """The position of a view's round, if it is solved."""
        if len(view.dice) != 2 or view.opener is None or view.special:
            return None
        first = view.opener
        dice, exacts = (view.dice[first], view.dice[1 - first]), (view.exacts[first], view.exacts[1 - first])
        position = Position(dice, exacts)
        return position if position in self.rounds else None

    def table(self, position: Position, seat: Seat) -> tuple[RoundTree, Table]:
        """The tree of a solved position with the strategy of a seat, and its averages.

        It has all actions of the other seat, and those of this one that its strategy may take. Where the whole round is
        stored, it has all actions of both, and both seats have the same one.
        """
        if (position, seat) not in self._tables:
            tree, folder = round_tree(solved_game(self.game), position), folder_of(self.game)
            if self.rounds[position].restricted:
                self._tables[position, seat] = load_side(folder, tree, seat)
            else:
                self._tables[position, 0] = self._tables[position, 1] = tree, load_averages(folder, tree)
        return self._tables[position, seat]

    def forget_tables(self) -> None:
        """Let go of what was read; it is read anew when it is asked for."""
        self._tables.clear()

    def probe(self, view: View, actions: Sequence[Action]) -> Probe | None:
        """The strategy over the actions of a view and what each is worth; `None` where the tablebase does not reach."""
        position = self.position_of(view)
        if position is None or view.seat is None or view.turn != view.seat:
            return None
        seat = 0 if view.seat == view.opener else 1
        solved = self.rounds[position]
        own, other = self._walk(position, view, seat, seat), self._walk(position, view, seat, 1 - seat)
        if own is None and other is None:
            return None
        if any(node is not None and node.lone for node in (own, other)):
            # Behind a bid that cannot be true, and where nothing else is left to say.
            only = next(action for action in actions if action in (CHALLENGE_BID, CHALLENGE_PASS))
            return Probe(solved, (Probed(only, 1.0, None),), True)
        hand = hands_of(len(view.cup), self.game.faces).index(view.cup)
        values = dict[Action, float]()
        if other is not None and other.reach.any():
            tree, averages = self.table(position, 1 - seat)
            numbers = self._values(tree, averages, other, seat, hand)
            values = dict(zip(tree.actions[other.state], numbers.tolist(), strict=True))
        mix = dict[Action, float]()
        if own is not None:
            tree, averages = self.table(position, seat)
            if _weight(tree, averages, own.state, own.base, hand) > 0:
                shares = node_mix(tree, averages, own.state, own.base)[:, hand]
                mix = dict(zip(tree.actions[own.state], shares.tolist(), strict=True))
        if not mix and not values:
            return None
        on_path = bool(mix)
        allowed = [action for action in actions if action in values or action in mix]
        best = max((action for action in allowed if action in values), key=values.__getitem__, default=None)
        options = tuple(
            Probed(action, mix.get(action, 0.0) if on_path else float(action == best), values.get(action))
            for action in allowed
        )
        return Probe(solved, options, on_path)

    def reaches(self, view: View) -> bool:
        """Whether `probe` has values for a view: the other seat, by its own strategy, may come to it."""
        position = self.position_of(view)
        if position is None or view.seat is None or view.turn != view.seat:
            return False
        seat = 0 if view.seat == view.opener else 1
        node = self._walk(position, view, seat, 1 - seat)
        return node is not None and not node.lone and bool(node.reach.any())

    def _walk(self, position: Position, view: View, seat: Seat, whose: Seat) -> _Node | None:
        """The node of a seat's view in the tree with the strategy of one seat; `None` outside it."""
        tree, averages = self.table(position, whose)
        restricted = self.rounds[position].restricted
        state, base, faces = 0, 0, self.game.faces
        reach = tree.deals[1 - seat]
        for said in view.said:
            speaker = int(tree.arrays.states[state, 0])
            at = action_number(tree, state, said)
            if at is None:
                # A bid that the shown dice make impossible, or one that this strategy never says.
                return None if restricted and speaker == whose else _Node(state, base, reach, True)
            kind, to, _, skip, _ = tree.arrays.edges[tree.arrays.states[state, 3] + at].tolist()
            if speaker != seat:
                reach = reach * node_mix(tree, averages, state, base)[at]
                if kind == PUSH:
                    reach = np.full(faces, reach.sum() / faces)
            if kind == 0 or to < 0:
                return _Node(state, base, reach, True)
            state, base = to, base + skip
        return _Node(state, base, reach, False)

    def _values(self, tree: RoundTree, averages: Table, node: _Node, seat: Seat, hand: int) -> Numbers:
        """By action: its value with a hand, against the other's strategy; zeros where the other never comes."""
        number = len(tree.actions[node.state])
        if not node.reach.any():
            return np.zeros(number)
        from mendax.games.liars_dice.solver.endgame.node import Store
        from mendax.games.liars_dice.solver.endgame.round_solver import Walker
        from mendax.games.liars_dice.solver.endgame.traversal import RESPOND

        pay = payments(tree, self.values)
        assert pay is not None, "a solved position follows what it leads to"
        walker = Walker(tree, pay, np.float64, 1)
        walker.run(Store(averages, averages), seat, RESPOND, node.reach, node.state, node.base)
        found = walker.works[0].values[: number * BLOCK].reshape(number, -1)
        start = tree.arrays.states[node.state, 3]
        pushed = tree.arrays.edges[start : start + number, 0] == PUSH
        return np.asarray(np.where(pushed, found[:, 0], found[:, hand]) / node.reach.sum())


def action_number(tree: RoundTree, state: int, said: Said) -> int | None:
    """The number of what was said among the actions of a state."""
    action = said.action
    return tree.actions[state].index(action) if action in tree.actions[state] else None


def weights_at(tree: RoundTree, table: Table, state: int, base: int) -> Numbers:
    """The weights of a node by action and hand; a push has those of the hands that contain its die."""
    _, mine, _, start, stop, _, _ = tree.arrays.states[state].tolist()
    hands = len(hands_of(2 if mine > 1 else 1, tree.game.faces))
    found = np.zeros((stop - start, hands))
    for at, (kind, _, row, _, face) in enumerate(tree.arrays.edges[start:stop].tolist()):
        if kind == PUSH:
            found[at, tree.arrays.pair[face]] = table[base + row, : tree.game.faces]
        else:
            found[at] = table[base + row : base + row + mine].reshape(-1)[:hands]
    return found


def _weight(tree: RoundTree, table: Table, state: int, base: int, hand: int) -> float:
    return float(weights_at(tree, table, state, base)[:, hand].sum())


def node_mix(tree: RoundTree, table: Table, state: int, base: int) -> Numbers:
    """The mix at a node by action and hand: in proportion to the weights, equal where there are none."""
    from mendax.games.liars_dice.solver.endgame.node import NOTHING

    weights = weights_at(tree, table, state, base)
    legal = np.ones(weights.shape)
    start = int(tree.arrays.states[state, 3])
    for at in range(len(legal)):
        kind, face = tree.arrays.edges[start + at, 0], tree.arrays.edges[start + at, 4]
        if kind == PUSH:
            legal[at] = 0.0
            legal[at, tree.arrays.pair[face]] = 1.0
    sums = weights.sum(axis=0)
    return np.asarray(
        np.where(sums > NOTHING, weights / np.where(sums > NOTHING, sums, 1.0), legal / legal.sum(axis=0))
    )


def load_tablebase(game: LiarsDice) -> Tablebase:
    """What is solved of a game's endgame, from the cache folder; nothing is computed."""
    folder = folder_of(game)
    found = {position: load_solved(folder, position) for position in positions_of(game)}
    return Tablebase(game, {position: solved for position, solved in found.items() if solved is not None})
