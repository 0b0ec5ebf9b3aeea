"""Games that were left in the middle: one record each, with what is needed to go on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.files import data_folder, write_whole
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.core.record_files import load_records, pick_record

_TAGS = ("You", "Seed", "Number", "Closed")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A match that goes on later: the dice to come are those that would have come."""

    record: Record
    seat: Seat
    """The person's."""
    seed: int
    number: int
    """Which game of the session it was, counted from 0: the dice depend on it."""
    closed: bool

    @property
    def name(self) -> str:
        """The person's name."""
        return self.record.agents[self.seat]

    @property
    def opponents(self) -> list[str]:
        """The agents at the other seats."""
        return [name for seat, name in enumerate(self.record.agents) if seat != self.seat]

    def __str__(self) -> str:
        tags = dict(
            zip(_TAGS, (str(self.seat), str(self.seed), str(self.number), str(self.closed).lower()), strict=True)
        )
        record = self.record
        return str(Record(record.game, record.agents, record.moves, (), record.end, None, {**record.tags, **tags}))


def load_saved(file: Path) -> SavedGame:
    """A saved game from its file; raises a `BadRecord` where it is none."""
    record = pick_record(file, load_records(file), 1)
    if record.finished or any(tag not in record.tags for tag in _TAGS):
        raise BadRecord(f"{file} is not a saved game (`mendax replay` shows a finished one)")
    try:
        seat, seed, number = (int(record.tags[tag]) for tag in _TAGS[:3])
    except ValueError:
        raise BadRecord(f"{file}: You, Seed and Number must be whole numbers") from None
    if not 0 <= seat < record.game.seats or seed < 0 or number < 0:
        raise BadRecord(f"{file}: You, Seed or Number is out of range")
    record.replay()
    return SavedGame(record, seat, seed, number, record.tags["Closed"] == "true")


def save(game: SavedGame, file: Path | None = None) -> Path:
    """Write a saved game and return where: into the file, or into a free one of the user's data folder."""
    path = file or _free_file(game.record.game.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, str(game))
    except OSError as error:
        raise MendaxError(f"{path} cannot be written: {error.strerror}") from None
    return path


def saved_games() -> list[Path]:
    """The saved games in the user's data folder, the latest first."""
    folder = data_folder() / "saved"
    found = folder.glob("*.txt") if folder.is_dir() else iter(())
    return sorted(found, key=os.path.getmtime, reverse=True)


def _free_file(name: str) -> Path:
    def names() -> Iterator[str]:
        yield f"{name}.txt"
        number = 2
        while True:
            yield f"{name}-{number}.txt"
            number += 1

    return next(path for one in names() if not (path := data_folder() / "saved" / one).exists())
