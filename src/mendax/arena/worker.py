"""Playing a range of games: the same numbers come out wherever and in whatever order it is done."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from mendax.arena.schedule import Schedule
from mendax.core.agent import Factory
from mendax.core.chance import Stream
from mendax.core.game import AnyGame
from mendax.core.match import play_match
from mendax.core.record import Record

VOID = "worker died"
"""The ending of a game that killed its worker each time it was tried; it counts for nobody."""


@dataclass(frozen=True, slots=True)
class Job:
    """Everything a worker needs; it travels to the worker once."""

    game: AnyGame
    names: tuple[str, ...]
    factories: tuple[Factory, ...]
    schedule: Schedule
    seed: int
    records: bool = False


@dataclass(slots=True)
class Batch:
    """The results of the games from `start` up to `stop`, in order."""

    start: int
    stop: int
    payoffs: array[float] = field(default_factory=lambda: array("d"))
    """All seats of the first game, then of the second, and so on."""
    moves: array[int] = field(default_factory=lambda: array("l"))
    endings: list[str] = field(default_factory=list)
    forfeits: list[tuple[int, int, str]] = field(default_factory=list)
    """Game number, entrant, reason."""
    records: list[str] = field(default_factory=list)


def play_range(job: Job, start: int, stop: int) -> Batch:
    """Play the games from `start` up to `stop`.

    Chance goes by the deal, so that exchanged seats meet the same dice; a mind's own stream goes by
    the game and the seat.
    """
    game, seed, factories = job.game, job.seed, job.factories
    chance = Stream()
    minds = tuple((1 + seat, Stream()) for seat in range(game.seats))
    batch = Batch(start, stop)
    payoffs, moves, endings = batch.payoffs, batch.moves, batch.endings
    for number, _, deal, seating in job.schedule.fixtures(start, stop):
        chance.name(seed, deal, 0)
        agents = []
        for entrant, (lane, rng) in zip(seating, minds, strict=True):
            rng.name(seed, number, lane)
            agents.append(factories[entrant](game, lane - 1, rng))
        outcome = play_match(game, agents, chance, keep_moves=job.records)
        payoffs.extend(outcome.payoffs)
        moves.append(outcome.num_moves)
        endings.append(outcome.ending)
        if outcome.forfeit is not None:
            batch.forfeits.append((number, seating[outcome.forfeit.seat], outcome.forfeit.reason))
        if job.records:
            batch.records.append(str(Record.of(game, [job.names[entrant] for entrant in seating], outcome)))
    return batch


def void_batch(job: Job, number: int) -> Batch:
    """A game that cannot be played: it kills every worker that tries."""
    return Batch(number, number + 1, array("d", [0.0] * job.game.seats), array("l", [0]), [VOID])


def missing_ranges(done: Sequence[tuple[int, int]], total: int) -> list[tuple[int, int]]:
    """What is left to play when some ranges are done.

    >>> missing_ranges([(0, 10), (20, 30)], 40)
    [(10, 20), (30, 40)]
    """
    missing, at = [], 0
    for start, stop in sorted(done):
        if start > at:
            missing.append((at, start))
        at = max(at, stop)
    if at < total:
        missing.append((at, total))
    return missing
