"""The odds of hidden dice as tables, and of bids by the dice that are seen, for NumPy and for JAX."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.kernel.numbering import NUM_FACES
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


def known_dice(xp: Any, cup: Any, shown: Any) -> Any:
    """By face: dice that are seen and count for a bid of it; `cup` is by face, and `shown` by seat and face."""
    dice = cup + shown.sum(-2)
    return dice + xp.where(xp.arange(NUM_FACES) > 0, dice[..., :1], 0)


def bid_odds(xp: Any, known: Any, unknown: Any, counts: Any, bid_faces: Any, total: Any, most: int) -> Any:
    """By bid of the ladder: the chance that it is true, by the dice that are seen; 0 where there are too few dice."""
    missing = xp.maximum(counts - known[..., bid_faces - 1], 0)
    table = xp.asarray(at_least_table(most))
    found = table[(bid_faces != 1) * 1, unknown[..., None], missing]
    return xp.where(counts <= total[..., None], found, 0.0)


def exact_odds(xp: Any, known: Any, unknown: Any, number: Any, face: Any, most: int) -> Any:
    """The chance that the standing bid is exact."""
    at = xp.maximum(face - 1, 0)
    missing = number - xp.take_along_axis(known, at[..., None], -1)[..., 0]
    table = xp.asarray(exactly_table(most))
    found = table[(face > 1) * 1, unknown, xp.maximum(missing, 0)]
    return xp.where((number > 0) & (missing >= 0), found, 0.0)
