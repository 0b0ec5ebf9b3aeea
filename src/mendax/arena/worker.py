"""Playing a range of games: the same numbers come out wherever and in whatever order it is done."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mendax.arena.harm import WORKER_FAULTS, Task, Watched, check_pipe, given_up_reason
from mendax.arena.schedule import Schedule
from mendax.core.agent import AnyAgent, Factory, FailedAgent, Lockstep, build_or_forfeit
from mendax.core.errors import AgentDied
from mendax.core.game import AnyGame, Game, Seat
from mendax.core.match import FAULTS, Match, OnFault, Outcome, Place, play_match
from mendax.core.record import Record
from mendax.core.streams import AgentStreams, Stream, deal_key

if TYPE_CHECKING:
    from mendax.arena.luck import Luck

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
    rounds: bool = False
    """Whether the standing after every round is kept."""
    luck: Luck | None = None
    """Measures the luck of every game."""


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
    """Game number, entrant, reason. In a session of hands a fault costs choices and not the game."""
    records: list[str] = field(default_factory=list)
    num_rounds: array[int] = field(default_factory=lambda: array("q"))
    """How many rounds of each game were finished; empty where rounds are not kept."""
    standings: array[float] = field(default_factory=lambda: array("d"))
    """The standing of all seats after each finished round, game by game."""
    luck: array[float] = field(default_factory=lambda: array("f"))
    """The luck of each finished round, or of each game, by seat and feature; empty where it is not measured. There are
    many of these numbers, and half a double's digits are enough."""


@dataclass(frozen=True, slots=True)
class Post:
    """What a worker plays with beside the job: its task, the memory it shares with its parent, and its pipe."""

    task: Task
    place: Place
    """The game, the moves made in it (`mendax.core.match.Place`) and, in a careful task, the seat to move plus 1."""
    pipe: int
    """The file descriptor."""

    def build(self, factory: Factory, game: AnyGame, seat: Seat, rng: Stream) -> AnyAgent:
        """An agent under watch; one that kills when it is built forfeits at its first decision instead."""
        doom = self.task.doom if self.task.doom is not None and self.task.doom.seat == seat else None
        if doom is not None and doom.moves == 0:
            return FailedAgent(AgentDied(doom.reason))
        self.place[1], self.place[2] = 0, seat + 1
        agent = build_or_forfeit(factory, game, seat, rng, WORKER_FAULTS)
        check_pipe(self.pipe)
        self.place[2] = 0
        return Watched(agent, seat, self.pipe, self.place, doom)


