"""S5 models: each agent partitions the worlds, and a class is a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from mendax.logic.actions import ActionModel
from mendax.logic.errors import LogicError, check_names, unknown
from mendax.logic.formulas import Group
from mendax.logic.kernels import Labels, Truth, kernels
from mendax.logic.model import Model, every, valuation, words
from mendax.logic.worlds import BinaryNames, Positions, WorldNames

if TYPE_CHECKING:
    from mendax.logic.relational import RelationalModel

MOST_ATOMS = 24
"""The most atoms of a model with all valuations; beyond that the symbolic form is the one to use."""


class S5Model(Model):
    """A model in which each agent has classes of worlds that it cannot tell apart.

    >>> model = S5Model.of({"w1": "p", "w2": "p q", "w3": ""}, {"a": ["w1 w2"], "b": ["w2 w3"]})
    >>> model.where("K{a} p")
    ('w1', 'w2')
    >>> print(model.check("K{b} p", "w2"))
    K{b} p is false at w2: b considers w3 possible, where p is false
    """

    def __init__(
        self,
        names: WorldNames | Sequence[str],
        atoms: Iterable[str],
        agents: Iterable[str],
        values: Truth,
        labels: npt.NDArray[Any],
        alive: Truth | None = None,
    ) -> None:
        super().__init__(names, atoms, agents, values, every(len(names)) if alive is None else alive)
        labels = np.asarray(labels)
        if labels.shape != (len(self.agents), len(names)):
            raise LogicError("an S5 model needs a label for each agent at each world")
        self.labels, self._num_labels = _small(labels)
        # What a group tells apart together does not depend on who is alive, so restrictions share it.
        self._joint: dict[Group, tuple[Labels, int]] = {}
        self._components: dict[Group, tuple[Labels, int]] = {}

    @classmethod
    def of(
        cls,
        worlds: Mapping[str, str | Iterable[str]],
        classes: Mapping[str, Iterable[str | Iterable[str]]],
        atoms: str | Iterable[str] | None = None,
    ) -> S5Model:
        """A model of named worlds with the atoms true there, and for each agent the worlds it cannot tell apart.

        Lists of names may be texts with spaces. A world that is in no class of an agent is alone. Without `atoms` they
        are those that hold somewhere.
        """
        names, listed, values = valuation(worlds, atoms)
        labels = np.tile(np.arange(len(names), dtype=np.uint32), (len(classes), 1))
        for row, (agent, groups) in zip(labels, classes.items(), strict=True):
            seen = set[str]()
            for group in map(words, groups):
                label: int | None = None  # the position of the first
                for world in group:
                    position = names.position(world)
                    if position is None:
                        raise unknown(world, "world", names.names)
                    if world in seen:
                        raise LogicError(f"world {world} is in two classes of agent {agent}")
                    seen.add(world)
                    row[position] = label = label if label is not None else position
        return cls(names, listed, tuple(classes), values, labels)

    @classmethod
    def observing(cls, atoms: str | Iterable[str], observed: Mapping[str, str | Iterable[str]]) -> S5Model:
        """All valuations of some atoms, where each agent sees some of the atoms.

        >>> S5Model.observing("p q", {"a": "p"}).considers_possible("a", "10")
        ('10', '11')
        """
        listed = check_names(words(atoms), "atom")
        if len(listed) > MOST_ATOMS:
            raise LogicError(f"{len(listed)} atoms have too many valuations to list; use KnowledgeStructure")
        numbers = np.arange(1 << len(listed), dtype=np.uint32)
        bits = {atom: 1 << (len(listed) - 1 - place) for place, atom in enumerate(listed)}
        values = np.empty((len(listed), len(numbers)), dtype=np.bool_)
        for row, bit in zip(values, bits.values(), strict=True):
            np.not_equal(numbers & bit, 0, out=row)
        labels = np.empty((len(observed), len(numbers)), dtype=np.uint32)
        for label_row, seen in zip(labels, observed.values(), strict=True):
            named = words(seen)
            if wrong := [atom for atom in named if atom not in bits]:
                raise unknown(wrong[0], "atom", listed)
            np.bitwise_and(numbers, np.uint32(sum({bits[atom] for atom in named})), out=label_row)
        return cls(BinaryNames(numbers.astype(np.int64), len(listed)), listed, tuple(observed), values, labels)

    def knows(self, agent: str, holds: Truth) -> Truth:
        known, _ = kernels(len(self.names))
        return known(self.labels[self.place(agent)], self._num_labels, self.alive, holds)

    def knows_whether(self, agent: str, holds: Truth) -> Truth:
        _, known = kernels(len(self.names))
        return known(self.labels[self.place(agent)], self._num_labels, self.alive, holds)

    def common(self, group: Group, holds: Truth) -> Truth:
        labels, num_labels = self._component_labels(group)
        return kernels(len(self.names))[0](labels, num_labels, self.alive, holds)

    def distributed(self, group: Group, holds: Truth) -> Truth:
        labels, num_labels = self._joint_labels(group)
        return kernels(len(self.names))[0](labels, num_labels, self.alive, holds)

    def accessible(self, agent: str, position: int) -> Positions:
        labels = self.labels[self.place(agent)]
        return np.flatnonzero(self.alive & (labels == labels[position]))

    def restrict(self, holds: Truth) -> Self:
        left = self.with_alive(self.alive & holds)
        left._components = {}
        return left

    def take(self, positions: Positions) -> Self:
        names = self.names.take(positions)
        # `take` keeps each row in one piece, which indexing does not.
        values, labels = np.take(self.values, positions, axis=1), np.take(self.labels, positions, axis=1)
        return type(self)(names, self.atoms, self.agents, values, labels, self.alive[positions])

    def update(self, action: ActionModel) -> Model:
        from mendax.logic.product import product

        return product(self, action)

    def contract(self) -> Self:
        from mendax.logic.bisimulation import contract_s5

        model = self.compressed()
        first, labels = contract_s5(model)
        smaller = model.take(first)
        return type(self)(smaller.names, self.atoms, self.agents, smaller.values, labels)

    def to_relations(self) -> RelationalModel:
        """The same model, position by position, with its relations as arrows."""
        from mendax.logic.relational import RelationalModel

        living = np.flatnonzero(self.alive)
        arrows = []
        for labels in self.labels:
            order = living[np.argsort(labels[living], kind="stable")]
            groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
            sources = np.concatenate([np.repeat(group, len(group)) for group in groups])
            targets = np.concatenate([np.tile(group, len(group)) for group in groups])
            arrows.append((sources, targets))
        return RelationalModel(self.names, self.atoms, self.agents, self.values, arrows, self.alive)

    def reached_from(self, start: Truth) -> Truth:
        labels, num_labels = self._component_labels(tuple(sorted(self.agents)))
        touched = np.zeros(num_labels, dtype=np.bool_)
        touched[labels[start & self.alive]] = True
        return touched[labels]

    def edges(self) -> dict[tuple[int, int], Group]:
        """Lines that join each class: all pairs of a small class, a path through a large one."""
        found: dict[tuple[int, int], list[str]] = {}
        places = np.flatnonzero(self.alive)
        for agent, labels in zip(self.agents, self.labels, strict=True):
            for label in np.unique(labels[places]):
                members = [int(position) for position in places[labels[places] == label]]
                reach = len(members) if len(members) <= 4 else 2
                for place, one in enumerate(members):
                    for other in members[place + 1 : place + reach]:
                        found.setdefault((one, other), []).append(agent)
        return {pair: tuple(agents) for pair, agents in sorted(found.items())}

    @property
    def directed(self) -> bool:
        return False

    def to_json(self) -> dict[str, Any]:
        model = self.compressed()
        classes = {}
        for agent, labels in zip(self.agents, model.labels, strict=True):
            groups: dict[int, list[str]] = {}
            for position, label in enumerate(labels.tolist()):
                groups.setdefault(label, []).append(model.names[position])
            classes[agent] = list(groups.values())
        worlds = {model.names[position]: list(model.facts_at(position)) for position in range(len(model.names))}
        return {"kind": "s5", "atoms": list(self.atoms), "worlds": worlds, "classes": classes}

    def _joint_labels(self, group: Group) -> tuple[Labels, int]:
        """Labels of what the group can tell apart together."""
        if group not in self._joint:
            labels = self.labels[self.place(group[0])]
            for agent in group[1:]:
                pairs = labels.astype(np.int64) * self._num_labels + self.labels[self.place(agent)]
                labels = np.unique(pairs, return_inverse=True)[1].astype(np.uint32)
            self._joint[group] = labels, int(labels.max()) + 1
        return self._joint[group]

    def _component_labels(self, group: Group) -> tuple[Labels, int]:
        """For each living world the first one that some chain of the group's agents leads to."""
        if group not in self._components:
            rows = [self.labels[self.place(agent)] for agent in group]
            living = np.flatnonzero(self.alive)
            component = np.arange(len(self.names), dtype=np.uint32)
            while True:
                before = component.copy()
                for row in rows:
                    labels = row[living]
                    first = np.full(self._num_labels, len(self.names), dtype=np.uint32)
                    np.minimum.at(first, labels, component[living])
                    component[living] = first[labels]
                    component = component[component]  # the first world's own first world is nearer still
                if np.array_equal(before, component):
                    break
            self._components[group] = component, len(self.names)
        return self._components[group]


def _small(labels: npt.NDArray[Any]) -> tuple[npt.NDArray[np.uint32], int]:
    """Labels as small numbers from 0 on, equal where they were equal, and how many there may be."""
    if labels.size == 0:
        return labels.astype(np.uint32), 0
    lowest, highest = int(labels.min()), int(labels.max())
    if lowest < 0 or highest >= 4 * labels.shape[1]:
        near = lowest >= 0 and highest < 1 << 24
        rows = [_renumbered(row, highest) if near else np.unique(row, return_inverse=True)[1] for row in labels]
        labels = np.stack(rows)
        highest = int(labels.max())
    return labels.astype(np.uint32, copy=False), highest + 1


def _renumbered(labels: npt.NDArray[Any], highest: int) -> npt.NDArray[np.uint32]:
    """Labels without gaps, by a table instead of sorting."""
    used = np.zeros(highest + 1, dtype=np.bool_)
    used[labels] = True
    numbers: npt.NDArray[np.uint32] = np.cumsum(used, dtype=np.uint32) - np.uint32(1)
    found: npt.NDArray[np.uint32] = numbers[labels]
    return found
