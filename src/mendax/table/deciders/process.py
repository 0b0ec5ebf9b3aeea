"""The parent's end of a worker: its process, the socket to it, and the memory they share."""

from __future__ import annotations

import asyncio
import json
import mmap
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from mendax.core.interrupts import ignoring_ctrl_c
from mendax.table.deciders.worker import PLACE_BYTES

MAIN = "from mendax.table.deciders.worker import main; main()"
END_SECONDS = 1.0
"""How long a worker that closed its socket may take to end, before it is killed."""
PART = 1 << 18
MOST_ANSWER = 1 << 24
"""A line longer than this is no answer."""


class WorkerProcess:
    """A worker that runs `mendax.table.deciders.worker`; the event loop reads its answers."""

    def __init__(
        self,
        keep: int,
        memory: float,
        hear: Callable[[WorkerProcess, int, dict[str, Any]], None],
        gone: Callable[[WorkerProcess, int], None],
    ) -> None:
        self._hear, self._gone = hear, gone
        self._loop = asyncio.get_running_loop()
        self._link, theirs = socket.socketpair()
        with tempfile.TemporaryFile() as shared, theirs:
            shared.truncate(PLACE_BYTES)
            self._place = memoryview(mmap.mmap(shared.fileno(), PLACE_BYTES)).cast("q")
            self._place[0] = -1
            path = os.pathsep.join(entry for entry in sys.path if entry)
            command = [sys.executable, "-c", MAIN, str(shared.fileno()), str(keep), str(memory)]
            with ignoring_ctrl_c():  # inherited from its first moment: Ctrl-C is for the parent to handle
                self.process = subprocess.Popen(
                    command,
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    pass_fds=(shared.fileno(),),
                    env={**os.environ, "PYTHONPATH": path},
                )
        self._link.setblocking(False)
        self._loop.add_reader(self._link.fileno(), self._readable)
        self._rest, self._unsent = b"", bytearray()
        self.alive = True
        self._burying: asyncio.Task[None] | None = None

    @property
    def place(self) -> tuple[int, int, int]:
        """The question it is at, the number of calls made of agents, and what it does now."""
        number, calls, kind = self._place
        return number, calls, kind

    def send(self, message: list[Any]) -> int:
        """Send a message; returns its size in bytes. A dead worker is noticed when its answer fails to come."""
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        if self.alive:
            self._unsent += data
            if len(self._unsent) == len(data):
                self._writable()
        return len(data)

    def _writable(self) -> None:
        try:
            del self._unsent[: self._link.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()  # it is gone; the reader hears of that
        self._loop.remove_writer(self._link.fileno())
        if self._unsent:
            self._loop.add_writer(self._link.fileno(), self._writable)

    def _readable(self) -> None:
        try:
            part = self._link.recv(PART)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        *lines, self._rest = (self._rest + part).split(b"\n")
        try:
            for line in lines:
                if not self.alive:
                    return
                answer = json.loads(line)
                number, content = answer
                if not isinstance(number, int) or not isinstance(content, dict):
                    raise TypeError("no answer")
                self._hear(self, number, content)
        except (ValueError, TypeError):  # an agent writes to the socket
            part = b""
        if not part or len(self._rest) > MOST_ANSWER:
            self.bury()

    def bury(self) -> None:
        """Take leave of a worker that ended or cannot be heard any more, and say with which exit code."""
        if self.alive:
            self._close()
            self._burying = self._loop.create_task(self._wait())

    def kill(self) -> None:
        """End it at once; nobody is told."""
        self.process.kill()
        if self.alive:
            self._close()
            self._burying = self._loop.create_task(self._wait(tell=False))

    async def ended(self) -> None:
        """Wait until it has ended, after it was killed."""
        if self._burying is not None:
            await self._burying

    def has_ended(self) -> bool:
        """Whether the process has ended; a copy of it may still hold the socket."""
        return self.process.poll() is not None

    def _close(self) -> None:
        self.alive = False
        self._loop.remove_reader(self._link.fileno())
        self._loop.remove_writer(self._link.fileno())
        self._link.close()

    async def _wait(self, tell: bool = True) -> None:
        until = time.monotonic() + END_SECONDS
        while self.process.poll() is None:
            if time.monotonic() > until:
                self.process.kill()
            await asyncio.sleep(0.005)
        if tell:
            self._gone(self, self.process.returncode)
