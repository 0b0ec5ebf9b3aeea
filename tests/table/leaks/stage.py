"""A server on which a stored match is put, and every byte that one viewer can get out of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from mendax.core.game import Seat, Turn, game_text
from mendax.table.server import live_table, lobby, places, playing
from mendax.table.server.app import Service, Settings, build_app
from mendax.table.server.ledger import log_lines
from mendax.table.server.live_table import LiveTable
from mendax.table.server.lobby import token_hash
from mendax.table.server.options import TableOptions, options_text, plan_table
from mendax.table.server.stored import ended_row, match_row
from mendax.table.server.story import Story
from mendax.table.store.results import Results
from mendax.table.store.rows import ExplanationRow, MoveRow, PlayerRow, RoundRow, SeatRow, TableRow
from tests.table.server.running import QUICK

Viewer = Seat | None
NOW = 1_000_000.0
TABLE, MATCH = "bcdfghjk", "m1"
_CLOCKS = ((playing, "monotonic"), (playing, "time"), (live_table, "time"), (lobby, "time"), (places, "time"))
GARBAGE = (
    "{",
    '{"type": "act"}',
    '{"type": "hint", "turn": "m1.999"}',
    '{"type": "mix", "match": "m1", "round": 0, "text": "late"}',
    '{"type": "join"}',
)


class Stage:
    """A server without a network: requests and sockets are handed to its application."""

    def __init__(self, data: Path) -> None:
        self.service = Service(Settings(data, QUICK, workers=1))
        self.app = build_app(self.service)
        self.table: LiveTable | None = None
        self._task: asyncio.Task[None] | None = None

    async def put(self, story: Story) -> None:
        """Store a match, as far as it was played, and take it up as a server does that starts again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        header, game = story.header, story.header.game
        options = TableOptions(game_text(game), (None,) * game.seats, open=header.open, public=True)
        state = game.start()
        for move in story.moves:
            state = game.apply(state, game.parse_action(move.action))
        over = game.turn(state) is Turn.OVER
        row = ended_row(story, state, NOW) if over else match_row(header)
        seats = [
            SeatRow(header.table, seat, "program", header.players[seat].name, owner)
            for seat, owner in enumerate(header.owners)
        ]
        moves = [
            MoveRow(header.match, number, seat, action, default, None, NOW)
            for number, (seat, action, default) in enumerate(story.moves)
        ]
        rounds = [
            RoundRow(header.match, number, chance.root, chance.size, chance.mixes)
            for number, chance in story.rounds.items()
        ]
        explained = [
            ExplanationRow(header.match, number, moves[number].seat or 0, json.dumps(value))
            for number, value in story.explanations.items()
        ]
        players = [
            PlayerRow(owner or "", f"Ann {seat}", "program", token_hash(token(seat)), NOW)
            for seat, owner in enumerate(header.owners)
        ]
        tables = ("explanations", "rounds", "moves", "matches", "seats", "tables", "players")
        rows: Iterable[Any] = (
            TableRow(header.table, options_text(options), NOW, NOW if over else None),
            *players,
            *(() if over else seats),
            row,
            *moves,
            *rounds,
            *explained,
        )
        await self.service.db.write(*((f"DELETE FROM {name}", ()) for name in tables), *(one.insert() for one in rows))
        self.service.lobby.tables.clear()
        self.service.lobby._players.clear()
        self.service.ledger._results, self.service.ledger._json = Results(), None
        if over:
            self.service.ledger._results.add(row)
            return
        self.table = table = LiveTable(self.service.lobby.house, header.table, plan_table(options), 1)
        for seat in seats:
            table.places[seat.seat].give(seat.kind, seat.name, seat.player)
        table.resume(story)
        self.service.lobby.tables[header.table] = table
        self._task = asyncio.create_task(table.run())
        while table.playing is None or table.playing.pending is None:
            assert not self._task.done(), self._task
            await asyncio.sleep(0)

    async def request(self, method: str, path: str, bearer: str = "") -> bytes:
        """What a request is answered: status, headers and body."""
        headers = [(b"host", b"127.0.0.1")]
        if bearer:
            headers.append((b"authorization", f"Bearer {bearer}".encode()))
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "query_string": b"",
            "client": ("127.0.0.1", 1),
        }
        sent: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            # The length is that of the body, which is compared; names of pieces may have one digit or two.
            kept = [one for one in message.get("headers", ()) if one[0] != b"content-length"]
            sent.append(repr((message.get("status"), kept)).encode() + message.get("body", b""))

        await self.app(scope, receive, send)
        return b"".join(sent)

    async def converse(self, frames: Sequence[str]) -> list[bytes]:
        """What a socket is sent that sends these frames, and goes."""
        scope = {"type": "websocket", "path": "/ws", "headers": [(b"host", b"127.0.0.1")], "client": ("127.0.0.1", 1)}
        waiting = [*frames, '{"type": "ping", "id": 777}']
        sent: list[bytes] = []
        done = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not sent:
                return {"type": "websocket.connect"}
            if waiting:
                return {"type": "websocket.receive", "text": waiting.pop(0)}
            await done.wait()
            return {"type": "websocket.disconnect", "code": 1000}

        async def send(message: Any) -> None:
            text = message.get("text") or message["type"]
            sent.append(text.encode())
            if '"id":777' in text or message["type"] == "websocket.close":
                done.set()

        await self.app({**scope, "query_string": b"", "subprotocols": []}, receive, send)
        assert b"777" in sent[-1], sent[-1]
        return sent


