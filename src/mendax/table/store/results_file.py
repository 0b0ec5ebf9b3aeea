"""The results file: one CSV file, a line for each player of each finished match or hand."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from mendax.core.files import write_whole
from mendax.table.store.database import Database
from mendax.table.store.errors import StoreError
from mendax.table.store.result_lines import ResultLine, result_lines
from mendax.table.store.results import finished
from mendax.table.store.rows import MatchRow

COLUMNS: Final = (
    "match",
    "hand",
    "table",
    "number",
    "time",
    "game",
    "player",
    "kind",
    "seat",
    "opponents",
    "payoff",
    "score",
    "ending",
)
_FORMULA: Final = ("=", "+", "-", "@")
_COUNT: Final = """
    SELECT coalesce(sum(json_array_length(payoffs) * coalesce(json_array_length(hands), 1)), 0)
    FROM matches WHERE ended IS NOT NULL AND payoffs IS NOT NULL
"""


class ResultsFile:
    """Lines are added as matches end. The store is the authority: the file can be made again from it at any time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, match: MatchRow) -> None:
        """Add the lines of a match that has just ended, with one write."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = not self.path.exists()
            with self.path.open("ab") as file:
                file.write(((_text([COLUMNS]) if new else "") + _lines(match)).encode())
        except OSError as error:
            raise StoreError(f"{self.path} cannot be written: {error.strerror}") from None

    async def bring_up_to_date(self, db: Database, *, anew: bool = False) -> bool:
        """Write the file again from the store if lines are missing, torn or too many: after a crash, or if it is lost.

        That much is seen by counting lines; with `anew` it is written in any case. Returns whether it was written.
        """
        if not anew:
            ((lines,),) = await db.read(_COUNT)
            if await db.consult(lambda _: self._count()) == lines:
                return False

        def whole(connection: sqlite3.Connection) -> str:
            return _text([COLUMNS]) + "".join(map(_lines, finished(connection)))

        write_whole(self.path, await db.consult(whole))
        return True

    def _count(self) -> int | None:
        """How many lines there are below the head; `None` where the file is not whole."""
        try:
            with self.path.open("rb") as file:
                if file.readline() != _text([COLUMNS]).encode():
                    return None
                count, last = 0, b"\n"
                while block := file.read(1 << 20):
                    count, last = count + block.count(b"\n"), block[-1:]
                return count if last == b"\n" else None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error.strerror}") from None

    async def change(self, db: Database, deleted: Collection[str], changed: Collection[str]) -> None:
        """Take the lines of matches out, and write those of others as the store has them now."""

        def edit(connection: sqlite3.Connection) -> str:
            before = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
            kept, written = [], set[str]()
            for line in before:
                match = line.partition(",")[0]
                if match in changed and match not in written:
                    row = connection.execute("SELECT * FROM matches WHERE id = ?", (match,)).fetchone()
                    kept.append(_lines(MatchRow.read(row)))
                    written.add(match)
                elif match not in deleted and match not in changed:
                    kept.append(line)
            return "".join(kept)

        try:
            text = await db.consult(edit)
        except (OSError, ValueError):  # lost or spoiled
            await self.bring_up_to_date(db, anew=True)
        else:
            write_whole(self.path, text)


def _lines(match: MatchRow) -> str:
    return _text(map(_cells, result_lines(match)))


def _cells(line: ResultLine) -> tuple[str | int | float, ...]:
    opponents = "; ".join(sitter.name for sitter in line.opponents)
    time = datetime.fromtimestamp(line.ended, UTC).isoformat(timespec="seconds")
    return (
        line.match,
        line.hand,
        line.table,
        line.number,
        time,
        line.game,
        _harmless(line.sitter.name),
        line.sitter.kind,
        line.seat,
        _harmless(opponents),
        line.payoff,
        "" if line.score is None else line.score,
        line.ending,
    )


def _harmless(name: str) -> str:
    """A name on one line that no spreadsheet takes for a formula."""
    name = "".join(letter if letter.isprintable() else " " for letter in name)
    return f"'{name}" if name.lstrip().startswith(_FORMULA) else name


def _text(rows: Iterable[Iterable[str | int | float]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
