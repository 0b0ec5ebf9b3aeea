"""Hints and explanations on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from mendax.core.agent import Decision, Explanation
from mendax.core.face import AnyFace, Hint
from mendax.core.game import Seat
from mendax.table.wording import named

ROWS = 12
"""Of a longer hint the best options are shown."""
LAST_RULES = 4
"""Of more rules than these the last are named: they decide."""


@dataclass(frozen=True, slots=True)
class Made:
    """A decision that somebody made in this match, with the view it was made on."""

    move: int
    """How many moves had been made."""
    round: int
    seat: Seat
    view: Any
    decision: Decision[Any]


def print_hint(out: Console, hint: Hint, names: Sequence[str], title: str) -> None:
    """The adviser's sentence, its options best first, and what it believes."""
    out.print(f"{title}:{' ' + named(hint.sentence, names) if hint.sentence else ''}")
    if hint.rows:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), show_edge=False)
        for number, column in enumerate(hint.columns):
            table.add_column(column, justify="left" if number == 0 or not column else "right")
        for row in hint.rows[:ROWS]:
            table.add_row(*(named(cell, names) for cell in row))
        out.print(table)
        if len(hint.rows) > ROWS:
            out.print(f"  ... and {len(hint.rows) - ROWS:,} more, none of them better")
    for belief in hint.beliefs:
        out.print(f"  {named(belief, names)}")


def print_reason(out: Console, face: AnyFace, made: Made, names: Sequence[str], *, numbers: bool) -> None:
    """Who did what with which dice or cards, and why; the numbers behind it on request."""
    action, explanation = made.decision
    who, held = names[made.seat], face.holding(made.view)
    with_what = f" with {named(held, names)}" if held else ""
    reason = face.reason(made.view, action, explanation) if explanation is not None else ""
    out.print(f"{who}{with_what}: {named(face.say(made.view, action), names)}. {named(reason, names)}".rstrip())
    if numbers and explanation is not None:
        _print_numbers(out, face, made.view, explanation, names)


def _print_numbers(
    out: Console, face: AnyFace, view: object, explanation: Explanation[Any], names: Sequence[str]
) -> None:
    hint = face.hint(view, explanation)
    if hint.rows or hint.beliefs:
        print_hint(out, Hint(hint.columns, hint.rows, "", hint.beliefs), names, "  The numbers behind it")
    if explanation.rules:
        last = named(", ".join(explanation.rules[-LAST_RULES:]), names)
        few = len(explanation.rules) <= LAST_RULES
        out.print(f"  Rules that fired: {last}" if few else f"  {len(explanation.rules)} rules fired, the last: {last}")
