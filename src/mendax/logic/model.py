"""What S5 models and general models share: worlds, atoms, agents, checking and updates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from mendax.logic.errors import LogicError, check_names, unknown
from mendax.logic.formulas import Formula, Group
from mendax.logic.kernels import Truth
from mendax.logic.parser import parse
from mendax.logic.worlds import ListedNames, Positions, WorldNames

if TYPE_CHECKING:
    from mendax.logic.actions import ActionModel
    from mendax.logic.verdict import Verdict

DRAWN = 48
"""The largest model that shows itself as a drawing in a notebook."""


def as_formula(formula: Formula | str, actions: Iterable[ActionModel] = ()) -> Formula:
    """A formula, or the formula of a text."""
    return parse(formula, actions) if isinstance(formula, str) else formula


class Model(ABC):
    """A finite Kripke model. Announcements and updates return a new one; nothing changes in place.

    Worlds are positions of arrays. After an announcement some positions are no longer alive; they stay in the arrays
    until fewer than half are left, because copying all arrays costs more than skipping a few worlds.
    """

    def __init__(
        self,
        names: WorldNames | Sequence[str],
        atoms: Iterable[str],
        agents: Iterable[str],
        values: Truth,
        alive: Truth,
    ) -> None:
        self.names: WorldNames = ListedNames(names) if isinstance(names, list | tuple) else cast(WorldNames, names)
        self.atoms = check_names(atoms, "atom")
        self.agents = check_names(agents, "agent")
        self.values: Truth = np.asarray(values, dtype=np.bool_)
        self.alive = alive
        self.num_worlds = int(np.count_nonzero(alive))
        self._rows = {atom: row for row, atom in enumerate(self.atoms)}
        self._places = {agent: place for place, agent in enumerate(self.agents)}
        if self.values.shape != (len(self.atoms), len(names)) or alive.shape != (len(names),):
            raise LogicError("a model needs a value for each atom at each world")
        if not len(names):
            raise LogicError("a model has at least one world")

    # -- what a kind of model must say

    @abstractmethod
    def knows(self, agent: str, holds: Truth) -> Truth:
        """Where an agent knows something, given where it holds."""

    @abstractmethod
    def knows_whether(self, agent: str, holds: Truth) -> Truth:
        """Where an agent knows whether something holds."""

    @abstractmethod
    def common(self, group: Group, holds: Truth) -> Truth:
        """Where something is common knowledge of a group."""

    @abstractmethod
    def distributed(self, group: Group, holds: Truth) -> Truth:
        """Where something is distributed knowledge of a group."""

    @abstractmethod
    def accessible(self, agent: str, position: int) -> Positions:
        """The positions of the worlds that an agent considers possible at a world."""

    @abstractmethod
    def restrict(self, holds: Truth) -> Self:
        """The same positions with only the worlds alive where this holds."""

    @abstractmethod
    def take(self, positions: Positions) -> Self:
        """The model of these positions alone."""

    @abstractmethod
    def update(self, action: ActionModel) -> Model:
        """The product with an event model: a world for each world and event that can happen there."""

    @abstractmethod
    def contract(self) -> Self:
        """The smallest bisimilar model: all formulas hold as before, except those with `D`.

        Distributed knowledge can tell bisimilar worlds apart, so contraction may lose some of it.
        """

    @abstractmethod
    def edges(self) -> Mapping[tuple[int, int], Group]:
        """What a drawing shows: by pair of positions the agents whose line joins them."""

    @property
    @abstractmethod
    def directed(self) -> bool:
        """Whether the lines of a drawing are arrows."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The model as JSON; `model_from_json` reads it."""

    # -- worlds, atoms and agents

    @property
    def worlds(self) -> tuple[str, ...]:
        """The names of the worlds."""
        return tuple(self.names[int(position)] for position in np.flatnonzero(self.alive))

    def position(self, world: str) -> int:
        """The position of a world."""
        position = self.names.position(world)
        if position is None or not self.alive[position]:
            few = self.worlds if self.num_worlds <= 1000 else tuple(self.names[int(p)] for p in self._some(9))
            raise unknown(world, "world", few)
        return position

    def _some(self, number: int) -> Positions:
        return np.flatnonzero(self.alive)[:number]

    def atom(self, name: str) -> Truth:
        """Where an atom holds."""
        if name not in self._rows:
            raise unknown(name, "atom", self.atoms)
        row: Truth = self.values[self._rows[name]]
        return row

    def place(self, agent: str) -> int:
        """Where an agent stands in the list."""
        if agent not in self._places:
            raise unknown(agent, "agent", self.agents)
        return self._places[agent]

    def facts(self, world: str) -> tuple[str, ...]:
        """The atoms that hold at a world."""
        return self.facts_at(self.position(world))

    def facts_at(self, position: int) -> tuple[str, ...]:
        """The atoms that hold at a position."""
        return tuple(self.atoms[int(row)] for row in np.flatnonzero(self.values[:, position]))

    def considers_possible(self, agent: str, world: str) -> tuple[str, ...]:
        """The worlds that an agent considers possible at a world."""
        return tuple(self.names[int(position)] for position in self.accessible(agent, self.position(world)))

    # -- checking

    def truth(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> Truth:
        """Where a formula holds, by position."""
        from mendax.logic.evaluation import truth

        return truth(self, as_formula(formula, actions))

    def where(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> tuple[str, ...]:
        """The worlds at which a formula holds."""
        holds = self.truth(formula, actions) & self.alive
        return tuple(self.names[int(position)] for position in np.flatnonzero(holds))

    def holds(self, formula: Formula | str, world: str, actions: Iterable[ActionModel] = ()) -> bool:
        """Whether a formula holds at a world."""
        position = self.position(world)
        return bool(self.truth(formula, actions)[position])

    def valid(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> bool:
        """Whether a formula holds at all worlds."""
        return not bool((self.alive & ~self.truth(formula, actions)).any())

    def check(self, formula: Formula | str, world: str | None = None, actions: Iterable[ActionModel] = ()) -> Verdict:
        """Whether a formula holds, at a world or at all; if it does not, where and why."""
        from mendax.logic.verdict import verdict

        return verdict(self, as_formula(formula, actions), world)

    # -- updates

    def announce(self, formula: Formula | str, actions: Iterable[ActionModel] = ()) -> Self:
        """The model after a truthful public announcement: only worlds where it holds remain."""
        said = as_formula(formula, actions)
        left = self.restrict(self.truth(said))
        if left.num_worlds == 0:
            raise LogicError(f"nobody can announce what holds at no world: {_short(said)}")
        return left.compressed() if 2 * left.num_worlds < len(left.names) else left

    def compressed(self) -> Self:
        """The same worlds without the positions of those that are gone."""
        return self if self.num_worlds == len(self.names) else self.take(np.flatnonzero(self.alive))

    def reachable(self, world: str) -> Self:
        """The part of the model that matters at a world: all worlds that some chain of agents leads to."""
        found = np.zeros(len(self.names), dtype=np.bool_)
        found[self.position(world)] = True
        return self.restrict(found | self.reached_from(found) if self.agents else found).compressed()

    @abstractmethod
    def reached_from(self, start: Truth) -> Truth:
        """The positions that some chain of agents leads to from these."""

    def with_alive(self, alive: Truth) -> Self:
        """The same arrays with other worlds alive."""
        model = copy(self)
        model.alive = alive
        model.num_worlds = int(np.count_nonzero(alive))
        return model

    # -- showing

    def to_dot(self, world: str | None = None) -> str:
        """The model as text for Graphviz; one world may be marked as the actual one."""
        from mendax.logic.dot import to_dot

        return to_dot(self, world)

    def to_svg(self, world: str | None = None) -> str:
        """The model as an SVG picture; one world may be marked as the actual one."""
        from mendax.logic.svg import to_svg

        return to_svg(self, world)

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if self.num_worlds <= DRAWN else None

    def _repr_html_(self) -> str:
        return self._repr_svg_() or f"<p>{self}</p>"

    def __str__(self) -> str:
        kind = "S5 model" if not self.directed else "model"
        return f"{kind} of {self.num_worlds} worlds, {len(self.atoms)} atoms, {len(self.agents)} agents"

    __repr__ = __str__


def _short(formula: Formula) -> str:
    text = str(formula)
    return text if len(text) <= 120 else text[:117] + "..."


def words(text: str | Iterable[str]) -> tuple[str, ...]:
    """Names that were given as a list or as one text with spaces."""
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


def valuation(
    worlds: Mapping[str, str | Iterable[str]], atoms: str | Iterable[str] | None
) -> tuple[ListedNames, tuple[str, ...], Truth]:
    """Names, atoms and values of worlds that are given by the atoms that hold there."""
    facts = {world: words(held) for world, held in worlds.items()}
    listed = words(atoms) if atoms is not None else tuple(sorted({atom for held in facts.values() for atom in held}))
    rows = {atom: row for row, atom in enumerate(listed)}
    values = np.zeros((len(listed), len(facts)), dtype=np.bool_)
    for position, held in enumerate(facts.values()):
        for atom in held:
            if atom not in rows:
                raise unknown(atom, "atom", listed)
            values[rows[atom], position] = True
    return ListedNames(facts), listed, values


def every(size: int) -> Truth:
    """Every position."""
    return np.ones(size, dtype=np.bool_)
