"""How long an agent takes, without the time in which its process waited for a processor."""

from __future__ import annotations

import os
import time
from contextlib import suppress

WAITED = "/proc/thread-self/schedstat"
"""Where Linux says it: processor time, time spent waiting for a processor, both in nanoseconds, and a count."""


class Stopwatch:
    """Seconds since `start`. On a busy machine a quick agent is not taken for a slow one by this."""

    def __init__(self) -> None:
        self._file = -1
        with suppress(OSError):
            self._file = os.open(WAITED, os.O_RDONLY)
        self._began = self._waited = 0.0
        self.start()

    def start(self) -> None:
        """Begin again."""
        self._waited, self._began = self._waiting(), time.perf_counter()

    def seconds(self) -> float:
        """How long it took so far; the whole time where the system does not tell of waiting."""
        took = time.perf_counter() - self._began
        return round(max(0.0, took - (self._waiting() - self._waited)), 6)

    def _waiting(self) -> float:
        if self._file < 0:
            return 0.0
        try:
            return int(os.pread(self._file, 128, 0).split()[1]) / 1e9
        except (OSError, ValueError, IndexError):  # an agent has closed our files
            return 0.0
