"""The tables of the store, and how a file of an earlier version becomes one of this version."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mendax.table.store.errors import StoreError

APPLICATION: Final = 0x4D454E44
"""SQLite's application id of our files ("MEND"): a file of another program is not touched."""

STEPS: Final = (
    """
    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('person', 'program')),
        token_hash TEXT UNIQUE,
        created REAL NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        options TEXT NOT NULL,
        created REAL NOT NULL,
        ended REAL
    ) WITHOUT ROWID;
    CREATE INDEX tables_running ON tables (code) WHERE ended IS NULL;

    CREATE TABLE seats (
        "table" TEXT NOT NULL REFERENCES tables (code),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('person', 'program', 'agent')),
        name TEXT NOT NULL,
        player TEXT REFERENCES players (id),
        PRIMARY KEY ("table", seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_player ON seats (player) WHERE player IS NOT NULL;

    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        "table" TEXT NOT NULL REFERENCES tables (code),
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        seats TEXT NOT NULL,
        secret BLOB NOT NULL,
        open INTEGER NOT NULL,
        started REAL NOT NULL,
        ended REAL,
        end TEXT,
        payoffs TEXT,
        hands TEXT,
        UNIQUE ("table", number)
    ) WITHOUT ROWID;
    CREATE INDEX matches_running ON matches (id) WHERE ended IS NULL;
    CREATE INDEX matches_ended ON matches (ended, id) WHERE ended IS NOT NULL;

    CREATE TABLE moves (
        match TEXT NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL,
        seat INTEGER,
        action TEXT NOT NULL,
        "default" INTEGER NOT NULL,
        request TEXT,
        at REAL NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX moves_request ON moves (match, seat, request) WHERE request IS NOT NULL;

    CREATE TABLE rounds (
        match TEXT NOT NULL REFERENCES matches (id),
        round INTEGER NOT NULL,
        root TEXT NOT NULL,
        size INTEGER NOT NULL,
        mixes TEXT,
        PRIMARY KEY (match, round)
    ) WITHOUT ROWID;

    CREATE TABLE explanations (
        match TEXT NOT NULL REFERENCES matches (id),
        move INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        explanation TEXT NOT NULL,
        PRIMARY KEY (match, move)
    ) WITHOUT ROWID;
    """,
)
"""What each version adds to the one before; a step that was released is never changed."""


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps a file has seen; 0 for a new one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def check(connection: sqlite3.Connection, path: Path, steps: Sequence[str] = STEPS) -> int:
    """The version of a file; raises for a file of another program or of a later version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version = version_of(connection)
    (entries,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or version or entries):
        raise StoreError(f"{path} is a database of another program, not a store of tables")
    if version > len(steps):
        raise StoreError(f"{path} was written by a later Mendax: store version {version}, this one has {len(steps)}")
    return version


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[str] = STEPS) -> None:
    """Bring a file to this version: each step is one transaction, so that a crash leaves a whole version."""
    for number in range(check(connection, path, steps), len(steps)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(steps[number]):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statements(script: str) -> list[str]:
    """The statements of a script. `executescript` would commit in the middle of a step."""
    found, text = [], ""
    for line in script.splitlines():
        text += line + "\n"
        if sqlite3.complete_statement(text) and text.strip():
            found.append(text)
            text = ""
    return found
