"""A rule read from its text: what it tests and which preference it makes.

For rules as the kernel prints them, chunks above all. Reading is for people and for comparing rules; the kernel
itself loads the text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from mendax.soar.errors import RuleError
from mendax.soar.memory import read_value
from mendax.soar.mirror import Value

_TOKEN = re.compile(r"\|(?:\\.|[^|\\])*\||<<|>>|<=>|<=|>=|<>|<[A-Za-z][^\s<>]*>|[(){}]|[^\s(){}]+")
_HEAD = re.compile(r"\s*sp\s+\{\s*(?P<name>\|[^|]*\||\S+)(?P<rest>.*)\}\s*$", re.DOTALL)
_FLAG = re.compile(r'\s*(?:"(?:\\.|[^"\\])*"|:[a-z-]+)')
_PREFERENCE = re.compile(r"\^operator\s+(<[^\s<>]+>)\s*(=|>|<|!|~|-|\+)\s*([-+]?[0-9.][-+0-9.eE]*)?\s*\)")
_VALUE = re.compile(r"= [-+]?[0-9.][-+0-9.eE]*")
_MADE = re.compile(r"\^(\S+) ([^\s()<>]+)")
_PREFERENCES: Final = {
    "=": "indifferent",
    ">": "best",
    "<": "worst",
    "-": "rejected",
    "~": "prohibited",
    "!": "required",
    "+": "acceptable",
}
_RELATIONS: Final = ("<>", "<=", ">=", "<=>", "<", ">", "=")


class Variable(str):
    """A variable of a rule, such as `o1`; not a word."""

    __slots__ = ()


class Comparison(NamedTuple):
    """How a value is compared: `=`, `<>`, `<`, `>`, `<=`, `>=`, or `in` with several values."""

    relation: str
    operand: Value | Variable | tuple[Value, ...]


class Condition(NamedTuple):
    """An object has an attribute with a value that passes all comparisons."""

    object: Variable
    attribute: str
    comparisons: tuple[Comparison, ...]
    negation: int = 0
    """0 for what must be there; conditions that may not hold together have the same number."""

    @property
    def constant(self) -> Value | None:
        """The one value that is asked for, if it is one."""
        found = [one.operand for one in self.comparisons if one.relation == "="]
        return next((value for value in found if not isinstance(value, (Variable, tuple))), None)

    @property
    def variable(self) -> Variable | None:
        """The variable that the value is bound to, if there is one."""
        found = [one.operand for one in self.comparisons if one.relation == "="]
        return next((value for value in found if isinstance(value, Variable)), None)


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: its conditions, and the preference for an operator that it makes."""

    name: str
    conditions: tuple[Condition, ...]
    state: Variable
    operator: Variable | None
    """The operator that the preference is for; `None` for a rule that makes none."""
    preference: str
    """The kind of preference, `=` for a numeric one."""
    value: float | None
    """The numeric preference as it is printed."""
    actions: str = ""
    """Its right-hand side."""

    @property
    def makes(self) -> str:
        """What the rule makes, if not a numeric preference: a preference of another kind, or attributes."""
        if self.preference:
            return _PREFERENCES[self.preference]
        return ", ".join(f"{name} {value}" for name, value in _MADE.findall(self.actions))

    def of(self, object: Variable) -> Mapping[str, Sequence[Condition]]:
        """What must be there of an object, by attribute."""
        found: dict[str, list[Condition]] = {}
        for condition in self.conditions:
            if condition.object == object and not condition.negation:
                found.setdefault(condition.attribute, []).append(condition)
        return found

    def paths(self) -> Mapping[Variable, tuple[str, ...]]:
        """The shortest way to each variable, by attributes from the state."""
        found: dict[Variable, tuple[str, ...]] = {self.state: ()}
        reached = [self.state]
        for object in reached:
            for attribute, conditions in self.of(object).items():
                for condition in conditions:
                    if (variable := condition.variable) is not None and variable not in found:
                        found[variable] = (*found[object], attribute)
                        reached.append(variable)
        return found

    def signature(self) -> str:
        """The same for rules that differ only in their names, their values, and the names and order of what they test.

        Variables are told apart by what is tested of them and of whatever leads to them, taken over and over.
        """
        marks: dict[Variable, str] = {}
        names = {operand for condition in self.conditions for operand in _variables(condition)}
        for _ in range(len(names) + 1):
            fresh = {}
            for name in names:
                tests = sorted(
                    _mark(condition, marks, name) for condition in self.conditions if name in _variables(condition)
                )
                role = ("state" if name == self.state else "") + ("operator" if name == self.operator else "")
                fresh[name] = _hash(role, *tests)
            if len(set(fresh.values())) == len(set(marks.values())) and marks:
                break
            marks = fresh
        made = _VALUE.sub("=", self.actions)
        for name, mark in marks.items():
            made = made.replace(f"<{name}>", f"<{mark}>")
        return _hash(made, *sorted(_mark(condition, marks, None) for condition in self.conditions))


