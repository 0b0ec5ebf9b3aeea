"""The linear program of a sequence form: one solution has the plans of both seats."""

from __future__ import annotations

import pytest
from scipy.sparse import csr_array

from mendax.theory.plan_program import solve_plans

ONE_CHOICE = csr_array([[1.0, 0.0, 0.0], [-1.0, 1.0, 1.0]])
"""A seat that chooses once between two actions."""


@pytest.mark.parametrize("tolerance", [None, 1e-10])
def test_a_matrix_game(tolerance: float | None) -> None:
    """Rows (3, -1) and (-2, 1): by hand 3/7 of the first row, 2/7 of the first column, value 1/7."""
    payoffs = csr_array([[0.0, 0.0, 0.0], [0.0, 3.0, -1.0], [0.0, -2.0, 1.0]])
    found = solve_plans(payoffs, ONE_CHOICE, ONE_CHOICE, tolerance)
    assert found.own == pytest.approx([1, 3 / 7, 4 / 7])
    assert found.other == pytest.approx([1, 2 / 7, 5 / 7])
    assert found.own @ (payoffs @ found.other) == pytest.approx(1 / 7)


def test_a_program_without_a_solution() -> None:
    """Nothing shares what reaches the information set: there is no plan."""
    with pytest.raises(ArithmeticError, match="not solved"):
        solve_plans(csr_array((1, 1)), csr_array([[1.0], [-1.0]]), csr_array([[1.0]]))
