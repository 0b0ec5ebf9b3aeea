"""The log of a training: a JSON line an interval, and the same numbers for TensorBoard where tensorboardX is there."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole

Row: TypeAlias = dict[str, float]

LINES: Final = "metrics.jsonl"


class Log:
    """Lines and events in a folder; without a folder, nothing."""

    def __init__(self, out: Path | None, updates: int) -> None:
        """Continue a log after so many updates: lines of later updates are removed, since they will come again."""
        self._lines: IO[str] | None = None
        self._events: Any = None
        if out is None:
            return
        kept = [row for row in read_rows(out) if row["updates"] <= updates]
        write_whole(out / LINES, "".join(map(_line, kept)))
        try:
            self._lines = (out / LINES).open("a", encoding="utf-8")
            self._events = _event_writer(out, updates)
        except OSError as error:
            self.close()
            raise MendaxError(f"the log in {out} cannot be written: {error.strerror}") from None

    def write(self, row: Row) -> None:
        """One more line."""
        if self._lines is None:
            return
        try:
            self._lines.write(_line(row))
            self._lines.flush()
            if self._events is not None:
                for name, number in row.items():
                    self._events.add_scalar(name, number, int(row["updates"]), walltime=time.time())
                self._events.flush()
        except OSError as error:
            raise MendaxError(f"the log cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Close the files."""
        for file in (self._lines, self._events):
            if file is not None:
                file.close()


def read_rows(out: Path) -> list[Row]:
    """The lines in a folder, without a last line that was cut off by a crash."""
    try:
        lines = (out / LINES).read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines if line.endswith("}\n")]


def _line(row: Row) -> str:
    return json.dumps(row) + "\n"


def _event_writer(out: Path, updates: int) -> Any:
    """TensorBoard's file for this run, or `None` without tensorboardX. `purge_step` hides what comes again."""
    try:
        from tensorboardX import SummaryWriter
    except ModuleNotFoundError:
        return None
    return SummaryWriter(str(out), purge_step=updates + 1 if updates else None)
