"""Muddy children: some of n children have mud on the forehead; each sees the others' foreheads but not its own.

Father says that at least one of them is muddy. He asks again and again who knows whether it is muddy. With k muddy
children nobody does k - 1 times; then exactly the muddy ones do.

>>> story(4, muddy=3)
Story(children=4, muddy=3, rounds_of_silence=2, know=('child1', 'child2', 'child3'))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mendax.logic import Atom, Formula, KnowledgeStructure, KnowsWhether, Not, S5Model, conjunction, disjunction
from mendax.logic.errors import LogicError


@dataclass(frozen=True, slots=True)
class Story:
    """How it went: so many rounds in which nobody knew, and who knew after them."""

    children: int
    muddy: int
    rounds_of_silence: int
    know: tuple[str, ...]


def foreheads(children: int) -> dict[str, str]:
    """By child the atom that its forehead is muddy."""
    return {f"child{number}": f"muddy{number}" for number in range(1, children + 1)}


def _seen(children: int) -> dict[str, list[str]]:
    atoms = foreheads(children)
    return {child: [atom for atom in atoms.values() if atom != own] for child, own in atoms.items()}


def explicit(children: int) -> S5Model:
    """The children before father speaks, with all 2^n worlds."""
    return S5Model.observing(foreheads(children).values(), _seen(children))


def symbolic(children: int, backend: str | None = None) -> KnowledgeStructure:
    """The children before father speaks, as a knowledge structure."""
    return KnowledgeStructure(foreheads(children).values(), _seen(children), backend=backend)


def somebody_is_muddy(children: int) -> Formula:
    """What father says."""
    return disjunction(map(Atom, foreheads(children).values()))


def knows(child: str, children: int) -> Formula:
    """A child knows whether it is muddy."""
    return KnowsWhether(child, Atom(foreheads(children)[child]))


def nobody_knows(children: int) -> Formula:
    """What silence says: no child knows whether it is muddy."""
    return conjunction(Not(knows(child, children)) for child in foreheads(children))


def story(children: int, muddy: int, model: S5Model | KnowledgeStructure | None = None) -> Story:
    """Father speaks, then silence is announced until somebody knows; the first `muddy` children are muddy."""
    if not 1 <= muddy <= children:
        raise LogicError(f"of {children} children at least one and at most all are muddy, not {muddy}")
    model = (explicit(children) if model is None else model).announce(somebody_is_muddy(children))
    world = list(foreheads(children).values())[:muddy]
    silence = nobody_knows(children)
    rounds = 0
    while _holds(model, silence, world):
        model = model.announce(silence)
        rounds += 1
    know = tuple(child for child in foreheads(children) if _holds(model, knows(child, children), world))
    return Story(children, muddy, rounds, know)


def _holds(model: S5Model | KnowledgeStructure, formula: Formula, facts: Iterable[str]) -> bool:
    if isinstance(model, KnowledgeStructure):
        return model.holds(formula, facts)
    true = set(facts)
    return model.holds(formula, "".join("01"[atom in true] for atom in model.atoms))
