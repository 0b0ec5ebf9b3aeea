"""Plain: frozen values as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

from mendax.core.plain import Json, plain


class Colour(Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: float


class Line(NamedTuple):
    ends: tuple[Point, ...]
    colour: Colour | None = None

    @property
    def length(self) -> float:
        """No field: it is not sent."""
        return 0.0


class Kinded(NamedTuple):
    kind: str


@dataclass
class Open:
    x: int = 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (0.5, 0.5),
        ("a", "a"),
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        ((1, (2,), ()), [1, [2], []]),
        (frozenset({10, 9}), [9, 10]),
        (frozenset({(2, 1), (1, 3)}), [[1, 3], [2, 1]]),
        (Point(1, 0.5), {"kind": "Point", "x": 1, "y": 0.5}),
        (
            Line((Point(1, 2.0),), Colour.RED),
            {"kind": "Line", "ends": [{"kind": "Point", "x": 1, "y": 2.0}], "colour": "red"},
        ),
    ],
)
def test_values_as_json(value: object, expected: Json) -> None:
    found = plain(value)
    assert found == expected
    assert type(found) is type(expected)  # an IntEnum equals its number, and is none


@pytest.mark.parametrize(
    "value",
    [[1], {"a": 1}, {1}, Open(), object(), b"a", 1j, float("nan"), float("inf"), Kinded("a"), Point, len],
    ids=repr,
)
def test_what_is_not_frozen_or_has_no_json_is_refused(value: object) -> None:
    for wrapped in (value, (value,)):
        with pytest.raises(TypeError):
            plain(wrapped)


@pytest.mark.parametrize("value", [frozenset({1, "a"}), frozenset({Point(1, 0.5), Point(2, 0.5)})])
def test_a_set_without_an_order_is_refused(value: frozenset[object]) -> None:
    with pytest.raises(TypeError, match="not supported between"):
        plain(value)
