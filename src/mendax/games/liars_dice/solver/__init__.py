"""Solutions of Liar's Dice for two players: by linear programs where the game is small, else by CFR+."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.cfr import CfrSolution, solve_by_cfr
from mendax.games.liars_dice.solver.public_tree import public_tree, round_fault
from mendax.theory import Solution
from mendax.theory import solve as solve_by_linear_programs

MAX_EXACT: Final = 2_000
"""A round of up to so many information sets is solved exactly, in a second or two."""

__all__ = ["MAX_EXACT", "CfrSolution", "solve", "uses_cfr"]


def uses_cfr(game: LiarsDice, iterations: int | None = None, seconds: float | None = None) -> bool:
    """Whether `solve` uses CFR+: a limit asks for it, and a round that is not small needs it."""
    limited = iterations is not None or seconds is not None
    return limited or (not round_fault(game) and public_tree(game).information_sets > MAX_EXACT)


def solve(
    game: LiarsDice,
    iterations: int | None = None,
    seconds: float | None = None,
    report: Callable[[str], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Solution | CfrSolution:
    """Solve a game, by CFR+ within the limits given or exactly.

    `report` is called with the progress in words; once `stopped` returns true, the iterations of CFR+ end.
    """
    if uses_cfr(game, iterations, seconds):
        return solve_by_cfr(game, iterations, seconds, report or (lambda text: None), stopped or (lambda: False))
    return solve_by_linear_programs(game, None if report is None else lambda solved: report(f"{solved} sub-games"))