def read_rule(text: str) -> RuleText:
    """A rule read from its text.

    >>> rule = read_rule("sp {seven (state <s> ^operator <o> +) (<o> ^face 7) --> (<s> ^operator <o> = 0.5)}")
    >>> rule.name, rule.value, rule.of(Variable("o"))["face"][0].constant
    ('seven', 0.5, 7)
    """
    head = _HEAD.match(text)
    left, arrow, right = (head["rest"] if head else "").partition("-->")
    if head is None or not arrow:
        raise RuleError(f"this is no rule: {' '.join(text.split())[:60]!r}")
    while flag := _FLAG.match(left):
        left = left[flag.end() :]
    try:
        conditions = tuple(_conditions(_TOKEN.findall(left)))
    except (IndexError, ValueError) as error:
        raise RuleError(f"the conditions of the rule {head['name']} cannot be read: {error}") from None
    if not conditions:
        raise RuleError(f"the rule {head['name']} tests nothing")
    made = _PREFERENCE.search(right)
    operator = Variable(made[1].strip("<>")) if made else None
    value = float(made[3]) if made and made[2] == "=" and made[3] else None
    kind = made[2] if made else ""
    actions = " ".join(right.split())
    return RuleText(head["name"].strip("|"), conditions, conditions[0].object, operator, kind, value, actions)


def _conditions(tokens: list[str]) -> Iterator[Condition]:
    """The conditions of a left-hand side, in order."""
    at, negation, inside, made = 0, 0, False, 0
    while at < len(tokens):
        token = tokens[at]
        if token == "-" and tokens[at + 1] == "{":
            negation, inside, at = negation + 1, True, at + 2
        elif token == "}" and inside:
            inside, at = False, at + 1
        elif token == "(" or (token == "-" and tokens[at + 1] == "("):
            if token == "-":
                negation, at = negation + 1, at + 1
            mark = negation if inside or token == "-" else 0
            end = tokens.index(")", at)
            for condition in _object(tokens[at + 1 : end], mark, negation, made):
                negation, made = max(negation, condition.negation), made + 1
                yield condition
            at = end + 1
        else:
            raise ValueError(f"{token!r} is not expected")


def _object(tokens: list[str], mark: int, last: int, made: int) -> Iterator[Condition]:
    """The conditions on one object, between its parentheses; `mark` is the negation that they stand in."""
    if tokens[0] in ("state", "impasse"):
        tokens = tokens[1:]
    object = Variable(tokens[0].strip("<>"))
    at = 1
    while at < len(tokens):
        negation = mark
        if tokens[at].startswith("-^"):
            last += 1
            negation = last
        *steps, attribute = tokens[at].lstrip("-^").split(".")
        at, holder = at + 1, object
        for step in steps:
            made += 1
            between = Variable(f"{step}*{made}")
            yield Condition(holder, step, (Comparison("=", between),), negation)
            holder = between
        several = False
        while at < len(tokens) and not tokens[at].lstrip("-").startswith("^"):
            if tokens[at] in ("+", "-"):
                at += 1
                continue
            comparisons, at = _value(tokens, at)
            yield Condition(holder, attribute, tuple(comparisons), negation)
            several = True
        if not several:
            yield Condition(holder, attribute, (), negation)


def _value(tokens: list[str], at: int) -> tuple[list[Comparison], int]:
    """The comparisons of one value, and where the next begins."""
    token = tokens[at]
    if token == "{":
        found, at = [], at + 1
        while tokens[at] != "}":
            more, at = _value(tokens, at)
            found += more
        return found, at + 1
    if token == "<<":
        end = tokens.index(">>", at)
        return [Comparison("in", tuple(read_value(one) for one in tokens[at + 1 : end]))], end + 1
    if token in _RELATIONS:
        return [Comparison(token, _operand(tokens[at + 1]))], at + 2
    return [Comparison("=", _operand(token))], at + 1


def _operand(token: str) -> Value | Variable:
    return Variable(token[1:-1]) if token.startswith("<") else read_value(token)


def _variables(condition: Condition) -> list[Variable]:
    operands = [one.operand for one in condition.comparisons if isinstance(one.operand, Variable)]
    return [condition.object, *operands]


def _mark(condition: Condition, marks: Mapping[Variable, str], about: Variable | None) -> str:
    """A condition in a form that does not depend on the names of variables."""

    def text(operand: object) -> str:
        if isinstance(operand, Variable):
            return "itself" if operand == about else marks.get(operand, "?")
        return f"{type(operand).__name__} {operand}"

    tests = sorted(f"{one.relation} {text(one.operand)}" for one in condition.comparisons)
    return f"{text(condition.object)} ^{condition.attribute} {tests} {'not' if condition.negation else ''}"


def _hash(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:24]
