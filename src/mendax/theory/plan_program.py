"""The linear program of a sequence form (Koller, Megiddo and von Stengel): plans with the best guarantee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mendax.theory.sequences import Vector


@dataclass(frozen=True, slots=True, eq=False)
class Plans:
    """The solution of the program of one seat."""

    own: Vector
    """The seat's realisation plan with the best guarantee."""
    other: Vector
    """That of the other seat: the dual weights of what its sequences may win."""
    iterations: int
    """Of the simplex method."""


def solve_plans(payoffs: Any, own: Any, other: Any, tolerance: float | None = None) -> Plans:
    """Solve a zero-sum game from the side of one seat; matrices are sparse, as SciPy has them.

    `payoffs` has what the seat wins by own sequence and other's sequence, weighted by chance. The rows of `own` and
    `other` make a vector a realisation plan: the first says that the empty sequence has probability 1, each other one
    that the actions of an information set share what reaches it. The other seat's best response to a plan is itself a
    linear program; by duality its value is the first of the variables v with other.T v <= payoffs.T plan.
    `tolerance` is by how much a constraint or a reduced cost may be violated; HiGHS allows 1e-7 if it is not given.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, hstack

    num_own, num_other = own.shape[1], other.shape[0]
    options: dict[str, float] = {}
    if tolerance is not None:
        options = {"primal_feasibility_tolerance": tolerance, "dual_feasibility_tolerance": tolerance}
    result = linprog(
        np.concatenate([np.zeros(num_own), [-1.0], np.zeros(num_other - 1)]),
        A_ub=hstack([-payoffs.T, other.T]).tocsr(),
        b_ub=np.zeros(other.shape[1]),
        A_eq=hstack([own, coo_array((own.shape[0], num_other))]).tocsr(),
        b_eq=np.concatenate([[1.0], np.zeros(own.shape[0] - 1)]),
        bounds=[(0, None)] * num_own + [(None, None)] * num_other,
        method="highs-ds",
        options=options,
    )
    if result.x is None:
        raise ArithmeticError(f"the linear program was not solved: {result.message}")
    # A plan is never negative; rounding may leave it so by a little.
    own_plan = np.clip(result.x[:num_own], 0.0, None)
    other_plan = np.clip(-result.ineqlin.marginals, 0.0, None)
    return Plans(np.asarray(own_plan), np.asarray(other_plan), int(result.nit))
