"""Rules that differ only in their numbers have one shape, which is read once: for memories of many thousand chunks."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from mendax.soar.errors import RuleError
from mendax.soar.memory import read_value
from mendax.soar.mirror import Value
from mendax.soar.rule_text import Comparison, Condition, RuleText, Variable, read_rule

_NUMBER = re.compile(r" ([-+]?[0-9][-+0-9.eE]*)(?=[\s)}])")
_VALUE = re.compile(r"= ([-+]?[0-9.][-+0-9.eE]*)")
_MARK: Final = "§"
"""Begins the word that stands for a number while a shape is read; no rule file has it."""


class Slot(int):
    """The place of a number among those that a rule tests."""

    __slots__ = ()


class ShapedRule(NamedTuple):
    """A rule as its shape and its numbers."""

    shape: RuleText
    """One object for all rules of the shape; a `Slot` stands where they test a number."""
    numbers: tuple[Value, ...]


class RuleShapes:
    """Reads rules, each shape once.

    >>> shapes = RuleShapes()
    >>> text = "sp {seven (state <s> ^operator <o> +) (<o> ^face 7 ^push no) --> (<s> ^operator <o> = 0.5)}"
    >>> shapes.read(text).numbers
    (7,)
    >>> shapes.read(text).shape is shapes.read(text.replace("seven", "eight").replace("7", "8")).shape
    True
    """

    def __init__(self) -> None:
        self._shapes: dict[str, RuleText] = {}
        self._number = cache(read_value)

    def read(self, text: str) -> ShapedRule:
        """The shape of a rule and the numbers that it tests, in order. The value of its preference is in neither."""
        head, brace, rest = text.partition("{")
        tested, arrow, made = rest.lstrip().partition("-->")
        parts = tested.split(maxsplit=1)
        if not brace or not arrow or len(parts) < 2 or _MARK in tested:
            raise RuleError(f"this is no rule: {' '.join(text.split())[:60]!r}")
        name, conditions = parts
        pieces = _NUMBER.split(conditions)
        if value := _VALUE.search(made):
            made = f"{made[: value.start(1)]}0.0{made[value.end(1) :]}"
        body = f" {_MARK}".join(pieces[::2]) + arrow + made
        shape = self._shapes.get(body)
        if shape is None:
            self._shapes[body] = shape = _read_shape(f"{head}{brace}{name}\n{body}")
        return ShapedRule(shape, tuple([self._number(token) for token in pieces[1::2]]))


def _read_shape(text: str) -> RuleText:
    """The rule with its numbers as slots."""
    first, *others = text.split(_MARK)
    rule = read_rule(first + "".join(f"{_MARK}{at}{other}" for at, other in enumerate(others)))
    return replace(rule, conditions=tuple(map(_with_slots, rule.conditions)))


def _with_slots(condition: Condition) -> Condition:
    found = []
    for relation, operand in condition.comparisons:
        if isinstance(operand, tuple):
            found.append(Comparison(relation, tuple(map(_slot, operand))))
        else:
            found.append(Comparison(relation, operand if isinstance(operand, Variable) else _slot(operand)))
    return condition._replace(comparisons=tuple(found))


def _slot(operand: Value) -> Value:
    marked = isinstance(operand, str) and operand.startswith(_MARK)
    return Slot(str(operand).removeprefix(_MARK)) if marked else operand
