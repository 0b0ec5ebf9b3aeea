"""What any policy loses against the tablebase, position by position, by exact best responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from mendax.core.game import Seat
from mendax.games.liars_dice.rules import Action, Answer, Bid, LiarsDice, Said, View
from mendax.games.liars_dice.solver.endgame.positions import Position
from mendax.games.liars_dice.solver.endgame.round_tree import PUSH, WIDTH, Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.solving import payments
from mendax.games.liars_dice.solver.endgame.tablebase import Tablebase
from mendax.games.liars_dice.solver.endgame.views import cups_at, view_at

Policy: TypeAlias = Callable[[Sequence[View], Sequence[Action]], Sequence[Mapping[Action, float]]]
"""The mixes of one seat for views that differ only in its cup; the actions are those of the tree, for any cup."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a policy loses in a position to a best response, in payoff."""

    position: Position
    opening: float
    """When the policy opens the round: the value minus what is left of it."""
    answering: float
    """When the other opens it."""
    unseen: float
    """Up to so much more or less: where the policy comes less often than was looked at, it was taken to mix equally."""
    nodes: int
    """Histories in which the policy was asked."""
    at_least: bool = False
    """Whether the best response had few actions alone, those of the tablebase's own strategy; it may win more."""

    def to_json(self) -> dict[str, Any]:
        """All of it, with the position by its name."""
        return {
            "position": self.position.name,
            "opening": self.opening,
            "answering": self.answering,
            "unseen": self.unseen,
            "nodes": self.nodes,
            "at_least": self.at_least,
        }


class _At(NamedTuple):
    state: int
    base: int
    reach: Numbers
    said: tuple[Said, ...]


class _Asking:
    """Asks a policy in every history that it comes to often enough, and writes its mixes into a table."""

    def __init__(self, game: LiarsDice, tree: RoundTree, policy: Policy, seat: Seat, least: float) -> None:
        self.game, self.tree, self.policy, self.seat, self.least = game, tree, policy, seat, least
        self.table = np.zeros((tree.size[0], WIDTH), np.float32)
        self.nodes, self.cut = 0, dict[int, float]()

    def run(self) -> None:
        stack = [_At(0, 0, self.tree.deals[self.seat], ())]
        while stack:
            at = stack.pop()
            stack += self._asked(at) if self.tree.arrays.states[at.state, 0] == self.seat else self._heard(at)

    def _edges(self, at: _At) -> list[tuple[Bid | Answer, list[int]]]:
        start, stop = self.tree.arrays.states[at.state, 3:5].tolist()
        return list(zip(self.tree.actions[at.state], self.tree.arrays.edges[start:stop].tolist(), strict=True))

    def _heard(self, at: _At) -> list[_At]:
        """The other speaks: the policy may come to everything below."""
        found = []
        for action, (kind, to, _, skip, _) in self._edges(at):
            if kind and to >= 0:
                found.append(_At(to, at.base + skip, at.reach, (*at.said, Said(1 - self.seat, action))))
        return found

    def _asked(self, at: _At) -> list[_At]:
        """The policy speaks."""
        edges, faces = self._edges(at), self.game.faces
        mixes = self._mixes(at)
        self.nodes += 1
        found = []
        for number, (action, (kind, to, row, skip, face)) in enumerate(edges):
            mix = mixes[number]
            reach = at.reach * mix
            if kind == PUSH:
                self.table[at.base + row, :faces] = mix[self.tree.arrays.pair[face]]
                reach = np.full(faces, reach.sum() / faces)
            else:
                wide = int(self.tree.arrays.states[at.state, 1])
                padded = np.pad(mix, (0, wide * WIDTH - len(mix)))
                self.table[at.base + row : at.base + row + wide] = padded.reshape(wide, WIDTH)
            if kind and to >= 0:
                below = _At(to, at.base + skip, reach, (*at.said, Said(self.seat, action)))
                if reach.sum() > self.least:
                    found.append(below)
                else:
                    self.cut[below.base] = float(reach.sum())
        return found

    def _mixes(self, at: _At) -> Numbers:
        """By action and hand."""
        cups = cups_at(self.tree, at.state, self.seat)
        views = [view_at(self.tree, at.state, at.said, self.seat, cup) for cup in cups]
        actions = self.tree.actions[at.state]
        mixes = self.policy(views, actions)
        found = np.array([[mix.get(action, 0.0) for mix in mixes] for action in actions])
        # What a policy gives to bids that the shown dice make impossible goes to the others: it would lose by them.
        sums = found.sum(axis=0)
        return np.asarray(np.where(sums > 0, found / np.where(sums > 0, sums, 1.0), 1.0 / len(actions)))


def loss_in(base: Tablebase, position: Position, policy: Policy, least: float = 0.0) -> Loss:
    """What a policy loses in one round of a position; what follows is worth the values of the tablebase.

    Histories to which the policy comes with a probability of at most `least` are not asked about. Where a round is too
    large to store, the best response has only what the tablebase's own strategy has.
    """
    from mendax.games.liars_dice.solver.endgame.node import Store
    from mendax.games.liars_dice.solver.endgame.round_solver import Walker
    from mendax.games.liars_dice.solver.endgame.traversal import RESPOND

    lost, nodes, unseen = list[float](), 0, 0.0
    for seat in (0, 1):
        # Here the policy's seat has all actions.
        tree, _ = base.table(position, 1 - seat)
        pay = payments(tree, base.values)
        assert pay is not None, "a solved position follows what it leads to"
        asking = _Asking(base.game, tree, policy, seat, least)
        asking.run()
        walker = Walker(tree, pay, np.float64, 1)
        values = walker.run(Store(asking.table, asking.table), 1 - seat, RESPOND, tree.deals[seat])
        deal = tree.deals[1 - seat]
        won = float(values[: len(deal)] @ deal)
        value = base.rounds[position].value
        lost.append(won + (value if seat == 0 else -value))
        nodes += asking.nodes
        unseen = max(unseen, _most_cut(tree, asking))
    return Loss(position, lost[0], lost[1], unseen, nodes, base.rounds[position].restricted)


def _most_cut(tree: RoundTree, asking: _Asking) -> float:
    """The most that any play of the other makes of the histories not asked about: what a round can pay there."""
    if not asking.cut:
        return 0.0
    states, edges = tree.arrays.states, tree.arrays.edges

    def most(state: int, base: int) -> float:
        if base in asking.cut:
            return 2.0 * asking.cut[base]
        start, stop = states[state, 3:5].tolist()
        below = [most(to, base + skip) for kind, to, _, skip, _ in edges[start:stop].tolist() if kind and to >= 0]
        if states[state, 0] == asking.seat:
            return sum(below)
        return max(below, default=0.0)

    return most(0, 0)


def losses(
    base: Tablebase, policy: Policy, least: float = 0.0, report: Callable[[str], None] = lambda text: None
) -> tuple[Loss, ...]:
    """What a policy loses in each solved position."""
    found = []
    for position in base.rounds:
        report(position.name)
        found.append(loss_in(base, position, policy, least))
    return tuple(found)
