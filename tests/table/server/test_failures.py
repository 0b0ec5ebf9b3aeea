"""What breaks: the store, a table, an agent, a client that is gone. The others' game goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mendax.table.server import live_table
from mendax.table.server.playing import Playing
from mendax.table.store.errors import StoreError
from tests.table.server.running import PATIENCE, QUICK, Json, Running, connected, first_form, joined, running


def test_a_move_that_cannot_be_stored_has_not_happened(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_table, "STORE_RETRY", 0.1)
    table = server.new_table("one-die", [None, "honest"])
    token = server.sit(table["code"])["token"]
    db = server.service.db
    works = db.transact

    async def fails(*arguments: Any, **options: Any) -> None:
        raise StoreError("/secret/tables.db cannot be written: the disk is full")

    async def play() -> list[Json]:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            monkeypatch.setattr(db, "transact", fails)
            await client.act(turn, first_form(turn))
            again = await client.until("turn", "ack")
            assert again["type"] == "turn", "it is asked again, and nothing is acknowledged"
            assert again["turn"] == turn["turn"]
            status, answer = server.call("POST", "/api/tables", {"game": "one-die", "seats": [None, None]})
            assert status == 503
            assert "secret" not in answer["error"]
            monkeypatch.setattr(db, "transact", works)
            await client.act(again, first_form(again))
            await client.until("ack")
            await client.play(first_form)
            return client.durable

    with caplog.at_level(logging.CRITICAL):
        frames = asyncio.run(play())
    assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))


def test_a_request_that_fails_says_nothing_of_the_inside(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks() -> None:
        raise ZeroDivisionError("/secret/path")

    monkeypatch.setattr(server.service.ledger, "results", breaks)
    with caplog.at_level(logging.CRITICAL):
        assert server.call("GET", "/api/results") == (500, {"error": "the server failed at this"})


def test_a_table_that_breaks_down_is_taken_up_again(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = server.new_table("one-die", [None, "honest"])
    token = server.sit(table["code"])["token"]
    works = Playing._agent_turn
    broken = [True]

    async def breaks(playing: Playing, seat: int) -> None:
        if broken.pop() if broken else False:
            raise ZeroDivisionError("a bug")
        await works(playing, seat)

    async def play() -> tuple[list[Json], list[Json]]:
        async with joined(server, token) as client:
            turn = await client.until("turn")
            monkeypatch.setattr(Playing, "_agent_turn", breaks)
            await client.act(turn, first_form(turn))
            await client.until("ack")
            before = client.durable
        until = time.monotonic() + PATIENCE
        while True:
            async with connected(server) as again:
                await again.send("join", token=token)
                if (await again.until("welcome", "error"))["type"] == "welcome" and not broken:
                    await again.play(first_form)
                    return before, again.durable
            assert time.monotonic() < until
            await asyncio.sleep(0.05)

    with caplog.at_level(logging.CRITICAL):
        before, whole = asyncio.run(play())
    assert whole[: len(before)] == before
    assert whole[-1]["type"] == "end"


def test_a_seat_that_is_gone_is_not_waited_for_again_and_again(tmp_path: Path) -> None:
    with running(tmp_path, replace(QUICK, gone_seconds=0.01)) as server:
        table = server.new_table("holdem:hands=4", [None, None, "tight"], program_seconds=0.3, goes_on=True, least=2)

        def folds(turn: Json) -> str:
            return str(turn["forms"][0]["slots"]["action"][0])

        # Only Bob's turns are short: a person has minutes, so that Ann is never late.
        ann, bob = (server.sit(table["code"], *who)["token"] for who in (("Ann", "person"), ("Bob", "program")))

        async def play() -> Json:
            async with joined(server, ann) as client:
                async with joined(server, bob):
                    while not any(len(frame["players"]) == 3 for frame in client.of("next")):
                        await client.play(folds, lambda frame: frame["type"] in ("next", "end"))
                await client.play(folds)
                assert any(frame.get("default") for frame in client.of("event"))
                return await client.until("next")

        following = asyncio.run(play())
        assert [player["name"] for player in following["players"]] in (["tight", "Ann"], ["Ann", "tight"])


def test_a_table_of_agents_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.new_table("one-die", ["honest", "tree"], pace=0.02, goes_on=True, open=False)

        async def some(address: Running, matches: int) -> Json:
            async with connected(address) as client:
                await client.send("watch", table=table["code"])
                while len(client.of("end")) < matches:
                    await client.receive()
                return client.of("end")[-1]

        first = asyncio.run(some(server, 2))
    with running(tmp_path) as server:
        again = asyncio.run(some(server, 2))
        assert again["match"] != first["match"]
        _, found = server.call("GET", f"/api/tables/{table['code']}")
        assert found["number"] >= 4
