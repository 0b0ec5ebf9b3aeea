"""docs/protocol-views.md has every field of every view and event, as they are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from mendax.conformance.games import playthrough
from mendax.core.catalogue import build_game, games
from mendax.core.game import AnyGame
from mendax.core.plain import KIND, Json, plain

PAGE = (Path(__file__).parent.parent / "docs" / "protocol-views.md").read_text()
GAMES = sorted(name for name, entry in games().items() if entry.rules.startswith("mendax.games."))


@cache
def section(game: str) -> str:
    """What the page says about a game."""
    return PAGE.partition(f"\n## {game}\n")[2].partition("\n## ")[0]


def documented(game: str) -> dict[str, tuple[str, ...]]:
    """By kind of value, the fields that the page explains."""
    _, *parts = re.split(r"^### (\w+)$", section(game), flags=re.MULTILINE)
    return {
        kind: tuple(re.findall(r"^\| `(\w+)` \| \S", text, re.MULTILINE))
        for kind, text in zip(parts[::2], parts[1::2], strict=True)
    }


def types_of(hint: Any) -> Iterator[type]:
    """The types with fields and the enums that a value of this type may be made of."""
    for part in get_args(hint):
        yield from types_of(part)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields") or issubclass(hint, Enum)):
        yield hint
        if not issubclass(hint, Enum):
            for part in get_type_hints(hint).values():
                yield from types_of(part)


def sent_types(game: AnyGame) -> set[type]:
    """The types of a game's views and events, and of all that is in them."""
    kind: Any = type(game)
    _, view, _, event = get_args(kind.__orig_bases__[0])
    return {*types_of(view), *types_of(event)}


def objects(value: Json) -> Iterator[dict[str, Json]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from objects(part)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_every_field(name: str) -> None:
    kinds = [kind for kind in sent_types(build_game(name)) if not issubclass(kind, Enum)]
    expected = {
        kind.__name__: tuple(
            field if isinstance(field, str) else field.name
            for field in (fields(kind) if is_dataclass(kind) else kind._fields)  # type: ignore[attr-defined]
        )
        for kind in kinds
    }
    assert len(expected) == len(kinds), "two kinds of one name"
    assert documented(name) == expected


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_every_word(name: str) -> None:
    """Words of a fixed set stand in the page; sets that are numbers in JSON are explained in words."""
    words = [member.value for kind in sent_types(build_game(name)) if issubclass(kind, Enum) for member in kind]
    assert [word for word in words if isinstance(word, str) and f'`"{word}"`' not in section(name)] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_has_these_fields(name: str) -> None:
    game, rng, explained = build_game(name), Random(5), documented(name)
    for _ in range(3):
        for before, move, after in playthrough(game, rng):
            for seat in (*range(game.seats), None):
                for value in (game.view(after, seat), *game.events(before, move.action, after, seat)):
                    for found in objects(plain(value)):
                        kind, *names = found
                        assert kind == KIND
                        assert explained[str(found[KIND])] == tuple(names)


def test_the_program_of_the_page_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"```\n{done.stdout}```" in PAGE, "the page shows another output"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_every_form(name: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if re.match(rf"\| [\w, -]*\b{name}\b[\w, -]* \| `", line)]
    game, rng = build_game(name), Random(6)
    for _ in range(3):
        for before, move, _ in playthrough(game, rng):
            if move.seat is not None:
                assert all(f"`{form.text}`" in row for form in game.forms(before))


def test_the_forms_of_the_page_are_those_of_the_position() -> None:
    game = build_game("liars-dice:players=2,dice=3,push=false")
    state = game.start()
    for text in ("open 0", "roll 1 2 3", "roll 4 5 6", "3x4"):
        state = game.apply(state, game.parse_action(text))
    (shown,) = re.findall(r"pushed:\n\n```\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(shown) == [form.to_json() for form in game.forms(state)]
