"""Files that are never left half written, locks, and the cache folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from mendax.core.errors import MendaxError


@contextmanager
def writing_whole(path: Path) -> Iterator[Path]:
    """A path beside a file, which is moved into its place if the block ends well.

    A reader sees all of the new file or what was there before. A device or a pipe is written to directly.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()  # a link stays a link
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield aside
        aside.replace(target)
    finally:
        with suppress(OSError):
            aside.unlink()


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file at once: a reader sees all of it or what was there before."""
    raw = data.encode() if isinstance(data, str) else data
    try:
        with writing_whole(path) as aside, aside.open("wb") as file:
            file.write(raw)
            file.flush()
            with suppress(OSError):  # a pipe has no disk to wait for
                os.fsync(file.fileno())
    except OSError as error:
        raise MendaxError(f"{path} cannot be written: {error.strerror or error}") from None


def check_writable(path: Path | None) -> None:
    """Raise a `MendaxError` if a file cannot be written: better before an hour of games than after."""
    if path is None:
        return
    new = not path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if new:
            path.unlink()
    except OSError as error:
        raise MendaxError(f"{path} cannot be written: {error.strerror}") from None
    if (new or path.is_file()) and not os.access(
        path.resolve().parent, os.W_OK
    ):  # `write_whole` writes beside it first
        raise MendaxError(f"{path} cannot be written: no file can be written beside it")


def lock(file: IO[Any]) -> bool:
    """Lock an open file for this process until it is closed; `False` when another process has it.

    On a system without such locks everybody gets it.
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


def data_folder() -> Path:
    """Where what belongs to the user is kept, such as saved games: $MENDAX_DATA, or the user's data folder."""
    if named := os.environ.get("MENDAX_DATA"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("mendax", appauthor=False)
