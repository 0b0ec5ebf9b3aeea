"""The two functions of `kernels`, compiled by Numba."""

from __future__ import annotations

import numpy as np
from numba import njit

from mendax.logic.kernels import Labels, Truth


@njit(cache=True, nogil=True)
def true_throughout(labels: Labels, num_labels: int, alive: Truth, holds: Truth) -> Truth:
    """Where something holds at all worlds of the class."""
    false = np.zeros(num_labels, dtype=np.bool_)
    for world in range(labels.size):
        false[labels[world]] |= alive[world] & (not holds[world])
    known = np.empty(labels.size, dtype=np.bool_)
    for world in range(labels.size):
        known[world] = not false[labels[world]]
    return known


@njit(cache=True, nogil=True)
def same_throughout(labels: Labels, num_labels: int, alive: Truth, holds: Truth) -> Truth:
    """Where something holds at all worlds of the class or at none."""
    seen = np.zeros(num_labels, dtype=np.uint8)  # bit 0: false somewhere, bit 1: true somewhere
    for world in range(labels.size):
        seen[labels[world]] |= np.uint8(alive[world]) << np.uint8(holds[world])
    known = np.empty(labels.size, dtype=np.bool_)
    for world in range(labels.size):
        known[world] = seen[labels[world]] != 3
    return known
