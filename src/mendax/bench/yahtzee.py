"""How fast Yahtzee is solved, beside the `yatzy-solver` wheel."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from mendax.agents.yahtzee.optimum import Optimum
from mendax.agents.yahtzee.solver import solve
from mendax.bench import line
from mendax.games.yahtzee import Card, Rules

REPEATS = 5


def solving() -> dict[str, Any]:
    """The whole solve, warm, and the peer's of the same rules (its American rules place jokers freely)."""
    worth = solve(Rules.FREE)  # warm: compiled
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        worth = solve(Rules.FREE)
        times.append(time.perf_counter() - began)
    lines = [line("mendax, free joker, float64, all processors, median", median(times), "s")]
    lines.append(line("mendax, best", min(times), "s"))
    story: dict[str, Any] = {"lines": lines, "value": Optimum(Rules.FREE, worth).further(Card())}
    try:
        import yatzy_solver
    except ImportError:
        return {**story, "note": "yatzy-solver is not installed; `make bench` installs it."}
    began = time.perf_counter()
    peer = yatzy_solver.Solver.build(yatzy_solver.Variant("american"))
    spent = time.perf_counter() - began
    lines.append(line("yatzy-solver, american rules, float64, all processors", spent, "s"))
    lines.append(line("ratio, yatzy-solver / mendax", spent / median(times), "times"))
    value = peer.state_value("upper 0 | filled -")
    return {**story, "peer_value": value, "note": f"Values: ours {story['value']:.9f}, theirs {value:.9f}."}
