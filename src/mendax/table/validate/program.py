"""The program that is checked, as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import IO, Final

from mendax.core.errors import MendaxError

STOP_SECONDS: Final = 2.0


class Program:
    """A running program and what it wrote."""

    def __init__(self, process: asyncio.subprocess.Process, written: IO[bytes]) -> None:
        self._process, self._written = process, written
        self.ended = asyncio.ensure_future(process.wait())

    @property
    def code(self) -> int | None:
        """Its exit code; none while it runs."""
        return self._process.returncode

    def last_line(self) -> str:
        """The last line that it wrote, shortened."""
        self._written.seek(0)
        lines = self._written.read()[-4000:].decode(errors="replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")

    async def stop(self) -> None:
        """End it and whatever it has started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)
            await asyncio.wait((self.ended,), timeout=STOP_SECONDS)


@asynccontextmanager
async def started(command: Sequence[str], environment: dict[str, str]) -> AsyncIterator[Program]:
    """Start a program, in a group of its own, and end it afterwards."""
    with tempfile.TemporaryFile() as written:
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise MendaxError(f"{command[0]} cannot be started: {reason}") from None
        program = Program(process, written)
        try:
            yield program
        finally:
            await program.stop()
