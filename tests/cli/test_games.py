"""`mendax games` and `mendax agents`."""

from __future__ import annotations

import pytest

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
