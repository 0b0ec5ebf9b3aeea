"""A real server for the tests: uvicorn in a thread, real sockets, and scripted clients."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import websockets

from mendax.table.server.app import Service, Settings
from mendax.table.server.serving import make_server, open_socket
from mendax.table.wire.limits import LIMITS, Limits
from mendax.table.wire.messages import read_server_frame

Json: TypeAlias = dict[str, Any]
QUICK = replace(
    LIMITS,
    requests_per_second=1e6,
    requests_burst=10**6,
    connects_per_second=1e6,
    connects_burst=10**6,
    frames_per_second=1e4,
    frames_burst=10**4,
    least_pace=0.0,
    join_seconds=600.0,
    program_seconds=600.0,
    mix_seconds=600.0,
)
"""Limits that scripted clients do not meet, however slow the machine is."""
PATIENCE = 60.0
"""Seconds after which something that does not come is given up."""


class Running:
    """A server that listens, and how to reach it."""

    def __init__(self, service: Service, listening: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
        self.service = service
        self._loop = loop
        self.port: int = listening.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def cut(self) -> None:
        """End all WebSocket connections."""
        self._loop.call_soon_threadsafe(self.service.close_connections)

    def call(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> tuple[int, Json]:
        return call(self.url, method, path, body, token, **headers)

    def text(self, method: str, path: str, token: str = "") -> str:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.url + path, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: str = answer.read().decode()
        return found

    def new_table(self, game: str, seats: list[str | None], **options: Any) -> Json:
        status, found = self.call("POST", "/api/tables", {"game": game, "seats": seats, **options})
        assert status == 201, found
        return found

    def sit(self, code: str, name: str = "Ann", kind: str = "program", token: str = "") -> Json:
        status, found = self.call("POST", f"/api/tables/{code}/seats", {"name": name, "kind": kind}, token)
        assert status == 201, found
        return found

    def until_ended(self, code: str) -> Json:
        """The table once it has ended: clients are told of a match's end before that of the table is stored."""
        until = time.monotonic() + PATIENCE
        while (found := self.call("GET", f"/api/tables/{code}")[1])["status"] != "ended":
            assert time.monotonic() < until, "the table does not end"
            time.sleep(0.01)
        return found


def call(url: str, method: str, path: str, body: object = None, token: str = "", **headers: str) -> tuple[int, Json]:
    """One request; the status and the JSON that came back."""
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, method=method, headers=dict(headers))
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


@contextmanager
def running(data: Path, limits: Limits = QUICK, **settings: Any) -> Iterator[Running]:
    """A server in a thread, stopped at the end as Ctrl-C would."""
    service = Service(Settings(data, limits, workers=1, **settings))
    listening = open_socket("127.0.0.1", 0)
    ready = threading.Event()
    server = make_server(service, ready.set)
    failed: list[BaseException] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets=[listening])

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        assert not failed
        yield Running(service, listening, loops[0])
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
    assert not failed
    assert not thread.is_alive()


class Client:
    """One connection; every frame that comes is checked against the protocol's schemas."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Json] = []

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def receive(self) -> Json:
        raw = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        read_server_frame(raw)
        frame: Json = json.loads(raw)
        self.frames.append(frame)
        return frame

    async def until(self, *kinds: str) -> Json:
        """The next frame of these kinds; what comes before is kept in `frames`."""
        while (frame := await self.receive())["type"] not in kinds:
            pass
        return frame

    async def act(self, turn: Json, action: str) -> None:
        await self.send("act", turn=turn["turn"], action=action)

    @property
    def durable(self) -> list[Json]:
        """The frames with numbers."""
        return [frame for frame in self.frames if "seq" in frame]

    def of(self, kind: str) -> list[Json]:
        return [frame for frame in self.frames if frame["type"] == kind]

    async def play(self, choose: Callable[[Json], str], stop: Callable[[Json], bool] | None = None) -> Json:
        """Answer every turn until the match ends, or `stop` says so of a frame."""
        while True:
            frame = await self.receive()
            if stop is not None and stop(frame):
                return frame
            if frame["type"] == "turn":
                await self.act(frame, choose(frame))
            elif frame["type"] == "end":
                return frame
            assert frame["type"] not in ("refused", "error"), frame


@asynccontextmanager
async def connected(server: Running | str) -> AsyncIterator[Client]:
    """A client that has not joined yet."""
    address = server if isinstance(server, str) else server.ws
    # Without a limit a client that leaves does not wait for what it has not read.
    async with websockets.connect(address, compression=None, open_timeout=PATIENCE, max_queue=None) as socket:
        yield Client(socket)


@asynccontextmanager
async def joined(server: Running | str, token: str, **fields: Any) -> AsyncIterator[Client]:
    """A client that has taken its seat."""
    async with connected(server) as client:
        await client.send("join", token=token, **fields)
        await client.until("welcome")
        yield client


def first_form(turn: Json) -> str:
    """The first action of the last form."""
    return filled(turn["forms"][-1], 0)


def filled(form: Json, at: int) -> str:
    """A form with a word in each hole."""
    text: str = form["text"]
    for name, words in form["slots"].items():
        text = text.replace("{" + name + "}", words[min(at, len(words) - 1)])
    return text
