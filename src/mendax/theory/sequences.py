"""The sequence form of a two-player game (or of one sub-game of it).

A *sequence* is what one seat has done so far: the empty sequence, or an action at one of its
information sets. A leaf of the tree is reached by one sequence of each seat and by chance. With
perfect recall every information set hangs under one sequence of its seat, and then realisation
plans, best responses and equilibria are linear in the number of leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat, Turn

Mix: TypeAlias = Mapping[Any, float]
Policy: TypeAlias = Callable[[Any, Sequence[Any]], Mix]
"""A mix over the legal actions for every view of one seat."""
Vector: TypeAlias = npt.NDArray[np.float64]


def follow(mixes: Mapping[Any, Mix]) -> Policy:
    """The policy that looks its mixes up in a table."""
    return lambda view, actions: mixes[view]


MAX_LEAVES = 2_000_000
"""A larger tree is refused: solving it as one linear program would need too much memory."""
LOOK_AHEAD = 20_000
"""After so many leaves the tree is looked at level by level: one that is far too large is refused at once."""
LEVEL = 200_000
"""How many states of a level are looked at."""


@dataclass(frozen=True, slots=True)
class Node:
    """One of the states that a seat cannot tell apart by its view, with how it is reached."""

    state: Any
    other: int
    """The other seat's sequence."""
    chance: float


@dataclass(frozen=True, slots=True)
class InformationSet:
    """A view at which a seat acts, and the sequences that begin there."""

    view: Any
    actions: tuple[Any, ...]
    parent: int
    first: int
    nodes: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where the tree is cut: the match is over, or a new sub-game begins."""

    sequences: tuple[int, int]
    chance: float
    state: Any


@dataclass(slots=True)
class SequenceForm:
    """The tree below one state, down to the ends of the match and the next sub-games."""

    root: Any
    sets: tuple[dict[Any, InformationSet], dict[Any, InformationSet]] = field(default_factory=lambda: ({}, {}))
    """Information sets of each seat by view, every parent before its children."""
    num_sequences: list[int] = field(default_factory=lambda: [1, 1])
    leaves: list[Leaf] = field(default_factory=list)

    def plan(self, seat: Seat, policy: Policy) -> Vector:
        """The realisation plan: the probability of each sequence by the seat's own choices."""
        reach = np.zeros(self.num_sequences[seat])
        reach[0] = 1.0
        for info in self.sets[seat].values():
            mix = policy(info.view, info.actions)
            for offset, action in enumerate(info.actions):
                reach[info.first + offset] = reach[info.parent] * mix.get(action, 0.0)
        return reach

    def policy(self, seat: Seat, plan: Vector) -> dict[Any, dict[Any, float]]:
        """The mixes of a realisation plan; equal shares where the seat itself never comes."""
        mixes: dict[Any, dict[Any, float]] = {}
        for info in self.sets[seat].values():
            weights = np.clip(plan[info.first : info.first + len(info.actions)], 0.0, None)
            total = float(weights.sum())
            shares = weights / total if total > 1e-12 else np.full(len(info.actions), 1 / len(info.actions))
            mixes[info.view] = dict(zip(info.actions, map(float, shares), strict=True))
        return mixes


def walk(game: AnyGame) -> Iterator[SequenceForm]:
    """The sequence form of every sub-game that can be reached, each after those it leads to."""
    stack: list[tuple[Any, SequenceForm | None]] = [(game.start(), None)]
    seen = set()
    while stack:
        state, form = stack.pop()
        if form is not None:
            yield form
        elif state not in seen:
            seen.add(state)
            form = expand(game, state)
            stack.append((state, form))
            stack.extend((leaf.state, None) for leaf in form.leaves if game.turn(leaf.state) is not Turn.OVER)


def leaf_value(game: AnyGame, leaf: Leaf, seat: Seat, values: Mapping[Any, float]) -> float:
    """The value of a leaf to a seat: its payoff, or the value of the sub-game that begins there."""
    return game.payoffs(leaf.state)[seat] if game.turn(leaf.state) is Turn.OVER else values[leaf.state]


def expand(game: AnyGame, root: Any) -> SequenceForm:
    """The sequence form of the tree below a state of a two-player game."""
    if game.seats != 2:
        raise MendaxError(f"exact solving needs two seats, and {game.name} has {game.seats} here")
    form = SequenceForm(root)
    stack: list[tuple[Any, int, int, float]] = [(root, 0, 0, 1.0)]
    while stack:
        state, first, second, chance = stack.pop()
        turn = game.turn(state)
        if turn is Turn.OVER or (state is not root and game.subgame(state)):
            form.leaves.append(Leaf((first, second), chance, state))
            if turn is Turn.OVER and abs(sum(payoffs := game.payoffs(state))) > 1e-9:
                raise MendaxError(f"exact solving needs a zero-sum game; {game.name} can pay {payoffs}")
            if len(form.leaves) > MAX_LEAVES or (len(form.leaves) == LOOK_AHEAD and is_too_large(game, root)):
                raise MendaxError(f"{game.name} is too large to solve whole: over {MAX_LEAVES:,} ends of play")
        elif turn is Turn.CHANCE:
            for outcome, probability in reversed(game.chances(state)):
                stack.append((game.apply(state, outcome), first, second, chance * probability))
        else:
            info = _information_set(form, game, state, turn, (first, second)[turn])
            info.nodes.append(Node(state, (first, second)[1 - turn], chance))
            for offset in reversed(range(len(info.actions))):
                after, sequence = game.apply(state, info.actions[offset]), info.first + offset
                stack.append((after, sequence, second, chance) if turn == 0 else (after, first, sequence, chance))
    return form


def is_too_large(game: AnyGame, root: Any) -> bool:
    """Whether the first levels of the tree below a state show that it has more than `MAX_LEAVES` leaves.

    Every state of a level leads to at least one leaf, and to others than its neighbours do: no level has more states
    than the tree has leaves. `False` means that the first levels do not tell.
    """
    level, leaves = [root], 0
    while 0 < len(level) <= LEVEL:
        below, size = list[Any](), leaves
        for state in level:
            turn = game.turn(state)
            following: Sequence[Any] = ()
            if turn is Turn.OVER or (state is not root and game.subgame(state)):
                leaves += 1
                size += 1
            elif turn is Turn.CHANCE:
                following = [outcome for outcome, _ in game.chances(state)]
            else:
                following = game.actions(state)
            size += len(following)
            if size > MAX_LEAVES:
                return True
            if size <= LEVEL:
                below += [game.apply(state, action) for action in following]
        level = below if size <= LEVEL else []
    return False


def _information_set(form: SequenceForm, game: AnyGame, state: object, seat: Seat, parent: int) -> InformationSet:
    view = game.view(state, seat)
    known = form.sets[seat].get(view)
    if known is None:
        known = InformationSet(view, tuple(game.actions(state)), parent, form.num_sequences[seat])
        form.sets[seat][view] = known
        form.num_sequences[seat] += len(known.actions)
    elif known.parent != parent:
        raise ValueError(f"{game.name}: seat {seat} forgets what it did before {view}: no perfect recall")
    return known
