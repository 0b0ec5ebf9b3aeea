"""The after-state value network as arrays: features, its table of values, and its file.

This part needs only NumPy and safetensors, so that a trained model plays without JAX.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, ValueTable

Weights: TypeAlias = np.ndarray[Any, Any]

MODEL_FILE: Final = "model.safetensors"
"""The model in the folder of an after-state training."""
_FORMAT: Final = "mendax value network 1"
POINTS_SCALE: Final = 50.0
"""The network's output is in units of fifty points."""
NUM_FEATURES: Final = NUM_BOXES + (NUM_BOXES + 1) + (BONUS_AT + 1) + 6 + 2
NUM_ABOVE: Final = 64 * (BONUS_AT + 1)
NUM_BELOW: Final = 128 * 2


def features(xp: Any, mask: Any, armed: Any, upper: Any) -> Any:
    """A card as the network sees it, by NumPy or JAX (`xp`).

    Filled boxes, how many they are, the upper total as a thermometer, how far it is ahead of three of
    each face filled, what is left to reach the bonus if so many of every open face come, and whether a
    further Yahtzee is paid.
    """
    bits = ((mask[..., None] >> xp.arange(NUM_BOXES)) & 1).astype(xp.float32)
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
    """The two halves of a card as numbers: the upper boxes with their total, and the lower boxes."""
    return (mask & 63) * (BONUS_AT + 1) + upper, (mask >> 6) * 2 + armed


def network_values(weights: Mapping[str, Weights]) -> ValueTable:
    """The network's value of every reachable state, as a table like the solver's."""
    values = np.zeros((NUM_MASKS, 2, WIDTH))
    depth = sum(name.endswith(".bias") for name in weights)
    for first in range(0, NUM_MASKS, 256):
        mask, armed, upper = _states(np.arange(first, first + 256))
        above, below = halves(mask, armed, upper)
        x = np.concatenate([features(np, mask, armed, upper), weights["above"][above], weights["below"][below]], axis=1)
        for layer in range(depth):
            x = x @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"]
            if layer < depth - 1:
                x *= 0.5 + 0.5 * np.tanh(x / 2)  # swish, without an overflow
        values[mask, armed, upper] = x[:, 0] * POINTS_SCALE
    values[:, :, BONUS_AT + 1 :] = values[:, :, BONUS_AT, None]
    values[FULL], values[FULL, :, BONUS_AT:] = 0.0, BONUS
    return values


def _states(masks: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
    """The reachable states with these boxes filled; a card is armed only with a filled Yahtzee box."""
    happens = np.repeat(UPPER_TOTALS[masks & 63, None], 2, axis=1)
    happens[masks >> 11 & 1 == 0, 1] = False
    at, armed, upper = np.nonzero(happens)
    return masks[at], armed, upper


def save_weights(path: Path, weights: Mapping[str, Weights], about: Mapping[str, str]) -> None:
    """Write a model file. Half precision: half the size, at a cost of a ten-thousandth of a point a game."""
    from safetensors.numpy import save

    half = {name: array.astype(np.float16) for name, array in weights.items()}
    write_whole(path, save(half, {"format": _FORMAT, **about}))


def parse_weights(data: bytes, name: str) -> dict[str, Weights]:
    """The weights in a model file's bytes, in single precision; raises when they are no value network."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        weights = {part: array.astype(np.float32) for part, array in load(data).items()}
    except (SafetensorError, ValueError, TypeError) as error:
        raise MendaxError(f"{name} cannot be read: {error}") from None
    _check(weights, name)
    return weights


def _check(weights: Mapping[str, Weights], name: str) -> None:
    """Every part has the shape that the others ask for, and finite numbers."""
    depth = sum(part.endswith(".bias") for part in weights)
    memory = weights["above"].shape[-1] if "above" in weights else 0
    wanted: dict[str, tuple[int, ...]] = {"above": (NUM_ABOVE, memory), "below": (NUM_BELOW, memory)}
    inputs = NUM_FEATURES + 2 * memory
    for layer in range(depth):
        bias = weights.get(f"{layer}.bias", np.zeros(0))
        outputs = 1 if layer == depth - 1 else bias.size
        wanted |= {f"{layer}.weight": (outputs, inputs), f"{layer}.bias": (outputs,)}
        inputs = outputs
    if depth == 0 or {part: array.shape for part, array in weights.items()} != wanted:
        raise MendaxError(f"{name} is not an after-state model: its arrays do not fit together")
    for part, array in weights.items():
        if not np.isfinite(array).all():
            raise MendaxError(f"{name} is damaged: {part} has numbers that are not finite")
