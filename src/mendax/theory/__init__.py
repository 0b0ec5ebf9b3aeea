"""Game theory for any game: linear programs, sub-games, best responses.

CFR+ is in `mendax.theory.cfr` and Monte Carlo CFR in `mendax.theory.mccfr`; they are not imported here because they
load Numba.
"""

from mendax.theory.best_response import Exploit, Response, beliefs, best_response, evaluate, exploit
from mendax.theory.matrix import MatrixSolution, solve_matrix
from mendax.theory.public_tree import PublicGame, PublicTree, fold
from mendax.theory.sequences import Policy
from mendax.theory.staged_tree import StagedGame, StagedTree, build_tree
from mendax.theory.subgames import Solution, SubGame, solve

__all__ = [
    "Exploit",
    "MatrixSolution",
    "Policy",
    "PublicGame",
    "PublicTree",
    "Response",
    "Solution",
    "StagedGame",
    "StagedTree",
    "SubGame",
    "beliefs",
    "best_response",
    "build_tree",
    "evaluate",
    "exploit",
    "fold",
    "solve",
    "solve_matrix",
]
