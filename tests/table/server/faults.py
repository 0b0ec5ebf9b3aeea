"""A server that is killed again and again under load, and clients that come back and hold it to its word."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import websockets

from mendax.table.load.server_process import ServerProcess, server_process
from mendax.table.store.data_folder import DataFolder
from tests.table.server.running import Json, filled

TABLES: tuple[tuple[str, list[str | None]], ...] = (
    ("one-die", [None, "tree"]),
    ("liars-dice:dice=4", [None, "probability", None]),
    ("yahtzee", [None, None]),
    ("blufpoker:points=3", ["odds", None, "naive"]),
    ("holdem:hands=8", [None, "tight", "loose"]),
    ("liars-dice:dice=4", ["probability", "honest", "probability"]),
    ("holdem:hands=4", ["tight", "loose"]),
)
"""Every game with remote programs, and tables of agents alone."""
PATIENCE = 90.0
"""Seconds that a busy machine is given for a small thing."""
LONG_PATIENCE = 900.0
"""For all matches that are still to be played."""


@dataclass
class Program:
    """A remote program that comes back whenever the server is there, and keeps all that it was told."""

    token: str
    rng: Random
    sent: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, str] = field(default_factory=dict)
    frames: list[Json] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    over: bool = False

    async def run(self, address: str) -> None:
        """Play to the end, through any number of lost connections."""
        while not self.over:
            with suppress(OSError, TimeoutError, websockets.WebSocketException):
                async with websockets.connect(address, compression=None, open_timeout=PATIENCE) as link:
                    await self._play(link)
            await asyncio.sleep(0.02)

    async def _play(self, link: websockets.ClientConnection) -> None:
        hello: Json = {"type": "join", "token": self.token}
        if self.frames and self.rng.random() < 0.7:
            hello |= {"match": self.frames[0]["match"], "since": len(self.frames)}
        await link.send(json.dumps(hello))
        async for raw in link:
            frame: Json = json.loads(raw)
            if "seq" in frame:
                self._keep(frame)
            elif frame["type"] == "turn":
                await asyncio.sleep(self.rng.random() * 0.1)
                action = self.sent.setdefault(frame["turn"], self._choose(frame))
                await link.send(json.dumps({"type": "act", "turn": frame["turn"], "action": action}))
                if self.rng.random() < 0.2:  # a client that is not sure whether it was heard
                    await link.send(json.dumps({"type": "act", "turn": frame["turn"], "action": action}))
            elif frame["type"] == "ack":
                if self.acknowledged.setdefault(frame["turn"], frame["action"]) != frame["action"]:
                    self.wrong.append(f"{frame['turn']} was acknowledged twice, as different actions")
            elif frame["type"] in ("refused", "error"):
                # Nothing that it could do would help: the test ends here, and does not wait for a match without it.
                raise AssertionError(f"{frame['type']}: {frame['reason']}")
            if frame["type"] == "end":
                self.over = True
                return

    def _choose(self, turn: Json) -> str:
        form = self.rng.choice(turn["forms"])
        return filled(form, self.rng.randrange(3))

    def _keep(self, frame: Json) -> None:
        at = frame["seq"] - 1
        if at < len(self.frames) and self.frames[at] != frame:
            self.wrong.append(f"frame {at + 1} has changed: {self.frames[at]} is {frame}")
        elif at > len(self.frames):
            self.wrong.append(f"frames from {len(self.frames) + 1} to {at} did not come")
        elif at == len(self.frames):
            self.frames.append(frame)


@dataclass
class Outcome:
    """What the clients and the store say after all kills."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    """Acknowledged actions that are not stored, or stored otherwise."""
    doubled: int = 0
    """Stored moves of programs that are not what the program sent for that turn."""
    matches: int = 0
    unfinished: int = 0
    seconds: list[float] = field(default_factory=list)
    """From the start of a new process until it listens, with all matches taken up."""
    resumed: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class Ordeal:
    """The load, the kills and the count."""

    def __init__(self, data: Path, seed: int) -> None:
        self.data, self.rng = data, Random(seed)
        self.programs: list[Program] = []
        self.outcome = Outcome()
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def server(self, port: int) -> AsyncIterator[ServerProcess]:
        """A server at the same address as the ones before it."""
        starting = server_process(self.data, "--port", str(port), "--workers", "1")
        began = time.monotonic()
        server = await asyncio.to_thread(starting.__enter__)
        try:
            self.outcome.seconds.append(time.monotonic() - began)
            self.outcome.resumed.append((await asyncio.to_thread(server.call, "GET", "/health"))["resumed"])
            yield server
        finally:
            await asyncio.to_thread(starting.__exit__, None, None, None)

    async def run(self, kills: int, between: float) -> Outcome:
        """Kill the server so often, each time at a random moment while programs play."""
        with reserved_port() as port:
            for _ in range(kills):
                async with self.server(port) as server:
                    await asyncio.to_thread(self._add_tables, server)
                    self._send_programs(server.ws)
                    await self._some_acknowledged(self.rng.randrange(10, 30))
                    await asyncio.sleep(self.rng.uniform(0.0, between))
                    await asyncio.to_thread(server.kill)
                    self.outcome.kills += 1
            async with self.server(port) as server:
                await asyncio.wait_for(asyncio.gather(*self._tasks), LONG_PATIENCE)
                await self._agents_end(server)
        self._count()
        return self.outcome

    async def _some_acknowledged(self, more: int) -> None:
        """Wait for so many acknowledgements more than there are now, so that every kill hits matches in play."""
        wanted = more + sum(len(program.acknowledged) for program in self.programs)
        async with asyncio.timeout(PATIENCE):
            while sum(len(program.acknowledged) for program in self.programs) < wanted:
                await asyncio.sleep(0.01)

    def _add_tables(self, server: ServerProcess) -> None:
        for game, seats in TABLES:
            code = server.new_table(game, seats, open=self.rng.random() < 0.5, program_seconds=600)
            for number in range(seats.count(None)):
                self.programs.append(Program(server.sit(code, f"Ann {number}"), Random(self.rng.random())))

    def _send_programs(self, address: str) -> None:
        self._tasks += [asyncio.create_task(one.run(address)) for one in self.programs[len(self._tasks) :]]

    async def _agents_end(self, server: ServerProcess) -> None:
        until = time.monotonic() + LONG_PATIENCE
        while (await asyncio.to_thread(server.call, "GET", "/health"))["tables"]:
            assert time.monotonic() < until, "a table does not end"
            await asyncio.sleep(0.2)

    def _count(self) -> None:
        outcome = self.outcome
        with sqlite3.connect(DataFolder(self.data).store) as store:
            outcome.matches, outcome.unfinished = store.execute(
                "SELECT count(*), sum(ended IS NULL) FROM matches"
            ).fetchone()
            seats = {match: json.loads(text) for match, text in store.execute("SELECT id, seats FROM matches")}
            rows = store.execute(
                'SELECT match, seat, action, "default" FROM moves WHERE seat IS NOT NULL ORDER BY match, number'
            )
            own: dict[tuple[str, int], list[tuple[str, bool]]] = {}
            for match, seat, action, default in rows:
                own.setdefault((match, seat), []).append((action, bool(default)))
        store.close()
        for program in self.programs:
            match, seat = program.frames[0]["match"], program.frames[0]["seat"]
            assert seats[match][seat]["kind"] == "program"
            stored = {f"{match}.{at}": move for at, move in enumerate(own.get((match, seat), []))}
            outcome.acknowledged += len(program.acknowledged)
            outcome.lost += sum(stored.get(turn) != (action, False) for turn, action in program.acknowledged.items())
            outcome.doubled += sum(
                not default and program.sent.get(turn) != action for turn, (action, default) in stored.items()
            )
            outcome.wrong += program.wrong


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port for one server after another; nothing else is given it meanwhile, not even a client's own connection."""
    with socket.socket() as keeper:
        # With this option, which the server's socket has too, Linux lets both bind the port, since only one listens.
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        port: int = keeper.getsockname()[1]
        yield port
