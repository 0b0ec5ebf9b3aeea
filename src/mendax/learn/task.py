"""The word *Task*: a game as a learner plays it, as pure functions over many games at once.

A game is a fixed number of turns, and every turn the same short pattern of decisions, each made by one of a few
*heads*. So all games of a batch stand at the same decision at any time, only the head that is needed is
computed, and no game waits for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import jax

Array: TypeAlias = jax.Array


class Observation(NamedTuple):
    """What a network sees of a position; the leading axes are free."""

    things: Array
    """A few things of the same sort, such as dice: which kind each one is, from 0 up (the last axis; whole numbers)."""
    plain: Array
    """Everything else, as numbers of the order of one (the last axis; float32)."""


@dataclass(frozen=True, slots=True)
class CategoricalHead:
    """A head that takes one of several options."""

    name: str
    options: int


@dataclass(frozen=True, slots=True)
class SubsetHead:
    """A head that takes any subset of the things: bit i of the action stands for thing i."""

    name: str
    things: int

    @property
    def options(self) -> int:
        """How many subsets there are."""
        return 1 << self.things


Head: TypeAlias = CategoricalHead | SubsetHead


class Task(Protocol):
    """A game as a learner plays it: frozen, hashable, every method a pure function inside a compiled program.

    A state is any tree of arrays with one axis, the games.
    """

    def __hash__(self) -> int:
        """Compiled programs are kept by their task."""

    @property
    def heads(self) -> tuple[Head, ...]:
        """The kinds of decision."""

    @property
    def pattern(self) -> tuple[int, ...]:
        """The decisions of a turn in order, each the number of its head."""

    @property
    def turns(self) -> int:
        """How many turns a game has."""

    @property
    def things(self) -> tuple[int, int]:
        """How many things an observation has, and of how many kinds."""

    @property
    def num_plain(self) -> int:
        """How many plain numbers an observation has."""

    def chances(self, key: Array, games: int) -> tuple[Any, Any]:
        """All chance of some games: what `start` takes, and what `step` takes with leading axes turn and step."""

    def start(self, chance: Any) -> Any:
        """The first position."""

    def observe(self, state: Any) -> Observation:
        """What the network sees."""

    def legal(self, state: Any, head: int) -> Array | None:
        """By game and option: whether the head may take it; `None` where every option is always legal."""

    def step(self, state: Any, head: int, action: Array, chance: Any) -> tuple[Any, Array]:
        """The next position, and the reward."""

    def outcome(self, state: Any) -> Mapping[str, Array]:
        """By game, once it is over: `score`, and other rates for the log."""

    def cut(self, turns: int) -> Task:
        """The same task with fewer turns: a stage of a curriculum."""

    def whole(self) -> Task:
        """The full game, by which every learner is judged."""


def steps_of(task: Task, head: int) -> tuple[int, ...]:
    """The places in a turn at which a head decides."""
    return tuple(step for step, at in enumerate(task.pattern) if at == head)
