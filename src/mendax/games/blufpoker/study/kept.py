"""Finished parts of the study on disk, so that an interrupted study goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole

T = TypeVar("T")


def keep(path: Path, kind: type[T], make: Callable[[], T]) -> T:
    """The part in a file; where there is none it is made, and written."""
    if path.exists():
        try:
            found: T = read_as(kind, json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise MendaxError(f"{path} cannot be read: {error}; delete it, and the part is made again") from None
        return found
    part = make()
    assert is_dataclass(part)
    assert not isinstance(part, type)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(asdict(part), indent=1) + "\n")
    return part


def read_as(kind: Any, data: Any) -> Any:
    """JSON as a dataclass of dataclasses, tuples and plain values."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{field.name: read_as(hints[field.name], data[field.name]) for field in fields(kind)})
    if get_origin(kind) is UnionType:
        (present,) = (part for part in get_args(kind) if part is not type(None))
        return None if data is None else read_as(present, data)
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            return tuple(read_as(parts[0], one) for one in data)
        return tuple(read_as(part, one) for part, one in zip(parts, data, strict=True))
    return data
