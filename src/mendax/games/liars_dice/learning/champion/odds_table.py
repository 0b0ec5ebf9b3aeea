"""The odds of hidden dice as tables, for NumPy and for JAX."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.rules.odds import at_least, exactly

Table = npt.NDArray[np.float32]


@lru_cache
def at_least_table(most: int) -> Table:
    """By 1s or another face, number of dice, and count: the chance that at least so many count."""
    return _table(at_least, most)


@lru_cache
def exactly_table(most: int) -> Table:
    """By 1s or another face, number of dice, and count: the chance that just so many count."""
    return _table(exactly, most)


def _table(odds: object, most: int) -> Table:
    assert callable(odds)
    return np.array(
        [[[odds(count, dice, faces, 6) for count in range(most + 1)] for dice in range(most + 1)] for faces in (1, 2)],
        dtype=np.float32,
    )
