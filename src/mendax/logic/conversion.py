"""From explicit S5 models to knowledge structures and back."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mendax.logic.errors import LogicError
from mendax.logic.kernels import Truth
from mendax.logic.s5 import S5Model
from mendax.logic.symbolic import KnowledgeStructure, World
from mendax.logic.worlds import ListedNames, Positions


def to_symbolic(model: S5Model, backend: str | None = None) -> tuple[KnowledgeStructure, Mapping[str, World]]:
    """The structure of a model, and the world of each of its worlds.

    An agent whose classes are those of some observed atoms observes these. Any other observes bits of its own that
    number its classes. Worlds with the same facts in the same classes of everybody become one.
    """
    model = model.compressed()
    names, rows = list(model.atoms), list(model.values)
    observed = {}
    for agent, labels in zip(model.agents, model.labels, strict=True):
        classes = np.unique(labels, return_inverse=True)[1]
        constant = _constant_atoms(model, classes)
        if _same_partition(classes, model.values[[model.atoms.index(atom) for atom in constant]]):
            observed[agent] = constant
            continue
        bits = [f"@{agent}:{place}" for place in range(int(classes.max()).bit_length())]
        names += bits
        rows += [(classes >> place & 1).astype(np.bool_) for place in range(len(bits))]
        observed[agent] = bits
    structure = KnowledgeStructure(model.atoms, dict.fromkeys(model.agents, ()), backend=backend)
    structure.diagrams.declare(*names[len(model.atoms) :])
    structure.vocabulary = tuple(names)
    structure.observed = {agent: frozenset(seen) for agent, seen in observed.items()}
    table = np.array(rows, dtype=np.bool_).reshape(len(names), len(model.names))
    law = structure.diagrams.false
    for column in np.unique(table, axis=1).T:
        law = law | structure.diagrams.cube(dict(zip(names, map(bool, column), strict=True)))
    structure.law = law
    worlds = {
        model.names[position]: frozenset(names[int(row)] for row in np.flatnonzero(table[:, position]))
        for position in range(len(model.names))
    }
    return structure, worlds


def _constant_atoms(model: S5Model, classes: Positions) -> list[str]:
    """The atoms that have one value throughout each class."""
    sizes = np.bincount(classes)
    found = []
    for atom, row in zip(model.atoms, model.values, strict=True):
        true = np.bincount(classes, weights=row)
        if ((true == 0) | (true == sizes)).all():
            found.append(atom)
    return found


def _same_partition(classes: Positions, values: Truth) -> bool:
    """Whether different classes differ in these values, given that each class has one of each."""
    return len(np.unique(values, axis=1).T) == int(classes.max()) + 1 if len(values) else int(classes.max()) == 0


def to_explicit(structure: KnowledgeStructure, most: int) -> S5Model:
    """The model with all worlds of a structure listed; a world's name has a digit for each part of the vocabulary."""
    if structure.num_worlds > most:
        raise LogicError(f"{structure.num_worlds} worlds are too many to list; at most {most} were asked for")
    vocabulary = structure.vocabulary
    worlds = structure.worlds
    table = np.array([[name in world for world in worlds] for name in vocabulary], dtype=np.bool_)
    table = table.reshape(len(vocabulary), len(worlds))
    labels = np.zeros((len(structure.observed), len(worlds)), dtype=np.intp)
    for row, seen in zip(labels, structure.observed.values(), strict=True):
        chosen = table[[place for place, name in enumerate(vocabulary) if name in seen]]
        if len(chosen):
            row[:] = np.unique(chosen, axis=1, return_inverse=True)[1].reshape(-1)
    names = ListedNames("".join("01"[name in world] for name in vocabulary) for world in worlds)
    values = table[[vocabulary.index(atom) for atom in structure.atoms]]
    return S5Model(names, structure.atoms, structure.agents, values, labels)
