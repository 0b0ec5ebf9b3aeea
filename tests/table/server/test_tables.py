"""Tables as a whole: going on, agents alone, what REST says, whose data it is."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path

import pytest

from tests.table.server.running import Client, Json, Running, connected, first_form, joined, running


def calls(turn: Json) -> str:
    """Stay in the hand: call or check."""
    words = turn["forms"][0]["slots"]["action"]
    return "check" if "check" in words else "call"


async def play_on(client: Client, until: str, matches: int) -> None:
    """Play until so many frames of a kind have come."""
    while len(client.of(until)) < matches:
        frame = await client.receive()
        if frame["type"] == "turn":
            await client.act(frame, calls(frame))


def test_a_table_that_goes_on_with_players_coming_and_going(server: Running) -> None:
    table = server.new_table("holdem", [None, "tight", None], goes_on=True, open=False)
    assert table["least"] == 2
    ann = server.sit(table["code"], "Ann")

    async def play() -> tuple[list[Json], list[Json]]:
        async with joined(server, ann["token"]) as one:
            await play_on(one, "end", 2)
            turn = one.of("turn")[0]
            await one.act(turn, "nonsense")
            refused = await one.until("refused")
            assert refused["over"], "a turn of an earlier match"
            await one.act(turn, one.of("ack")[0]["action"])
            while (ack := await one.until("ack"))["turn"] != turn["turn"]:
                pass
            assert ack == one.of("ack")[0], "the same acknowledgement again"
            pending = one.of("turn")[-1]  # it may have come meanwhile; an act that is sent again does no harm
            await one.act(pending, calls(pending))
            bob = server.sit(table["code"], "Bob")
            async with joined(server, bob["token"]) as two:
                playing = asyncio.create_task(play_on(two, "end", 100))
                await play_on(one, "end", 6)
                playing.cancel()
            status, found = server.call("DELETE", f"/api/tables/{table['code']}/seats", token=bob["token"])
            assert status == 200
            assert [seat["kind"] for seat in found["seats"]] == ["program", "agent", ""]
            await play_on(one, "end", len(one.of("end")) + 3)
            return one.of("next"), two.of("next")

    mine, bobs = asyncio.run(play())
    sizes = [len(frame["players"]) for frame in mine]
    assert sizes[0] == 2
    assert 3 in sizes
    assert sizes[-1] == 2
    assert [frame["number"] for frame in mine] == list(range(1, len(mine) + 1))
    pairs = [frame["seat"] for frame in mine if len(frame["players"]) == 2][:2]
    assert sorted(pairs) == [0, 1], "the seats rotate by one"
    assert any(frame["seat"] is not None for frame in bobs)
    _, results = server.call("GET", "/api/results")
    (money,) = [game for game in results["games"] if game["counted"] == "money"]
    assert {"Ann", "Bob", "tight"} <= {player["name"] for player in money["players"]}


def test_agents_alone_are_watched(server: Running) -> None:
    table = server.new_table("one-die", ["tree", "honest"], pace=0.05, public=True)
    assert table["open"], "nobody's secrets are at stake"

    async def watch() -> list[Json]:
        async with connected(server) as client:
            await client.send("watch", table=table["code"])
            await client.until("end")
            return client.durable

    frames = asyncio.run(watch())
    assert frames[0]["seat"] is None
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))


def test_public_tables_are_listed_and_private_ones_are_not(server: Running) -> None:
    shown = server.new_table("one-die", [None, None], public=True)["code"]
    private = server.new_table("one-die", [None, None])["code"]
    _, found = server.call("GET", "/api/tables")
    codes = [table["code"] for table in found["tables"]]
    assert shown in codes
    assert private not in codes
    assert server.call("GET", f"/api/tables/{private}")[0] == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess", "seats": [None]}, 422),
        ({"game": "one-die", "seats": [None, None, None]}, 422),
        ({"game": "one-die", "seats": [None, "nobody"]}, 422),
        ({"game": "one-die:faces=1", "seats": [None, "tree"]}, 422),
        ({"game": "holdem:hands=100000", "seats": [None, "tight"]}, 422),
        ({"game": "liars-dice", "seats": [None, "learned:/etc/passwd"]}, 422),
        ({"game": "holdem", "seats": [None, "equilibrium:secrets.npz"]}, 422),
        ({"game": "liars-dice", "seats": [None, "cfr", "cfr"]}, 422),
        ({"game": "one-die", "seats": [None, "tree"], "colour": "red"}, 422),
        ({"game": "one-die", "seats": "tree"}, 422),
        ({"game": "one-die", "seats": [None, "tree"], "pace": 1e9}, 422),
        (b"{", 400),
        (b"\xff", 400),
        (b"x" * 20_000, 413),
    ],
)
def test_bad_tables_are_refused_in_one_line(server: Running, body: object, status: int) -> None:
    found, answer = server.call("POST", "/api/tables", body)
    assert found == status, answer
    assert list(answer) == ["error"]
    assert "\n" not in answer["error"]
    assert "/" not in answer["error"]
    assert "Traceback" not in answer["error"]


def test_only_the_token_opens_a_seat(server: Running) -> None:
    table = server.new_table("one-die", [None, "honest"], open=False)
    server.sit(table["code"])

    async def try_it() -> None:
        async with connected(server) as client:
            await client.send("join", token="guess")
            assert (await client.until("error"))["reason"] == "the token is not known"
            await client.send("act", turn="m.0", action="call 6")
            assert (await client.until("error"))["reason"] == "join or watch first"
            await client.send("watch", table="zzzzzzzz")
            assert (await client.until("error"))["reason"] == "there is no such table"

    asyncio.run(try_it())
    assert server.call("GET", "/api/me")[0] == 401
    assert server.call("GET", "/api/me", token="guess")[0] == 401
    status, found = server.call("POST", f"/api/tables/{table['code']}/seats", {"name": "Eve"})
    assert (status, found["error"]) == (409, "there is no free place")


def test_one_player_at_several_tables(server: Running) -> None:
    first, second = (server.new_table("one-die", [None, "honest"])["code"] for _ in range(2))
    token = server.sit(first)["token"]
    again = server.sit(second, token=token)
    assert again["token"] is None, "a token is shown once"

    async def try_it() -> None:
        async with connected(server) as client:
            await client.send("join", token=token)
            assert "name one" in (await client.until("error"))["reason"]
        for code in (first, second):
            async with joined(server, token, table=code) as client:
                end = await client.play(first_form)
                assert end["type"] == "end"

    asyncio.run(try_it())
    _, mine = server.call("GET", "/api/me", token=token)
    assert len(mine["matches"]) == 2
    assert "token" not in json.dumps(mine)
    status, found = server.call("DELETE", "/api/me", token=token)
    assert (status, found["deleted_matches"]) == (200, 2)
    assert server.call("GET", "/api/me", token=token)[0] == 401


def test_health_games_and_addresses(server: Running) -> None:
    status, health = server.call("GET", "/health")
    assert status == 200
    assert health["status"] == "ok"
    _, found = server.call("GET", "/api/games")
    assert {game["name"] for game in found["games"]} >= {"one-die", "holdem"}
    assert all(game["rules"] and game["agents"] for game in found["games"])
    assert server.call("GET", "/nothing")[0] == 404
    assert server.call("PUT", "/api/tables", {})[0] == 405
    assert server.call("GET", "/api/matches/0000/record")[0] == 404
    assert server.call("GET", "/api/tables/..%2F..%2Fetc")[0] == 404
    assert "<html" in server.text("GET", "/verify").lower()


def test_finished_matches_are_written_down(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.new_table("one-die", [None, "honest"], open=False)
        token = server.sit(table["code"], "Ann")["token"]

        async def play() -> Json:
            async with joined(server, token) as client:
                return await client.play(first_form)

        end = asyncio.run(play())
        server.until_ended(table["code"])
    with (tmp_path / "results.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["player"], float(line["payoff"])) for line in lines] == list(
        zip(("Ann", "honest"), end["payoffs"], strict=True)
    )
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    written = [json.loads(line) for line in log.read_text().splitlines()]
    assert {line["match"] for line in written} == {end["match"]}
    assert "Ann" not in log.read_text()
    assert not any("rolls 1" in json.dumps(line) for line in written), "only what spectators saw"


def test_a_log_that_lacks_a_match_or_its_end_is_completed_at_the_start(tmp_path: Path) -> None:
    """As after `kill -9` between the last commit of a match and its lines; nothing is written twice."""
    with running(tmp_path) as server:
        for _ in range(3):
            server.until_ended(server.new_table("one-die", ["honest", "tree"], open=False, pace=0.1)["code"])
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    last = [number for number, line in enumerate(lines) if json.loads(line)["what"] == "match"][-1]
    for kept in (len(lines), len(lines) - 1, last + 1, last, 0):
        log.write_bytes(b"".join(lines[:kept]))
        with running(tmp_path):
            pass
        assert log.read_bytes() == whole
    log.write_bytes(b"".join(lines[:-1]) + lines[-1][:9])
    with running(tmp_path):
        pass
    assert log.read_bytes() == b"".join(lines[:-1]) + lines[-1][:9] + b"\n" + lines[-1]
    log.unlink()
    with running(tmp_path):
        pass
    assert log.read_bytes() == whole, "those of this day"
