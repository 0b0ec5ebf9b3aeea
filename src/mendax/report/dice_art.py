"""Dice drawn in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_PIPS: Final = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
HIDDEN: Final = 0
"""A die that cannot be seen: drawn with a question mark."""


def draw_dice(dice: Sequence[int], note: str = "") -> str:
    """Dice side by side, five lines high, with a note below.

    >>> print(draw_dice((1, 0, 6), "yours"))
    ┌───────┐ ┌───────┐ ┌───────┐
    │       │ │       │ │ ●   ● │
    │   ●   │ │   ?   │ │ ●   ● │
    │       │ │       │ │ ●   ● │
    └───────┘ └───────┘ └───────┘
    yours
    """
    rows = [_PIPS.get(die, ("     ", f"{die if die else '?':^5}", "     ")) for die in dice]
    lines = [" ".join("┌───────┐" for _ in dice)]
    lines += [" ".join(f"│ {row[line]} │" for row in rows) for line in range(3)]
    lines += [" ".join("└───────┘" for _ in dice)]
    return "\n".join([*lines, *([note] if note else [])])
