"""A client that was away when its match ended is sent the rest of it, also by a server that was started again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from mendax.table.store.data_folder import DataFolder
from tests.table.server.running import Json, Running, connected, first_form, joined, running


async def play_one(server: Running, token: str, **fields: str) -> list[Json]:
    """Play the next match to its end; its frames."""
    async with joined(server, token, **fields) as client:
        await client.play(first_form)
        return client.durable


async def rest_after(server: Running, last: Json, kind: str, **who: str) -> list[Json]:
    """What a client that says which frame it had last is sent of that frame's match."""
    async with connected(server) as client:
        await client.send(kind, match=last["match"], since=last["seq"], **who)
        assert (await client.until("end", "next", "error"))["type"] == "end"
        return client.durable


async def spectator_frames(server: Running, match: str) -> list[Json]:
    """A closed match as REST shows it to everybody."""
    _, found = await asyncio.to_thread(server.call, "GET", f"/api/matches/{match}/record")
    frames: list[Json] = found["frames"]
    return frames


@pytest.mark.parametrize("table_ended", [True, False])
def test_the_end_is_sent_after_a_restart(tmp_path: Path, table_ended: bool) -> None:
    with running(tmp_path) as server:
        first, second = (server.new_table("one-die", [None, "honest"])["code"] for _ in range(2))
        token = server.sit(first)["token"]
        server.sit(second, token=token)
        played = [asyncio.run(play_one(server, token, table=code)) for code in (first, second)]
    if not table_ended:  # as if it was killed between the last move and the end of the table
        with sqlite3.connect(DataFolder(tmp_path).store) as store:
            store.execute("UPDATE tables SET ended = NULL")
        store.close()
    with running(tmp_path) as server:
        for frames in played:
            assert asyncio.run(rest_after(server, frames[2], "join", token=token)) == frames[3:]
        assert asyncio.run(play_one(server, token)) == played[1], "without a match: the last one"
        assert asyncio.run(play_one(server, token, match="0" * 16)) == played[1], "a match that nobody played"


def test_who_played_nowhere_sits_nowhere(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = server.new_table("one-die", [None, "honest"])["code"]
        played = asyncio.run(play_one(server, server.sit(table)["token"]))
        other = server.new_table("one-die", [None, None])["code"]
        left = server.sit(other)["token"]
        assert server.call("DELETE", f"/api/tables/{other}/seats", token=left)[0] == 200

        async def ask() -> Json:
            async with connected(server) as client:
                await client.send("join", token=left, match=played[0]["match"])
                return await client.until("error", "welcome")

        assert asyncio.run(ask()) == {"type": "error", "reason": "you sit at no table"}


@pytest.mark.parametrize("restart", [False, True])
def test_the_match_before_is_completed_at_a_table_that_goes_on(tmp_path: Path, restart: bool) -> None:
    async def some_matches(server: Running, token: str) -> list[Json]:
        async with joined(server, token) as client:
            for _ in range(4):
                await client.play(first_form)
            await client.until("turn")
            running_one = client.durable[-1]["match"]
            return [frame for frame in client.durable if frame["match"] != running_one]

    async def come_back(server: Running, table: str, token: str) -> None:
        seats = []
        for match in dict.fromkeys(frame["match"] for frame in frames):
            own = [frame for frame in frames if frame["match"] == match]
            assert await rest_after(server, own[1], "join", token=token) == own[2:]
            public = await spectator_frames(server, match)
            seats.append(own[0]["seat"])
            # Whoever sits at seat 0 rolls first; at seat 1 a match may end before the player rolls.
            assert seats[-1] == 1 or public[2:] != own[2:], "the player has seen its own dice"
            assert await rest_after(server, public[1], "watch", table=table) == public[2:]
        assert seats == [1, 0, 1, 0], "the seats are turned"

    with running(tmp_path) as server:
        table = server.new_table("one-die", ["honest", None], goes_on=True, open=False)["code"]
        token = server.sit(table)["token"]
        frames = asyncio.run(some_matches(server, token))
        if not restart:
            asyncio.run(come_back(server, table, token))
    if restart:
        with running(tmp_path) as server:
            asyncio.run(come_back(server, table, token))
