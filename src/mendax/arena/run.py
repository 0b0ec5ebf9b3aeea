"""Running a schedule of games to its end, to the verdict of a sequential test, or to Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mendax.arena.credits import Credits
from mendax.arena.engines.engine import Engine
from mendax.arena.engines.processes import Processes
from mendax.arena.harm import MOVE_SECONDS, is_harm
from mendax.arena.isolated import Isolated, close_children
from mendax.arena.log import Log
from mendax.arena.luck import Luck
from mendax.arena.pool import play_here
from mendax.arena.results import Results
from mendax.arena.schedule import Schedule
from mendax.arena.statistics import Sprt, Verdict
from mendax.arena.worker import Batch, Job, missing_ranges, play_alone
from mendax.core.agent import Factory, prepared
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Game
from mendax.core.interrupts import noting_ctrl_c

MAX_GAMES = 100_000_000
"""Results are kept in memory: a few gigabytes at this number."""
MAX_WORKERS = 512
ISOLATED_SECONDS = 5.0
"""How much longer we wait for a worker than it waits for an isolated agent."""
SPRT_DEALS = 50
"""The sequential test looks after every so many deals: its verdict must not depend on which worker was faster."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished or interrupted run."""

    results: Results
    seconds: float
    interrupted: bool = False
    verdict: Verdict | None = None
    log_failure: str = ""
    """Why the log in the folder is incomplete, for instance because the disk is full."""


def run_games(
    game: AnyGame,
    agents: Sequence[tuple[str, Factory]],
    schedule: Schedule,
    *,
    seed: int = 0,
    workers: int = 1,
    sprt: Sprt | None = None,
    out: Path | None = None,
    records: bool = False,
    rounds: bool = False,
    luck: Luck | None = None,
    progress: Callable[[int], None] | None = None,
    move_seconds: float = MOVE_SECONDS,
    trusting: bool = True,
    engine: Engine | None = None,
) -> Run:
    """Play every game of a schedule; the result depends on the seed and not on the number of workers or the engine.

    One worker plays in this process and trusts its agents: one that kills or blocks its process does so to the whole
    program. With `trusting=False` it is a process of its own, as several always are. There a death, or a decision
    that takes longer than `move_seconds` (0: no limit), is the agent's forfeit. An `engine` plays the games in its own
    workers, on this machine or on others.

    With `out` the games are logged in that folder, and an interrupted run continues where it stopped. Ctrl-C ends
    the run and returns what was played. `progress` is called with the number of games done. With `luck` the luck of
    every game is measured where it is played, and `mendax.arena.corrected.corrected_lines` takes it out.
    """
    _check(game, schedule, seed, workers, sprt, rounds)
    if engine is None and (workers > 1 or not trusting):
        engine = Processes(workers)
    if engine is not None:
        engine.get_ready(len(schedule))  # its workers start while the agents are prepared
    names = tuple(name for name, _ in agents)
    try:
        factories = tuple(prepared(factory, game, name, trial=engine is None) for name, factory in agents)
    finally:
        close_children()  # those of the trial
    if any(isinstance(factory, Isolated) for factory in factories):
        # The worker waits for its child and names it; only if the worker itself hangs are we to notice.
        move_seconds = move_seconds and move_seconds + ISOLATED_SECONDS
    job = Job(game, names, factories, schedule, seed, records, rounds or game.counted.by_hand, luck)
    results = Results(job)
    log = Log(out, job) if out is not None else None
    began = time.perf_counter()
    interrupted, verdict = False, None
    try:
        for batch in log.open() if log is not None else ():
            results.add(batch)
        if progress is not None:
            progress(results.num_done)
        missing = missing_ranges(_ranges(results.done), len(schedule))
        playing = play_alone(job, missing)
        if playing is None and engine is not None:
            playing = engine.play(job, missing, move_seconds=move_seconds, forfeits=results.forfeits)
        with closing(playing or play_here(job, missing)) as batches:
            verdict = _collect(results, batches, log, sprt, progress)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        close_children()  # of one worker here; those of other processes go with them
        if log is not None:
            log.close()
    failure = log.failure if log is not None else ""
    return Run(results, time.perf_counter() - began, interrupted, verdict, failure)


def _check(game: AnyGame, schedule: Schedule, seed: int, workers: int, sprt: Sprt | None, rounds: bool) -> None:
    """Raise a `MendaxError` if such a run cannot be."""
    if not 0 <= seed < 1 << 64:
        raise MendaxError(f"a seed is from 0 to 2^64 - 1, not {seed}")
    if len(schedule) > MAX_GAMES:
        raise MendaxError(f"at most {MAX_GAMES:,} games in one run, not {len(schedule):,}")
    if not 1 <= workers <= MAX_WORKERS:
        raise MendaxError(f"from 1 to {MAX_WORKERS} workers, not {workers}")
    if sprt is not None and len(schedule.pairings) != 1:
        raise MendaxError("the sequential test is for a match, not for a tournament")
    if rounds and type(game).round is Game.round:
        raise MendaxError(f"{game.name} has no rounds")


def _collect(
    results: Results,
    batches: Iterable[Batch],
    log: Log | None,
    sprt: Sprt | None,
    progress: Callable[[int], None] | None,
) -> Verdict | None:
    """Take in what is played, up to the end or to the verdict of a sequential test."""
    tested, verdict, harmed = 0, None, any(is_harm(reason) for _, _, reason in results.forfeits)
    for batch in batches:
        with noting_ctrl_c() as pressed:  # a batch is in the results and in the log, or in neither
            results.add(batch)
            if log is not None:
                log.add(batch)
        if pressed():
            raise KeyboardInterrupt
        harmed = harmed or any(is_harm(reason) for _, _, reason in batch.forfeits)
        if harmed:
            results.settle()
        if progress is not None:
            progress(results.num_done)
        if sprt is not None:
            tested, verdict = _test(sprt, results, tested)
            if verdict is not Verdict.GO_ON:
                return verdict
    return None if sprt is None else _test(sprt, results, 0)[1]


def _ranges(done: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], done, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]


def _test(sprt: Sprt, results: Results, tested: int) -> tuple[int, Verdict]:
    """Test the complete deals in steps of `SPRT_DEALS`, and cut the results off at a verdict."""
    size = results.job.schedule.size
    complete = results.prefix // size
    scores = Credits.of(results).by_deal(0, results.places[0])
    for deals in range(tested + SPRT_DEALS, complete + 1, SPRT_DEALS):
        tested = deals
        verdict = sprt.verdict(scores[:deals][~np.isnan(scores[:deals])])
        if verdict is not Verdict.GO_ON:
            results.cut(deals * size)
            return tested, verdict
    return tested, Verdict.GO_ON
