"""How fast one-die games are played and solved, beside others."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from multiprocessing import get_context
from statistics import median
from typing import Any

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule, tournament_schedule
from mendax.arena.worker import Job, play_range
from mendax.bench import Line
from mendax.core.agent import prepared
from mendax.core.catalogue import build_agent
from mendax.games.one_die.agents.matrix import Rows, fill
from mendax.games.one_die.rules import OneDie
from mendax.games.one_die.study.published import THESIS_SECONDS
from mendax.theory import solve, solve_matrix

REPEATS = 5


def seconds_of(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def games() -> dict[str, Any]:
    """Arena games a second on one core, and decisions a second beside OpenSpiel's."""
    game, number = OneDie(), 20_000
    lines = []
    ours = theirs = 0.0
    for pair in (("random", "random"), ("honest", "random"), ("tree", "equilibrium")):
        agents = [(name, build_agent(game.name, name)) for name in pair]
        run_games(game, agents, match_schedule(2, 2, 200))  # warm: tables solved, caches filled
        runs = [run_games(game, agents, match_schedule(2, 2, number), seed=seed) for seed in range(REPEATS)]
        lines.append(Line(f"mendax, {pair[0]} against {pair[1]}", median(number / r.seconds for r in runs), "games/s"))
        if pair == ("random", "random"):
            ours = median(float(r.results.moves.sum()) / r.seconds for r in runs)
            lines.append(Line("mendax, random against random", ours, "moves/s"))
    note = "OpenSpiel is not installed; `make bench` installs it."
    try:
        theirs = median(_open_spiel_moves(seed) for seed in range(REPEATS))
    except ImportError:
        pass
    else:
        lines.append(Line("open_spiel liars_dice (1 die each) from Python, uniform", theirs, "moves/s"))
        lines.append(Line("ratio, mendax / open_spiel", ours / theirs, "times"))
        note = (
            "OpenSpiel has no one-die game, so moves are compared: its C++ Liar's Dice by its own uniform bots in "
            "its own evaluate_bots loop, beside our rules, views, legality checks and results in pure Python."
        )
    return {"lines": lines, "note": note}


def _open_spiel_moves(seed: int) -> float:
    """Moves a second of OpenSpiel's standard loop with its uniform random bots."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import evaluate_bots
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("liars_dice")
    rng = np.random.RandomState(seed)
    bots = [uniform_random.UniformRandomBot(seat, rng) for seat in (0, 1)]
    number = 500
    spent = seconds_of(
        lambda: [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng) for _ in range(number)]
    )
    # The loop does not count its moves: play the same kind of games and count.
    counter, moves = random.Random(seed), 0
    for _ in range(number):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(counter.choice(state.legal_actions()))
            moves += 1
    return moves / spent


def workers() -> dict[str, Any]:
    """A tournament of 200,000 games on one worker and on two, turn about, every turn counted.

    Beside them two bare processes that play half the games each and share nothing: what the machine
    itself allows, and so what two workers can be asked for.
    """
    game = OneDie()
    names = ("tree", "matrix", "equilibrium", "honest", "random")
    agents = [(name, build_agent(game.name, name)) for name in names]
    schedule = tournament_schedule(len(agents), 2, 20_000)
    job = Job(game, names, tuple(prepared(factory, game) for _, factory in agents), schedule, 1)
    one, two, bare, same = [], [], [], True
    for _ in range(REPEATS):
        first = run_games(game, agents, schedule, seed=1, workers=1)
        second = run_games(game, agents, schedule, seed=1, workers=2)
        one.append(first.seconds)
        two.append(second.seconds)
        bare.append(_bare_seconds(job))
        same = same and bool((first.results.payoffs == second.results.payoffs).all())
    return {
        "lines": [
            Line("one worker, mean", sum(one) / REPEATS, "s"),
            Line("two workers, mean", sum(two) / REPEATS, "s"),
            Line("ratio of all time spent", sum(one) / sum(two), "times"),
            Line("ratio of the medians", median(one) / median(two), "times"),
            Line("two bare processes: ratio of all time spent", sum(one) / sum(bare), "times"),
            Line("two bare processes: ratio of the medians", median(one) / median(bare), "times"),
        ],
        "turns": [{"one": a, "two": b, "bare": c} for a, b, c in zip(one, two, bare, strict=True)],
        "identical": same,
        "note": f"{len(schedule):,} games, {REPEATS} turns each, turn about; results identical: {same}.",
    }


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


def solving() -> dict[str, Any]:
    """Sub-game by sub-game, beside the thesis's first matrix and the linear program that it lacked."""
    game = OneDie()
    solve(game)  # warm: scipy imported
    ours = median(seconds_of(lambda: solve(game)) for _ in range(REPEATS))
    values = {part.state.accepted: part.value for part in solve(game).subgames if part.state.caller == 1}
    wins = {call: (1 + value) / 2 for call, value in values.items()} | {game.top: 1.0}
    filling = median(seconds_of(lambda: fill(game.faces, 0, Rows.ALL, wins)) for _ in range(REPEATS))
    matrix = fill(game.faces, 0, Rows.ALL, wins)
    program = median(seconds_of(lambda: solve_matrix(2 * matrix.wins - 1)) for _ in range(REPEATS))
    return {
        "lines": [
            Line("mendax, all sub-games and their best responses", ours, "s"),
            Line("the thesis's first matrix (720 x 64), filled with numpy", filling, "s"),
            Line("that matrix solved by linear programming", program, "s"),
            Line("the thesis, two matrices, as published", THESIS_SECONDS, "s"),
            Line("ratio, published / mendax", THESIS_SECONDS / ours, "times"),
        ],
        "value": solve(game).value,
        "matrix_value": solve_matrix(2 * matrix.wins - 1).value,
        "note": "The published time is for filling two matrices in Java on a machine of its day, without solving them.",
    }
