"""Parses the text of actions and positions of Liar's Dice. `docs/liars-dice.md` has the format.

Texts from before are read too: dice with commas in actions (`roll 1,3,3`), and in positions flags as figures
(`exacts=101`) and a bare `special`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from mendax.core.errors import BadNotation
from mendax.core.game import Seat
from mendax.games.liars_dice.rules.types import (
    CHALLENGE_BID,
    PASS,
    Action,
    Answer,
    Bid,
    Dice,
    Open,
    Roll,
    Said,
    Showdown,
    View,
)

T = TypeVar("T")

MAX_COUNT = 60
"""No table has more dice: ten players with six each."""
_ANSWERS = {answer.value: answer for answer in Answer} | {"challenge": CHALLENGE_BID}
"""A bare `challenge` is of the bid, as in the paper."""
_BID = re.compile(r"(\d{1,2}) ?x ?(\d)(?: push (\S.*))?", re.ASCII)
_SAID = re.compile(r"(\d):(?:(pass)|(\d{1,2})x(\d)(?:\+(\d{1,6}))?(?:~(\d{1,6}))?)", re.ASCII)
_KEYS = (
    "seat",
    "turn",
    "round",
    "opener",
    "dice",
    "hidden",
    "cup",
    "shown",
    "exacts",
    "wild",
    "had",
    "special",
    "said",
    "end",
)
_NEEDED = _KEYS[:10]
HOW = "write 6x4, 6x4 push 1 4, pass, exact, challenge bid or challenge pass"


def parse_action(text: str, players: int, faces: int) -> Action:
    """An action or a chance outcome from its text.

    >>> parse_action("6x4 push 4 1", 4, 6)
    Bid(count=6, face=4, push=(1, 4))
    >>> parse_action("challenge", 4, 6)
    CHALLENGE_BID
    """
    words = " ".join(text.lower().split())
    if words in _ANSWERS:
        return _ANSWERS[words]
    if found := _BID.fullmatch(words):
        return Bid(_count(found[1]), _face(found[2], faces), _dice(found[3], faces) if found[3] else ())
    word, _, rest = words.partition(" ")
    if word == "open" and rest:
        return Open(_seat(rest, players))
    if word == "roll" and rest:
        return Roll(_dice(rest, faces))
    raise BadNotation(f"{text[:60]!r} is not an action; {HOW}")


def _count(text: str) -> int:
    if not 1 <= int(text) <= MAX_COUNT:
        raise BadNotation(f"a bid is of 1 to {MAX_COUNT} dice, not {text}")
    return int(text)


def _face(text: str, faces: int) -> int:
    if text not in map(str, range(1, faces + 1)):
        raise BadNotation(f"the dice have faces from 1 to {faces}, not {text[:20]!r}")
    return int(text)


def _dice(text: str, faces: int) -> Dice:
    """One to six dice in any order, with spaces or commas between them."""
    parts = text.replace(",", " ").split()
    if not 1 <= len(parts) <= 6:
        raise BadNotation(f"{text[:30]!r} is not one to six dice, such as 1 4")
    return tuple(sorted(_face(part, faces) for part in parts))


def _seat(text: str, players: int) -> Seat:
    if text not in map(str, range(players)):
        raise BadNotation(f"a seat is from 0 to {players - 1}, not {text[:20]!r}")
    return int(text)


def parse_view(text: str, players: int, faces: int, most: int) -> View:
    """A view from its text: `str(view)` and back."""
    parts = dict[str, str]()
    for word in text.split():
        key, sign, value = ("special=true" if word == "special" else word).partition("=")
        if key not in _KEYS or not sign or key in parts:
            raise BadNotation(f"{word[:40]!r} is no part of a position, or stands there twice")
        parts[key] = value
    missing = [key for key in _NEEDED if key not in parts]
    if missing:
        raise BadNotation(f"a position needs {missing[0]}=")

    def seat(text: str) -> Seat | None:
        return None if text == "-" else _seat(text, players)

    def number(text: str) -> int:
        return _number(text, most)

    dice = _each(parts["dice"], players, number, "dice")
    shown = _each(parts["shown"], players, lambda part: parse_faces(part, faces), "shown")
    hidden = _each(parts["hidden"], players, number, "hidden")
    had = _seats(parts["had"], players) if "had" in parts else (False,) * players
    if "had" in parts and not any(had):
        raise BadNotation("had= is left out when nobody had a special round")
    if parts.get("special", "true") != "true":
        raise BadNotation("special=true marks a special round; in others it is left out")
    view = View(
        seat(parts["seat"]),
        seat(parts["turn"]),
        dice,
        hidden,
        parse_faces(parts["cup"], faces),
        shown,
        tuple(parse_said(part, players, faces) for part in parts["said"].split(";")) if "said" in parts else (),
        seat(parts["opener"]),
        _seats(parts["exacts"], players),
        had,
        "special" in parts,
        _number(parts["wild"], faces),
        _number(parts["round"], 999),
        _parse_showdown(parts["end"], players, faces) if "end" in parts else None,
    )
    if view.showdown is None and any(
        under + len(open_) > number for under, open_, number in zip(hidden, shown, dice, strict=True)
    ):
        raise BadNotation("a seat cannot have more dice on the table than dice")
    if len(view.cup) != (0 if view.seat is None else hidden[view.seat]):
        raise BadNotation("cup= shows as many dice as one's own cup hides")
    return view


def _number(text: str, highest: int) -> int:
    if not (text.isascii() and text.isdigit() and str(int(text[:4])) == text and int(text) <= highest):
        raise BadNotation(f"{text[:20]!r} is not a number from 0 to {highest}")
    return int(text)


def _each(text: str, players: int, read: Callable[[str], T], what: str) -> tuple[T, ...]:
    parts = text.split(",")
    if len(parts) != players:
        raise BadNotation(f"{what}= has a part for each of {players} seats")
    return tuple(map(read, parts))


def parse_faces(text: str, faces: int) -> Dice:
    """`1335`, or `-` for none."""
    if text == "-":
        return ()
    dice = tuple(_face(die, faces) for die in text[:7])
    if not 1 <= len(dice) <= 6 or list(dice) != sorted(dice):
        raise BadNotation(f"{text[:20]!r} is not up to six dice in rising order")
    return dice


def _seats(text: str, players: int) -> tuple[bool, ...]:
    """`0,2`, or `-` for no seat; in old texts `101`, a figure for each seat."""
    if len(text) == players and set(text) <= {"0", "1"}:
        return tuple(mark == "1" for mark in text)
    seats = [] if text == "-" else [_seat(part, players) for part in text.split(",")]
    if seats != sorted(set(seats)):
        raise BadNotation(f"{text[:20]!r} is not a list of seats in rising order")
    return tuple(seat in seats for seat in range(players))


def parse_said(text: str, players: int, faces: int) -> Said:
    """`0:3x4`, `0:3x4+14` with a push, `1:pass`."""
    found = _SAID.fullmatch(text)
    if found is None:
        raise BadNotation(f"{text[:40]!r} is not something said, such as 0:3x4+14 or 1:pass")
    seat = _seat(found[1], players)
    if found[2]:
        return Said(seat, PASS)
    push, thrown = (parse_faces(part or "-", faces) for part in (found[5], found[6]))
    bid = Bid(_count(found[3]), _face(found[4], faces), push)
    if str(bid.count) != found[3] or (thrown and not push):
        raise BadNotation(f"{text[:40]!r} is not a bid, such as 0:3x4, 0:3x4+14 or 0:3x4+14~226")
    return Said(seat, bid, thrown)


def _parse_showdown(text: str, players: int, faces: int) -> Showdown:
    parts = text.split(":")
    answer = _ANSWERS.get(parts[1].replace("-", " ")) if len(parts) == 7 else None
    if answer is None or answer is PASS or parts[1] == "challenge" or parts[4] not in ("right", "wrong"):
        raise BadNotation(f"{text[:60]!r} is not the end of a round, such as 2:challenge-bid:1:5:right:1:133,-,26")
    return Showdown(
        _seat(parts[0], players),
        answer,
        _seat(parts[2], players),
        _number(parts[3], MAX_COUNT),
        parts[4] == "right",
        None if parts[5] == "-" else _seat(parts[5], players),
        _each(parts[6], players, lambda part: parse_faces(part, faces), "end"),
    )
