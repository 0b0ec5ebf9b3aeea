"""How commands speak to people and programs: the console, JSON, and numbers as people read them."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console

DASH = "–"
"""Stands where too little was played to say anything."""


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_PADDING: Final = re.compile(r" +\n")


class PlainConsole(Console):
    """A console for texts that others wrote, such as names in records: no control character of theirs gets through.

    In a pipe or a file, tables are not padded with blanks at the ends of lines.
    """

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; a control character in a text is left out."""
        clean = [_CONTROL.sub("", one) if isinstance(one, str) else one for one in objects]
        if self.is_terminal:
            super().print(*clean, **options)
            return
        with self.capture() as shown:
            super().print(*clean, **options)
        super().print(_PADDING.sub("\n", shown.get()), end="", emoji=False, soft_wrap=True)


def console() -> Console:
    """Where people read; with NO_COLOR, without bold and italics too."""
    return PlainConsole(highlight=False, markup=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def print_json(data: object) -> None:
    """Where programs read: JSON and nothing else."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def percent(rate: float) -> str:
    """A rate as people read it."""
    return f"{100 * rate:.1f} %"


def interval(ends: Sequence[float] | None) -> str:
    """A 95 % interval of a rate, or a dash where there is none."""
    return DASH if ends is None else f"{100 * ends[0]:.1f}–{100 * ends[1]:.1f}"


def amounts(ends: Sequence[float] | None) -> str:
    """A 95 % interval of amounts that may be negative, or a dash where there is none."""
    return DASH if ends is None else f"{ends[0]:+.3f} to {ends[1]:+.3f}"


def p_value(p: float | None) -> str:
    """A p-value without false precision, or a dash where there is none."""
    if p is None:
        return DASH
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def plural(count: int, word: str) -> str:
    """A count with its word.

    >>> plural(1, "game"), plural(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def plain_number(value: float) -> str:
    """Wins are whole numbers unless some were shared."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