def token(seat: Seat) -> str:
    return f"token{seat}"


@dataclass(frozen=True)
class Visit:
    """What a viewer sends and asks for: the same whatever is hidden."""

    viewer: Viewer
    acts: tuple[tuple[str, str], ...]
    """Turns and actions that are not legal now: what they are answered is a channel too."""
    since: int

    @property
    def token(self) -> str:
        return "" if self.viewer is None else token(self.viewer)

    def hello(self, **more: object) -> str:
        """The first frame."""
        if self.viewer is None:
            return json.dumps({"type": "watch", "table": TABLE, **more})
        return json.dumps({"type": "join", "token": self.token, "table": TABLE, **more})

    def sent(self) -> list[str]:
        return [json.dumps({"type": "act", "turn": turn, "action": action}) for turn, action in self.acts]


async def channels(stage: Stage, story: Story, visit: Visit) -> dict[str, list[bytes]]:
    """By channel: everything that a viewer can get out of the server about the match that is on."""
    await stage.put(story)
    mine, match = visit.token, f"/api/matches/{MATCH}"
    found = {
        "socket": await stage.converse([visit.hello(views=True)]),
        "errors": await stage.converse([visit.hello(), *GARBAGE, *visit.sent()]),
        "reconnect": await stage.converse([visit.hello(match=MATCH, since=visit.since)]),
        "record": [await stage.request("GET", f"{match}/record", mine)],
        "proofs": [await stage.request("GET", f"{match}/proofs", mine)],
        "tables": [await stage.request("GET", "/api/tables"), await stage.request("GET", f"/api/tables/{TABLE}")],
        "results": [await stage.request("GET", "/api/results")],
        "wrong": [await stage.request("GET", f"{match}/nothing", mine)],
        "files": public_files(story),
    }
    durable = [frame for frame in found["socket"] if b'"seq":' in frame]
    assert [frame for frame in found["reconnect"] if b'"seq":' in frame] == durable[visit.since :]
    if visit.viewer is not None:
        found["own data"] = [await stage.request("GET", "/api/me", mine)]
        found["wrong"].append(await stage.request("DELETE", f"/api/tables/{TABLE}/nothing", mine))
    return found


def public_files(story: Story) -> list[bytes]:
    """What is written to the results file and the daily log when a match has ended; nothing before."""
    game, state = story.header.game, story.header.game.start()
    for move in story.moves:
        state = game.apply(state, game.parse_action(move.action))
    if game.turn(state) is not Turn.OVER:
        return []
    row = ended_row(story, state, NOW)
    return [repr(log_lines(story, row)).encode(), repr(row.payoffs).encode(), repr(row.hands).encode()]


@asynccontextmanager
async def stage_at(data: Path) -> AsyncIterator[Stage]:
    """A stage whose clocks stand still: the time left is in the frames."""
    patches = [patch.object(module, name, lambda: NOW) for module, name in _CLOCKS]
    for one in patches:
        one.start()
    stage = Stage(data)
    try:
        yield stage
    finally:
        if stage._task is not None:
            stage._task.cancel()
            await asyncio.gather(stage._task, return_exceptions=True)
        stage.service.ledger.close()
        stage.service.db.close()
        for one in patches:
            one.stop()
