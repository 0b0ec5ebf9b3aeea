"""Views and events as JSON values, for programs in any language."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, Final, TypeAlias, cast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""What JSON can say."""

KIND: Final = "kind"
"""The name under which an object says its type: a kept and a rolled die have the same fields."""


def plain(value: object) -> Json:
    """A frozen value as JSON: objects by field name with their `kind`, enums by value, tuples and sets as lists.

    Frozen dataclasses and named tuples become objects, members of a frozen set are sorted. Anything that is not
    frozen or has no JSON raises `TypeError`.

    >>> from mendax.core.match import Move
    >>> plain(Move(2, "call 4"))
    {'kind': 'Move', 'seat': 2, 'action': 'call 4', 'default': False}
    """
    kind: Any = type(value)
    if kind in (str, int, bool) or value is None:
        return cast(Json, value)
    if isinstance(value, float) and kind is float:
        if not isfinite(value):
            raise TypeError(f"JSON has no {value}")
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, tuple) and kind is tuple:
        return [plain(part) for part in value]
    if isinstance(value, frozenset):
        # Only numbers, texts and lists of them have an order: others raise TypeError here.
        parts: list[Any] = [plain(part) for part in value]
        return sorted(parts)
    found: dict[str, Json] = {KIND: kind.__name__}
    for name in _field_names(kind):
        found[name] = plain(getattr(value, name))
    return found


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """The fields of a named tuple or a frozen dataclass."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = tuple(kind._fields)
    elif is_dataclass(kind) and cast(Any, kind).__dataclass_params__.frozen:
        names = tuple(field.name for field in fields(kind))
    else:
        raise TypeError(f"{kind.__name__} has no form as JSON")
    if KIND in names:
        raise TypeError(f"{kind.__name__} has a field named {KIND}, which says its type in JSON")
    return names
