"""Options of a benchmark as they are typed, by the fields of a frozen class."""

from __future__ import annotations

from dataclasses import MISSING, fields
from math import inf
from typing import Any, TypeVar, cast

from mendax.core.errors import MendaxError

T = TypeVar("T")


def read_amount(kind: type[T], options: dict[str, str]) -> T:
    """Fields from their texts, typed by their defaults; one without a default is a text."""
    known = {one.name: "" if one.default is MISSING else one.default for one in fields(cast(Any, kind))}
    found: dict[str, Any] = {}
    for name, text in options.items():
        if name not in known:
            raise MendaxError(f"there is no option '{name}'; there is: {', '.join(known)}")
        try:
            found[name] = type(known[name])(text)
        except ValueError:
            raise MendaxError(f"{name} must be a number, not '{text}'") from None
    return kind(**found)


def check_amount(amount: object, **least: float) -> None:
    """Raise a `MendaxError` if a field is less than it may be."""
    for name, smallest in least.items():
        value = getattr(amount, name)
        if not smallest <= value < inf:
            raise MendaxError(f"{name} is {smallest:g} at least, not {value:g}")