def play_range(job: Job, start: int, stop: int, post: Post | None = None) -> Batch:
    """Play the games from `start` up to `stop`.

    Chance goes by the deal, so that exchanged seats meet the same dice; an agent's own stream goes by
    the game and the seat. In a session of hands a fault costs the choice and not the session.
    """
    game, factories = job.game, job.factories
    by_deal = deal_key(job.seed)
    chance, streams = Stream(), AgentStreams(job.seed, game.seats)
    on_fault: OnFault = "fallback" if game.counted.by_hand else "forfeit"
    place, faults = (None, FAULTS) if post is None else (post.place, WORKER_FAULTS)
    careful = post if post is not None and post.task.careful else None
    given_up = post.task if post is not None and post.task.given_up else None
    batch = Batch(start, stop)
    payoffs, moves, endings = batch.payoffs, batch.moves, batch.endings
    numbers: dict[str, int] = {}
    deal = finished = 0

    def begin_round(done: int, standing: Sequence[float]) -> None:
        # Each round's chance has a stream of its own: what was drawn in the rounds before does not change it.
        chance.name_round(job.seed, deal, done)
        if job.rounds:
            batch.standings.extend(standing)

    on_round = begin_round if type(game).round is not Game.round else None
    for number, _, deal, seating in job.schedule.fixtures(start, stop):
        chance.branch(by_deal, deal)
        agents: list[AnyAgent] = []
        if place is not None:
            place[0] = number
        if given_up is not None and (lost := given_up.lost_by(number, seating)) is not None:
            outcome = unplayed(game, lost, given_up_reason())
        else:
            streams.name(number)
            for seat, rng in enumerate(streams.seats):
                factory = factories[seating[seat]]
                if careful is None:
                    agents.append(build_or_forfeit(factory, game, seat, rng, faults))
                else:
                    agents.append(careful.build(factory, game, seat, rng))
            outcome = play_match(
                game,
                agents,
                chance,
                keep_moves=job.records or job.luck is not None,
                on_fault=on_fault,
                faults=faults,
                on_round=on_round,
                place=place,
            )
        payoffs.extend(outcome.payoffs)
        moves.append(outcome.num_moves)
        endings.append(numbers.setdefault(outcome.ending, len(numbers)))
        if outcome.forfeit is not None:
            batch.forfeits.append((number, seating[outcome.forfeit.seat], outcome.forfeit.reason))
        if outcome.faults:
            first = {fault.seat: fault.reason for fault in reversed(outcome.faults)}
            batch.forfeits.extend((number, seating[seat], reason) for seat, reason in sorted(first.items()))
        if job.rounds:
            batch.num_rounds.append(len(batch.standings) // game.seats - finished)
            finished += batch.num_rounds[-1]
        if job.records or job.luck is not None:
            names = [job.names[entrant] for entrant in seating]
            if job.luck is not None:
                batch.luck.extend(_luck_of(job.luck, game, outcome, names))
            if job.records:
                batch.records.append(str(Record.of(game, names, outcome)))
    batch.names.extend(numbers)
    return batch


def _luck_of(luck: Luck, game: AnyGame, outcome: Outcome, names: Sequence[str]) -> Sequence[float]:
    """The luck of a game, all rounds in one row; a game that was not played has none."""
    if not outcome.moves:
        return _no_luck(luck, game)
    found: list[float] = luck.measure(game, outcome.moves, names).ravel().tolist()
    return found


def _no_luck(luck: Luck | None, game: AnyGame) -> Sequence[float]:
    return [] if luck is None or game.counted.by_hand else [0.0] * (game.seats * len(luck.names))


def unplayed(game: AnyGame, seat: Seat, reason: str) -> Outcome:
    """A game that a seat forfeits before it begins."""
    match = Match(game)
    match.give_up(seat, reason)
    return match.outcome()


def unplayed_batch(job: Job, number: int, seat: Seat, reason: str) -> Batch:
    """The same, as a batch of one game."""
    ((_, _, _, seating),) = job.schedule.fixtures(number, number + 1)
    outcome = unplayed(job.game, seat, reason)
    names = [job.names[entrant] for entrant in seating]
    records = [str(Record.of(job.game, names, outcome))] if job.records else []
    payoffs = array("d", outcome.payoffs)
    forfeits = [(number, seating[seat], reason)]
    batch = Batch(number, number + 1, payoffs, array("q", [0]), array("h", [0]), [outcome.ending], forfeits, records)
    return _without_rounds(batch, job)


def _without_rounds(batch: Batch, job: Job) -> Batch:
    """The same batch of a game that was not played, with as many rounds and as much luck as that has: none."""
    batch.num_rounds.extend([0] if job.rounds else [])
    batch.luck.extend(_no_luck(job.luck, job.game))
    return batch


LOCKSTEP_GAMES = 1_000_000
"""Games played in lockstep at a time."""


def play_alone(job: Job, ranges: Iterable[tuple[int, int]]) -> Generator[Batch, None, None] | None:
    """The same games for a lone agent that can play many at once; `None` where no such agent plays."""
    player: object = job.factories[0]
    if job.game.seats > 1 or len(job.factories) > 1 or not isinstance(player, Lockstep):
        return None
    if job.records or job.rounds or job.luck is not None:
        return None
    if player.play_alone(job.game, job.seed, 0, 0) is None:
        return None
    return _batches(job, player, ranges)


def _batches(job: Job, player: Lockstep, ranges: Iterable[tuple[int, int]]) -> Generator[Batch, None, None]:
    ending = job.game.ending(job.game.start())
    for start, stop in ranges:
        for first in range(start, stop, LOCKSTEP_GAMES):
            last = min(stop, first + LOCKSTEP_GAMES)
            played = player.play_alone(job.game, job.seed, first, last - first)
            assert played is not None
            codes = array("h", bytes(2 * (last - first)))
            yield Batch(first, last, array("d", played[0]), array("q", played[1]), codes, [ending])


def void_batch(job: Job, number: int) -> Batch:
    """A game that cannot be played: it kills every worker that tries."""
    payoffs = array("d", [0.0] * job.game.seats)
    return _without_rounds(Batch(number, number + 1, payoffs, array("q", [0]), array("h", [0]), [VOID]), job)


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
