"""Game theory that does not know which game it serves: linear programs, sub-games, best responses.

CFR+ is in `mendax.theory.cfr`, which its users import themselves: it brings a compiler with it.
"""

from mendax.theory.matrix import MatrixSolution, solve_matrix
from mendax.theory.public_tree import PublicGame, PublicTree, fold
from mendax.theory.response import Exploit, Response, beliefs, best_response, evaluate, exploit
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
