# mypy: disable-error-code="call-arg"
"""Every step of `float64x8` against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

from mendax.simd.float64x8 import (
    LANES,
    add_share,
    deal_out,
    enter_at,
    highest_of_1,
    highest_of_5,
    mean_of_six,
    move_to,
    raise_between,
    raise_to,
    stop_at,
)

Floats = npt.NDArray[Any]


@pytest.fixture
def rows() -> Floats:
    """Ten rows of eight numbers; few different ones, so that some are equal."""
    return np.random.default_rng(5).integers(0, 4, size=(10, LANES)).astype(np.float64)


def changed(step: Callable[..., None], *arrays: Floats) -> list[Floats]:
    """What a compiled step makes of flat copies of the arrays."""
    flat = [array.reshape(-1).copy() for array in arrays]
    njit(step)(*flat)
    return [array.reshape(-1, LANES) for array in flat]


def test_means_and_shares(rows: Floats) -> None:
    def step(rows: Any) -> None:
        mean_of_six(rows, 0, 8, 16, 24, 32, 40, 48)
        add_share(rows, 56, 64, 0.25)
        deal_out(rows, 72, 8, 16, 24, 32, 40, 48)

    (found,) = changed(step, rows)
    assert found[0] == pytest.approx(rows[1:7].mean(axis=0))
    assert (found[7] == rows[7] + rows[8] * 0.25).all()
    assert found[1:7] == pytest.approx(rows[1:7] + rows[9] / 6)


def test_maxima(rows: Floats) -> None:
    def step(rows: Any, source: Any) -> None:
        highest_of_1(rows, 0, 8)
        highest_of_5(rows, 16, 24, 32, 40, 48, 56)
        raise_to(rows, 72, source, 3, 0.5)

    source = np.arange(16.0) % 5
    found, _ = changed(step, rows, source)
    assert (found[0] == np.maximum(rows[0], rows[1])).all()
    assert (found[2] == rows[2:8].max(axis=0)).all()
    assert (found[9] == np.maximum(rows[9], source[3:11] + 0.5)).all()


def test_between_two_numbers(rows: Floats) -> None:
    def step(rows: Any, source: Any) -> None:
        raise_between(rows, 0, source, 2, 0.25)

    source = np.linspace(0, 7, 16, dtype=np.float32) ** 2
    found = rows.reshape(-1).copy()
    njit(step)(found, source)
    between = 0.75 * source[2:10].astype(np.float64) + 0.25 * source[3:11]
    assert found[:LANES] == pytest.approx(np.maximum(rows[0], between))


def test_flows_follow_equal_values(rows: Floats) -> None:
    """What flows where two values are equal is moved, and nothing is lost."""

    def stop(own: Any, best: Any, flow: Any, stay: Any) -> None:
        stop_at(own, best, flow, stay, 8)

    own, best, flow, stay = rows, rows[::-1].copy(), np.full_like(rows, 2.0), np.full_like(rows, 1.0)
    same = own[1] == best[1]
    assert same.any()
    assert not same.all()
    _, _, flowed, stayed = changed(stop, own, best, flow, stay)
    assert (flowed[1] == np.where(same, 0.0, 2.0)).all()
    assert (stayed[1] == np.where(same, 3.0, 1.0)).all()

    def move(best: Any, flow: Any) -> None:
        move_to(best, flow, 8, 24)

    _, moved = changed(move, best, flow)
    same = best[1] == best[3]
    assert (moved[1] == np.where(same, 0.0, 2.0)).all()
    assert (moved[3] == np.where(same, 4.0, 2.0)).all()

    def enter(rows: Any, flow: Any, source: Any, found: Any) -> None:
        enter_at(rows, flow, 8, source, 16, 1.0, found, 0)

    _, left, _, entered = changed(enter, rows, flow, rows, stay)
    same = rows[2] + 1.0 == rows[1]
    assert (left[1] == np.where(same, 0.0, 2.0)).all()
    assert (entered[0] == np.where(same, 3.0, 1.0)).all()
