"""Sentences with names in them: who is `seat 1`, and `you bid` instead of `you bids`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mendax.core.errors import MendaxError
from mendax.core.face import NO_BREAK

YOU: Final = "you"
_SEAT = re.compile(rf"({NO_BREAK}*)\b([Ss])eat (\d+)('s)?(?!\w)(  +)?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def clean_name(text: str) -> str:
    """A name that can be printed; raises where nothing is left of it.

    >>> clean_name(" Ann\\x1b[1m ")
    'Ann[1m'
    """
    name = " ".join(_CONTROL.sub("", text).split())
    if not name:
        raise MendaxError("a name needs at least one letter")
    return name[:40]


def distinct(names: Sequence[str]) -> list[str]:
    """The players' names, the person's first; opponents of one name have numbers.

    >>> distinct(["you", "tree", "tree"]), distinct(["tree", "tree"])
    (['you', 'tree-1', 'tree-2'], ['tree (you)', 'tree'])
    """
    person, others = names[0], list(names[1:])
    found = [f"{person} ({YOU})" if person in others else person]
    for at, name in enumerate(others):
        found.append(name if others.count(name) == 1 else f"{name}-{1 + others[:at].count(name)}")
    return found


def named(text: str, names: Sequence[str]) -> str:
    """A text with names instead of seats; a seat with two or more blanks behind it is a column.

    In a cell of `mendax.core.face.seat_cell` a name is cut or padded to the cell's width.

    >>> named("seat 0 bids 3x5; seat 1's die shows 4. Seat 0 loses", ["you", "Ann"])
    "you bid 3x5; Ann's die shows 4. You lose"
    >>> print(named("seat 0  5 dice\\nseat 1  4 dice", ["you", "Cicero"]))
    you     5 dice
    Cicero  4 dice
    """
    width = max(map(len, names), default=0)

    def name(found: re.Match[str]) -> str:
        padding, capital, number, owns, blanks = found.groups(default="")
        seat = int(number)
        if seat >= len(names):
            return found[0]
        shown = names[seat]
        if padding:  # one blank at least stays between two cells
            cell = len(found[0]) - len(blanks)
            return shown.replace(" ", NO_BREAK)[: cell - 1].rjust(cell, NO_BREAK) + blanks
        if shown == YOU:
            shown, owns = ("your" if owns else YOU), ""
            shown = shown.capitalize() if capital == "S" else shown
        return f"{shown + owns:<{width}}{blanks}" if blanks else shown + owns

    return in_second_person(_SEAT.sub(name, text)).replace(NO_BREAK, " ")


_VERB: Final = re.compile(r"\b([Yy]ou) (\w+?)(?:(?<=ss|sh|ch|.x)es|(?<=[a-z]o)es|(?<!s)s)\b(?!')")
_OF_YOU: Final = re.compile(r"(?:^|[.;:,] |and )[Yy]ou\b(?:(?!, and )[^.;:])*")
"""A sentence whose subject is you."""
_NEXT_VERB: Final = re.compile(
    r"((?: and|,| then| but) (?:show|roll|keep|open|lose|win|bid|call|check|fold|raise|bet|believe|lift|take|say|accept"
    r"|challenge|score|hold|leave|get|pay|hand|hide|stop|look|reach|pass|push))(?:(?<=ss|sh|ch)es|(?<!ss|sh|ch)s)\b"
)
"""More verbs of that sentence: nouns end as verbs do, so these are listed."""
_IRREGULAR: Final = {"has": "have", "is": "are", "was": "were"}


def in_second_person(text: str) -> str:
    """A text in which verbs that follow `you` are in the second person.

    >>> in_second_person("you passes"), in_second_person("tree calls 5, you challenges"), in_second_person("You has 3")
    ('you pass', 'tree calls 5, you challenge', 'You have 3')
    """
    for wrong, right in _IRREGULAR.items():
        text = re.sub(rf"\b([Yy]ou) {wrong}\b", rf"\1 {right}", text)
    text = _VERB.sub(r"\1 \2", text)
    return _OF_YOU.sub(lambda found: _NEXT_VERB.sub(r"\1", found[0]), text)


def in_rows(text: str, width: int) -> str:
    """Choices that stand three blanks apart, one a line where a line is too narrow for all.

    >>> print(in_rows("a: accept   c: challenge", 12))
    a: accept
    c: challenge
    """
    return "\n".join(line if len(line) <= width else line.replace("   ", "\n") for line in text.splitlines())


def standing_line(names: Sequence[str], standing: Sequence[float]) -> str:
    """The standing after a round.

    >>> standing_line(["you", "tree"], [5.0, -1.5])
    'Standing: you 5, tree -1.50'
    """
    shown = [f"{value:,.0f}" if value == int(value) else f"{value:,.2f}" for value in standing]
    return "Standing: " + ", ".join(f"{name} {value}" for name, value in zip(names, shown, strict=True))
