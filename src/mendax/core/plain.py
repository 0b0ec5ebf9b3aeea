"""Views and events as JSON values, for programs in any language."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

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


def from_plain(kind: Any, value: Json) -> Any:
    """The value of a type that `plain` made JSON of; raises `TypeError` where the two do not fit.

    >>> from_plain(tuple[int, ...] | None, [3, 5])
    (3, 5)
    """
    if kind in (str, int, bool, NoneType) and type(value) is kind:
        return value
    if kind is float and type(value) in (int, float):
        return float(cast(float, value))
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return _of_union(parts, value)
    if origin in (tuple, frozenset) and isinstance(value, list):
        if origin is tuple and parts[-1:] != (...,):
            if len(parts) != len(value):
                raise TypeError(f"the JSON has {len(value)} parts, and not {len(parts)}")
            return tuple(map(from_plain, parts, value))
        return origin(from_plain(parts[0], one) for one in value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if plain(member) == value:
                return member
    elif isinstance(kind, type) and isinstance(value, dict) and value.get(KIND) == kind.__name__:
        types = _field_types(kind)
        return kind(**{name: from_plain(types[name], value[name]) for name in _field_names(kind) if name in value})
    raise TypeError(f"the JSON is not of {getattr(kind, '__name__', kind)}")


def _of_union(kinds: tuple[Any, ...], value: Json) -> Any:
    """The value of the first type that it fits."""
    for kind in kinds:
        try:
            return from_plain(kind, value)
        except TypeError:
            continue
    raise TypeError("the JSON is of none of the types that it may be of")


@cache
def _field_types(kind: Any) -> dict[str, Any]:
    """The types of the fields, by name."""
    try:
        return get_type_hints(kind)
    except NameError as error:
        raise TypeError(f"the types of the fields of {kind.__name__} are not known: {error}") from None


@cache
def event_type(game: type) -> Any:
    """The type of a game's events, as its class says; `Any` where it does not.

    >>> from mendax.core.catalogue import build_game
    >>> event_type(type(build_game("one-die"))).__name__
    'Event'
    """
    for base in getattr(game, "__orig_bases__", ()):
        if len(parts := get_args(base)) == 4:
            return Any if isinstance(parts[3], TypeVar) else parts[3]
    return Any
