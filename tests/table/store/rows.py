"""Rows for tests of the store: a table, a match, moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mendax.table.store.database import Database
from mendax.table.store.tables import MatchRow, MoveRow, PlayerRow, Sitter, TableRow

TABLE = TableRow("ABCDEFGH", '{"game": "one-die"}', 10.0)
ANN = PlayerRow("p1", "Ann", "person", "hash of Ann's token", 1.0)
BEN = PlayerRow("p2", "Ben", "person", "hash of Ben's token", 2.0)
TREE = Sitter("agent", "tree")


def sitting(player: PlayerRow) -> Sitter:
    return Sitter(player.kind, player.name, player.id)


def a_match(key: str, number: int, *seats: Sitter, game: str = "one-die") -> MatchRow:
    return MatchRow(key, TABLE.code, number, game, 1, seats or (sitting(ANN), TREE), bytes(32), True, 100.0 + number)


def a_move(match: str, number: int, seat: int | None = 0, action: str = "call 3") -> MoveRow:
    request = None if seat is None else f"{match}.{number}"
    return MoveRow(match, number, seat, action, False, request, 200.0 + number)


async def furnish(db: Database, *matches: MatchRow) -> None:
    """Players, a table and matches."""
    await db.write(TABLE.insert(), ANN.insert(), BEN.insert(), *(match.insert() for match in matches))


def finished(
    key: str,
    number: int,
    seats: Sequence[Sitter],
    payoffs: Sequence[float],
    *,
    game: str = "one-die",
    hands: Sequence[Sequence[float]] | None = None,
) -> MatchRow:
    """A match that ended 1,000 seconds and its number after the beginning of time."""
    match = a_match(key, number, *seats, game=game)
    each = None if hands is None else tuple(map(tuple, hands))
    return replace(match, ended=1000.0 + number, end="challenge", payoffs=tuple(payoffs), hands=each)
