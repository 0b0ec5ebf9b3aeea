"""The vector type against NumPy, at a length that fills its register and at one that does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from mendax.simd.vectors import any_positive, higher, load, spread, store, total, where_positive, zeros


@njit
def work(table: Any, like: Any) -> tuple[float, bool, bool]:
    zero = zeros(table, like)
    first, second = load(table, 0, zero), load(table, 1, zero)
    one = spread(table.dtype.type(1), zero)
    store(table, 2, first + second * second - first / (second + one))
    store(table, 3, higher(first, second))
    store(table, 4, where_positive(first - second, first, one))
    return total(first), any_positive(first), any_positive(zero)


@pytest.mark.parametrize("length", [4, 6])
@pytest.mark.parametrize("number", [np.float32, np.float64])
def test_arithmetic(length: int, number: type[np.floating[Any]]) -> None:
    table = np.zeros((6, length), number)
    table[:2] = np.random.default_rng(3).random((2, length))
    first, second = table[0].copy(), table[1].copy()
    amount, some, none = work(table, (0,) * length)
    assert table[2] == pytest.approx(first + second * second - first / (second + 1), rel=1e-6)
    assert (table[3] == np.maximum(first, second)).all()
    assert (table[4] == np.where(first > second, first, 1)).all()
    assert (table[5] == 0).all(), "nothing is written past the vector's length"
    assert amount == pytest.approx(first.sum(), rel=1e-6)
    assert some
    assert not none
