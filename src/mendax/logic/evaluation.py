"""Where a formula holds in a model: one array operation an operator."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from mendax.logic.actions import ActionModel
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
from mendax.logic.kernels import Truth
from mendax.logic.model import Model


def truth(model: Model, formula: Formula) -> Truth:
    """For each position of the model whether the formula holds there."""
    return _truth(formula, model)


@singledispatch
def _truth(formula: Formula, model: Model) -> Truth:
    raise LogicError(f"{type(formula).__name__} is not a formula of this library")


@_truth.register
def _(formula: Atom, model: Model) -> Truth:
    return model.atom(formula.name)


@_truth.register
def _(formula: Constant, model: Model) -> Truth:
    return np.full(len(model.names), formula.value)


@_truth.register
def _(formula: Not, model: Model) -> Truth:
    return ~_truth(formula.inner, model)


@_truth.register
def _(formula: And, model: Model) -> Truth:
    holds = _truth(formula.parts[0], model).copy()
    for part in formula.parts[1:]:
        holds &= _truth(part, model)
    return holds


@_truth.register
def _(formula: Or, model: Model) -> Truth:
    holds = _truth(formula.parts[0], model).copy()
    for part in formula.parts[1:]:
        holds |= _truth(part, model)
    return holds


@_truth.register
def _(formula: Implies, model: Model) -> Truth:
    return ~_truth(formula.left, model) | _truth(formula.right, model)


@_truth.register
def _(formula: Iff, model: Model) -> Truth:
    return ~(_truth(formula.left, model) ^ _truth(formula.right, model))


@_truth.register
def _(formula: Knows, model: Model) -> Truth:
    return model.knows(formula.agent, _truth(formula.inner, model))


@_truth.register
def _(formula: KnowsWhether, model: Model) -> Truth:
    return model.knows_whether(formula.agent, _truth(formula.inner, model))


@_truth.register
def _(formula: Everyone, model: Model) -> Truth:
    inner = _truth(formula.inner, model)
    holds = model.knows(formula.group[0], inner)
    for agent in formula.group[1:]:
        holds = holds & model.knows(agent, inner)
    return holds


@_truth.register
def _(formula: Common, model: Model) -> Truth:
    return model.common(formula.group, _truth(formula.inner, model))


@_truth.register
def _(formula: Distributed, model: Model) -> Truth:
    return model.distributed(formula.group, _truth(formula.inner, model))


@_truth.register
def _(formula: AfterAnnouncing, model: Model) -> Truth:
    said = _truth(formula.said, model)
    return ~said | _truth(formula.inner, model.restrict(said))


@_truth.register
def _(formula: CanAnnounce, model: Model) -> Truth:
    said = _truth(formula.said, model)
    return said & _truth(formula.inner, model.restrict(said))


@_truth.register
def _(formula: AfterEvent, model: Model) -> Truth:
    possible, after = after_event(model, formula.action, formula.event, formula.inner)
    return ~possible | after


@_truth.register
def _(formula: CanHappen, model: Model) -> Truth:
    possible, after = after_event(model, formula.action, formula.event, formula.inner)
    return possible & after


def after_event(model: Model, action: ActionModel, event: str, inner: Formula) -> tuple[Truth, Truth]:
    """Where an event can happen, and where it can and a formula holds after it."""
    from mendax.logic.product import possible_positions, product

    positions = possible_positions(model, action)
    here = positions[action.position(event)]
    possible = here >= 0
    after = np.zeros(len(model.names), dtype=np.bool_)
    if possible.any():
        after[possible] = _truth(inner, product(model, action, positions))[here[possible]]
    return possible, after
