"""The rows of the store, typed. `insert()` is the statement that stores one, for `Database.write`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from mendax.core.game import Seat
from mendax.table.store.database import Statement

ClientKind: TypeAlias = Literal["person", "program"]
Kind: TypeAlias = Literal["person", "program", "agent"]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A person or a program, known by a token of which only the hash is kept."""

    id: str
    name: str
    kind: ClientKind
    token_hash: str | None
    created: float

    def insert(self) -> Statement:
        """The statement that stores it."""
        return ("INSERT INTO players VALUES (?, ?, ?, ?, ?)", _values(self))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table; `options` is JSON that the server alone reads."""

    code: str
    options: str
    created: float
    ended: float | None = None

    def insert(self) -> Statement:
        """The statement that stores it."""
        return ("INSERT INTO tables VALUES (?, ?, ?, ?)", _values(self))


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits at a table now; our agents are no players."""

    table: str
    seat: Seat
    kind: Kind
    name: str
    player: str | None = None

    def insert(self) -> Statement:
        """The statement that stores it, in the place of whoever sat there."""
        return ("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)", _values(self))


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sat where in a match: what is known of it for good."""

    kind: Kind
    name: str
    player: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """The three fields by name."""
        return {"kind": self.kind, "name": self.name, "player": self.player}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: running while `ended` is `None`; without payoffs it was given up."""

    id: str
    table: str
    number: int
    """Which match of its table, from 1 on."""
    game: str
    rules: int
    """The game's `rules_version`."""
    seats: tuple[Sitter, ...]
    secret: bytes
    open: bool
    started: float
    ended: float | None = None
    end: str | None = None
    payoffs: tuple[float, ...] | None = None
    hands: tuple[tuple[float, ...], ...] | None = None
    """What each hand paid, where the game counts hands."""

    def insert(self) -> Statement:
        """The statement that stores it."""
        seats = seats_text(self.seats)
        values = (self.id, self.table, self.number, self.game, self.rules, seats, self.secret, int(self.open))
        ended = (self.started, self.ended, self.end, _text(self.payoffs), _text(self.hands))
        return ("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, *ended))

    @classmethod
    def read(cls, row: Sequence[Any]) -> MatchRow:
        """A row as SQLite gives it."""
        key, table, number, game, rules, seats, secret, shown, started, ended, end, payoffs, hands = row
        sitters = tuple(Sitter(**sitter) for sitter in json.loads(seats))
        paid = None if payoffs is None else tuple(json.loads(payoffs))
        each = None if hands is None else tuple(map(tuple, json.loads(hands)))
        return cls(key, table, number, game, rules, sitters, secret, bool(shown), started, ended, end, paid, each)


class MoveRow(NamedTuple):
    """A move of a match; chance has no seat."""

    match: str
    number: int
    """How many moves were made before it."""
    seat: Seat | None
    action: str
    default: bool
    request: str | None
    """What its sender called it: one request of a seat is stored once."""
    at: float

    def insert(self) -> Statement:
        """The statement that stores it; a second one of that number or request changes nothing."""
        return ("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", self)

    @classmethod
    def read(cls, row: Sequence[Any]) -> MoveRow:
        """A row as SQLite gives it."""
        match, number, seat, action, default, request, at = row
        return cls(match, number, seat, action, bool(default), request, at)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """The commitment of a round, and what the players mixed in after it."""

    match: str
    round: int
    root: str
    size: int
    mixes: Mapping[Seat, str] | None = None
    """`None` until the round is mixed; empty where nobody had anything to add."""

    def insert(self) -> Statement:
        """The statement that stores it."""
        mixes = None if self.mixes is None else mixes_text(self.mixes)
        return ("INSERT INTO rounds VALUES (?, ?, ?, ?, ?)", (self.match, self.round, self.root, self.size, mixes))

    @classmethod
    def read(cls, row: Sequence[Any]) -> RoundRow:
        """A row as SQLite gives it."""
        match, number, root, size, mixes = row
        found = None if mixes is None else {int(seat): text for seat, text in json.loads(mixes).items()}
        return cls(match, number, root, size, found)


@dataclass(frozen=True, slots=True)
class ExplanationRow:
    """Why an agent made a move; `explanation` is JSON that the server alone reads."""

    match: str
    move: int
    seat: Seat
    explanation: str

    def insert(self) -> Statement:
        """The statement that stores it; the first one of a move stays."""
        return ("INSERT INTO explanations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", _values(self))


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all that was stored of it, in order."""

    match: MatchRow
    moves: tuple[MoveRow, ...]
    rounds: tuple[RoundRow, ...]
    explanations: tuple[ExplanationRow, ...]


RunningMatch: TypeAlias = StoredMatch
"""A stored match that has not ended."""


def seats_text(seats: Sequence[Sitter]) -> str:
    """The seats of a match as JSON."""
    return json.dumps([sitter.to_json() for sitter in seats])


def mixes_text(mixes: Mapping[Seat, str]) -> str:
    """What was mixed in, as JSON."""
    return json.dumps({str(seat): mixes[seat] for seat in sorted(mixes)})


def _values(row: Any) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in row.__slots__)


def _text(value: object) -> str | None:
    return None if value is None else json.dumps(value)
