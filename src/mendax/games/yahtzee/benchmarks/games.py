"""How fast games of Yahtzee are played by best play."""

from __future__ import annotations

import time
from statistics import median

from mendax.bench import Line, Measured
from mendax.games.yahtzee.rules import Card, Rules
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.play_for_points import play_games

REPEATS = 5
GAMES = 1_000_000


def games(quick: bool = False) -> Measured:
    """A million games of best play, and how far their mean lies from the exact value."""
    table = optimum(Rules.FORCED)
    number, repeats = (1_000, 1) if quick else (GAMES, REPEATS)
    play_games(table, 1000, seed=0)  # warm: compiled
    times, means = [], []
    for seed in range(repeats):
        began = time.perf_counter()
        played = play_games(table, number, seed)
        times.append(time.perf_counter() - began)
        means.append(float(played.scores.mean()))
    exact = table.further(Card())
    farthest = max(abs(mean - exact) for mean in means)
    lines = (
        Line(f"{number:,} optimal games, all processors, median of {repeats}", median(times), "s"),
        Line("the same, best", min(times), "s"),
        Line("games a second", number / median(times), "games/s"),
        Line("largest distance of a sample mean from the exact value", farthest, "points"),
    )
    return Measured(lines, f"Exact value {exact:.6f}.", {"value": exact, "means": means})
