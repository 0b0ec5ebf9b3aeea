"""What the server asks the store: players, tables, seats, matches, moves, rounds, explanations."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from mendax.core.game import Seat
from mendax.table.store.database import Database, Statement
from mendax.table.store.errors import MoveTaken
from mendax.table.store.rows import (
    ClientKind,
    ExplanationRow,
    Kind,
    MatchRow,
    MoveRow,
    PlayerRow,
    RoundRow,
    RunningMatch,
    SeatRow,
    Sitter,
    StoredMatch,
    TableRow,
    mixes_text,
)

T = TypeVar("T")

__all__ = [
    "ClientKind",
    "ExplanationRow",
    "Kind",
    "MatchRow",
    "MoveRow",
    "PlayerRow",
    "RoundRow",
    "RunningMatch",
    "SeatRow",
    "Sitter",
    "StoredMatch",
    "TableRow",
    "add_moves",
    "end_table",
    "find_match",
    "find_player",
    "find_player_by_token",
    "find_table",
    "leave_seat",
    "load_match",
    "load_running",
    "load_seats",
    "load_tables",
    "match_ended",
    "round_mixed",
]


async def find_player(db: Database, player: str) -> PlayerRow | None:
    """A player by its id."""
    return _one(PlayerRow, await db.read("SELECT * FROM players WHERE id = ?", (player,)))


async def find_player_by_token(db: Database, token_hash: str) -> PlayerRow | None:
    """A player by the hash of its token."""
    return _one(PlayerRow, await db.read("SELECT * FROM players WHERE token_hash = ?", (token_hash,)))


async def find_table(db: Database, code: str) -> TableRow | None:
    """A table by its code."""
    return _one(TableRow, await db.read("SELECT * FROM tables WHERE code = ?", (code,)))


async def load_tables(db: Database) -> list[TableRow]:
    """All tables that have not ended, the oldest first."""
    return [TableRow(*row) for row in await db.read("SELECT * FROM tables WHERE ended IS NULL ORDER BY created, code")]


def end_table(code: str, at: float) -> Sequence[Statement]:
    """The statements that end a table: nobody sits there any more."""
    return (
        ("UPDATE tables SET ended = ? WHERE code = ? AND ended IS NULL", (at, code)),
        ('DELETE FROM seats WHERE "table" = ?', (code,)),
    )


async def load_seats(db: Database, table: str | None = None) -> list[SeatRow]:
    """Who sits at a table, or at all tables, by seat."""
    if table is None:
        return [SeatRow(*row) for row in await db.read('SELECT * FROM seats ORDER BY "table", seat')]
    return [SeatRow(*row) for row in await db.read('SELECT * FROM seats WHERE "table" = ? ORDER BY seat', (table,))]


def leave_seat(table: str, seat: Seat) -> Statement:
    """The statement that empties a seat."""
    return ('DELETE FROM seats WHERE "table" = ? AND seat = ?', (table, seat))


def match_ended(
    match: str,
    at: float,
    end: str,
    payoffs: Sequence[float] | None,
    hands: Sequence[Sequence[float]] | None = None,
) -> Statement:
    """The statement that ends a match. Without payoffs it was given up, and counts in no result.

    `hands` has what each hand paid, where the game counts hands.
    """
    paid = None if payoffs is None else json.dumps(list(payoffs))
    each = None if hands is None else json.dumps([list(hand) for hand in hands])
    return (
        "UPDATE matches SET ended = ?, end = ?, payoffs = ?, hands = ? WHERE id = ? AND ended IS NULL",
        (at, end, paid, each, match),
    )


def round_mixed(match: str, number: int, mixes: Mapping[Seat, str]) -> Statement:
    """The statement that stores what the players mixed into a round; the first one stays."""
    return (
        "UPDATE rounds SET mixes = ? WHERE match = ? AND round = ? AND mixes IS NULL",
        (mixes_text(mixes), match, number),
    )


async def add_moves(db: Database, moves: Sequence[MoveRow], also: Sequence[Statement] = ()) -> tuple[MoveRow, ...]:
    """Store moves and what belongs to them in one commit; returns them as they are stored.

    A move that was stored before, by its request or word for word, is returned as it was stored then; the caller sees
    by its number and action whether it is another. If the first move was stored before, so was all that came with it:
    it alone is returned, and nothing is done. A number that another move has raises `MoveTaken`.
    """

    def store(connection: sqlite3.Connection) -> tuple[MoveRow, ...]:
        found = []
        for move in moves:
            if connection.execute(*move.insert()).rowcount == 1:
                found.append(move)
                continue
            found.append(_stored(connection, move))
            if len(found) == 1:
                return tuple(found)
        for sql, arguments in also:
            connection.execute(sql, arguments)
        return tuple(found)

    return await db.transact(store, single=len(moves) == 1 and not also)


def _stored(connection: sqlite3.Connection, move: MoveRow) -> MoveRow:
    """The stored move of the same request, or the same move."""
    if move.request is not None:
        by_request = "SELECT * FROM moves WHERE match = ? AND seat IS ? AND request = ?"
        if row := connection.execute(by_request, (move.match, move.seat, move.request)).fetchone():
            return MoveRow.read(row)
    by_number = "SELECT * FROM moves WHERE match = ? AND number = ?"
    found = MoveRow.read(connection.execute(by_number, (move.match, move.number)).fetchone())
    if found[:6] != move[:6]:
        raise MoveTaken(f"match {move.match} has another move {move.number}")
    return found


async def find_match(db: Database, match: str) -> MatchRow | None:
    """A match by its id, without its moves."""
    rows = await db.read("SELECT * FROM matches WHERE id = ?", (match,))
    return MatchRow.read(rows[0]) if rows else None


async def load_match(db: Database, match: str) -> StoredMatch | None:
    """A match with all that was stored of it."""
    found = await db.consult(lambda connection: _load(connection, "id = ?", (match,)))
    return found[0] if found else None


async def load_running(db: Database) -> list[RunningMatch]:
    """Every match that has not ended, for a server that starts again; the oldest first."""
    return await db.consult(lambda connection: _load(connection, "ended IS NULL", ()))


def _load(connection: sqlite3.Connection, which: str, arguments: Sequence[str]) -> list[StoredMatch]:
    """Matches with their parts: one query for each kind of part, however many matches there are."""

    def parts(table: str, order: str) -> dict[str, list[tuple[Any, ...]]]:
        sql = f"SELECT * FROM {table} WHERE match IN (SELECT id FROM matches WHERE {which}) ORDER BY match, {order}"
        rows = connection.execute(sql, arguments).fetchall()
        return {match: list(group) for match, group in groupby(rows, lambda row: row[0])}

    matches = connection.execute(f"SELECT * FROM matches WHERE {which} ORDER BY started, id", arguments).fetchall()
    moves, rounds, reasons = parts("moves", "number"), parts("rounds", "round"), parts("explanations", "move")
    return [
        StoredMatch(
            MatchRow.read(row),
            tuple(map(MoveRow.read, moves.get(row[0], ()))),
            tuple(map(RoundRow.read, rounds.get(row[0], ()))),
            tuple(ExplanationRow(*reason) for reason in reasons.get(row[0], ())),
        )
        for row in matches
    ]


def _one(kind: Callable[..., T], rows: Sequence[tuple[Any, ...]]) -> T | None:
    return kind(*rows[0]) if rows else None
