"""The backward pass that all solvers share: from full cards to the empty one, layer by layer.

A *layer* is all states with the same number of filled boxes. They only need the states with one box more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, Ints

SolveLayer: TypeAlias = Callable[[int, Ints], None]
"""Solves states with so many filled boxes, those of the given masks; compiled, on all threads."""
Progress: TypeAlias = Callable[[int], None]
"""Called with the number of layers that are done, of thirteen."""

PIECE: Final = 64
"""For slow solvers, masks in one call of compiled code: Ctrl-C is heard between two calls."""
_MASKS: Final = np.arange(NUM_MASKS)
_NUM_FILLED: Final = np.array([mask.bit_count() for mask in range(NUM_MASKS)])


def layer_masks(num_filled: int, base: int = 0) -> Ints:
    """The sets of so many filled boxes that contain the boxes of `base`."""
    return np.flatnonzero((num_filled == _NUM_FILLED) & (_MASKS & base == base))


def solve_backward(
    solve_layer: SolveLayer, base: int = 0, progress: Progress | None = None, piece: int = NUM_MASKS
) -> None:
    """Solve every layer, from one open box on, down to where only the boxes of `base` are filled.

    A layer is solved in pieces of so many masks.
    """
    for num_filled in range(NUM_BOXES - 1, base.bit_count() - 1, -1):
        masks = layer_masks(num_filled, base)
        for first in range(0, masks.size, piece):
            solve_layer(num_filled, masks[first : first + piece])
        if progress is not None:
            progress(NUM_BOXES - num_filled)
