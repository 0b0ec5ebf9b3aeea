"""What travels to a node: a job or a course, with the files that its agents read."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mendax.arena.pool import check_that_it_travels
from mendax.core.agent import Factory, ReadingFiles
from mendax.core.files import cache_folder, write_whole


@dataclass(frozen=True, slots=True)
class Carried:
    """A job or a course in bytes."""

    key: str
    """A digest: equal for equal bytes."""
    data: bytes


@dataclass(frozen=True, slots=True)
class _Parcel:
    whole: Any
    field: str
    """Where the factories are."""
    files: dict[Path, bytes]


def carried(whole: Any, names: Sequence[str], factories: Sequence[Factory], field: str = "factories") -> Carried:
    """A job or a course in bytes, with the files that the factories in its `field` read.

    Raises a `MendaxError` that names an agent which cannot be sent to another process.
    """
    found: dict[Path, bytes] = {}
    for name, factory in zip(names, factories, strict=True):
        check_that_it_travels(name, factory)
        reads: object = factory
        if isinstance(reads, ReadingFiles):
            found.update((path, path.read_bytes()) for path in reads.files())
    data = pickle.dumps(_Parcel(whole, field, found), protocol=5)
    return Carried(hashlib.sha256(data).hexdigest(), data)


def unpacked(data: bytes) -> Any:
    """The job or the course, its files on this machine."""
    parcel: _Parcel = pickle.loads(data)
    if not parcel.files:
        return parcel.whole
    places = {path: _place(path, content) for path, content in parcel.files.items()}
    factories: list[Factory] = []
    for factory in getattr(parcel.whole, parcel.field):
        reads: object = factory
        factories.append(reads.reading(places) if isinstance(reads, ReadingFiles) else factory)
    return replace(parcel.whole, **{parcel.field: tuple(factories)})


def _place(path: Path, content: bytes) -> Path:
    """Where a file is on this machine: in its own place if it is the same there, else in the cache folder."""
    try:
        if path.read_bytes() == content:
            return path
    except OSError:
        pass
    folder = cache_folder() / "carried" / hashlib.sha256(content).hexdigest()[:32]
    target = folder / path.name
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(target, content)
    return target
