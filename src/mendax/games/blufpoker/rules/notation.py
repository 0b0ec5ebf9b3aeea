"""Parses the text of actions and positions of Blufpoker. `docs/blufpoker.md` has the format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from mendax.core.errors import BadNotation
from mendax.core.game import Seat
from mendax.games.blufpoker.rules.rolls import RANKS, SORTED, Dice, Roll
from mendax.games.blufpoker.rules.types import (
    NO_ROLLING,
    Action,
    Answer,
    Bid,
    Die,
    Keep,
    OpenRoll,
    Phase,
    PublicTurn,
    RollDie,
    Rolling,
    RoundEnd,
    Start,
    View,
)

T = TypeVar("T")

MAX_POINTS, MAX_ROUNDS = 99, 9_999
_ANSWERS = {answer.value: answer for answer in Answer}
_PHASES = {phase.value: phase for phase in Phase}
_KEYS = ("seat", "phase", "turn", "round", "points", "open", "turns", "rolling", "own", "poker", "end")
_NEEDED = _KEYS[:6]
_DICE = re.compile(r"[1-6]{1,3}", re.ASCII)
HOW = "write believe, call, roll 3, stop, bid 532, keep 66 or keep none"


def parse_action(text: str, players: int) -> Action:
    """An action or a chance outcome from its text; a bid may be written without its word.

    >>> parse_action("532", 3)
    Bid(roll=(5, 3, 2))
    >>> parse_action("keep 6 6", 3)
    Keep(dice=(6, 6))
    """
    words = " ".join(text.lower().split())
    if words in _ANSWERS:
        return _ANSWERS[words]
    word, _, rest = words.partition(" ")
    if word == "bid" and rest:
        return Bid(parse_roll(rest.replace(" ", "")))
    if word == "roll" and rest:
        return RollDie(_face(rest))
    if word == "die" and rest:
        return Die(_face(rest))
    if word == "keep" and rest:
        return Keep(() if rest == "none" else SORTED[parse_dice(rest.replace(" ", ""), 2)])
    if word == "start" and rest:
        return Start(_seat(rest, players))
    if _DICE.fullmatch(words) and len(words) == 3:
        return Bid(parse_roll(words))
    raise BadNotation(f"{text[:60]!r} is not an action; {HOW}")


def _face(text: str) -> int:
    if len(text) != 1 or text not in "123456":
        raise BadNotation(f"a die shows 1 to 6, not {text[:20]!r}")
    return int(text)


def parse_dice(text: str, most: int = 3) -> Dice:
    """One to `most` dice, in the order they are written."""
    if not _DICE.fullmatch(text) or len(text) > most:
        raise BadNotation(f"{text[:20]!r} is not up to {most} dice, such as {'642'[:most]}")
    return tuple(map(int, text))


def parse_roll(text: str) -> Roll:
    """Three dice, the highest first."""
    dice = tuple(map(int, text)) if _DICE.fullmatch(text) else ()
    if len(dice) != 3 or dice not in RANKS:
        raise BadNotation(f"{text[:20]!r} is not a roll: three dice from 1 to 6, the highest first, such as 532")
    return (dice[0], dice[1], dice[2])


def _seat(text: str, players: int) -> Seat:
    if len(text) != 1 or text not in "01234567"[:players]:
        raise BadNotation(f"a seat is from 0 to {players - 1}, not {text[:20]!r}")
    return int(text)


def _maybe_seat(text: str, players: int) -> Seat | None:
    return None if text == "-" else _seat(text, players)


def _maybe_dice(text: str) -> Dice:
    return () if text == "-" else parse_dice(text)


def _high_first(text: str) -> Dice:
    dice = _maybe_dice(text)
    if SORTED[dice] != dice:
        raise BadNotation(f"{text[:20]!r}: these dice are written the highest first")
    return dice


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and str(int(text[:5])) == text and int(text) <= most):
        raise BadNotation(f"{text[:20]!r} is not a number from 0 to {most}")
    return int(text)


def parse_view(text: str, players: int) -> View:
    """A view from its text: `str(view)` and back."""
    parts = dict[str, str]()
    for word in text.split():
        key, sign, value = word.partition("=")
        if key not in _KEYS or not sign or key in parts:
            raise BadNotation(f"{word[:40]!r} is no part of a position, or stands there twice")
        parts[key] = value
    missing = [key for key in _NEEDED if key not in parts]
    if missing:
        raise BadNotation(f"a position needs {missing[0]}=")
    if parts["phase"] not in _PHASES:
        raise BadNotation(f"phase is {', '.join(_PHASES)}, not {parts['phase'][:20]!r}")
    points_text, _, limit = parts["points"].partition("/")
    points = points_text.split(",")
    if len(points) != players:
        raise BadNotation(f"points= has a number for each of {players} seats, and behind a / how many lose")
    view = View(
        _maybe_seat(parts["seat"], players),
        _PHASES[parts["phase"]],
        _maybe_seat(parts["turn"], players),
        tuple(_number(number, MAX_POINTS) for number in points),
        _number(limit, MAX_POINTS),
        _number(parts["round"], MAX_ROUNDS),
        _several(parts, "turns", lambda part: _parse_turn(part, players)),
        _high_first(parts["open"]),
        _parse_rolling(parts["rolling"]) if "rolling" in parts else NO_ROLLING,
        _several(parts, "own", _parse_rolling),
        _several(parts, "poker", _parse_open_roll),
        _parse_end(parts["end"], players) if "end" in parts else None,
    )
    _check_view(view)
    return view


def _several(parts: dict[str, str], key: str, read: Callable[[str], T]) -> tuple[T, ...]:
    return tuple(map(read, parts[key].split(";"))) if key in parts else ()


def _check_view(view: View) -> None:
    """What a seat's view cannot be without."""
    if (view.turn is None) != (view.phase in (Phase.START, Phase.OVER)):
        raise BadNotation("turn= names a seat in every phase but start and over")
    if len(view.own) != sum(turn.seat == view.seat for turn in view.turns):
        raise BadNotation("own= has as many turns as turns= has of this seat")
    if view.rolling != NO_ROLLING and (view.seat != view.turn or view.phase not in (Phase.ROLL, Phase.BID)):
        raise BadNotation("rolling= is what a seat sees in its own turn, while it rolls or bids")
    if view.phase in (Phase.ANSWER, Phase.POKER) and not view.turns:
        raise BadNotation(f"phase={view.phase.value} needs a bid in turns=")
    if view.phase is Phase.BID and view.seat == view.turn and len(view.rolling.cup) != 3:
        raise BadNotation("phase=bid needs three dice in the bidder's rolling=")


