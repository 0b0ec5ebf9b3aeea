"""What the coach says of a finished match, over the wire; and the ladder."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from mendax.core.catalogue import build_game, find_game, games
from mendax.core.record import read_records
from tests.table.server.running import Running, first_form, joined, running


def finish(server: Running, game: str, seats: list[str | None], **options: bool) -> tuple[str, str]:
    """A match to its end: its id, and the token of its client."""
    table = server.new_table(game, seats, **options)
    token = server.sit(table["code"])["token"]

    async def play() -> str:
        async with joined(server, token) as client:
            await client.play(first_form)
            found: str = client.of("next")[0]["match"]
            return found

    return asyncio.run(play()), token


def test_the_review_is_the_coachs(server: Running) -> None:
    match, token = finish(server, "one-die", [None, "honest"])
    _, found = server.call("GET", f"/api/matches/{match}/record")
    (record,) = read_records(found["record"], build_game)
    coach = find_game("one-die").load_coach()
    assert coach is not None
    for seat in (0, 1):
        status, review = server.call("GET", f"/api/matches/{match}/review?seat={seat}")
        assert status == 200
        assert review == json.loads(json.dumps(coach.review(record, seat).to_json()))
    assert server.call("GET", f"/api/matches/{match}/review", token=token)[1]["seat"] == 0
    assert server.call("GET", f"/api/matches/{match}/review?seat=0")[1]["name"] == "Ann"


def test_at_a_closed_table_each_player_is_told_about_the_own_seat(server: Running) -> None:
    match, token = finish(server, "one-die", [None, "honest"], open=False)
    path = f"/api/matches/{match}/review"
    assert server.call("GET", f"{path}?seat=0", token=token)[0] == 200
    for asked, bearer in (("?seat=0", ""), ("?seat=1", token)):
        status, found = server.call("GET", path + asked, token=bearer)
        assert status == 401
        assert found["error"] == "at a closed table the coach tells players about their own seats alone"


def test_a_review_that_cannot_be_is_refused(server: Running) -> None:
    match, _ = finish(server, "one-die", [None, "honest"])
    for asked in ("", "?seat=2", "?seat=x", "?seat=-1"):
        assert server.call("GET", f"/api/matches/{match}/review{asked}")[0] == 404
    assert server.call("GET", "/api/matches/none/review?seat=0")[0] == 404
    table = server.new_table("one-die", [None, "honest"])
    token = server.sit(table["code"])["token"]

    async def begin() -> str:
        async with joined(server, token) as client:
            found: str = (await client.until("turn"))["match"]
            return found

    status, found = server.call("GET", f"/api/matches/{asyncio.run(begin())}/review?seat=0")
    assert (status, found["error"]) == (409, "the coach looks back when the match is over")


def test_the_ladder_has_every_game_that_rates_its_agents(server: Running) -> None:
    status, found = server.call("GET", "/api/ladder")
    assert status == 200
    rated = {entry.name: entry.rated for entry in games().values() if entry.rules.startswith("mendax.")}
    assert {one["game"].partition(":")[0] for one in found["games"]} == rated.keys()
    for one in found["games"]:
        names = [agent["name"] for agent in one["agents"]]
        assert sorted(names) == sorted(rated[one["game"].partition(":")[0]])
        assert build_game(one["game"]).seats == 2
        for agent in one["agents"]:
            assert agent["ci95"][0] <= agent["rating"] <= agent["ci95"][1]
            assert agent["games"] >= 100
    assert found["date"] == max(one["date"] for one in found["games"])


def test_a_server_shows_another_ladder(tmp_path: Path) -> None:
    line = {"name": "tree", "rating": 1.0, "ci95": [0.0, 2.0], "games": 8}
    one = {"game": "one-die", "date": "2026-01-02", "seed": 0, "games": 8, "unit": "points", "agents": [line]}
    ladder = tmp_path / "ladder.json"
    ladder.write_text(json.dumps({"date": "", "games": [one]}))
    with running(tmp_path, ladder=ladder) as found:
        assert found.call("GET", "/api/ladder") == (200, {"date": "2026-01-02", "games": [one]})


@pytest.mark.parametrize("text", ["", "[]", '{"games": [{}]}'])
def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    from mendax.cli.app import run

    ladder = tmp_path / "ladder.json"
    ladder.write_text(text)
    assert run(["serve", "--port", "0", "--data", str(tmp_path), "--ladder", str(ladder)]) == 2
    assert capsys.readouterr().err.endswith("ladder.json is no ladder of `mendax ladder`\n")
