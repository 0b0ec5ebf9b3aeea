"""A connection sends in order, and gives a client up that does not read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from starlette.websockets import WebSocketState

from mendax.table.server.connection import REPLACED, TOO_SLOW, Bucket, Connection
from mendax.table.wire.limits import LIMITS
from tests.table.server.running import PATIENCE


class Socket(SimpleNamespace):
    """What a connection uses of a WebSocket."""

    def __init__(self) -> None:
        super().__init__(sent=[], code=None, open=asyncio.Event(), application_state=WebSocketState.CONNECTED)

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        self.sent.append(message["text"])

    async def close(self, code: int) -> None:
        self.code = code


def test_a_client_that_does_not_read_is_given_up() -> None:
    async def run() -> Socket:
        socket: Any = Socket()
        connection = Connection(socket, replace(LIMITS, waiting_frames=10))
        connection.send_backlog([b"old"] * 50)
        pump = asyncio.create_task(connection.pump())
        await asyncio.sleep(0)
        for number in range(100):
            connection.send_bytes(b"%d" % number)
        assert connection.closing
        socket.open.set()
        await asyncio.wait_for(pump, PATIENCE)
        assert isinstance(socket, Socket)
        return socket

    socket = asyncio.run(run())
    assert socket.code == TOO_SLOW
    assert len(socket.sent) < 5, "what waited is not sent any more"


def test_what_was_queued_is_sent_before_the_end() -> None:
    async def run() -> Socket:
        socket: Any = Socket()
        socket.open.set()
        connection = Connection(socket, LIMITS)
        for number in range(5):
            connection.send_bytes(b"%d" % number)
        connection.close(REPLACED)
        connection.close(TOO_SLOW)
        await asyncio.wait_for(connection.pump(), PATIENCE)
        assert isinstance(socket, Socket)
        return socket

    socket = asyncio.run(run())
    assert socket.sent == ["0", "1", "2", "3", "4"]
    assert socket.code == REPLACED, "the first reason counts"


def test_a_bucket_lets_bursts_through_and_no_more() -> None:
    bucket = Bucket(1e-6, 3)
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert not bucket.full
