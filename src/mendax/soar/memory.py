"""Reading what the kernel prints: working memory, stacks, preferences and rules.

Text is read for explanations only; a plain turn needs none. Real numbers are printed with six digits after the
point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from mendax.soar.mirror import Value
from mendax.soar.output import Parameters

_TOKEN = r"\|(?:\\.|[^|\\])*\||[^\s|()]+"
_ELEMENT = re.compile(rf"\((\d+): (\S+) \^({_TOKEN}) ({_TOKEN})( \+)?\)", re.DOTALL)
_IDENTIFIER = re.compile(r"[A-Z]\d+")
_INT = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?\d+e[+-]?\d+")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class Name(str):
    """An identifier such as S1, not a word."""

    __slots__ = ()


class Element(NamedTuple):
    """One element of working memory."""

    time_tag: int
    identifier: Name
    attribute: str
    value: Value
    acceptable: bool = False
    """Whether it is an acceptable preference (`^operator O1 +`), not a fact."""


def read_elements(text: str) -> Iterator[Element]:
    """The elements in what `print --internal` prints.

    >>> list(read_elements("(14: I2 ^cup |five dice|)"))
    [Element(time_tag=14, identifier='I2', attribute='cup', value='five dice', acceptable=False)]
    """
    for tag, identifier, attribute, value, plus in _ELEMENT.findall(text):
        yield Element(int(tag), Name(identifier), str(read_value(attribute)), read_value(value), bool(plus))


def read_value(token: str) -> Value:
    """A value as the kernel prints it. It prints the word `inf` and an infinite number alike: both are read as words.

    >>> [read_value(token) for token in ("3", "0.5", "|3|", "yes", "S1")]
    [3, 0.5, '3', 'yes', 'S1']
    """
    if token.startswith("|"):
        return _ESCAPE.sub(r"\1", token[1:-1])
    if _IDENTIFIER.fullmatch(token):
        return Name(token)
    if _INT.fullmatch(token):
        return int(token)
    return float(token) if _FLOAT.fullmatch(token) else token


Below: TypeAlias = dict[str, list[Value]]


def as_parameters(root: str, elements: Iterator[Element]) -> Parameters:
    """The elements as a tree from one identifier down; an identifier that closes a circle stays a name."""
    below: dict[str, Below] = {}
    for element in elements:
        if not element.acceptable:
            below.setdefault(element.identifier, {}).setdefault(element.attribute, []).append(element.value)

    def build(identifier: str, path: frozenset[str]) -> Parameters:
        return {
            attribute: tuple(
                build(value, path | {value})
                if isinstance(value, Name) and value in below and value not in path
                else value
                for value in values
            )
            for attribute, values in below.get(identifier, {}).items()
        }

    return build(root, frozenset((root,)))
