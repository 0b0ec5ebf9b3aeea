"""The learned network without its school: features, and a table of values from its weights.

This much needs only NumPy, so that a trained model plays anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, Worth

POINTS_SCALE: Final = 50.0
"""The network counts in fifties of points."""
NUM_FEATURES: Final = 13 + 14 + 64 + 6 + 2
NUM_ABOVE: Final = 64 * (BONUS_AT + 1)
NUM_BELOW: Final = 128 * 2


def features(xp: Any, mask: Any, armed: Any, upper: Any) -> Any:
    """A card as the network sees it, by NumPy or JAX (`xp`).

    Filled boxes, how many they are, the upper total as a thermometer, how far it is ahead of three of
    each face filled, what is left to reach the bonus if so many of every open face come, and whether a
    further Yahtzee is paid.
    """
    bits = ((mask[..., None] >> xp.arange(13)) & 1).astype(xp.float32)
    faces = xp.arange(1, 7)
    count = bits.sum(axis=-1)
    heat = (upper[..., None] >= xp.arange(64)).astype(xp.float32)
    filled, still = (bits[..., :6] * faces).sum(axis=-1), ((1 - bits[..., :6]) * faces).sum(axis=-1)
    ahead = (upper - 3 * filled) / 15.0
    short = (BONUS_AT - upper[..., None] - still[..., None] * xp.arange(6)) / 30.0
    parts = [
        bits,
        (count[..., None] == xp.arange(14)).astype(xp.float32),
        heat,
        xp.clip(short, -1.0, 1.0).astype(xp.float32),
        ahead[..., None].astype(xp.float32),
        armed[..., None].astype(xp.float32),
    ]
    return xp.concatenate(parts, axis=-1)


def halves(mask: Any, armed: Any, upper: Any) -> tuple[Any, Any]:
    """A card's two halves as numbers: the upper boxes with their total, and the lower ones."""
    return (mask & 63) * (BONUS_AT + 1) + upper, (mask >> 6) * 2 + armed


def worth_of(weights: Mapping[str, np.ndarray[Any, Any]]) -> Worth:
    """The network's value of every state that can happen, as a table like the solver's."""
    worth = np.zeros((NUM_MASKS, 2, WIDTH))
    depth = sum(name.endswith(".bias") for name in weights)
    for first in range(0, NUM_MASKS, 256):
        mask, armed, upper = _states(np.arange(first, first + 256))
        above, below = halves(mask, armed, upper)
        x = np.concatenate([features(np, mask, armed, upper), weights["above"][above], weights["below"][below]], axis=1)
        for layer in range(depth):
            x = x @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"]
            if layer < depth - 1:
                x *= 0.5 + 0.5 * np.tanh(x / 2)  # swish, without an overflow
        worth[mask, armed, upper] = x[:, 0] * POINTS_SCALE
    worth[:, :, BONUS_AT + 1 :] = worth[:, :, BONUS_AT, None]
    worth[FULL], worth[FULL, :, BONUS_AT:] = 0.0, BONUS
    return worth


def _states(masks: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
    """The states that can happen with these boxes filled: who is armed has filled the Yahtzee box."""
    happens = np.repeat(UPPER_TOTALS[masks & 63, None], 2, axis=1)
    happens[masks >> 11 & 1 == 0, 1] = False
    at, armed, upper = np.nonzero(happens)
    return masks[at], armed, upper
