"""A seat held over a connection that is made again when it is cut."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from mendax.core.errors import MendaxError
from mendax.table.client.address import Address
from mendax.table.client.frames import Error, Frame, UnreadableFrame, Welcome, mark, read_frame

LEFT: Final = 1000
FINAL: Final = {
    4029: "the server ended the connection: too many frames",
    4400: "the server ended the connection: frames that are not in the protocol",
    4409: "another program has taken this seat's connection",
}
"""Codes after which coming back would not help."""
FIRST_DELAY: Final = 0.1
LONGEST_DELAY: Final = 5.0
LEAVE_SECONDS: Final = 3.0
MOST_BYTES: Final = 1 << 24
"""Of a frame of the server."""


class Seated:
    """A player's side of the protocol: `frames` gives what the server sends, each durable frame once."""

    def __init__(
        self,
        address: Address,
        token: str,
        table: str | None = None,
        *,
        patience: float = 60.0,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.address, self.token, self.table = address, token, table
        self.patience = patience
        """Seconds for which a server that is gone is called again."""
        self.welcome: Welcome | None = None
        self._say = say
        self._socket: ClientConnection | None = None
        self._have: tuple[str, int] = ("", 0)
        self._stopped = asyncio.Event()
        self._leaving: asyncio.Task[None] | None = None

    async def frames(self) -> AsyncIterator[Frame]:
        """Every frame until the seat is left; raises `MendaxError` where it cannot be held."""
        loop = asyncio.get_running_loop()
        lost, delay = loop.time(), FIRST_DELAY
        while not self._stopped.is_set():
            began = self.welcome
            try:
                async with connect(
                    self.address.socket, compression=None, max_size=MOST_BYTES, user_agent_header=None
                ) as socket:
                    self._socket = socket
                    async for frame in self._converse(socket):
                        yield frame
                return
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                if code == LEFT or self._stopped.is_set():
                    return
                if code in FINAL:
                    raise MendaxError(FINAL[code]) from None
                problem = "the connection was cut"
            except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as error:
                problem = f"no table server answers at {self.address.url}: {_words(error)}"
                if self.welcome is None:
                    raise MendaxError(problem) from None
            finally:
                self._socket = None
            if self.welcome is not began:  # it was there in between
                lost, delay = loop.time(), FIRST_DELAY
            if loop.time() - lost > self.patience:
                raise MendaxError(f"{problem}; given up after {self.patience:g} s")
            self._say(f"{problem}; trying again")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), delay)
            delay = min(2 * delay, LONGEST_DELAY)

    async def _converse(self, socket: ClientConnection) -> AsyncIterator[Frame]:
        """Join and read; ends with `ConnectionClosed`."""
        match, seq = self._have
        join: dict[str, object] = {"type": "join", "token": self.token}
        if self.table is not None:
            join["table"] = self.table
        if match:
            join |= {"match": match, "since": seq}
        await socket.send(json.dumps(join))
        joined = False
        while True:
            try:
                frame = read_frame(await socket.recv())
            except UnreadableFrame:
                raise MendaxError(f"{self.address.url} does not speak this protocol") from None
            if isinstance(frame, Welcome):
                joined, self.welcome = True, frame
            elif isinstance(frame, Error) and not joined:
                raise MendaxError(f"the server says: {frame.reason}")
            if (found := mark(frame)) is not None:
                if found[0] == self._have[0] and found[1] <= self._have[1]:
                    continue
                self._have = found
            yield frame

    async def act(self, turn: str, action: str) -> None:
        """Answer a turn; where the connection is cut meanwhile, the turn comes again."""
        if self._socket is not None and not self._stopped.is_set():
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps({"type": "act", "turn": turn, "action": action}))

    def leave(self) -> None:
        """Give the seat up; `frames` then ends."""
        if not self._stopped.is_set():
            self._stopped.set()
            self._leaving = asyncio.get_running_loop().create_task(self._leave())

    def close(self) -> None:
        """End the connection and keep the seat; `frames` then ends."""
        self._stopped.set()
        if self._socket is not None:
            self._leaving = asyncio.get_running_loop().create_task(self._socket.close())

    async def _leave(self) -> None:
        if (socket := self._socket) is not None:
            with suppress(ConnectionClosed, OSError, TimeoutError):
                await socket.send('{"type":"leave"}')
                await asyncio.wait_for(socket.wait_closed(), LEAVE_SECONDS)
            await socket.close()


def _words(error: BaseException) -> str:
    """What went wrong with a connection, in a few words."""
    if isinstance(error, TimeoutError):
        return "it takes too long"
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else str(error) or type(error).__name__
