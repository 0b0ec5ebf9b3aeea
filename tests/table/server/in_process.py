"""A server without a network: requests and sockets are handed to its application. Fast enough for many thousands."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mendax.table.server.app import Service, Settings, build_app
from mendax.table.wire.limits import Limits
from mendax.table.wire.messages import read_server_frame
from tests.table.server.running import QUICK, Json

PATIENT = replace(
    QUICK, bad_frames=10**9, frames_burst=10**9, excess_frames=10**9, program_seconds=3600.0, join_seconds=3600.0
)
"""Limits that even a fuzzer does not meet."""
SECONDS = 60.0
"""A server that does not answer for so long hangs."""


class Complaints(logging.Handler):
    """What the server logged as an error: nothing that a client sends may cause one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record))


class Link:
    """A socket; every frame that comes is read by the protocol's schemas."""

    def __init__(self, app: Any) -> None:
        self.frames: list[Json] = []
        self.closed = False
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._came = asyncio.Event()
        self._pings = 0
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(b"host", b"127.0.0.1")],
            "client": ("127.0.0.1", 1),
            "query_string": b"",
            "subprotocols": [],
        }
        self._out.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._out.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            read_server_frame(message["text"])
            self.frames.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = True
        self._came.set()

    def say(self, text: str | bytes | Json) -> None:
        """Send something, frame or not."""
        if isinstance(text, bytes):
            self._out.put_nowait({"type": "websocket.receive", "bytes": text})
        else:
            raw = text if isinstance(text, str) else json.dumps(text)
            self._out.put_nowait({"type": "websocket.receive", "text": raw})

    async def heard(self) -> list[Json]:
        """Wait until everything that was sent is answered; what came since the last time, without pongs of ours."""
        self._pings += 1
        number = 10**9 + self._pings
        self.say({"type": "ping", "id": number})
        return await self._until({"type": "pong", "id": number})

    async def _until(self, last: Json) -> list[Json]:
        async with asyncio.timeout(SECONDS):
            while last not in self.frames and not self.closed:
                self._came.clear()
                await self._came.wait()
        found = [frame for frame in self.frames if frame != last]
        self.frames.clear()
        return found

    async def until(self, kind: str) -> list[Json]:
        """What came up to the next frame of a kind."""
        async with asyncio.timeout(SECONDS):
            while not self.closed:
                at = next((at for at, frame in enumerate(self.frames) if frame["type"] == kind), None)
                if at is not None:
                    found = self.frames[: at + 1]
                    del self.frames[: at + 1]
                    return found
                self._came.clear()
                await self._came.wait()
        raise AssertionError(f"the connection was closed before a frame of kind {kind}")

    async def close(self) -> None:
        """Go."""
        self._out.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(SECONDS):
            await self._task


class InProcess:
    """The application of a server whose seats are all clients': no agent's process is started."""

    def __init__(self, data: Path, limits: Limits = PATIENT) -> None:
        self.service = Service(Settings(data, limits, workers=1))
        self.app = build_app(self.service)

    def connect(self) -> Link:
        """Another socket."""
        return Link(self.app)

    async def request(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Json]:
        """One request: status and JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        status, found = await self.raw(method, path, None if body is None else json.dumps(body).encode(), headers)
        return status, json.loads(found)

    async def raw(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """One request: status and body. The path is as a browser writes it."""
        named = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
        scope = {
            "type": "http",
            "method": method,
            "path": unquote(path),
            "headers": [(b"host", b"127.0.0.1"), *named],
            "query_string": b"",
            "client": ("127.0.0.1", 1),
        }
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body or b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        async with asyncio.timeout(SECONDS):
            await self.app(scope, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)

    async def table(self, game: str, seats: int) -> tuple[str, list[str]]:
        """A table of programs: its code and their tokens."""
        _, table = await self.request("POST", "/api/tables", {"game": game, "seats": [None] * seats, "open": False})
        taken = [
            await self.request("POST", f"/api/tables/{table['code']}/seats", {"name": "Ann", "kind": "program"})
            for _ in range(seats)
        ]
        return table["code"], [seat["token"] for _, seat in taken]


@asynccontextmanager
async def in_process(data: Path, limits: Limits = PATIENT) -> AsyncIterator[tuple[InProcess, list[str]]]:
    """A server, and the list of what goes wrong in it."""
    complaints = Complaints()
    logging.getLogger("mendax").addHandler(complaints)
    asyncio.get_running_loop().set_exception_handler(lambda _, found: complaints.texts.append(str(found)))
    server = InProcess(data, limits)
    try:
        yield server, complaints.texts
    finally:
        await server.service.lobby.stop()
        server.service.ledger.close()
        server.service.db.close()
        logging.getLogger("mendax").removeHandler(complaints)
