"""Files that are never left half written, and folders that one run has to itself."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from mendax.core.errors import MendaxError


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file aside and move it into place: a reader sees all of it or what was there before."""
    raw = data.encode() if isinstance(data, str) else data
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        raise MendaxError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            aside.unlink()


def check_writable(path: Path | None) -> None:
    """Better to complain before an hour of games than after."""
    if path is None:
        return
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise MendaxError(f"{path} cannot be written: {error.strerror}") from None


def lock(file: IO[Any]) -> bool:
    """Take an open file for this process alone, until it is closed; `False` when another has it.

    A system without such locks lets everybody in.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def cache_folder() -> Path:
    """Where computed tables are kept: $MENDAX_CACHE, or the user's cache folder."""
    if named := os.environ.get("MENDAX_CACHE"):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("mendax", appauthor=False)

