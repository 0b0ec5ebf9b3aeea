"""Game theory that does not know which game it serves: linear programs, sub-games, best responses."""

from mendax.theory.matrix import MatrixSolution, solve_matrix
from mendax.theory.response import Exploit, Response, beliefs, best_response, evaluate, exploit
from mendax.theory.sequences import Policy
from mendax.theory.subgames import Solution, SubGame, solve

__all__ = [
    "Exploit",
    "MatrixSolution",
    "Policy",
    "Response",
    "Solution",
    "SubGame",
    "beliefs",
    "best_response",
    "evaluate",
    "exploit",
    "solve",
    "solve_matrix",
]
