"""General models: each agent has arrows from worlds to the worlds it considers possible there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Self

import numpy as np

from mendax.logic.actions import ActionModel
from mendax.logic.errors import LogicError, unknown
from mendax.logic.formulas import Group
from mendax.logic.kernels import Truth
from mendax.logic.model import Model, every, valuation
from mendax.logic.worlds import Positions, WorldNames


class RelationalModel(Model):
    """A model with any relations; with them `K` is belief, which may be wrong.

    >>> model = RelationalModel.of({"w1": "p", "w2": ""}, {"a": [("w1", "w2"), ("w2", "w2")]})
    >>> model.holds("p & K{a} ~p", "w1")
    True
    """

    def __init__(
        self,
        names: WorldNames | Sequence[str],
        atoms: Iterable[str],
        agents: Iterable[str],
        values: Truth,
        arrows: Sequence[tuple[Positions, Positions]],
        alive: Truth | None = None,
    ) -> None:
        super().__init__(names, atoms, agents, values, every(len(names)) if alive is None else alive)
        if len(arrows) != len(self.agents):
            raise LogicError("a model needs a relation for each agent")
        self.arrows = tuple(self._sorted(sources, targets) for sources, targets in arrows)

    def _sorted(self, sources: Positions, targets: Positions) -> tuple[Positions, Positions]:
        """Arrows in order of their sources, each once."""
        size = max(1, len(self.names))
        codes = np.unique(np.asarray(sources, dtype=np.intp) * size + np.asarray(targets, dtype=np.intp))
        return codes // size, codes % size

    @classmethod
    def of(
        cls,
        worlds: Mapping[str, str | Iterable[str]],
        arrows: Mapping[str, Iterable[tuple[str, str]]],
        atoms: str | Iterable[str] | None = None,
    ) -> RelationalModel:
        """A model of named worlds with the atoms true there, and for each agent pairs of worlds."""
        names, listed, values = valuation(worlds, atoms)
        positions = {name: position for position, name in enumerate(names.names)}
        relations = []
        for pairs in map(list, arrows.values()):
            for world in (world for pair in pairs for world in pair):
                if world not in positions:
                    raise unknown(world, "world", names.names)
            sources = np.array([positions[source] for source, _ in pairs], dtype=np.intp)
            targets = np.array([positions[target] for _, target in pairs], dtype=np.intp)
            relations.append((sources, targets))
        return cls(names, listed, tuple(arrows), values, relations)

    def knows(self, agent: str, holds: Truth) -> Truth:
        return ~_leads_to(self.arrows[self.place(agent)], self.alive & ~holds)

    def knows_whether(self, agent: str, holds: Truth) -> Truth:
        arrows = self.arrows[self.place(agent)]
        return ~(_leads_to(arrows, self.alive & ~holds) & _leads_to(arrows, self.alive & holds))

    def common(self, group: Group, holds: Truth) -> Truth:
        arrows = [self.arrows[self.place(agent)] for agent in group]
        goal = self.alive & ~holds
        refuted = np.zeros_like(goal)
        while True:
            further = np.logical_or.reduce([_leads_to(each, goal) for each in arrows]) & self.alive
            if np.array_equal(further, refuted):
                return ~refuted
            refuted = further
            goal = goal | refuted

    def distributed(self, group: Group, holds: Truth) -> Truth:
        size = max(1, len(self.names))
        codes = [sources * size + targets for sources, targets in (self.arrows[self.place(agent)] for agent in group)]
        shared = reduce(lambda one, other: np.intersect1d(one, other, assume_unique=True), codes)
        return ~_leads_to((shared // size, shared % size), self.alive & ~holds)

    def accessible(self, agent: str, position: int) -> Positions:
        sources, targets = self.arrows[self.place(agent)]
        found = targets[np.searchsorted(sources, position) : np.searchsorted(sources, position, side="right")]
        return found[self.alive[found]]

    def restrict(self, holds: Truth) -> Self:
        return self.with_alive(self.alive & holds)

    def take(self, positions: Positions) -> Self:
        place = np.full(len(self.names), -1, dtype=np.intp)
        place[positions] = np.arange(len(positions))
        arrows = []
        for sources, targets in self.arrows:
            kept = (place[sources] >= 0) & (place[targets] >= 0)
            arrows.append((place[sources[kept]], place[targets[kept]]))
        names, values = self.names.take(positions), self.values[:, positions]
        return type(self)(names, self.atoms, self.agents, values, arrows, self.alive[positions])

    def update(self, action: ActionModel) -> Model:
        from mendax.logic.product import product

        return product(self, action)

    def contract(self) -> Self:
        from mendax.logic.bisimulation import contract_relations

        model = self.compressed()
        first, arrows = contract_relations(model)
        return type(self)(model.names.take(first), self.atoms, self.agents, model.values[:, first], arrows)

    def reached_from(self, start: Truth) -> Truth:
        found = np.zeros_like(start)
        while True:
            further = found.copy()
            for sources, targets in self.arrows:
                further[targets[(start | found)[sources]]] = True
            further &= self.alive
            if np.array_equal(further, found):
                return found
            found = further

    @property
    def is_s5(self) -> bool:
        """Whether every relation is an equivalence."""
        return self.partitions() is not None

    def partitions(self) -> list[Positions] | None:
        """For each agent the first world of each world's class, or None if a relation is no equivalence."""
        model = self.compressed()
        size = len(model.names)
        labels = []
        for sources, targets in model.arrows:
            first = np.full(size, -1, dtype=np.intp)
            first[sources[::-1]] = targets[::-1]  # the lowest target of each source: arrows are in order
            classes, sizes = np.unique(first, return_counts=True)
            whole = int((sizes.astype(np.int64) ** 2).sum())
            if (classes == -1).any() or not (first[sources] == first[targets]).all() or len(sources) != whole:
                return None
            labels.append(first)
        return labels

    def to_s5(self) -> Model:
        """The same model by partitions, if its relations are equivalences."""
        from mendax.logic.s5 import S5Model

        labels = self.partitions()
        if labels is None:
            raise LogicError("not an S5 model: some relation is not reflexive, symmetric and transitive")
        model = self.compressed()
        table = np.stack(labels) if labels else np.zeros((0, len(model.names)), dtype=np.intp)
        return S5Model(model.names, self.atoms, self.agents, model.values, table)

    def edges(self) -> dict[tuple[int, int], Group]:
        found: dict[tuple[int, int], list[str]] = {}
        for agent, (sources, targets) in zip(self.agents, self.arrows, strict=True):
            living = self.alive[sources] & self.alive[targets]
            for pair in zip(sources[living].tolist(), targets[living].tolist(), strict=True):
                found.setdefault(pair, []).append(agent)
        return {pair: tuple(agents) for pair, agents in sorted(found.items())}

    @property
    def directed(self) -> bool:
        return True

    def to_json(self) -> dict[str, Any]:
        model = self.compressed()
        names = model.names
        arrows = {
            agent: [
                [names[source], names[target]] for source, target in zip(*map(np.ndarray.tolist, pair), strict=True)
            ]
            for agent, pair in zip(self.agents, model.arrows, strict=True)
        }
        worlds = {names[position]: list(model.facts_at(position)) for position in range(len(names))}
        return {"kind": "relations", "atoms": list(self.atoms), "worlds": worlds, "arrows": arrows}


def _leads_to(arrows: tuple[Positions, Positions], goal: Truth) -> Truth:
    """The positions with an arrow to some position of the goal."""
    sources, targets = arrows
    found = np.zeros(len(goal), dtype=np.bool_)
    found[sources[goal[targets]]] = True
    return found
