"""A line that settles several moves, a move that is confirmed, and events that are told together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from mendax.core.face import Face, Question, seat_cell
from mendax.core.game import AnyGame, Seat
from mendax.report.console import console
from mendax.table.terminal import Prompt
from mendax.table.terminal.person import Person
from mendax.table.wording import named
from tests.high_roll import HighRoll


class Planning(Face[Any, Any]):
    """`both` means two and then one; one is asked for, two only with a yes; events are told in pairs."""

    def plan(self, game: AnyGame, view: Any, actions: Sequence[Any], text: str) -> Sequence[Any]:
        return ("two", "one") if text == "both" else super().plan(game, view, actions, text)

    def confirm(self, view: Any, plan: Sequence[Any]) -> Question | None:
        return Question("Sure?", firm=plan[-1] == "two")

    def recount(self, events: Sequence[Any], seat: Seat) -> str:
        return "" if len(events) < 2 else f"seat {seat} hears {' and '.join(events)}"


class Nobody:
    """A table of which nothing is asked."""

    def why(self, *, numbers: bool) -> None:
        raise AssertionError

    def take_back(self) -> None:
        raise AssertionError

    save = take_back


def person(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Person:
    waiting: Iterator[str] = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt: next(waiting))
    game = HighRoll(2)
    return Person(game, Planning(), ["Ann", "you"], console(), Prompt(), Nobody(), seat=1)


def act(one: Person, actions: Sequence[str] = ("one", "two")) -> str:
    return str(one.act(one.game.view(one.game.start(), 0), actions).action)


def test_a_line_settles_later_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    one = person(monkeypatch, "both", "")
    assert act(one) == "two"
    assert not one.following
    assert act(one) == "one", "nobody was asked"
    assert one.following


def test_a_plan_that_cannot_be_played_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    one = person(monkeypatch, "both", "", "two", "y")
    assert act(one) == "two"
    assert act(one, ("two",)) == "two", "the person was asked again"
    assert not one.following


@pytest.mark.parametrize(
    ("lines", "action"),
    [
        (["one", ""], "one"),
        (["one", "yes"], "one"),
        (["two", "y"], "two"),
        (["two", "", "dance", "y"], "two"),
        (["two", "u", "one", ""], "one"),
        (["two", "no", "one", "Y"], "one"),
    ],
)
def test_a_move_is_confirmed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], action: str
) -> None:
    assert act(person(monkeypatch, *lines)) == action
    out = capsys.readouterr().out
    assert ("Sure? (y: yes, u: take it back)" in out) == (lines[0] == "two")
    assert ("Taken back." in out) == (len(lines) == 4 and lines[1] in ("u", "no"))


def test_events_are_told_when_the_face_has_something_to_tell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = person(monkeypatch)
    one.deaf = 3  # lived through already: not told again, but what belongs to the next sentence is remembered
    for event in "abcdef":
        one.hear(event)
    assert capsys.readouterr().out == "  you hear c and d\n  you hear e and f\n"


def test_names_fit_into_cells() -> None:
    heading = f"box{seat_cell(0, 8)}{seat_cell(1, 8)}  box"
    assert named(heading, ["you", "optimal"]) == "box     you optimal  box"
    assert named(heading, ["you", "a long name"]) == "box     you a long   box"
    assert len(named(heading, ["you", "learners"])) == len(heading)
