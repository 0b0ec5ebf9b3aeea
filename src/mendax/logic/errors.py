"""What can be wrong with a formula, a model or an event model; each is one clear line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Final

from mendax.core.errors import MendaxError

NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.']*")
"""The names of agents, event models and events that a formula can hold."""

ATOM: Final = re.compile(rf"{NAME.pattern}(?:(?:>=|<=|=){NAME.pattern})?")
"""The names of atoms: such a name, or two that are compared, as in `sum=7` or `sum>=7`."""

RESERVED: Final = ("true", "false")


class LogicError(MendaxError):
    """A model, a formula or an event model that does not fit together."""


class FormulaError(LogicError):
    """A text that is not a formula; the message says at which character, counted from 1."""

    def __init__(self, text: str, position: int, fault: str) -> None:
        shown = re.sub(r"\s", " ", text)  # one line, and every character where it was
        super().__init__(f"at character {position + 1}: {fault}: {shown}")
        self.text = text
        self.position = position
        self.fault = fault

    def picture(self) -> str:
        """Three lines: the text, a caret under the fault, and what is wrong there."""
        shown = re.sub(r"\s", " ", self.text)
        return f"{shown}\n{' ' * self.position}^\n{self.fault}"


def check_name(name: str, kind: str) -> str:
    """The name itself, or an error if no formula could hold it."""
    if not (ATOM if kind == "atom" else NAME).fullmatch(name) or (kind == "atom" and name in RESERVED):
        raise LogicError(f"{name!r} cannot name an {kind}: letters, digits, '_', '.' and \"'\" can")
    return name


def check_names(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Names that are all different, as a tuple."""
    found = tuple(check_name(name, kind) for name in names)
    if len(set(found)) < len(found):
        twice = next(name for name in found if found.count(name) > 1)
        raise LogicError(f"{kind} {twice!r} is named twice")
    return found


def unknown(name: str, kind: str, known: Collection[str]) -> LogicError:
    """The error for a name that is not there, with a near one or a few that are."""
    near = get_close_matches(name, known, n=1) if len(known) <= 1000 else []
    if near:
        return LogicError(f"there is no {kind} {name!r}; did you mean {near[0]!r}?")
    few = ", ".join(list(known)[:8]) + (", ..." if len(known) > 8 else "")
    return LogicError(f"there is no {kind} {name!r}; there are: {few or 'none'}")
