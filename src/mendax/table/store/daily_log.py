"""The daily logs: what anybody at a table could see, a JSON line each, joined to the results by match and hand.

Names of people and programs are not in them: whoever is deleted from the store has left nothing here.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, Literal, TypeAlias

from mendax.table.store.rows import MatchRow

What: TypeAlias = Literal["match", "event", "round", "end"]
_LOGGER = logging.getLogger(__name__)
TAIL: Final = 1 << 22
"""So many bytes at the end of a log are looked through for what was written before a server was killed."""
SLACK: Final = 5.0
"""In seconds: matches that end at almost the same time may be written in another order."""


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

    def to_bytes(self) -> bytes:
        """The same with its line's end."""
        return (json.dumps(self.to_json(), ensure_ascii=False) + "\n").encode()

    @property
    def day(self) -> str:
        """The day of its log."""
        return datetime.fromtimestamp(self.at, UTC).date().isoformat()


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
                self._file_of(line).write(line.to_bytes())
            self._failing = False
        except OSError as error:
            self.close()
            if not self._failing:
                _LOGGER.warning("the daily log cannot be written: %s", error.strerror)
            self._failing = True

    def ended(self, now: float) -> tuple[float, set[str]]:
        """The matches whose end was written lately, and since when: one that ended later and is not there lacks lines.

        Where there is no log, nothing before this day lacks.
        """
        since, found = _begin(datetime.fromtimestamp(now, UTC).date().isoformat()), set[str]()
        for path in sorted(self.folder.glob("????-??-??.jsonl"))[-2:]:
            lines, whole = self._tail(path.stem)
            ends = [line for line in map(_read, lines) if line.get("what") == "end"]
            found |= {str(line["match"]) for line in ends}
            if whole:
                since = min(since, _begin(path.stem))
            else:
                since = datetime.fromisoformat(ends[0]["time"]).timestamp() + SLACK if ends else now
        return since, found

    def complete(self, lines: Sequence[LogLine]) -> None:
        """Add those lines of a match that a server which was killed had not written."""
        written = Counter(line for day in {line.day for line in lines} for line in self._tail(day)[0])
        lacking = []
        for line in lines:
            raw = line.to_bytes()
            written[raw] -= 1
            if written[raw] < 0:
                lacking.append(line)
        self.write(*lacking)

    def _tail(self, day: str) -> tuple[list[bytes], bool]:
        """The last lines of a day's log, and whether they are all."""
        try:
            with self._path(day).open("rb") as file:
                size = file.seek(0, 2)
                file.seek(max(0, size - TAIL))
                lines = file.read().splitlines(keepends=True)
        except OSError:
            return [], True
        return (lines, True) if size <= TAIL else (lines[1:], False)

    def _path(self, day: str) -> Path:
        return self.folder / f"{day}.jsonl"

    def _file_of(self, line: LogLine) -> IO[bytes]:
        """The file of the line's day; unbuffered, so that `kill -9` takes no line away."""
        day = line.day
        if self._file is None or day != self._day:
            self.close()
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self._path(day)
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


def _begin(day: str) -> float:
    """When a day begins."""
    return datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp()


def _read(raw: bytes) -> dict[str, Any]:
    """A line; nothing of one that is torn."""
    try:
        found: dict[str, Any] = json.loads(raw)
        return found if isinstance(found, dict) and {"time", "what", "match"} <= found.keys() else {}
    except ValueError:
        return {}


def _last_byte(path: Path) -> bytes:
    """The last byte of a file; a line's end where it is empty."""
    with path.open("rb") as file:
        if not file.seek(0, 2):
            return b"\n"
        file.seek(-1, 2)
        return file.read(1)
