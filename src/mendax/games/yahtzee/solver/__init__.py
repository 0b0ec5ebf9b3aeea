"""The exact solution of Yahtzee: `solve` for points, `solve_for_target` for the best chance of a score."""

from mendax.games.yahtzee.solver.solution import ScoreSolution, TargetSolution, solve, solve_for_target

__all__ = ["ScoreSolution", "TargetSolution", "solve", "solve_for_target"]
