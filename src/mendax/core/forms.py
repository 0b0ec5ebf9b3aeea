"""What is legal in a position, written compactly: texts with holes, and the words that fill each hole.

A position may have thousands of legal actions. A client of the table is sent forms instead of that list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, TypedDict

MAX_FORMS_BYTES: Final = 4096
"""The forms of a position are shorter than this as compact JSON."""
_HOLE: Final = re.compile(r"\{([a-z_]+)\}")


class FormJson(TypedDict):
    """A form as JSON."""

    text: str
    slots: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Form:
    """A text with holes; every choice of words for the holes is the text of a legal action.

    >>> form = Form("{count}x{face}", (("count", ("3", "4")), ("face", ("5", "6"))))
    >>> list(form.expand())
    ['3x5', '3x6', '4x5', '4x6']
    """

    text: str
    """Each hole is the name of a slot in braces: `bid {roll}`. Without holes it is one action."""
    slots: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The words of each hole, in the order of the holes."""

    def __post_init__(self) -> None:
        holes, names = _HOLE.findall(self.text), [name for name, _ in self.slots]
        if holes != names or len(set(names)) < len(names):
            raise ValueError(f"the holes of {self.text!r} are not the slots {', '.join(names) or 'none'}")

    def __len__(self) -> int:
        """How many actions it stands for."""
        return prod(len(words) for _, words in self.slots)

    def expand(self) -> Iterator[str]:
        """The text of every action it stands for; the last hole changes first."""
        between = _HOLE.split(self.text)[::2]
        for words in product(*(words for _, words in self.slots)):
            yield between[0] + "".join(word + text for word, text in zip(words, between[1:], strict=True))

    def to_json(self) -> FormJson:
        """The text and the words by slot."""
        return {"text": self.text, "slots": {name: list(words) for name, words in self.slots}}

    @classmethod
    def from_json(cls, value: FormJson) -> Form:
        """A form from its JSON, whose slots may be in any order.

        >>> form = Form("{count}x{face}", (("count", ("3", "4")), ("face", ("5",))))
        >>> Form.from_json(form.to_json()) == form
        True
        """
        names = _HOLE.findall(value["text"])
        return cls(value["text"], tuple((name, tuple(value["slots"][name])) for name in names))


def as_products(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Pairs as products of two lists: the first words that go with the same second words are put together.

    >>> as_products([("3", "5"), ("3", "6"), ("4", "5"), ("4", "6"), ("5", "6")])
    ((('3', '4'), ('5', '6')), (('5',), ('6',)))
    """
    seconds: dict[str, list[str]] = {}
    for first, second in pairs:
        seconds.setdefault(first, []).append(second)
    firsts: dict[tuple[str, ...], list[str]] = {}
    for first, found in seconds.items():
        firsts.setdefault(tuple(found), []).append(first)
    return tuple((tuple(words), found) for found, words in firsts.items())
