"""Stands between a program and the server: every frame passes a referee, who may change it or cut the line."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

RESTART: Final = 1012
"""The code of a server that stops and comes back."""


class Line:
    """One connection of the program."""

    def __init__(self) -> None:
        self.cut = asyncio.Event()


class FrameReferee(Protocol):
    """Who sees the frames."""

    async def from_program(self, line: Line, text: str | None) -> str | None:
        """A frame of the program; what goes on to the server instead, `None` for nothing."""

    def to_program(self, line: Line, text: str) -> list[str]:
        """A frame of the server; what goes on to the program instead."""


class Tap:
    """The server's application, with a referee on its WebSocket lines."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.referee: FrameReferee | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one WebSocket."""
        referee = self.referee
        if scope["type"] != "websocket" or referee is None:
            await self.app(scope, receive, send)
            return
        line = Line()

        async def hear() -> Message:
            while True:
                message = await _unless_cut(line, receive)
                if message["type"] != "websocket.receive":
                    return message
                text = await referee.from_program(line, message.get("text"))
                if text is not None:
                    return {"type": "websocket.receive", "text": text}

        async def tell(message: Message) -> None:
            if line.cut.is_set():
                return
            if message["type"] != "websocket.send":
                await send(message)
                return
            for text in referee.to_program(line, message["text"]):
                await send({"type": "websocket.send", "text": text})
            if line.cut.is_set():
                await send({"type": "websocket.close", "code": RESTART})

        await self.app(scope, hear, tell)


async def _unless_cut(line: Line, receive: Receive) -> Message:
    """The next message; the end of the connection when the line is cut."""
    waiting: list[asyncio.Future[Any]] = [asyncio.ensure_future(receive()), asyncio.ensure_future(line.cut.wait())]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if line.cut.is_set():
            return {"type": "websocket.disconnect", "code": RESTART}
        found: Message = waiting[0].result()
        return found
    finally:
        for task in waiting:
            task.cancel()
