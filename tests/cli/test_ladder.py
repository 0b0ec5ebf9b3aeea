"""`mendax ladder`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mendax.arena.ladder import read_ladder
from mendax.core.catalogue import games
from tests.command_line import assert_refused, call, call_json

ONE_DIE = ("ladder", "one-die", "--games", "20", "--workers", "1")


def test_a_game_is_rated_and_the_others_stay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    found = call_json(capsys, *ONE_DIE, "--seed", "4")
    (rated,) = found["games"]
    assert [agent["name"] for agent in rated["agents"]] == sorted(
        games()["one-die"].rated, key=lambda name: next(-a["rating"] for a in rated["agents"] if a["name"] == name)
    )
    assert rated["games"] == 10 * 20, "every pairing of five agents"
    assert rated["agents"][-1]["rating"] < 0 < rated["agents"][0]["rating"]
    other = {**rated, "game": "other-game:players=2"}
    out.write_text(json.dumps({"date": "", "games": [other]}))
    code, shown, _ = call(capsys, *ONE_DIE, "--seed", "4", "--out", str(out))
    assert code == 0
    assert "equilibrium" in shown
    assert [one["game"] for one in json.loads(out.read_text())["games"]] == ["one-die", "other-game:players=2"]
    assert read_ladder(out).to_json()["games"] == [rated, other]


def test_what_cannot_be_rated_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    assert_refused(capsys, ["ladder", "one-dye"], "there is no game 'one-dye'")
    assert_refused(capsys, ["ladder", "one-die", "--out", str(bad)], "is no ladder of")
    assert_refused(capsys, ["ladder", "one-die", "--games", "0"], "is not a whole number")


@pytest.mark.parametrize("entry", [one for one in games().values() if one.rated], ids=lambda entry: entry.name)
def test_rated_agents_can_be_looked_up(entry: object) -> None:
    from mendax.core.catalogue import GameEntry, agents

    assert isinstance(entry, GameEntry)
    assert set(entry.rated) <= set(agents(entry.name))
    assert set(entry.opponents) <= set(agents(entry.name))
    assert len(set(entry.rated)) == len(entry.rated) > 1
