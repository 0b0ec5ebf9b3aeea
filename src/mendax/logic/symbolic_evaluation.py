"""Where a formula holds in a knowledge structure: one diagram an operator."""

from __future__ import annotations

from functools import singledispatch

from mendax.logic.diagrams import Diagram
from mendax.logic.errors import LogicError
from mendax.logic.formulas import (
    AfterAnnouncing,
    AfterEvent,
    And,
    Atom,
    CanAnnounce,
    CanHappen,
    Common,
    Constant,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)
from mendax.logic.symbolic import KnowledgeStructure, World, name_of
from mendax.logic.transformer import Transformer
from mendax.logic.verdict import Reason, Verdict


def diagram(structure: KnowledgeStructure, formula: Formula) -> Diagram:
    """Where a formula holds."""
    return _diagram(formula, structure)


@singledispatch
def _diagram(formula: Formula, structure: KnowledgeStructure) -> Diagram:
    raise LogicError(f"{type(formula).__name__} is not a formula of this library")


@_diagram.register
def _(formula: Atom, structure: KnowledgeStructure) -> Diagram:
    return structure.atom(formula.name)


@_diagram.register
def _(formula: Constant, structure: KnowledgeStructure) -> Diagram:
    return structure.diagrams.true if formula.value else structure.diagrams.false


@_diagram.register
def _(formula: Not, structure: KnowledgeStructure) -> Diagram:
    return ~_diagram(formula.inner, structure)


@_diagram.register
def _(formula: And, structure: KnowledgeStructure) -> Diagram:
    holds = structure.diagrams.true
    for part in formula.parts:
        holds = holds & _diagram(part, structure)
    return holds


@_diagram.register
def _(formula: Or, structure: KnowledgeStructure) -> Diagram:
    holds = structure.diagrams.false
    for part in formula.parts:
        holds = holds | _diagram(part, structure)
    return holds


@_diagram.register
def _(formula: Implies, structure: KnowledgeStructure) -> Diagram:
    return ~_diagram(formula.left, structure) | _diagram(formula.right, structure)


@_diagram.register
def _(formula: Iff, structure: KnowledgeStructure) -> Diagram:
    return _diagram(formula.left, structure).equiv(_diagram(formula.right, structure))


@_diagram.register
def _(formula: Knows, structure: KnowledgeStructure) -> Diagram:
    return structure.knows(formula.agent, _diagram(formula.inner, structure))


@_diagram.register
def _(formula: KnowsWhether, structure: KnowledgeStructure) -> Diagram:
    return structure.knows_whether(formula.agent, _diagram(formula.inner, structure))


@_diagram.register
def _(formula: Everyone, structure: KnowledgeStructure) -> Diagram:
    inner = _diagram(formula.inner, structure)
    holds = structure.diagrams.true
    for agent in formula.group:
        holds = holds & structure.knows(agent, inner)
    return holds


@_diagram.register
def _(formula: Common, structure: KnowledgeStructure) -> Diagram:
    return structure.common(formula.group, _diagram(formula.inner, structure))


@_diagram.register
def _(formula: Distributed, structure: KnowledgeStructure) -> Diagram:
    return structure.distributed(formula.group, _diagram(formula.inner, structure))


@_diagram.register
def _(formula: AfterAnnouncing, structure: KnowledgeStructure) -> Diagram:
    said = _diagram(formula.said, structure)
    return ~said | _diagram(formula.inner, structure.restrict(said))


@_diagram.register
def _(formula: CanAnnounce, structure: KnowledgeStructure) -> Diagram:
    said = _diagram(formula.said, structure)
    return said & _diagram(formula.inner, structure.restrict(said))


@_diagram.register
def _(formula: AfterEvent, structure: KnowledgeStructure) -> Diagram:
    change = Transformer(structure, formula.action)
    return ~change.possible(formula.event) | change.before(_diagram(formula.inner, change.after), formula.event)


@_diagram.register
def _(formula: CanHappen, structure: KnowledgeStructure) -> Diagram:
    change = Transformer(structure, formula.action)
    return change.possible(formula.event) & change.before(_diagram(formula.inner, change.after), formula.event)


def verdict(structure: KnowledgeStructure, formula: Formula, world: World | None) -> Verdict:
    """Check a formula at a world, or at all."""
    holds = _diagram(formula, structure)
    num_worlds = structure.num_worlds
    num_true = structure.count(structure.law & holds)
    here = structure.diagrams.true if world is None else _agreeing(structure, frozenset(structure.vocabulary), world)
    refuting = structure.some_world(here & ~holds)
    name = None if world is None else name_of(world)
    if refuting is None:
        return Verdict(formula, True, name, num_true, num_worlds)
    reasons = _why(structure, formula, refuting)
    return Verdict(formula, False, name, num_true, num_worlds, name_of(refuting), reasons)


def _agreeing(structure: KnowledgeStructure, names: World, world: World) -> Diagram:
    """The valuations that agree with a world on some names."""
    return structure.diagrams.cube({name: name in world for name in names})


def _why(structure: KnowledgeStructure, formula: Formula, world: World) -> tuple[Reason, ...]:
    """For knowledge of one agent: a world that the agent considers possible and that refutes it."""
    if not isinstance(formula, Knows):
        return ()
    possible = _agreeing(structure, structure.seen(formula.agent), world)
    other = structure.some_world(possible & ~_diagram(formula.inner, structure))
    assert other is not None  # otherwise the agent would know
    name = "this world" if other == world else name_of(other)
    return (Reason(f"{formula.agent} considers {name} possible", name_of(other), formula.inner),)
