"""How fast Yahtzee is solved, beside the `yatzy-solver` wheel."""

from __future__ import annotations

from statistics import median

from mendax.bench import Line, Measured, not_installed
from mendax.bench.timing import seconds_of
from mendax.games.yahtzee.rules import Card, Rules
from mendax.games.yahtzee.solver.expected_score import solve_table
from mendax.games.yahtzee.solver.optimum import Optimum

REPEATS = 5


def solving(quick: bool = False) -> Measured:
    """The whole solution, warm, and the peer's of the same rules; its American rules place jokers freely.

    Without bonus Yahtzees the peer is twice as fast: these are the quick rules.
    """
    rules, variant = (Rules.NO_BONUS, "american+no-bonus") if quick else (Rules.FREE, "american")
    name = "no bonus Yahtzees" if quick else "free joker"
    value = Optimum(rules, solve_table(rules)).further(Card())  # and warm: compiled
    times = [seconds_of(lambda: solve_table(rules)) for _ in range(1 if quick else REPEATS)]
    lines = [Line(f"mendax, {name}, float64, all processors, median", median(times), "s")]
    lines.append(Line("mendax, best", min(times), "s"))
    try:
        import yatzy_solver
    except ImportError:
        return Measured(tuple(lines), not_installed("yatzy-solver"), {"value": value})
    solvers = []
    spent = seconds_of(lambda: solvers.append(yatzy_solver.Solver.build(yatzy_solver.Variant(variant))))
    lines.append(Line(f"yatzy-solver, {variant.replace('+', ', ')} rules, float64, all processors", spent, "s"))
    lines.append(Line("ratio, yatzy-solver / mendax", spent / median(times), "times"))
    peer_value = float(solvers[0].state_value("upper 0 | filled -"))
    note = f"Values: ours {value:.9f}, theirs {peer_value:.9f}."
    return Measured(tuple(lines), note, {"value": value, "peer_value": peer_value})
