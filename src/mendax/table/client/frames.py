"""What a client reads of the server's frames.

The server's own schemas are strict. A client is not: it passes over frames and fields that it does not know, so that a
later server may send more.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct


class TableFacts(Struct, frozen=True):
    """What a player needs to know of a table."""

    code: str
    game: str
    open: bool
    goes_on: bool
    status: str


class Welcome(Struct, frozen=True):
    """The seat is taken."""

    table: TableFacts
    name: str


class Table(Struct, frozen=True):
    """The table has changed."""

    table: TableFacts


class Next(Struct, frozen=True):
    """A match begins."""

    seq: int
    match: str
    number: int
    game: str
    rules: int
    seat: int | None


class Event(Struct, frozen=True):
    """Something happened."""

    seq: int
    match: str
    move: int
    text: str
    data: Any
    default: bool = False


class Turn(Struct, frozen=True):
    """It is this seat's turn."""

    turn: str
    match: str
    view: str
    forms: Any
    seconds: float

    @property
    def number(self) -> int:
        """How many turns this seat had before in the match."""
        number = self.turn.rpartition(".")[2]
        return int(number) if number.isdecimal() else 0


class Refused(Struct, frozen=True):
    """An action does not count."""

    turn: str
    reason: str
    over: bool = False


class End(Struct, frozen=True):
    """A match is over."""

    seq: int
    match: str
    payoffs: tuple[float, ...]
    scores: tuple[float, ...]
    ending: str


class Error(Struct, frozen=True):
    """Something that was sent cannot be used."""

    reason: str


class Other(Struct, frozen=True):
    """A frame that this client has no use for; of a durable one it notes the number."""

    type: str
    seq: int = 0
    match: str = ""


Frame: TypeAlias = Welcome | Table | Next | Event | Turn | Refused | End | Error | Other
_KINDS: Final[dict[str, Any]] = {
    "welcome": Welcome,
    "table": Table,
    "next": Next,
    "event": Event,
    "turn": Turn,
    "refused": Refused,
    "end": End,
    "error": Error,
}


class UnreadableFrame(Exception):
    """What came is no frame of this protocol."""


def read_frame(raw: str | bytes) -> Frame:
    """A frame of the server.

    >>> read_frame('{"type": "refused", "turn": "m.3", "reason": "too late", "later": 1}').reason
    'too late'
    """
    try:
        kind = msgspec.json.decode(raw, type=Other).type
        frame: Frame = msgspec.json.decode(raw, type=_KINDS.get(kind, Other))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UnreadableFrame(str(error)) from None
    return frame


def mark(frame: Frame) -> tuple[str, int] | None:
    """The match and the number of a durable frame."""
    seq = getattr(frame, "seq", 0)
    return (frame.match, seq) if seq and isinstance(frame, Next | Event | End | Other) else None
