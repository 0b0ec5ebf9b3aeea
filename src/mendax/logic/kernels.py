"""What an agent knows, class by class: a scatter and a gather over label arrays.

Two forms of the same two functions: NumPy, and Numba for large models where it is installed. Tests hold them together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Truth: TypeAlias = npt.NDArray[np.bool_]
"""For each position of a model whether something holds there; what it says of worlds that are gone has no meaning."""
Labels: TypeAlias = npt.NDArray[np.uint32]
"""For each position of a model the class of an agent; equal numbers: the agent cannot tell them apart.

Unsigned, because compiled code then need not ask whether an index counts from the end.
"""
Kernel: TypeAlias = Callable[[Labels, int, Truth, Truth], Truth]

LARGE = 1 << 13
"""From so many positions on, loading Numba pays."""


def true_throughout(labels: Labels, num_labels: int, alive: Truth, holds: Truth) -> Truth:
    """Where something holds at all worlds of the class."""
    false = np.zeros(num_labels, dtype=np.bool_)
    false[labels[alive & ~holds]] = True
    return ~false[labels]


def same_throughout(labels: Labels, num_labels: int, alive: Truth, holds: Truth) -> Truth:
    """Where something holds at all worlds of the class or at none."""
    true = np.zeros(num_labels, dtype=np.bool_)
    true[labels[alive & holds]] = True
    false = np.zeros(num_labels, dtype=np.bool_)
    false[labels[alive & ~holds]] = True
    return ~(true & false)[labels]


def kernels(size: int) -> tuple[Kernel, Kernel]:
    """`true_throughout` and `same_throughout` in the form that is fast for a model of this size."""
    return (size >= LARGE and _compiled()) or (true_throughout, same_throughout)


@cache
def _compiled() -> tuple[Kernel, Kernel] | None:
    try:
        from mendax.logic import compiled
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        return None
    return compiled.true_throughout, compiled.same_throughout
