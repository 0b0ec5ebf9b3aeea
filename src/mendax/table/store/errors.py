"""Errors of the store: one line that says which file and why."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from mendax.core.errors import MendaxError

_REASONS: Final = {
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk is full or fails",
    sqlite3.SQLITE_CORRUPT: "is damaged; put a backup in its place",
    sqlite3.SQLITE_NOTADB: "is not a store of tables, or is damaged",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_PERM: "cannot be opened: permission denied",
    sqlite3.SQLITE_BUSY: "is being written by another process",
    sqlite3.SQLITE_LOCKED: "is being written by another process",
    sqlite3.SQLITE_NOMEM: "cannot be read or written: out of memory",
}
"""By SQLite's primary code: failures of the file itself, which concern every write and not one statement."""


class StoreError(MendaxError):
    """The store cannot be opened, read or written."""


class MoveTaken(StoreError):
    """Another move is stored under that number of the match."""


def concerns_all(error: sqlite3.Error) -> bool:
    """Whether an error is of the file and not of one statement."""
    return _primary(error) in _REASONS


def store_error(path: Path, error: sqlite3.Error) -> StoreError:
    """An error of SQLite as one line."""
    return StoreError(f"{path} {_REASONS.get(_primary(error)) or f'refuses this: {error}'}")


def _primary(error: sqlite3.Error) -> int:
    """SQLite's code without its extension; 0 where Python raised the error by itself."""
    code: int = getattr(error, "sqlite_errorcode", None) or 0
    return code & 0xFF
