"""The two-player round of Blufpoker solved exactly, and best responses to agents in it."""

from mendax.games.blufpoker.solver.solution import RoundExploit, RoundSolution, exploit, load_or_solve, solve

__all__ = ["RoundExploit", "RoundSolution", "exploit", "load_or_solve", "solve"]
