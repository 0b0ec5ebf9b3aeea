"""Product update: a model after an event of an event model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mendax.logic.actions import ActionModel
from mendax.logic.errors import LogicError, unknown
from mendax.logic.evaluation import truth
from mendax.logic.formulas import Formula
from mendax.logic.kernels import Truth
from mendax.logic.model import Model
from mendax.logic.relational import RelationalModel
from mendax.logic.s5 import S5Model
from mendax.logic.worlds import ListedNames, Positions, WorldNames


def possible_positions(model: Model, action: ActionModel) -> list[Positions]:
    """For each event and position the position in the product, or -1 where the event cannot happen."""
    for agent, _ in action.relations:
        model.place(agent)
    for atom in (atom for event in action.events for atom, _ in event.assignments):
        if atom not in model.atoms:
            raise unknown(atom, "atom", model.atoms)
    found = []
    number = 0
    for event in action.events:
        possible = np.flatnonzero(model.alive & truth(model, event.precondition))
        positions = np.full(len(model.names), -1, dtype=np.intp)
        positions[possible] = np.arange(number, number + len(possible))
        number += len(possible)
        found.append(positions)
    return found


def product(model: Model, action: ActionModel, positions: Sequence[Positions] = ()) -> Model:
    """The worlds `w.e` for each world w and event e that can happen there; `w` alone if there is one event."""
    positions = positions or possible_positions(model, action)
    origins = [np.flatnonzero(places >= 0) for places in positions]
    if not any(map(len, origins)):
        raise LogicError(f"no event of {action.name} can happen at any world")
    names = _names(model, action, origins)
    values = np.concatenate(
        [_changed(model, event.assignments, origin) for event, origin in zip(action.events, origins, strict=True)],
        axis=1,
    )
    if isinstance(model, S5Model) and action.is_s5:
        return _product_s5(model, action, origins, names, values)
    if isinstance(model, S5Model):
        return _product_relations(model.to_relations(), action, positions, names, values)
    if isinstance(model, RelationalModel):
        return _product_relations(model, action, positions, names, values)
    raise LogicError(f"{type(model).__name__} takes no event models")


def _names(model: Model, action: ActionModel, origins: Sequence[Positions]) -> WorldNames:
    if len(action.events) == 1:
        return model.names.take(origins[0])
    return ListedNames(
        f"{model.names[int(position)]}.{event.name}"
        for event, origin in zip(action.events, origins, strict=True)
        for position in origin
    )


def _changed(model: Model, assignments: Sequence[tuple[str, Formula]], origin: Positions) -> Truth:
    """The values of all atoms at some worlds after assignments, each judged before any of them."""
    values = model.values[:, origin]
    for atom, formula in assignments:
        values[model.atoms.index(atom)] = truth(model, formula)[origin]
    return values


def _product_s5(
    model: S5Model, action: ActionModel, origins: Sequence[Positions], names: WorldNames, values: Truth
) -> S5Model:
    labels = []
    for agent, row in zip(model.agents, model.labels, strict=True):
        classes = action.classes(agent)
        assert classes is not None  # the event model is S5
        numbers = row.astype(np.int64) * len(action.events)
        labels.append(np.concatenate([numbers[origin] + kind for origin, kind in zip(origins, classes, strict=True)]))
    table = np.stack(labels) if labels else np.zeros((0, len(names)), dtype=np.int64)
    return S5Model(names, model.atoms, model.agents, values, table)


def _product_relations(
    model: RelationalModel, action: ActionModel, positions: Sequence[Positions], names: WorldNames, values: Truth
) -> RelationalModel:
    arrows = []
    for agent, (sources, targets) in zip(model.agents, model.arrows, strict=True):
        starts, ends = [], []
        for happens, considered in sorted(action.pairs(agent)):
            start, end = positions[happens][sources], positions[considered][targets]
            both = (start >= 0) & (end >= 0)
            starts.append(start[both])
            ends.append(end[both])
        none = np.zeros(0, dtype=np.intp)
        arrows.append((np.concatenate([none, *starts]), np.concatenate([none, *ends])))
    return RelationalModel(names, model.atoms, model.agents, values, arrows)
