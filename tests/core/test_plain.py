"""Plain: frozen values as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NamedTuple

import pytest

from mendax.core.game import Game
from mendax.core.plain import Json, event_type, from_plain, plain
from tests import kuhn


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
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_frozen_or_has_no_json_is_refused(value: object) -> None:
    for wrapped in (value, (value,)):
        with pytest.raises(TypeError):
            plain(wrapped)


@pytest.mark.parametrize("value", [frozenset({1, "a"}), frozenset({Point(1, 0.5), Point(2, 0.5)})])
def test_a_set_without_an_order_is_refused(value: frozenset[object]) -> None:
    with pytest.raises(TypeError, match="not supported between"):
        plain(value)


class Box(NamedTuple):
    """Every kind of field that a value may have."""

    line: Line | None
    level: Level
    pair: tuple[int, str]
    faces: frozenset[int]
    share: float
    said: Colour | Point | str | None


@pytest.mark.parametrize(
    "box",
    [
        Box(Line((Point(1, 2.0), Point(3, 4.0)), Colour.RED), Level.HIGH, (1, "a"), frozenset({3, 1}), 0.5, Colour.RED),
        Box(None, Level.HIGH, (0, ""), frozenset(), 1.0, Point(0, 0.0)),
        Box(Line(()), Level.HIGH, (0, ""), frozenset(), 1.0, "blue"),
        Box(None, Level.HIGH, (0, ""), frozenset(), 1.0, None),
    ],
)
def test_values_come_back_from_their_json(box: Box) -> None:
    found = from_plain(Box, json.loads(json.dumps(plain(box))))
    assert found == box
    assert type(found.level) is Level
    assert type(found.said) is type(box.said)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, "1"),
        (int, True),
        (bool, 1),
        (str, None),
        (Colour, "blue"),
        (Point, {"kind": "Line", "x": 1, "y": 2.0}),
        (Point, {"kind": "Point", "x": 1}),
        (Point, [1, 2.0]),
        (tuple[int, ...], 3),
        (tuple[int, int], [3]),
        (int | Colour, "blue"),
        (Any, 3),
        (Open, {"kind": "Open", "x": 1}),
    ],
)
def test_json_of_another_type_is_an_error(kind: Any, value: Json) -> None:
    with pytest.raises(TypeError):
        from_plain(kind, value)


def test_a_game_says_what_its_events_are() -> None:
    class Silent(Game[Any, Any, Any, Any]):
        pass

    class Bare(Game):  # type: ignore[type-arg]
        pass

    assert event_type(Silent) is Any
    assert event_type(Bare) is Any
    assert event_type(object) is Any
    assert event_type(kuhn.Kuhn) is str
