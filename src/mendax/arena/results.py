"""The results of many games, in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mendax.arena.harm import GIVEN_UP, find_given_up, given_up_reason, lost_by
from mendax.arena.patterns import unique_rows
from mendax.arena.schedule import Schedule
from mendax.arena.worker import VOID, Batch, Job, unplayed_batch


@dataclass(frozen=True, slots=True)
class Rounds:
    """Finished rounds or hands, a row each, in the order of the games."""

    game: npt.NDArray[np.int64]
    """The number of the game."""
    round: npt.NDArray[np.int64]
    """Counted from 0 in each game."""
    standing: npt.NDArray[np.float64]
    """Of every seat, after the round."""
    change: npt.NDArray[np.float64]
    """Of every seat, by the round."""


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
        self._standings: dict[tuple[int, int], tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = {}
        """By batch: how many rounds each game had, and the standings after them."""
        self._luck: dict[tuple[int, int], npt.NDArray[np.float32]] = {}
        """By batch: the luck of its rounds or of its games."""
        self._seatings: npt.NDArray[np.int64] | None = None

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
        if self.job.rounds:
            standings = np.frombuffer(batch.standings, dtype=np.float64).reshape(-1, self.job.game.seats)
            self._standings[batch.start, batch.stop] = (np.frombuffer(batch.num_rounds, dtype=np.int64), standings)
        if self.job.luck is not None:
            shape = (-1, self.job.game.seats, len(self.job.luck.names))
            self._luck[batch.start, batch.stop] = np.frombuffer(batch.luck, dtype=np.float32).reshape(shape)

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
        if self._seatings is None:
            chairs = np.array(self.job.schedule.pairings, dtype=np.int64)
            _, pairing, turn = self.places
            self._seatings = np.asarray(chairs[pairing, turn])
        return self._seatings

    def wins(self) -> npt.NDArray[np.float64]:
        """How much of a win every seat of every game had."""
        return self._of_payoffs(self.job.game.wins)

    def scores(self) -> npt.NDArray[np.float64]:
        """What every seat of every game was credited with: a share of a win, of not having lost, or money."""
        return self._of_payoffs(self.job.game.scores)

    def _of_payoffs(self, function: Callable[[Sequence[float]], tuple[float, ...]]) -> npt.NDArray[np.float64]:
        """A function of the payoffs of every game that was played; it is called once for equal payoffs."""
        values = np.zeros_like(self.payoffs)
        patterns, which, _ = unique_rows(self.payoffs[self.played])
        if len(patterns):
            values[self.played] = np.array([function(tuple(map(float, row))) for row in patterns])[which]
        return values

    def rounds(self) -> Rounds:
        """All finished rounds of games that were played; only where the run kept them."""
        game, seats = self.job.game, self.job.game.seats
        parts = [
            (np.repeat(np.arange(start, start + len(counts)), counts), _count_up(counts), standings)
            for (start, _), (counts, standings) in sorted(self._standings.items())
        ]
        numbers = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
        rounds = np.concatenate([part[1] for part in parts]) if parts else np.zeros(0, dtype=np.int64)
        standing = np.concatenate([part[2] for part in parts]) if parts else np.zeros((0, seats))
        kept = self._kept(numbers)
        numbers, rounds, standing = numbers[kept], rounds[kept], standing[kept]
        before = np.roll(standing, 1, axis=0)
        before[rounds == 0] = game.standing(game.start())
        return Rounds(numbers, rounds, standing, standing - before)

    def luck(self) -> npt.NDArray[np.float64]:
        """The luck by seat and feature, of all hands in the order of `rounds()`, or of all games where hands are no
        results; only where the run measured it.
        """
        game, luck = self.job.game, self.job.luck
        shape = (game.seats, 0 if luck is None else len(luck.names))
        if not game.counted.by_hand:
            found = np.zeros((len(self.played), *shape))
            for (start, stop), part in self._luck.items():  # a later batch of the same games replaces an earlier one
                found[start:stop] = part
            return found
        if not self._luck:
            return np.zeros((0, *shape))
        counts = {batch: counts for batch, (counts, _) in self._standings.items()}
        numbers = [np.repeat(np.arange(*batch), counts[batch]) for batch in sorted(self._luck)]
        kept = self._kept(np.concatenate(numbers))
        return np.concatenate([part for _, part in sorted(self._luck.items())])[kept].astype(np.float64)

    def _kept(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Whether these games count: they were played, and not forfeited afterwards."""
        return np.asarray(self.played[numbers] & ~self.skipped[numbers])


def _count_up(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0, 1, 2, ... up to each count in turn."""
    ends = np.cumsum(counts)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)


def _places(schedule: Schedule) -> tuple[npt.NDArray[np.int64], ...]:
    """`Schedule.place` for all games at once."""
    deals, left = divmod(schedule.games, schedule.size)
    whole = (deals, len(schedule.pairings), schedule.size)
    first = np.indices(whole).reshape(3, -1)
    last = np.indices((1, len(schedule.pairings), left)).reshape(3, -1)
    last[0] = deals
    deal, pairing, turn = np.concatenate([first, last], axis=1)
    return deal, pairing, turn
