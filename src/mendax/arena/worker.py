"""Playing a range of games: the same numbers come out wherever and in whatever order it is done."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from mendax.arena.schedule import Schedule
from mendax.core.agent import Factory, Lockstep, build_or_forfeit
from mendax.core.game import AnyGame, Game
from mendax.core.match import play_match
from mendax.core.record import Record
from mendax.core.streams import Stream, agent_branch, agents_key, deal_key

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
    moves: array[int] = field(default_factory=lambda: array("q"))
    endings: array[int] = field(default_factory=lambda: array("h"))
    """Indices into `names`: sending a word for every game would cost more than all the rest."""
    names: list[str] = field(default_factory=list)
    """The distinct endings."""
    forfeits: list[tuple[int, int, str]] = field(default_factory=list)
    """Game number, entrant, reason."""
    records: list[str] = field(default_factory=list)


def play_range(job: Job, start: int, stop: int) -> Batch:
    """Play the games from `start` up to `stop`.

    Chance goes by the deal, so that exchanged seats meet the same dice; an agent's own stream goes by
    the game and the seat.
    """
    game, factories = job.game, job.factories
    by_deal, by_game = deal_key(job.seed), agents_key(job.seed)
    chance = Stream()
    streams = tuple(Stream() for _ in range(game.seats))
    has_rounds = type(game).round is not Game.round
    batch = Batch(start, stop)
    payoffs, moves, endings = batch.payoffs, batch.moves, batch.endings
    numbers: dict[str, int] = {}
    for number, _, deal, seating in job.schedule.fixtures(start, stop):
        chance.branch(by_deal, deal)
        agents = []
        for seat, rng in enumerate(streams):
            entrant = seating[seat]
            rng.branch(by_game, agent_branch(number, seat))
            agents.append(build_or_forfeit(factories[entrant], game, seat, rng))
        # Each round's chance has a stream of its own: what was drawn in the rounds before does not change it.
        on_round = partial(_name_round, chance, job.seed, deal) if has_rounds else None
        outcome = play_match(game, agents, chance, keep_moves=job.records, on_round=on_round)
        payoffs.extend(outcome.payoffs)
        moves.append(outcome.num_moves)
        endings.append(numbers.setdefault(outcome.ending, len(numbers)))
        if outcome.forfeit is not None:
            batch.forfeits.append((number, seating[outcome.forfeit.seat], outcome.forfeit.reason))
        if job.records:
            batch.records.append(str(Record.of(game, [job.names[entrant] for entrant in seating], outcome)))
    batch.names.extend(numbers)
    return batch


LOCKSTEP_GAMES = 1_000_000
"""Games played in lockstep at a time."""


def play_alone(job: Job, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch] | None:
    """The same games for a lone agent that can play many at once; `None` where no such agent plays."""
    player: object = job.factories[0]
    if job.game.seats > 1 or len(job.factories) > 1 or job.records or not isinstance(player, Lockstep):
        return None
    if player.play_alone(job.game, job.seed, 0, 0) is None:
        return None
    return _batches(job, player, ranges)


def _batches(job: Job, player: Lockstep, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
    ending = job.game.ending(job.game.start())
    for start, stop in ranges:
        for first in range(start, stop, LOCKSTEP_GAMES):
            last = min(stop, first + LOCKSTEP_GAMES)
            played = player.play_alone(job.game, job.seed, first, last - first)
            assert played is not None
            codes = array("h", bytes(2 * (last - first)))
            yield Batch(first, last, array("d", played[0]), array("q", played[1]), codes, [ending])


def _name_round(chance: Stream, seed: int, deal: int, done: int, standing: Sequence[float]) -> None:
    chance.name_round(seed, deal, done)


def void_batch(job: Job, number: int) -> Batch:
    """A game that cannot be played: it kills every worker that tries."""
    return Batch(number, number + 1, array("d", [0.0] * job.game.seats), array("q", [0]), array("h", [0]), [VOID])


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
