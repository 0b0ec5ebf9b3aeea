"""The results of many games: in memory, in a log that survives an interruption, and as parquet."""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import numpy as np
import numpy.typing as npt

from mendax.arena.harm import GIVEN_UP, find_given_up, given_up_reason, lost_by
from mendax.arena.patterns import unique_rows
from mendax.arena.schedule import Schedule
from mendax.arena.worker import VOID, Batch, Job, unplayed_batch
from mendax.core.errors import MendaxError
from mendax.core.files import lock, write_whole, writing_whole
from mendax.core.game import game_text


class Results:
    """The results of all games of a schedule, filled as batches arrive in any order."""

    def __init__(self, job: Job) -> None:
        total, seats = len(job.schedule), job.game.seats
        self.job = job
        self.places = _places(job.schedule)
        """The deal, the pairing and the seating of every game, by number."""
        self.payoffs = np.zeros((total, seats))
        self.moves = np.zeros(total, dtype=np.int64)
        self.played = np.zeros(total, dtype=bool)
        """Games with a result; a void game has none."""
        self.done = np.zeros(total, dtype=bool)
        self.ending_names: list[str] = []
        self.ending_codes = np.zeros(total, dtype=np.int16)
        self.forfeits: list[tuple[int, int, str]] = []
        self.skipped = np.zeros(total, dtype=bool)
        """Games forfeited without being played."""
        self.records: dict[int, str] = {}

    def add(self, batch: Batch) -> None:
        """Put a batch in its place."""
        part = slice(batch.start, batch.stop)
        self.payoffs[part] = np.frombuffer(batch.payoffs, dtype=np.float64).reshape(-1, self.job.game.seats)
        self.moves[part] = np.frombuffer(batch.moves, dtype=np.int64)
        endings = np.frombuffer(batch.endings, dtype=np.int16)
        self.ending_codes[part] = np.array([self._code(name) for name in batch.names], dtype=np.int16)[endings]
        self.done[part] = True
        self.played[part] = np.array([name != VOID for name in batch.names])[endings]
        self.forfeits.extend(batch.forfeits)
        for number, _, reason in batch.forfeits:
            if reason.startswith(GIVEN_UP):
                self.skipped[number] = True
        self.records.update(enumerate(batch.records, batch.start))

    def settle(self) -> None:
        """Turn games of agents that were given up into forfeits: those that were played before it was known.

        So the results are the same for any number of workers.
        """
        given_up = find_given_up(self.forfeits)
        if not given_up:
            return
        seatings, reason = self.seatings(), given_up_reason()
        first = min(given_up.values()) + 1
        mine = np.isin(seatings[first:], list(given_up)).any(axis=1) & self.done[first:] & ~self.skipped[first:]
        lost = {}
        for number in (np.flatnonzero(mine) + first).tolist():
            seat = lost_by(given_up, number, seatings[number].tolist())
            if seat is not None:
                lost[number] = seat
        self.forfeits = [forfeit for forfeit in self.forfeits if forfeit[0] not in lost]
        for number, seat in lost.items():
            self.add(unplayed_batch(self.job, number, seat, reason))

    def _code(self, name: str) -> int:
        if name not in self.ending_names:
            self.ending_names.append(name)
        return self.ending_names.index(name)

    def cut(self, stop: int) -> None:
        """Forget the games from `stop` on."""
        self.done[stop:] = self.played[stop:] = False
        self.forfeits = [forfeit for forfeit in self.forfeits if forfeit[0] < stop]
        self.records = {number: text for number, text in self.records.items() if number < stop}

    @property
    def num_done(self) -> int:
        """How many games are done, void ones included."""
        return int(self.done.sum())

    @property
    def prefix(self) -> int:
        """How many games are done without a gap from the first on."""
        gaps = np.flatnonzero(~self.done)
        return int(gaps[0]) if len(gaps) else len(self.done)

    def count_endings(self) -> dict[str, int]:
        """How often each ending came, most frequent first."""
        codes = Counter(self.ending_codes[self.done].tolist())
        return {self.ending_names[code]: count for code, count in codes.most_common()}

    def seatings(self) -> npt.NDArray[np.int64]:
        """The entrant at every seat of every game."""
        chairs = np.array(self.job.schedule.pairings, dtype=np.int64)
        _, pairing, turn = self.places
        return np.asarray(chairs[pairing, turn])

    def wins(self) -> npt.NDArray[np.float64]:
        """How much of a win every seat of every game had."""
        wins = np.zeros_like(self.payoffs)
        patterns, which, _ = unique_rows(self.payoffs[self.played])
        shares = np.array([self.job.game.wins(tuple(map(float, row))) for row in patterns])
        if len(patterns):
            wins[self.played] = shares[which]
        return wins


def _places(schedule: Schedule) -> tuple[npt.NDArray[np.int64], ...]:
    """`Schedule.place` for all games at once."""
    deals, left = divmod(schedule.games, schedule.size)
    whole = (deals, len(schedule.pairings), schedule.size)
    first = np.indices(whole).reshape(3, -1)
    last = np.indices((1, len(schedule.pairings), left)).reshape(3, -1)
    last[0] = deals
    deal, pairing, turn = np.concatenate([first, last], axis=1)
    return deal, pairing, turn


class Log:
    """A folder that keeps what was played, so that an interrupted run can be continued."""

    def __init__(self, folder: Path, job: Job) -> None:
        self.folder, self.job = folder, job
        self.path = folder / "games.jsonl"
        self._file: TextIO | None = None

    def open(self) -> Iterator[Batch]:
        """Begin or continue: yields what was played before. The folder must belong to the same run."""
        about = {
            "game": game_text(self.job.game),
            "rules": self.job.game.rules_version,
            "agents": list(self.job.names),
            "seed": self.job.seed,
            "records": self.job.records,
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
            if not fits or not len(batch.payoffs) / seats == len(batch.moves) == len(batch.endings) == size:
                raise MendaxError(f"{self.path}, line {number}, is damaged: its games do not fit this run")
            yield batch

    def add(self, batch: Batch) -> None:
        """Write a batch to the disk."""
        if self._file is not None:
            try:
                self._file.write(encode(batch) + "\n")
                self._file.flush()
            except OSError as error:
                raise MendaxError(f"{self.path} cannot be written: {error}") from None

    def close(self) -> None:
        """Close the log and release the folder."""
        if self._file is not None:
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
    )


def write_parquet(results: Results, path: Path) -> None:
    """Write a parquet file with one row for every game and seat."""
    import duckdb

    seats = results.job.game.seats
    which = np.flatnonzero(results.played)
    deal, pairing, _ = results.places
    names = np.array(results.job.names, dtype=object)
    endings = np.array([*results.ending_names, ""], dtype=object)
    rows = {
        "number": np.repeat(which, seats),
        "pairing": np.repeat(pairing[which], seats),
        "deal": np.repeat(deal[which], seats),
        "seat": np.tile(np.arange(seats), len(which)),
        "agent": names[results.seatings()[which].ravel()],
        "payoff": results.payoffs[which].ravel(),
        "win": results.wins()[which].ravel(),
        "moves": np.repeat(results.moves[which], seats),
        "ending": np.repeat(endings[results.ending_codes[which]], seats),
    }
    try:
        with duckdb.connect() as connection, writing_whole(path) as aside:
            connection.register("rows", rows)
            target = str(aside).replace("'", "''")
            connection.execute(f"COPY (SELECT * FROM rows ORDER BY number, seat) TO '{target}' (FORMAT parquet)")
    except (duckdb.Error, OSError) as error:
        raise MendaxError(f"{path} cannot be written: {str(error).splitlines()[0]}") from None