def _parse_turn(text: str, players: int) -> PublicTurn:
    seat, colon, rest = text.partition(":")
    bid, plus, open_ = rest.partition("+")
    if not colon or (plus and not open_) or open_ == "-":
        raise BadNotation(f"{text[:40]!r} is not a turn, such as 0:532 or 1:641+6")
    return PublicTurn(_seat(seat, players), _high_first(open_ or "-"), parse_roll(bid))


def _parse_rolling(text: str) -> Rolling:
    kept, slash, rest = text.partition("/")
    picked, sign, fallen = rest.partition(">")
    if not slash or not sign:
        raise BadNotation(f"{text[:40]!r} is not a player's dice of a turn, such as 64/2>5")
    rolling = Rolling(_high_first(kept), _maybe_dice(picked), _maybe_dice(fallen))
    first = not rolling.kept and not rolling.picked
    if len(rolling.kept) + len(rolling.picked) != (0 if first else 3) or (
        not first and not 0 <= len(rolling.picked) - len(rolling.fallen) <= 1
    ):
        raise BadNotation(f"{text[:40]!r}: three dice are kept or picked, and each picked one falls")
    return rolling


def _parse_open_roll(text: str) -> OpenRoll:
    kept, sign, fallen = text.partition(">")
    if not sign:
        raise BadNotation(f"{text[:40]!r} is not an open roll, such as 66>2")
    roll = OpenRoll(_high_first(kept), _maybe_dice(fallen))
    if len(roll.kept) > 2 or len(roll.kept) + len(roll.fallen) > 3:
        raise BadNotation(f"{text[:40]!r}: an open roll has three dice, of which at most two are kept")
    return roll


def _parse_end(text: str, players: int) -> RoundEnd:
    parts = text.split(":")
    if len(parts) != 6 or parts[2] not in ("called", "believed"):
        raise BadNotation(f"{text[:60]!r} is not the end of a round, such as 0:1:called:532:431:0")
    return RoundEnd(
        _seat(parts[0], players),
        _seat(parts[1], players),
        parts[2] == "called",
        parse_roll(parts[3]),
        parse_roll(parts[4]),
        _maybe_seat(parts[5], players),
    )
