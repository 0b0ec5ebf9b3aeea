"""A connection that carries lines."""

from __future__ import annotations

import socket
import time
from typing import Final, Self

from mendax.core.errors import MendaxError

LONGEST: Final = 4096
"""Bytes of a line; the longest that the protocol needs has some hundred."""
_END: Final = b"\r\n"


class ConnectionLost(MendaxError):
    """The other side is gone, too late, or says what is no line."""


class LineConnection:
    """Lines over TCP, each ended by a carriage return and a line feed; a line feed alone is taken too."""

    def __init__(self, own: socket.socket) -> None:
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = own
        self._waiting = b""
        self._lost = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def send(self, line: str, seconds: float) -> None:
        """Send a line. If that fails, the connection is lost, which the next `receive` says."""
        if self._lost:
            return
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(line.encode("ascii") + _END)
        except OSError as error:
            self._lost = f"it does not take what it is sent: {error.strerror or error}"

    def receive(self, until: float | None) -> str:
        """The next line without its end, waited for until a point of the monotonic clock, or for ever."""
        while b"\n" not in self._waiting:
            if self._lost:
                raise ConnectionLost(self._lost)
            if len(self._waiting) > LONGEST:
                raise ConnectionLost(f"a line has more than {LONGEST} bytes")
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                raise ConnectionLost("no answer came in time")
            try:
                self._socket.settimeout(left)
                more = self._socket.recv(LONGEST)
            except TimeoutError:
                raise ConnectionLost("no answer came in time") from None
            except OSError as error:
                raise ConnectionLost(f"the connection broke: {error.strerror or error}") from None
            if not more:
                raise ConnectionLost("the other side has hung up")
            self._waiting += more
        line, _, self._waiting = self._waiting.partition(b"\n")
        if len(line) > LONGEST:
            raise ConnectionLost(f"a line has more than {LONGEST} bytes")
        return line.removesuffix(b"\r").decode("ascii", errors="replace")
