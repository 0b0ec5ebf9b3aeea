"""A client that floods, hangs, lies or sends garbage harms only itself."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import websockets

from mendax.table.server.connection import BAD_FRAMES, NO_JOIN, REPLACED, TOO_FAST
from mendax.table.server.guard import LOOPBACK
from tests.table.server.running import PATIENCE, QUICK, Json, Running, connected, first_form, joined, running

LIMITS = replace(
    QUICK,
    frames_per_second=5.0,
    frames_burst=10,
    excess_frames=20,
    bad_frames=3,
    connections_per_address=5,
    connections_per_seat=1,
    requests_per_second=1e-3,
    requests_burst=60,
    spectators_per_table=1,
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("strict"), LIMITS, hosts=LOOPBACK) as found:
        yield found


async def closing_code(socket: websockets.ClientConnection) -> int:
    """What the server closes with; what it says before is read and forgotten."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        while True:
            await asyncio.wait_for(socket.recv(), PATIENCE)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


GARBAGE = [
    "",
    "{",
    "[]",
    "null",
    '{"type": "nope"}',
    '{"type": "join"}',
    '{"type": "join", "token": 5}',
    '{"type": "join", "token": "x", "since": -1}',
    '{"type": "join", "token": "x", "admin": true}',
    '{"type": "watch", "table": "../../../"}',
    '{"type": "act", "turn": "x", "action": "' + "y" * 300 + '"}',
    "[" * 2000,
]


@pytest.mark.parametrize("raw", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_answered_with_an_error(server: Running, raw: str) -> None:
    async def send() -> None:
        async with connected(server) as client:
            await client.socket.send(raw)
            reason = (await client.until("error"))["reason"]
            assert "\n" not in reason
            assert len(reason) < 200
            assert "yyy" not in reason, "nothing of what was sent"
            await client.send("ping", id=7)
            assert await client.receive() == {"type": "pong", "id": 7}

    asyncio.run(send())


def test_a_frame_that_is_too_long_ends_the_connection(server: Running) -> None:
    async def send() -> int:
        async with connected(server) as client:
            await client.socket.send("x" * (QUICK.frame_bytes + 1))
            return await closing_code(client.socket)

    assert asyncio.run(send()) == 1009


def test_bad_frames_and_floods_end_the_connection(strict: Running) -> None:
    async def bad() -> int:
        async with connected(strict) as client:
            for _ in range(LIMITS.bad_frames + 1):
                await client.socket.send("{")
            return await closing_code(client.socket)

    async def flood() -> int:
        async with connected(strict) as client:
            for _ in range(100):
                await client.send("ping")
            return await closing_code(client.socket)

    assert asyncio.run(bad()) == BAD_FRAMES
    assert asyncio.run(flood()) == TOO_FAST


def test_silence_ends_the_connection(tmp_path: Path) -> None:
    async def silent(server: Running) -> int:
        async with connected(server) as client:
            return await closing_code(client.socket)

    with running(tmp_path, replace(QUICK, join_seconds=0.1)) as server:
        assert asyncio.run(silent(server)) == NO_JOIN


def test_answers_to_turns_are_within_the_rate(strict: Running) -> None:
    """A match with more turns than frames are allowed at once, against a quick agent."""
    token = strict.sit(strict.new_table("yahtzee", [None])["code"])["token"]

    async def play() -> int:
        async with joined(strict, token) as client:
            await client.play(first_form)
            assert not client.of("error")
            return len(client.of("turn"))

    assert asyncio.run(play()) > 2 * LIMITS.frames_burst


def test_connections_are_limited(strict: Running) -> None:
    async def many() -> None:
        await nobody_connected(strict)
        sockets = [await websockets.connect(strict.ws, compression=None) for _ in range(5)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(strict.ws, compression=None)
        assert refused.value.response.status_code == 403
        for socket in sockets:
            await socket.close()
        await nobody_connected(strict)

    asyncio.run(many())


async def nobody_connected(server: Running) -> None:
    """Wait until the server has noticed that all clients are gone."""
    async with asyncio.timeout(PATIENCE):
        while server.service.sockets.num_connections:
            await asyncio.sleep(0.01)


def test_the_oldest_connection_of_a_seat_gives_way(strict: Running) -> None:
    table = strict.new_table("one-die", [None, "honest"])
    token = strict.sit(table["code"])["token"]

    async def twice() -> None:
        async with joined(strict, token) as old, joined(strict, token) as new:
            assert await closing_code(old.socket) == REPLACED
            end = await new.play(first_form)
            assert end["type"] == "end"
        async with connected(strict) as one, connected(strict) as two:
            await one.send("watch", table=table["code"])
            await one.until("end")
            await two.send("watch", table=table["code"])
            assert (await two.until("error"))["reason"] == "as many watch this table as may"

    asyncio.run(twice())


def ask(server: Running, method: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], Json]:
    request = urllib.request.Request(server.url + path, b"{}" if method == "POST" else None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, dict(answer.headers), json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), json.load(error)


def test_foreign_pages_and_names_are_turned_away(strict: Running) -> None:
    assert ask(strict, "GET", "/health", {"Host": "evil.example"})[0] == 421
    assert ask(strict, "POST", "/api/tables", {"Origin": "http://evil.example"})[0] == 403
    assert ask(strict, "POST", "/api/tables", {"Origin": "null"})[0] == 403
    assert ask(strict, "POST", "/api/tables", {"Origin": strict.url})[0] == 422, "its own page may ask"
    assert ask(strict, "GET", "/health", {"Host": f"localhost:{strict.port}"})[0] == 200

    async def foreign(**headers: str) -> int:
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(strict.ws, additional_headers=headers)
        return refused.value.response.status_code

    assert asyncio.run(foreign(Origin="http://evil.example")) == 403


def test_every_answer_carries_the_policy(server: Running) -> None:
    for method, path in (("GET", "/health"), ("GET", "/nothing"), ("POST", "/api/tables")):
        _, headers, _ = ask(server, method, path, {})
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in {name.lower() for name in headers}


def test_requests_are_limited(strict: Running) -> None:
    found = [strict.call("GET", "/health")[0] for _ in range(LIMITS.requests_burst + 1)]
    assert found[-1] == 429
    assert set(found) == {200, 429}
