"""The log of a run: a folder that keeps what was played, so that an interrupted run can be continued."""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from mendax.arena.worker import Batch, Job
from mendax.core.errors import MendaxError
from mendax.core.files import lock, write_whole
from mendax.core.game import game_text


class Log:
    """A folder that keeps what was played, so that an interrupted run can be continued."""

    def __init__(self, folder: Path, job: Job) -> None:
        self.folder, self.job = folder, job
        self.path = folder / "games.jsonl"
        self._file: TextIO | None = None
        self.failure = ""
        """Why the log is incomplete."""

    def open(self) -> Iterator[Batch]:
        """Begin or continue: yields what was played before. The folder must belong to the same run."""
        about = {
            "game": game_text(self.job.game),
            "rules": self.job.game.rules_version,
            "agents": list(self.job.names),
            "seed": self.job.seed,
            "records": self.job.records,
            **({"rounds": True} if self.job.rounds else {}),
            **({"luck": list(self.job.luck.names)} if self.job.luck is not None else {}),
            "games": self.job.schedule.games,
            "pairings": [[list(seating) for seating in pairing] for pairing in self.job.schedule.pairings],
        }
        run = self.folder / "run.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if run.exists():
                if json.loads(run.read_text(encoding="utf-8")) != about:
                    raise MendaxError(f"{self.folder} holds another run (see run.json in it); choose another folder")
            else:
                write_whole(run, json.dumps(about, indent=1) + "\n")
            self._file = self.path.open("a", encoding="utf-8")
            if not lock(self._file):
                raise MendaxError(f"{self.folder} is in use: another run is playing there")
            batches = list(self._read())
        except (OSError, ValueError) as error:
            raise MendaxError(f"{self.folder} cannot be used: {error}") from None
        yield from batches

    def _read(self) -> Iterator[Batch]:
        text = self.path.read_text(encoding="utf-8")
        whole = text.rfind("\n") + 1
        if whole < len(text):  # the line that was being written when the run was killed
            with self.path.open("r+", encoding="utf-8") as file:
                file.truncate(whole)
        for number, line in enumerate(text[:whole].splitlines(), 1):
            try:
                batch = decode(line)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError, zlib.error) as error:
                raise MendaxError(f"{self.path}, line {number}, is damaged: {error}") from None
            size, seats = batch.stop - batch.start, self.job.game.seats
            fits = 0 <= batch.start < batch.stop <= len(self.job.schedule)
            fits = fits and all(0 <= ending < len(batch.names) for ending in set(batch.endings))
            fits = fits and len(batch.payoffs) / seats == len(batch.moves) == len(batch.endings) == size
            if self.job.rounds:
                fits = fits and len(batch.num_rounds) == size and len(batch.standings) == seats * sum(batch.num_rounds)
            if self.job.luck is not None:
                hands = sum(batch.num_rounds) if self.job.game.counted.by_hand else size
                fits = fits and len(batch.luck) == hands * seats * len(self.job.luck.names)
            if not fits:
                raise MendaxError(f"{self.path}, line {number}, is damaged: its games do not fit this run")
            yield batch

    def add(self, batch: Batch) -> None:
        """Write a batch to the disk; where that fails the games go on, without a log."""
        if self._file is not None and not self.failure:
            try:
                self._file.write(encode(batch) + "\n")
                self._file.flush()
            except OSError as error:
                self.failure = f"{self.path} cannot be written: {error.strerror}; it lacks the last games"

    def close(self) -> None:
        """Close the log and release the folder."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been reported
                self._file.close()


def encode(batch: Batch) -> str:
    """A batch in one line of text."""
    data = {
        "payoffs": list(batch.payoffs),
        "moves": list(batch.moves),
        "endings": list(batch.endings),
        "names": batch.names,
        "forfeits": batch.forfeits,
        "records": batch.records,
        "num_rounds": list(batch.num_rounds),
        "standings": list(batch.standings),
        "luck": base64.b64encode(batch.luck.tobytes()).decode(),
    }
    packed = base64.b64encode(zlib.compress(json.dumps(data).encode())).decode()
    return json.dumps({"start": batch.start, "stop": batch.stop, "data": packed})


def decode(line: str) -> Batch:
    """The batch back from its line."""
    head = json.loads(line)
    data = json.loads(zlib.decompress(base64.b64decode(head["data"], validate=True)))
    return Batch(
        head["start"],
        head["stop"],
        array("d", data["payoffs"]),
        array("q", data["moves"]),
        array("h", data["endings"]),
        data["names"],
        [(number, entrant, reason) for number, entrant, reason in data["forfeits"]],
        data["records"],
        array("q", data.get("num_rounds", ())),
        array("d", data.get("standings", ())),
        array("f", base64.b64decode(data.get("luck", ""), validate=True)),
    )
