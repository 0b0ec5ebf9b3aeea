"""A tournament of one-die games on one worker and on two, beside what the machine itself allows."""

from __future__ import annotations

from multiprocessing import get_context
from statistics import median
from typing import Any

from mendax.arena.run import run_games
from mendax.arena.schedule import tournament_schedule
from mendax.arena.worker import Job, play_range
from mendax.bench import Line, Measured
from mendax.bench.timing import seconds_of
from mendax.core.agent import prepared
from mendax.core.catalogue import build_agent
from mendax.games.one_die.rules import OneDie

REPEATS = 5
GAMES_A_PAIR = 20_000
AGENTS = ("tree", "matrix", "equilibrium", "honest", "random")


def workers(quick: bool = False) -> Measured:
    """A tournament of 200,000 games on one worker and on two, in turns, all of which count.

    Beside them two bare processes that play half the games each and share nothing: what the machine
    itself allows, and so what two workers can be asked for.
    """
    game = OneDie()
    repeats, games_a_pair = (1, 40) if quick else (REPEATS, GAMES_A_PAIR)
    agents = [(name, build_agent(game.name, name)) for name in AGENTS]
    schedule = tournament_schedule(len(agents), 2, games_a_pair)
    job = Job(game, AGENTS, tuple(prepared(factory, game) for _, factory in agents), schedule, 1)
    one, two, bare, same = [], [], [], True
    for _ in range(repeats):
        first = run_games(game, agents, schedule, seed=1, workers=1)
        second = run_games(game, agents, schedule, seed=1, workers=2)
        one.append(first.seconds)
        two.append(second.seconds)
        bare.append(_bare_seconds(job))
        same = same and bool((first.results.payoffs == second.results.payoffs).all())
    lines = (
        Line("one worker, mean", sum(one) / repeats, "s"),
        Line("two workers, mean", sum(two) / repeats, "s"),
        Line("ratio of all time spent", sum(one) / sum(two), "times"),
        Line("ratio of the medians", median(one) / median(two), "times"),
        Line("two bare processes: ratio of all time spent", sum(one) / sum(bare), "times"),
        Line("two bare processes: ratio of the medians", median(one) / median(bare), "times"),
    )
    turns = [{"one": a, "two": b, "bare": c} for a, b, c in zip(one, two, bare, strict=True)]
    note = f"{len(schedule):,} games, {repeats} runs of each in turns; results identical: {same}."
    return Measured(lines, note, {"turns": turns, "identical": same})


def _bare_seconds(job: Job) -> float:
    """The longer of two processes, from the moment both are ready."""
    context = get_context("spawn")
    gate, answers = context.Barrier(2), context.Queue()
    middle, end = len(job.schedule) // 2, len(job.schedule)
    parts = ((0, middle), (middle, end))
    processes = [context.Process(target=_play_half, args=(job, *part, gate, answers)) for part in parts]
    for process in processes:
        process.start()
    seconds = max(answers.get() for _ in processes)
    for process in processes:
        process.join()
    return float(seconds)


def _play_half(job: Job, start: int, stop: int, gate: Any, answers: Any) -> None:
    play_range(job, 0, 200)  # warm: tables made, caches filled
    gate.wait()
    answers.put(seconds_of(lambda: play_range(job, start, stop)))
