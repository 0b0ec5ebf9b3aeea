"""Clients that watch and play as strangers do, and note when they saw what."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from mendax.table.load.server_process import Json

OPEN_SECONDS: Final = 60.0


@dataclass(slots=True)
class Watched:
    """What a spectator of a table was sent: its durable frames by match, and when each move was seen first."""

    table: str
    frames: dict[str, list[str]] = field(default_factory=dict)
    seen: dict[tuple[str, int], float] = field(default_factory=dict)

    def take(self, raw: str, at: float) -> None:
        """A frame has come."""
        frame: Json = json.loads(raw)
        if "seq" not in frame:
            return
        self.frames.setdefault(frame["match"], []).append(raw)
        if frame["type"] == "event":
            self.seen.setdefault((frame["match"], frame["move"]), at)


@dataclass(slots=True)
class Played:
    """What a remote program did: actions that were acknowledged, by turn, and how long each took."""

    table: str
    acknowledged: dict[str, str] = field(default_factory=dict)
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When an action was sent, and the seconds until it was acknowledged."""
    refused: int = 0
    waiting: bool = False
    """Whether an action was sent and not answered yet."""


async def watch(address: str, watched: Watched, views: bool = False) -> None:
    """Watch a table until cancelled; with `views` as a browser does."""
    async with connect(address, compression=None, open_timeout=OPEN_SECONDS, max_queue=None) as socket:
        await socket.send(json.dumps({"type": "watch", "table": watched.table, "views": views}))
        with suppress(ConnectionClosed):
            async for raw in socket:
                watched.take(_text(raw), time.time())


async def play(address: str, token: str, played: Played, stop: asyncio.Event) -> None:
    """Answer every turn with the first action that the forms allow, until told to stop."""
    async with connect(address, compression=None, open_timeout=OPEN_SECONDS, max_queue=None) as socket:
        await socket.send(json.dumps({"type": "join", "token": token}))
        sent = 0.0
        with suppress(ConnectionClosed):
            async for raw in socket:
                frame: Json = json.loads(raw)
                if frame["type"] == "turn" and not stop.is_set():
                    sent, played.waiting = time.time(), True
                    await socket.send(
                        json.dumps({"type": "act", "turn": frame["turn"], "action": first_action(frame["forms"])})
                    )
                elif frame["type"] == "ack":
                    played.acknowledged[frame["turn"]] = frame["action"]
                    played.waits.append((sent, time.time() - sent))
                    played.waiting = False
                elif frame["type"] == "refused":
                    played.refused += 1
                    played.waiting = False


def first_action(forms: list[Json]) -> str:
    """The first action of the first form.

    >>> first_action([{"text": "bid {bid}", "slots": {"bid": ["1x2", "1x3"]}}])
    'bid 1x2'
    """
    text: str = forms[0]["text"]
    for name, words in forms[0]["slots"].items():
        text = text.replace("{" + name + "}", words[0])
    return text


class Crowd:
    """Clients that run side by side in one event loop."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, running: Coroutine[Any, Any, None]) -> None:
        """One more."""
        self._tasks.append(asyncio.create_task(running))

    async def until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Wait for something; false if it takes longer than so many seconds."""
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.05)
        return True

    async def leave(self) -> None:
        """All go; whoever failed says why."""
        for task in self._tasks:
            task.cancel()
        found = await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        for error in found:
            if isinstance(error, Exception):
                raise error


def _text(raw: str | bytes) -> str:
    return raw if isinstance(raw, str) else raw.decode()
