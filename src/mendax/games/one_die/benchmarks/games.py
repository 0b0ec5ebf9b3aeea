"""How many one-die games a second one process plays, beside OpenSpiel's Python interface."""

from __future__ import annotations

import random
from statistics import median

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import seconds_of
from mendax.core.catalogue import build_agent
from mendax.games.one_die.rules import OneDie

REPEATS = 5
PAIRS = (("random", "random"), ("honest", "random"), ("tree", "equilibrium"))


def games(quick: bool = False) -> Measured:
    """Arena games a second on one core, and moves a second beside OpenSpiel's."""
    game, repeats, number, number_of_theirs = OneDie(), REPEATS, 20_000, 500
    if quick:
        repeats, number, number_of_theirs = 1, 200, 20
    lines = []
    ours = 0.0
    for pair in PAIRS:
        agents = [(name, build_agent(game.name, name)) for name in pair]
        run_games(game, agents, match_schedule(2, 2, 200))  # warm: tables solved, caches filled
        runs = [run_games(game, agents, match_schedule(2, 2, number), seed=seed) for seed in range(repeats)]
        lines.append(Line(f"mendax, {pair[0]} against {pair[1]}", median(number / r.seconds for r in runs), "games/s"))
        if pair == ("random", "random"):
            ours = median(float(r.results.moves.sum()) / r.seconds for r in runs)
            lines.append(Line("mendax, random against random", ours, "moves/s"))
    try:
        theirs = median(_open_spiel_moves(number_of_theirs, seed) for seed in range(repeats))
    except ImportError:
        return Measured(tuple(lines), not_installed("OpenSpiel"))
    lines.append(Line("open_spiel liars_dice (1 die each) from Python, uniform", theirs, "moves/s"))
    lines.append(Line("ratio, mendax / open_spiel", ours / theirs, "times"))
    note = (
        "OpenSpiel has no one-die game, so moves are compared: its C++ Liar's Dice by its own uniform bots in "
        "its own evaluate_bots loop, beside our rules, views, legality checks and results in pure Python."
    )
    return Measured(tuple(lines), note)


def _open_spiel_moves(number: int, seed: int) -> float:
    """Moves a second of OpenSpiel's standard loop with its uniform random bots."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import evaluate_bots
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("liars_dice")
    rng = np.random.RandomState(seed)
    bots = [uniform_random.UniformRandomBot(seat, rng) for seat in (0, 1)]
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
