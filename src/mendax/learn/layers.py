"""The parts of networks, and the encodings of things (the paper, section 4.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from mendax.learn.settings import ThingCode
from mendax.learn.task import Array

ACTIVATIONS: Final[Mapping[str, Callable[[Array], Array]]] = {
    "swish": jax.nn.swish,
    "relu": jax.nn.relu,
    "tanh": jnp.tanh,
}


class Hidden(NamedTuple):
    """The output of a trunk."""

    summary: Array
    tokens: Array | None
    """A row for every thing, from a trunk that keeps them apart."""


def draw(rng: np.random.Generator, *shape: int) -> Array:
    """Normal initial weights; by NumPy, since that needs no compilation."""
    return jnp.asarray(rng.standard_normal(shape, np.float32))


class Linear(eqx.Module):
    """A matrix and a bias."""

    weight: Array
    bias: Array

    def __init__(self, rng: np.random.Generator, inputs: int, outputs: int, scale: float = 1.0) -> None:
        self.weight = draw(rng, inputs, outputs) * (scale / inputs**0.5)
        self.bias = jnp.zeros(outputs)

    def __call__(self, x: Array) -> Array:
        """On the last axis."""
        return x @ self.weight + self.bias


class Norm(eqx.Module):
    """Layer normalisation."""

    gain: Array
    bias: Array

    def __init__(self, width: int) -> None:
        self.gain, self.bias = jnp.ones(width), jnp.zeros(width)

    def __call__(self, x: Array) -> Array:
        """Mean 0 and deviation 1 along the last axis, then gain and bias."""
        mean = jnp.mean(x, axis=-1, keepdims=True)
        # The mean of squares, so that both sums are taken in one pass.
        variance = jnp.maximum(jnp.mean(x * x, axis=-1, keepdims=True) - mean * mean, 0.0)
        return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * self.gain + self.bias


def drop(x: Array, rate: float, kept: Array | None) -> Array:
    """Dropout, where `kept` says which units stay."""
    return x if kept is None else jnp.where(kept, x / (1 - rate), 0.0)


def encode_things(things: Array, kinds: int, code: ThingCode, embedding: Array | None) -> Array:
    """Things as numbers, by one of five encodings: the last axis becomes that of the features."""
    shown = jax.nn.one_hot(things, kinds)
    if code == "counts":
        return shown.mean(axis=-2)
    if embedding is not None:
        # A product rather than a look-up: its gradient is a product too, and the same at every run.
        shown = shown @ embedding
        if code == "positions":
            shown = shown + positions(shown.shape[-2], shown.shape[-1])
    flat = shown.reshape(*shown.shape[:-2], -1)
    return jnp.concatenate([flat, shown.mean(axis=-2)], axis=-1) if code == "combined" else flat


def positions(count: int, width: int) -> Array:
    """Position encodings: sines and cosines of falling frequency."""
    place = jnp.arange(count)[:, None] / 10_000.0 ** (jnp.arange(width) // 2 * 2 / width)
    return jnp.where(jnp.arange(width) % 2 == 0, jnp.sin(place), jnp.cos(place))
