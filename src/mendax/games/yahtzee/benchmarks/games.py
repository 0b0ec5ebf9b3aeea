"""How fast Yahtzee is solved, beside the `yatzy-solver` wheel."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import numpy as np

from mendax.bench import Line
from mendax.games.yahtzee.rules import Card, Rules
from mendax.games.yahtzee.solver.expected_score import solve
from mendax.games.yahtzee.solver.head_to_head import duel, solve_duel
from mendax.games.yahtzee.solver.optimum import Optimum, optimum
from mendax.games.yahtzee.solver.simulate import play_games
from mendax.games.yahtzee.solver.simulate_goals import play_duels
from mendax.games.yahtzee.solver.value_table import FULL

REPEATS = 5
DEALS = 50_000


def games() -> dict[str, Any]:
    """A million games of best play, and how far their mean lies from the exact value."""
    table, number = optimum(Rules.FORCED), 1_000_000
    play_games(table, 1000, seed=0)  # warm: compiled
    times, means = [], []
    for seed in range(REPEATS):
        began = time.perf_counter()
        played = play_games(table, number, seed)
        times.append(time.perf_counter() - began)
        means.append(float(played.scores.mean()))
    exact = table.further(Card())
    lines = [Line(f"{number:,} optimal games, all processors, median of {REPEATS}", median(times), "s")]
    lines.append(Line("the same, best", min(times), "s"))
    lines.append(Line("games a second", number / median(times), "games/s"))
    lines.append(
        Line("largest distance of a sample mean from the exact value", max(abs(m - exact) for m in means), "points")
    )
    return {"lines": lines, "value": exact, "means": means, "note": f"Exact value {exact:.6f}."}


def duels() -> dict[str, Any]:
    """How long `winner` prepares, and how much more than half of its games against `optimal` it wins."""
    solve_duel(Rules.FORCED, 0, FULL ^ 1)  # warm: compiled
    lines = []
    for seat in range(2):
        began = time.perf_counter()
        duel(Rules.FORCED, seat)
        lines.append(Line(f"preparing seat {seat}", time.perf_counter() - began, "s"))
    play_duels(Rules.FORCED, 10, seed=0)
    began = time.perf_counter()
    ends = play_duels(Rules.FORCED, DEALS, seed=0)
    spent = time.perf_counter() - began
    mine, theirs = np.stack([ends[:, 0, 0], ends[:, 1, 1]]), np.stack([ends[:, 0, 1], ends[:, 1, 0]])
    wins = (mine > theirs) + 0.5 * (mine == theirs)
    by_deal = wins.mean(axis=0)  # the two games of a deal share their dice
    error = 1.96 * float(by_deal.std()) / DEALS**0.5
    lines.append(Line(f"{2 * DEALS:,} games", spent, "s"))
    lines.append(Line("winner wins", 100 * float(wins.mean()), "%"))
    lines.append(Line("95 % interval, plus or minus", 100 * error, "%"))
    lines += [
        Line(f"winner wins going {word}", 100 * float(wins[at].mean()), "%")
        for at, word in ((0, "first"), (1, "second"))
    ]
    lines += [
        Line("winner's mean score", float(mine.mean()), "points"),
        Line("optimal's", float(theirs.mean()), "points"),
    ]
    return {
        "lines": lines,
        "win_rate": float(wins.mean()),
        "ci95": [float(wins.mean()) - error, float(wins.mean()) + error],
    }


def solving() -> dict[str, Any]:
    """The whole solve, warm, and the peer's of the same rules (its American rules place jokers freely)."""
    worth = solve(Rules.FREE)  # warm: compiled
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        worth = solve(Rules.FREE)
        times.append(time.perf_counter() - began)
    lines = [Line("mendax, free joker, float64, all processors, median", median(times), "s")]
    lines.append(Line("mendax, best", min(times), "s"))
    story: dict[str, Any] = {"lines": lines, "value": Optimum(Rules.FREE, worth).further(Card())}
    try:
        import yatzy_solver
    except ImportError:
        return {**story, "note": "yatzy-solver is not installed; `make bench` installs it."}
    began = time.perf_counter()
    peer = yatzy_solver.Solver.build(yatzy_solver.Variant("american"))
    spent = time.perf_counter() - began
    lines.append(Line("yatzy-solver, american rules, float64, all processors", spent, "s"))
    lines.append(Line("ratio, yatzy-solver / mendax", spent / median(times), "times"))
    value = peer.state_value("upper 0 | filled -")
    return {**story, "peer_value": value, "note": f"Values: ours {story['value']:.9f}, theirs {value:.9f}."}
