"""`mendax games` and `mendax agents`."""

from __future__ import annotations

from dataclasses import fields
from io import StringIO
from typing import Any, cast

import pytest

from mendax.core.catalogue import GameEntry, games
from tests.command_line import assert_refused, call, call_json


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert [game["name"] for game in call_json(capsys, "games")] == [
        "blufpoker",
        "holdem",
        "liars-dice",
        "one-die",
        "yahtzee",
    ]
    code, out, _ = call(capsys, "games")
    assert code == 0
    assert "rising calls" in out


def test_agents(capsys: pytest.CaptureFixture[str]) -> None:
    names = [agent["name"] for agent in call_json(capsys, "agents", "one-die")]
    assert names == ["tree", "matrix", "equilibrium", "honest", "best-response:AGENT", "random"]
    assert {agent["game"] for agent in call_json(capsys, "agents")} == {
        "blufpoker",
        "holdem",
        "liars-dice",
        "one-die",
        "yahtzee",
    }
    code, out, _ = call(capsys, "agents", "yahtzee")
    assert code == 0
    assert "target:N" in out


def test_agents_of_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(capsys, ["agents", "one-dye"], "did you mean 'one-die'")


def test_one_game_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """Its rules, every parameter with what it means, and its agents."""
    for entry in games().values():
        found = call_json(capsys, "games", entry.name)
        assert found["rules"]
        assert [one["name"] for one in found["parameters"]] == list(read_defaults(entry))
        assert all(one["about"] for one in found["parameters"]), f"{entry.name}: a parameter without its meaning"
        assert {one["name"] for one in found["agents"]} >= {agent.title for agent in entry.agents}
    code, out, _ = call(capsys, "games", "one-die:faces=8")
    assert code == 0
    assert "Nothing beats 8" in " ".join(out.split())
    assert "Play: mendax play one-die --against tree" in out


@pytest.mark.parametrize("name", list(games()))
def test_the_example_of_a_game_can_be_played(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that `mendax games GAME` ends with seats everybody."""
    command = " ".join(call(capsys, "games", name)[1].split()).rpartition("Play: mendax ")[2].split()
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    code, out, err = call(capsys, *command)
    assert (code, err) == (0, "")
    assert "Game 1" in out


def read_defaults(entry: GameEntry) -> dict[str, object]:
    return {field.name: field.default for field in fields(cast(Any, entry.load_rules())) if field.init}


def test_mendax_alone_says_what_one_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys)
    assert code == 0
    for name in games():
        assert name in out
    assert "mendax play one-die --against tree" in out
    assert "mendax --help" in out
