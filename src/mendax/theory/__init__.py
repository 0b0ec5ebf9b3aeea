"""Game theory for any game: linear programs, sub-games, best responses.

CFR+ is in `mendax.theory.cfr`, which is not imported here because it loads Numba.
"""

from mendax.theory.best_response import Exploit, Response, beliefs, best_response, evaluate, exploit
from mendax.theory.matrix import MatrixSolution, solve_matrix
from mendax.theory.public_tree import PublicGame, PublicTree, fold
from mendax.theory.sequences import Policy
from mendax.theory.subgames import Solution, SubGame, solve

__all__ = [
    "Exploit",
    "MatrixSolution",
    "Policy",
    "PublicGame",
    "PublicTree",
    "Response",
    "Solution",
    "SubGame",
    "beliefs",
    "best_response",
    "evaluate",
    "exploit",
    "fold",
    "solve",
    "solve_matrix",
]
