"""Zero-sum matrix games by linear programming."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """The value to the row player and an optimal mix for each player."""

    value: float
    rows: npt.NDArray[np.float64]
    columns: npt.NDArray[np.float64]


def solve_matrix(payoffs: npt.ArrayLike) -> MatrixSolution:
    """Solve a zero-sum game given by the row player's payoffs.

    >>> round(solve_matrix([[1, -1], [-1, 1]]).value, 9)  # matching pennies
    0.0
    """
    table = np.asarray(payoffs, dtype=np.float64)
    if table.ndim != 2 or table.size == 0 or not np.isfinite(table).all():
        raise ValueError("a matrix game is a table of finite payoffs with at least one row and column")
    rows = _maximin(table)
    columns = _maximin(-table.T)
    # Both guarantees equal the value up to rounding; their mean halves the rounding error.
    return MatrixSolution(float((rows @ table).min() + (table @ columns).max()) / 2, rows, columns)


def _maximin(table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The mix over rows with the highest guaranteed payoff: maximise v with v <= mix @ column."""
    from scipy.optimize import linprog

    num_rows, num_columns = table.shape
    result = linprog(
        np.append(np.zeros(num_rows), -1.0),
        A_ub=np.hstack([-table.T, np.ones((num_columns, 1))]),
        b_ub=np.zeros(num_columns),
        A_eq=np.append(np.ones(num_rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * num_rows + [(None, None)],
        method="highs-ds",
    )
    if result.x is None:
        raise ArithmeticError(f"the linear program was not solved: {result.message}")
    mix = np.clip(result.x[:num_rows], 0.0, None)
    return np.asarray(mix / mix.sum())
