"""Epistemic formulas: frozen values whose text parses back.

>>> p, q = Atom("p"), Atom("q")
>>> print(Knows("a", p & ~q) >> Common(("a", "b"), p))
K{a} (p & ~q) -> C{a,b} p
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from mendax.logic.errors import LogicError, check_name

if TYPE_CHECKING:
    from mendax.logic.actions import ActionModel

Group: TypeAlias = tuple[str, ...]
"""Agents in alphabetical order, each once."""


class Formula:
    """What every formula has: operators to build larger ones, and a text that `parse` reads."""

    __slots__ = ()
    strength: ClassVar[int] = 5
    """How tightly the outermost operator binds; a weaker part is written in brackets."""

    def __and__(self, other: Formula) -> Formula:
        return conjunction((self, other))

    def __or__(self, other: Formula) -> Formula:
        return disjunction((self, other))

    def __invert__(self) -> Formula:
        return Not(self)

    def __rshift__(self, other: Formula) -> Formula:
        return Implies(self, other)


def _bracketed(formula: Formula, strength: int) -> str:
    """The text of a part inside an operator that needs parts of this strength."""
    return str(formula) if formula.strength >= strength else f"({formula})"


@dataclass(frozen=True, slots=True)
class Atom(Formula):
    """A fact that holds at a world or does not."""

    name: str

    def __post_init__(self) -> None:
        check_name(self.name, "atom")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Constant(Formula):
    """`true` or `false`."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


TRUE = Constant(True)
FALSE = Constant(False)


@dataclass(frozen=True, slots=True)
class Not(Formula):
    """`~p`."""

    inner: Formula

    def __str__(self) -> str:
        return f"~{_bracketed(self.inner, 5)}"


class _Many(Formula):
    """`&` and `|` of two parts or more."""

    __slots__ = ()
    parts: tuple[Formula, ...]
    sign: ClassVar[str]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise LogicError(
                f"{self.sign!r} joins two formulas or more; `conjunction` and `disjunction` take any number"
            )

    def __str__(self) -> str:
        return f" {self.sign} ".join(_bracketed(part, self.strength + 1) for part in self.parts)


@dataclass(frozen=True, slots=True)
class And(_Many):
    """`p & q & r`."""

    parts: tuple[Formula, ...]
    strength: ClassVar[int] = 4
    sign: ClassVar[str] = "&"


@dataclass(frozen=True, slots=True)
class Or(_Many):
    """`p | q | r`."""

    parts: tuple[Formula, ...]
    strength: ClassVar[int] = 3
    sign: ClassVar[str] = "|"


@dataclass(frozen=True, slots=True)
class Implies(Formula):
    """`p -> q`; of several the right one binds first."""

    left: Formula
    right: Formula
    strength: ClassVar[int] = 2

    def __str__(self) -> str:
        return f"{_bracketed(self.left, 3)} -> {_bracketed(self.right, 2)}"


@dataclass(frozen=True, slots=True)
class Iff(Formula):
    """`p <-> q`; of several the right one binds first."""

    left: Formula
    right: Formula
    strength: ClassVar[int] = 1

    def __str__(self) -> str:
        return f"{_bracketed(self.left, 2)} <-> {_bracketed(self.right, 1)}"


@dataclass(frozen=True, slots=True)
class Knows(Formula):
    """`K{a} p`: p holds at every world that agent a considers possible. In a general model this is belief."""

    agent: str
    inner: Formula

    def __post_init__(self) -> None:
        check_name(self.agent, "agent")

    def __str__(self) -> str:
        return f"K{{{self.agent}}} {_bracketed(self.inner, 5)}"


@dataclass(frozen=True, slots=True)
class KnowsWhether(Formula):
    """`Kw{a} p`: a knows that p, or a knows that not p."""

    agent: str
    inner: Formula

    def __post_init__(self) -> None:
        check_name(self.agent, "agent")

    def __str__(self) -> str:
        return f"Kw{{{self.agent}}} {_bracketed(self.inner, 5)}"


class _GroupFormula(Formula):
    """A formula about what a group knows."""

    __slots__ = ()
    group: Group
    inner: Formula
    sign: ClassVar[str]

    def __post_init__(self) -> None:
        if not self.group:
            raise LogicError(f"{self.sign} takes a group of agents, at least one")
        names = tuple(sorted({check_name(agent, "agent") for agent in self.group}))
        object.__setattr__(self, "group", names)  # frozen, and equal for equal groups

    def __str__(self) -> str:
        return f"{self.sign}{{{','.join(self.group)}}} {_bracketed(self.inner, 5)}"


@dataclass(frozen=True, slots=True)
class Everyone(_GroupFormula):
    """`E{a,b} p`: each agent of the group knows p."""

    group: Group
    inner: Formula
    sign: ClassVar[str] = "E"


@dataclass(frozen=True, slots=True)
class Common(_GroupFormula):
    """`C{a,b} p`: everyone knows p, everyone knows that, and so on."""

    group: Group
    inner: Formula
    sign: ClassVar[str] = "C"


@dataclass(frozen=True, slots=True)
class Distributed(_GroupFormula):
    """`D{a,b} p`: the group would know p if its agents pooled what they know."""

    group: Group
    inner: Formula
    sign: ClassVar[str] = "D"


@dataclass(frozen=True, slots=True)
class AfterAnnouncing(Formula):
    """`[! p] q`: if p is true, then q holds after its public announcement."""

    said: Formula
    inner: Formula

    def __str__(self) -> str:
        return f"[! {self.said}] {_bracketed(self.inner, 5)}"


@dataclass(frozen=True, slots=True)
class CanAnnounce(Formula):
    """`<! p> q`: p is true, and q holds after its public announcement."""

    said: Formula
    inner: Formula

    def __str__(self) -> str:
        return f"<! {self.said}> {_bracketed(self.inner, 5)}"


class _EventFormula(Formula):
    """A formula about the world after an event of an event model."""

    __slots__ = ()
    action: ActionModel
    event: str

    def __post_init__(self) -> None:
        self.action.position(self.event)


@dataclass(frozen=True, slots=True)
class AfterEvent(_EventFormula):
    """`[A, e] p`: if event e of event model A can happen, then p holds after it."""

    action: ActionModel
    event: str
    inner: Formula

    def __str__(self) -> str:
        return f"[{self.action.name}, {self.event}] {_bracketed(self.inner, 5)}"


@dataclass(frozen=True, slots=True)
class CanHappen(_EventFormula):
    """`<A, e> p`: event e of event model A can happen, and p holds after it."""

    action: ActionModel
    event: str
    inner: Formula

    def __str__(self) -> str:
        return f"<{self.action.name}, {self.event}> {_bracketed(self.inner, 5)}"


def conjunction(formulas: Iterable[Formula]) -> Formula:
    """All of them: `true` of none, the formula itself of one; `And` inside `And` is flattened."""
    parts = [part for formula in formulas for part in (formula.parts if isinstance(formula, And) else (formula,))]
    return And(tuple(parts)) if len(parts) > 1 else (parts[0] if parts else TRUE)


def disjunction(formulas: Iterable[Formula]) -> Formula:
    """At least one of them: `false` of none, the formula itself of one; `Or` inside `Or` is flattened."""
    parts = [part for formula in formulas for part in (formula.parts if isinstance(formula, Or) else (formula,))]
    return Or(tuple(parts)) if len(parts) > 1 else (parts[0] if parts else FALSE)
