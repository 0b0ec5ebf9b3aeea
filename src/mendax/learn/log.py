"""The log of a training: a JSON line an interval, and the same as TensorBoard events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Final, TypeAlias

from mendax.core.errors import MendaxError
from mendax.learn.events import event, first_event

Row: TypeAlias = dict[str, float]

LINES: Final = "metrics.jsonl"
EVENTS: Final = "events.out.tfevents.0.mendax"


class Log:
    """Lines and events in a folder, or nowhere."""

    def __init__(self, out: Path | None, updates: int) -> None:
        """Go on with a log after so many updates: what was written after the last checkpoint is told again."""
        self._lines: IO[str] | None = None
        self._events: IO[bytes] | None = None
        if out is None:
            return
        kept = [row for row in read_rows(out) if row["updates"] <= updates]
        try:
            self._lines = (out / LINES).open("w", encoding="utf-8")
            self._events = (out / EVENTS).open("wb")
            self._events.write(first_event())
        except OSError as error:
            raise MendaxError(f"the log in {out} cannot be written: {error.strerror}") from None
        for row in kept:
            self.write(row)

    def write(self, row: Row) -> None:
        """One more line."""
        if self._lines is None or self._events is None:
            return
        try:
            self._lines.write(json.dumps(row) + "\n")
            self._lines.flush()
            self._events.write(event(int(row["updates"]), row["seconds"], row))
            self._events.flush()
        except OSError as error:
            raise MendaxError(f"the log cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """No more lines."""
        for file in (self._lines, self._events):
            if file is not None:
                file.close()


def read_rows(out: Path) -> list[Row]:
    """The lines in a folder; a last line that was cut off by a crash does not count."""
    try:
        lines = (out / LINES).read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines if line.endswith("}\n")]
