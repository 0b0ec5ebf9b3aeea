"""The answer to a check: whether a formula holds, and if not, at which world and why not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np

from mendax.logic.evaluation import truth
from mendax.logic.formulas import (
    AfterAnnouncing,
    AfterEvent,
    And,
    CanAnnounce,
    CanHappen,
    Common,
    Distributed,
    Everyone,
    Formula,
    Group,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
)
from mendax.logic.kernels import Truth
from mendax.logic.model import Model


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of why a formula is false: the value of a part of it, at this world or another."""

    how: str
    """What leads to the world, such as `a considers w3 possible`; empty if it is the same world."""
    world: str
    formula: Formula
    holds: bool = False

    def __str__(self) -> str:
        link = "" if not self.how else " " if self.how.startswith("after ") else ", where "
        return f"{self.how}{link}{self.formula} is {'true' if self.holds else 'false'}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a formula holds at a world, or at all worlds of a model; false as a truth value if it does not."""

    formula: Formula
    holds: bool
    world: str | None
    """The world it was checked at; None: all of them."""
    num_true: int
    num_worlds: int
    counterexample: str | None = None
    """A world at which the formula is false."""
    reasons: tuple[Reason, ...] = ()
    """Why it is false there, from the whole formula inwards."""

    def __bool__(self) -> bool:
        return self.holds

    @property
    def refuting_world(self) -> str | None:
        """The world that the reasons end at: for `K{a} p` the world that a considers possible and where p is false."""
        return self.reasons[-1].world if self.reasons else self.counterexample

    def __str__(self) -> str:
        where = f"at {self.world}" if self.world is not None else f"at {self.num_true} of {self.num_worlds} worlds"
        if self.holds:
            return f"{self.formula} is true {where}"
        said = f"{self.formula} is false at {self.counterexample}" if self.world is not None else ""
        said = said or f"{self.formula} is true {where}; it is false at {self.counterexample}"
        because = "; ".join(map(str, self.reasons))
        return f"{said}: {because}" if because else said

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON; formulas as text."""
        return {
            "formula": str(self.formula),
            "holds": self.holds,
            "world": self.world,
            "true_at": self.num_true,
            "worlds": self.num_worlds,
            "counterexample": self.counterexample,
            "reasons": [
                {"how": reason.how, "world": reason.world, "formula": str(reason.formula), "holds": reason.holds}
                for reason in self.reasons
            ],
        }


def verdict(model: Model, formula: Formula, world: str | None) -> Verdict:
    """Check a formula at a world, or at all."""
    position = model.position(world) if world is not None else None
    found = truth(model, formula)
    false = np.flatnonzero(model.alive & ~found)
    num_true = model.num_worlds - len(false)
    if position is None:
        position = int(false[0]) if len(false) else None
    elif found[position]:
        position = None
    if position is None:
        return Verdict(formula, True, world, num_true, model.num_worlds)
    reasons = tuple(_why(formula, model, position))
    return Verdict(formula, False, world, num_true, model.num_worlds, model.names[position], reasons)


def _further(how: str, model: Model, position: int, formula: Formula) -> list[Reason]:
    """A reason, and why its own formula is false."""
    return [Reason(how, model.names[position], formula), *_why(formula, model, position)]


@singledispatch
def _why(formula: Formula, model: Model, position: int) -> list[Reason]:
    """Why a formula is false at a position; an atom, a negation or a disjunction needs more than one world, or none."""
    return []


@_why.register
def _(formula: And, model: Model, position: int) -> list[Reason]:
    part = next(part for part in formula.parts if not truth(model, part)[position])
    return _further("", model, position, part)


@_why.register
def _(formula: Implies, model: Model, position: int) -> list[Reason]:
    return _further("", model, position, formula.right)


@_why.register
def _(formula: Iff, model: Model, position: int) -> list[Reason]:
    left = bool(truth(model, formula.left)[position])
    return _further("", model, position, formula.right if left else formula.left)


@_why.register
def _(formula: Knows, model: Model, position: int) -> list[Reason]:
    return _not_known(formula.agent, formula.inner, model, position)


def _not_known(agent: str, inner: Formula, model: Model, position: int) -> list[Reason]:
    holds = truth(model, inner)
    other = next(int(other) for other in model.accessible(agent, position) if not holds[other])
    return _further(_possible(agent, model, position, other), model, other, inner)


def _possible(agents: str, model: Model, position: int, other: int) -> str:
    verb = "consider" if "," in agents else "considers"
    return f"{agents} {verb} {'this world' if other == position else model.names[other]} possible"


@_why.register
def _(formula: KnowsWhether, model: Model, position: int) -> list[Reason]:
    holds = truth(model, formula.inner)
    seen = [int(other) for other in model.accessible(formula.agent, position)]
    true = next(other for other in seen if holds[other])
    false = next(other for other in seen if not holds[other])
    return [
        Reason(_possible(formula.agent, model, position, true), model.names[true], formula.inner, True),
        Reason(_possible(formula.agent, model, position, false), model.names[false], formula.inner),
    ]


@_why.register
def _(formula: Everyone, model: Model, position: int) -> list[Reason]:
    holds = truth(model, formula.inner)
    agent = next(agent for agent in formula.group if not model.knows(agent, holds)[position])
    return _not_known(agent, formula.inner, model, position)


@_why.register
def _(formula: Distributed, model: Model, position: int) -> list[Reason]:
    holds = truth(model, formula.inner)
    shared = set.intersection(*(set(model.accessible(agent, position).tolist()) for agent in formula.group))
    other = min(other for other in shared if not holds[other])
    return _further(_possible(", ".join(formula.group), model, position, other), model, other, formula.inner)


@_why.register
def _(formula: Common, model: Model, position: int) -> list[Reason]:
    path, end = _path(formula.group, truth(model, formula.inner), model, position)
    return _further(", then ".join(path), model, end, formula.inner)


def _path(group: Group, holds: Truth, model: Model, position: int) -> tuple[list[str], int]:
    """The shortest chain of agents to a world where something is false, in words."""
    came: dict[int, tuple[int, str]] = {}
    front = [position]
    while True:
        reached = []
        for here in front:
            for agent in group:
                for other in map(int, model.accessible(agent, here)):
                    if other in came:
                        continue
                    came[other] = (here, agent)
                    if not holds[other]:
                        return _words(came, position, other, model), other
                    reached.append(other)
        front = reached


def _words(came: dict[int, tuple[int, str]], start: int, end: int, model: Model) -> list[str]:
    here, agent = came[end]
    steps = [(agent, here, end)]
    while here != start:
        end = here
        here, agent = came[end]
        steps.append((agent, here, end))
    return [_possible(agent, model, here, there) for agent, here, there in reversed(steps)]


@_why.register
def _(formula: AfterAnnouncing, model: Model, position: int) -> list[Reason]:
    left = model.restrict(truth(model, formula.said))
    return _further("after the announcement", left, position, formula.inner)


@_why.register
def _(formula: CanAnnounce, model: Model, position: int) -> list[Reason]:
    said = truth(model, formula.said)
    if not said[position]:
        return _further("", model, position, formula.said)
    return _further("after the announcement", model.restrict(said), position, formula.inner)


@_why.register
def _(formula: AfterEvent, model: Model, position: int) -> list[Reason]:
    return _why_after(formula, model, position)


@_why.register
def _(formula: CanHappen, model: Model, position: int) -> list[Reason]:
    return _why_after(formula, model, position)


def _why_after(formula: AfterEvent | CanHappen, model: Model, position: int) -> list[Reason]:
    from mendax.logic.product import possible_positions, product

    place = formula.action.position(formula.event)
    positions = possible_positions(model, formula.action)
    after = int(positions[place][position])
    if after < 0:
        return _further("", model, position, formula.action.events[place].precondition)
    return _further(f"after {formula.event}", product(model, formula.action, positions), after, formula.inner)
