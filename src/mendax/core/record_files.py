"""Files of records; every error names the file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from mendax.core.catalogue import build_game, reader_of
from mendax.core.errors import BadRecord
from mendax.core.game import AnyGame
from mendax.core.record import Record, read_records


def load_records(file: Path) -> list[Record]:
    """All records in a file; raises `BadRecord` with the file's name. The file `-` is the standard input.

    A game may bring other formats, told by the ending of the file's name.
    """
    if (read := reader_of(file.suffix)) is not None:
        return read(file)
    try:
        # Some editors begin a file with a mark of its encoding.
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
        return read_records(text.removeprefix("\ufeff"), build_game)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {reason}") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def pick_record(file: Path, records: Sequence[Record], number: int) -> Record:
    """The record of that number, counted from 1."""
    if number > len(records):
        there_are = "1 record" if len(records) == 1 else f"{len(records)} records"
        raise BadRecord(f"{file} has {there_are}, there is no number {number}")
    return records[number - 1]


def load_record(file: Path, number: int, game: AnyGame) -> tuple[Record, int]:
    """One record of a file, counted from 1, which must be of this game; and how many there are."""
    records = load_records(file)
    record = pick_record(file, records, number)
    if record.game.name != game.name:
        raise BadRecord(f"{file}: record {number} is of {record.game.name}, not of {game.name}")
    return record, len(records)
