"""The store of a server, read by its visitors: what was stored when, to be held against what they were told."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mendax.core.catalogue import build_game
from mendax.table.load.clients import Played, Watched
from mendax.table.load.server_process import Json, ServerProcess
from mendax.table.store.data_folder import DataFolder


@dataclass(frozen=True, slots=True)
class Losses:
    """What clients were told and the store or the server's own record does not have, or has otherwise."""

    acknowledged: int
    """Actions of remote programs that were acknowledged."""
    lost: int
    """Of these, not stored, or stored as another action."""
    doubled: int
    """Moves of remote programs that are stored and were neither acknowledged nor played by default."""
    frames: int
    """Durable frames that spectators were sent."""
    different: int
    """Of these, not the same in the record that the server gives out."""

    @property
    def total(self) -> int:
        """All that should be zero."""
        return self.lost + self.doubled + self.different


class StoredMoves:
    """The moves of a running server's store."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def number_between(self, began: float, ended: float) -> int:
        """How many moves were stored in a time."""
        (found,) = self._connection.execute(
            "SELECT count(*) FROM moves WHERE at >= ? AND at < ?", (began, ended)
        ).fetchone()
        return int(found)

    def decisions_at(self, tables: Iterable[str], began: float, ended: float) -> int:
        """How many moves the seats of some tables made in a time."""
        sql = (
            'SELECT count(*) FROM moves JOIN matches ON id = match WHERE "table" = ? AND seat IS NOT NULL'
            " AND at >= ? AND at < ?"
        )
        return sum(self._connection.execute(sql, (table, began, ended)).fetchone()[0] for table in tables)

    def waits(self, watched: Iterable[Watched], pace: float, began: float, ended: float) -> list[float]:
        """Seconds from when each move was due to when a spectator had it, for moves due in a time.

        A move is due when the move before it was handed to the store, plus the table's pace: the commit of the move
        before is part of the wait.
        """
        found = []
        for one in watched:
            for match in one.frames:
                told, at = self._told(match)
                for (seen_match, heard), seen in one.seen.items():
                    if seen_match != match or heard >= len(told) or told[heard] == 0:
                        continue
                    number = told[heard]
                    due = at[number - 1] + pace
                    # Chance is stored together with the move before it: nothing of it was due.
                    if began <= due < ended and at[number] != at[number - 1]:
                        found.append(seen - due)
        return found

    def told_at(self, match: str) -> list[float]:
        """When each move that spectators are told of was handed to the store."""
        told, at = self._told(match)
        return [at[number] for number in told]

    def _told(self, match: str) -> tuple[list[int], list[float]]:
        """The numbers of the moves that spectators are told of, and when each move was handed to the store."""
        (text,) = self._connection.execute("SELECT game FROM matches WHERE id = ?", (match,)).fetchone()
        rows = self._connection.execute("SELECT action, at FROM moves WHERE match = ? ORDER BY number", (match,))
        moves: list[tuple[str, float]] = rows.fetchall()
        game = build_game(text)
        state, told = game.start(), []
        for number, (action_text, _) in enumerate(moves):
            action = game.parse_action(action_text)
            after = game.apply(state, action)
            if game.events(state, action, after, None):
                told.append(number)
            state = after
        return told, [at for _, at in moves]

    def losses(self, server: ServerProcess, watched: Iterable[Watched], played: Iterable[Played]) -> Losses:
        """Hold what clients were told against the store and the server's records."""
        acknowledged = lost = doubled = frames = different = 0
        for program in played:
            stored = self._by_turn(program.table)  # programs have stopped by now
            acknowledged += len(program.acknowledged)
            lost += sum(stored.get(turn) != action for turn, action in program.acknowledged.items())
            doubled += len(stored.keys() - program.acknowledged.keys())
        for one in watched:
            for match, texts in list(one.frames.items()):
                same = [json.loads(text) for text in texts]  # what comes while the record is fetched may not be in it
                record: Json = server.call("GET", f"/api/matches/{match}/record")
                frames += len(same)
                different += sum(mine != theirs for mine, theirs in zip(same, record["frames"], strict=False))
                different += max(0, len(same) - len(record["frames"]))
        return Losses(acknowledged, lost, doubled, frames, different)

    def _by_turn(self, table: str) -> dict[str, str]:
        """By turn: the moves of a table's remote program, but for those that were played by default."""
        sql = (
            'SELECT match, action, "default" FROM moves JOIN matches ON id = match WHERE "table" = ?'
            " AND json_extract(seats, '$[' || seat || '].kind') = 'program' ORDER BY match, moves.number"
        )
        turns: Counter[str] = Counter()
        found = {}
        for match, action, default in self._connection.execute(sql, (table,)):
            if not default:
                found[f"{match}.{turns[match]}"] = action
            turns[match] += 1
        return found


@contextmanager
def stored_moves(data: Path) -> Iterator[StoredMoves]:
    """The store in a server's folder, read beside it."""
    connection = sqlite3.connect(f"{DataFolder(data).store.absolute().as_uri()}?mode=ro", uri=True)
    try:
        yield StoredMoves(connection)
    finally:
        connection.close()
