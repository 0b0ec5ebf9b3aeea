"""Solves a position with one die each exactly, by a linear program, given the values of what follows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from mendax.games.liars_dice.solver.endgame.node import Table
from mendax.games.liars_dice.solver.endgame.round_program import prove_value, solve_program, unfold
from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver, measure
from mendax.games.liars_dice.solver.endgame.round_tree import Numbers, RoundTree
from mendax.games.liars_dice.solver.endgame.solving import ExactPayments
from mendax.theory.profile import Measure

ACCURACY: Final = 1e-9
"""A best response may win so much; what it wins is the rounding of double precision."""
COVER_ITERATIONS: Final = 1000
COVER_SHARE: Final = 1e-9
"""Of CFR+ in the strategies that are kept.

A linear program says nothing of histories that its own strategies never come to: nearly all of them. The averages of
CFR+ do, for many. So small a part of them costs its exploitability times this share.
"""


@dataclass(frozen=True, slots=True, eq=False)
class ExactRound:
    """The solution of a position with one die each."""

    measured: Measure
    averages: Table
    iterations: int
    """Of the simplex method."""
    seconds: float
    cpu_seconds: float
    bytes: int
    fraction: Fraction | None

    @property
    def value(self) -> float:
        """To the opener."""
        return self.measured.value if self.fraction is None else float(self.fraction)


def solve_exactly(
    tree: RoundTree,
    pay: Numbers,
    exact_pay: ExactPayments | None = None,
    report: Callable[[str], None] = lambda text: None,
    stopped: Callable[[], bool] = lambda: False,
) -> ExactRound | None:
    """Solve a position with one die each; `None` when it was stopped.

    With payments in fractions the value is proven in fractions, if its strategies allow it.
    """
    began, cpu, name = time.perf_counter(), time.process_time(), tree.position.name
    cover = RoundSolver(tree, pay, 1)
    report(f"{name}: {COVER_ITERATIONS} iterations of CFR+")
    while cover.iterations < COVER_ITERATIONS:
        if stopped():
            return None
        cover.step()
    report(f"{name}: linear program")
    unfolded = unfold(tree)
    plans, iterations = solve_program(unfolded, pay)
    fraction = None if exact_pay is None else prove_value(unfolded, exact_pay, plans)
    averages = _with_cover(tree, plans, cover.kept.averages)
    measured = measure(tree, pay, averages)
    if measured.exploitability > ACCURACY:
        raise ArithmeticError(f"the linear program of {name} is off by {measured.exploitability:.1e}")
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu
    return ExactRound(measured, averages, iterations, seconds, cpu_seconds, cover.bytes, fraction)


def _with_cover(tree: RoundTree, plans: Table, averages: Table) -> Table:
    """Plans with a little of the averages, which are plans too, times the weight of all iterations."""
    start, stop = tree.arrays.states[0, 3:5].tolist()
    whole = float(averages[tree.arrays.edges[start:stop, 2], 0].sum())
    table: Table = (1.0 - COVER_SHARE) * plans + (COVER_SHARE / whole) * averages
    return table
