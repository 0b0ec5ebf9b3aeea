"""One WebSocket connection: what waits to be sent, how fast it may send, and where it belongs."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from mendax.table.wire.limits import Limits
from mendax.table.wire.messages import Frame, encode

if TYPE_CHECKING:
    from mendax.table.server.live_table import LiveTable

TOO_SLOW: Final = 4008
TOO_FAST: Final = 4029
BAD_FRAMES: Final = 4400
NO_JOIN: Final = 4408
REPLACED: Final = 4409
LEFT: Final = 1000
RESTART: Final = 1012
"""Codes with which the server closes a connection."""


class Bucket:
    """A rate: so many a second in the long run, so many at once."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, monotonic()

    def take(self) -> bool:
        """Whether one more is within the rate."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def give(self) -> None:
        """Allow one more."""
        self._left = min(self.burst, self._left + 1.0)

    @property
    def full(self) -> bool:
        """Whether nothing was taken for a while: then it need not be remembered."""
        return self._left + (monotonic() - self._at) * self.rate >= self.burst


class Connection:
    """Frames to a client leave in order; a client that does not read is given up."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self.socket, self.limits = socket, limits
        self.bucket = Bucket(limits.frames_per_second, limits.frames_burst)
        self.table: LiveTable | None = None
        self.place: int | None = None
        """Of its player at the table; none for a spectator."""
        self.mix = self.views = False
        self.last_view = b""
        self.sent: tuple[str, int] = ("", 0)
        """The match whose frames it gets, and the `seq` of the last one that was queued."""
        self._room = limits.waiting_frames
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._code = 0

    def send(self, frame: Frame) -> None:
        """Queue a frame."""
        self.send_bytes(encode(frame))

    def send_bytes(self, raw: bytes) -> None:
        """Queue a frame that is encoded already."""
        if len(self._queue) >= self._room:
            self.close(TOO_SLOW)
            return
        self._queue.append(raw)
        self._wake.set()

    def send_backlog(self, frames: Iterable[bytes]) -> None:
        """Queue what a client lacks when it comes, however much that is."""
        self._queue.extend(frames)
        self._room = len(self._queue) + self.limits.waiting_frames
        self._wake.set()

    def close(self, code: int) -> None:
        """End the connection after what is queued."""
        if not self._code:
            self._code = code
            self._wake.set()

    @property
    def closing(self) -> bool:
        """Whether the server has ended it."""
        return self._code != 0

    async def pump(self) -> None:
        """Send what is queued, until the connection ends."""
        socket, queue = self.socket, self._queue
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while queue and self._code != TOO_SLOW:
                    await socket.send({"type": "websocket.send", "text": queue.popleft().decode()})
                if self._code:
                    if socket.application_state is not WebSocketState.DISCONNECTED:
                        await socket.close(self._code)
                    return
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the client has gone; its receiver sees it too
