"""What the store knows of one player: given out to it, and deleted when it asks for that."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from mendax.core.game import Seat
from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.results_file import ResultsFile
from mendax.table.store.rows import MatchRow, MoveRow, PlayerRow, Sitter, seats_text

DELETED: Final = "deleted"
"""The name of a seat whose player was deleted, in a match that belongs to others too."""

_WITH_PLAYER: Final = (
    "EXISTS (SELECT 1 FROM json_each(matches.seats) AS seat WHERE json_extract(seat.value, '$.player') = ?)"
)


async def last_table(db: Database, player: PlayerRow, match: str | None = None) -> str | None:
    """The table, ended by now, of the match that a player names, or else of the last one that it played to the end."""
    which = f"""
        instr(seats, ?) AND {_WITH_PLAYER}
        AND EXISTS (SELECT 1 FROM tables WHERE code = matches."table" AND ended IS NOT NULL)
    """
    named = f'SELECT "table" FROM matches WHERE id = ? AND {which}'
    # Newest first, by the index, and no further back than the player: a client that comes back soon is found at once.
    # For one that does not, `instr` spares most matches the slower look into their JSON.
    last = f'SELECT "table" FROM matches WHERE ended >= ? AND {which} ORDER BY ended DESC LIMIT 1'
    rows = [] if match is None else await db.read(named, (match, player.id, player.id))
    rows = rows or await db.read(last, (player.created, player.id, player.id))
    return rows[0][0] if rows else None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a player with its own moves: nothing in it that the others may have hidden."""

    match: MatchRow
    seats: tuple[Seat, ...]
    moves: tuple[MoveRow, ...]

    def to_json(self) -> dict[str, Any]:
        """What is public of the match, and the player's own moves."""
        match = self.match
        return {
            "match": match.id,
            "table": match.table,
            "number": match.number,
            "game": match.game,
            "open": match.open,
            "seats": list(self.seats),
            "players": [{"kind": one.kind, "name": one.name} for one in match.seats],
            "started": match.started,
            "ended": match.ended,
            "end": match.end,
            "payoffs": None if match.payoffs is None else list(match.payoffs),
            "moves": [
                {
                    "number": move.number,
                    "seat": move.seat,
                    "action": move.action,
                    "default": move.default,
                    "at": move.at,
                }
                for move in self.moves
            ],
        }


@dataclass(frozen=True, slots=True)
class PlayerData:
    """All that is stored of a player."""

    player: PlayerRow
    matches: tuple[PlayedMatch, ...]

    def to_json(self) -> dict[str, Any]:
        """The player without its token's hash, and its matches."""
        one = self.player
        return {
            "player": {"id": one.id, "name": one.name, "kind": one.kind, "created": one.created},
            "matches": [match.to_json() for match in self.matches],
        }


async def export_player(db: Database, player: str) -> PlayerData:
    """Everything that is stored of a player."""

    def collect(connection: sqlite3.Connection) -> PlayerData:
        row = connection.execute("SELECT * FROM players WHERE id = ?", (player,)).fetchone()
        if row is None:
            raise StoreError("there is no such player")
        rows = connection.execute(f"SELECT * FROM matches WHERE {_WITH_PLAYER} ORDER BY started, id", (player,))
        matches = [MatchRow.read(row) for row in rows]
        return PlayerData(PlayerRow(*row), tuple(_played(connection, match, player) for match in matches))

    return await db.consult(collect)


def _played(connection: sqlite3.Connection, match: MatchRow, player: str) -> PlayedMatch:
    seats = tuple(seat for seat, sitter in enumerate(match.seats) if sitter.player == player)
    own = "SELECT * FROM moves WHERE match = ? AND seat IN (SELECT value FROM json_each(?)) ORDER BY number"
    rows = connection.execute(own, (match.id, json.dumps(seats)))
    return PlayedMatch(match, seats, tuple(map(MoveRow.read, rows)))


@dataclass(frozen=True, slots=True)
class Deletion:
    """What was deleted with a player."""

    deleted: tuple[str, ...]
    """Matches that were its own."""
    renamed: tuple[str, ...]
    """Matches that belong to others too, or that still run: its seat has no name there any more."""


async def delete_player(db: Database, results: ResultsFile, player: str) -> Deletion:
    """Delete a player, its name everywhere, and the finished matches in which no other person or program sat."""
    # Looking through all matches is a reader's work; the writer looks at those, and at what has begun since.
    known = [match for (match,) in await db.read(f"SELECT id FROM matches WHERE {_WITH_PLAYER}", (player,))]
    which = f"""
        SELECT * FROM matches
        WHERE (id IN (SELECT value FROM json_each(?)) OR ended IS NULL) AND {_WITH_PLAYER}
        ORDER BY started, id
    """

    def delete(connection: sqlite3.Connection) -> Deletion:
        connection.execute("DELETE FROM seats WHERE player = ?", (player,))
        deleted, renamed = [], []
        for match in [MatchRow.read(row) for row in connection.execute(which, (json.dumps(known), player))]:
            others = any(one.kind != "agent" and one.player != player for one in match.seats)
            if others or match.ended is None:
                seats = [Sitter(one.kind, DELETED) if one.player == player else one for one in match.seats]
                connection.execute("UPDATE matches SET seats = ? WHERE id = ?", (seats_text(seats), match.id))
                renamed.append(match.id)
                continue
            for table in ("moves", "rounds", "explanations"):
                connection.execute(f"DELETE FROM {table} WHERE match = ?", (match.id,))
            connection.execute("DELETE FROM matches WHERE id = ?", (match.id,))
            deleted.append(match.id)
        if connection.execute("DELETE FROM players WHERE id = ?", (player,)).rowcount != 1:
            raise StoreError("there is no such player")
        return Deletion(tuple(deleted), tuple(renamed))

    found = await db.transact(delete)
    await db.checkpoint()  # the log has the old pages until then
    await results.change(db, set(found.deleted), set(found.renamed))
    return found
