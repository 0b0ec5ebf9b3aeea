"""The daily logs: what anybody at a table could see, a JSON line each, joined to the results by match and hand.

Names of people and programs are not in them: whoever is deleted from the store has left nothing here.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from mendax.table.store.rows import MatchRow

What: TypeAlias = Literal["match", "event", "round", "end"]
_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened at a table in public."""

    at: float
    what: What
    match: str
    hand: int
    """Which round or hand of the match, from 1 on."""
    table: str
    number: int
    """Which match of the table."""
    data: tuple[tuple[str, Any], ...]
    """What belongs to it, by name."""

    @classmethod
    def match_began(cls, match: MatchRow) -> LogLine:
        """The game, and who sits where: agents by name, all others by kind."""
        seats = [f"agent {one.name}" if one.kind == "agent" else one.kind for one in match.seats]
        return cls._of(match, match.started, "match", 1, game=match.game, open=match.open, seats=seats)

    @classmethod
    def event(cls, match: MatchRow, hand: int, at: float, text: str, *, default: bool = False) -> LogLine:
        """An event as a spectator is told it; `default` marks a move that was played for a seat that was gone."""
        return cls._of(match, at, "event", hand, text=text, **({"default": True} if default else {}))

    @classmethod
    def round_ended(cls, match: MatchRow, hand: int, at: float, standing: Sequence[float]) -> LogLine:
        """The public score after a round or hand."""
        return cls._of(match, at, "round", hand, standing=list(standing))

    @classmethod
    def match_ended(cls, match: MatchRow, hand: int) -> LogLine:
        """How a match ended and what it paid; `null` where it was given up."""
        payoffs = None if match.payoffs is None else list(match.payoffs)
        return cls._of(match, match.ended or 0.0, "end", hand, ending=match.end, payoffs=payoffs)

    @classmethod
    def _of(cls, match: MatchRow, at: float, what: What, hand: int, **data: object) -> LogLine:
        return cls(at, what, match.id, hand, match.table, match.number, tuple(data.items()))

    def to_json(self) -> dict[str, Any]:
        """The line as it is written."""
        time = datetime.fromtimestamp(self.at, UTC).isoformat(timespec="milliseconds")
        where = {"match": self.match, "hand": self.hand, "table": self.table, "number": self.number}
        return {"time": time, "what": self.what, **where, **dict(self.data)}


class DailyLog:
    """Files `YYYY-MM-DD.jsonl` in a folder, by the day in UTC. A log that cannot be written stops no game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._day = ""
        self._file: IO[bytes] | None = None
        self._failing = False

    def write(self, *lines: LogLine) -> None:
        """Add lines. What cannot be written is lost; the first failure is logged, and writing is tried again."""
        try:
            for line in lines:
                self._file_of(line).write((json.dumps(line.to_json(), ensure_ascii=False) + "\n").encode())
            self._failing = False
        except OSError as error:
            self.close()
            if not self._failing:
                _LOGGER.warning("the daily log cannot be written: %s", error.strerror)
            self._failing = True

    def _file_of(self, line: LogLine) -> IO[bytes]:
        """The file of the line's day; unbuffered, so that `kill -9` takes no line away."""
        day = datetime.fromtimestamp(line.at, UTC).date().isoformat()
        if self._file is None or day != self._day:
            self.close()
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{day}.jsonl"
            torn = path.exists() and _last_byte(path) != b"\n"
            self._file = path.open("ab", buffering=0)
            self._day = day
            if torn:  # the machine went down in the middle of a line
                self._file.write(b"\n")
        return self._file

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None


def _last_byte(path: Path) -> bytes:
    """The last byte of a file; a line's end where it is empty."""
    with path.open("rb") as file:
        if not file.seek(0, 2):
            return b"\n"
        file.seek(-1, 2)
        return file.read(1)
