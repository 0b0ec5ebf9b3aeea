"""The three networks: the actor, the critic that sees all cups, and the value of a score between rounds."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from mendax.games.liars_dice.kernel.many_tables import Array
from mendax.games.liars_dice.kernel.numbering import num_actions
from mendax.games.liars_dice.learning.champion.features import num_features
from mendax.games.liars_dice.learning.champion.observing import num_hidden, num_score, num_who
from mendax.learn.layers import Linear

IMPOSSIBLE = -1e9
"""The logit of what is not legal."""


class Layers(eqx.Module):
    """Dense layers with ReLU between them."""

    layers: tuple[Linear, ...]

    def __init__(self, rng: np.random.Generator, sizes: tuple[int, ...], last_scale: float) -> None:
        scales = [2**0.5] * (len(sizes) - 2) + [last_scale]
        ends = zip(pairwise(sizes), scales, strict=True)
        self.layers = tuple(Linear(rng, before, after, scale) for (before, after), scale in ends)

    def __call__(self, x: Array, half: bool = False) -> Array:
        """On the last axis, in single precision, in whatever precision the weights are kept.

        `half` multiplies in half precision (bfloat16), which is several times as fast on a GPU; sums of the last layer,
        and so what comes out, are in single precision.
        """
        return self._in_half(x) if half else self._whole(x)

    def _whole(self, x: Array) -> Array:
        x = x.astype(jnp.float32)
        for layer in self.layers[:-1]:
            x = _relu(_whole(layer)(x))
        return _whole(self.layers[-1])(x)

    def _in_half(self, x: Array) -> Array:
        x = _with_zeros(x.astype(jnp.bfloat16), *(0,) * (x.ndim - 1), _aligned(x.shape[-1]) - x.shape[-1])
        for layer in self.layers[:-1]:
            weight = _padded(layer.weight, x.shape[-1], layer.bias.size)
            x = _relu(x @ weight + layer.bias.astype(jnp.bfloat16))
        last = self.layers[-1]
        outputs = last.bias.size
        return _product(x, _padded(last.weight, x.shape[-1], _aligned(outputs)))[..., :outputs] + last.bias


class TwoNetworks(eqx.Module):
    """A network for strangers, and one that plays where all others are recognised as PMH or EMH.

    What it sees has no habits of strangers: see `recognition.without_strangers`.
    """

    strangers: Layers
    """Without a memory: it sees the features of this round alone."""
    familiar: Layers

    def __call__(self, x: Array, half: bool = False) -> Array:
        """As `Layers`; `x` has all features."""
        own = num_inputs(self.strangers)
        # Whoever is recognised has said some words, and where somebody is not, all habits are zero.
        recognised = (x[..., own:] != 0).any(-1, keepdims=True)
        familiar = self.familiar(x[..., : num_inputs(self.familiar)], half)
        return jnp.where(recognised, familiar, self.strangers(x[..., :own], half))


Actor: TypeAlias = Layers | TwoNetworks
"""What plays; what learns is always one network."""


def _whole(layer: Linear) -> Linear:
    found: Linear = jax.tree.map(lambda weights: weights.astype(jnp.float32), layer)
    return found


def _aligned(size: int) -> int:
    """The next size that a GPU's matrix units take without copying."""
    return -(-size // 16) * 16


def _padded(weight: Array, inputs: int, outputs: int) -> Array:
    """A matrix in half precision with zeros beyond its own rows and columns."""
    return _with_zeros(weight.astype(jnp.bfloat16), inputs - weight.shape[0], outputs - weight.shape[1])


def _with_zeros(x: Array, *more: int) -> Array:
    """An array with so many zeros more at the end of every axis."""
    return jnp.pad(x, [(0, number) for number in more])


@jax.custom_jvp
def _relu(x: Array) -> Array:
    """Gradients ask what came out and not what went in: so a GPU multiplies, adds the bias and does this in one go."""
    return jnp.maximum(x, 0)


_relu.defjvps(lambda change, found, x: jnp.where(found > 0, change, 0))


@jax.custom_vjp
def _product(x: Array, weight: Array) -> Array:
    """A product of half precision with sums in single precision, whose gradients are of half precision again."""
    return jnp.matmul(x, weight, preferred_element_type=jnp.float32)


def _product_forward(x: Array, weight: Array) -> tuple[Array, tuple[Array, Array]]:
    return _product(x, weight), (x, weight)


def _product_backward(kept: tuple[Array, Array], change: Array) -> tuple[Array, Array]:
    x, weight = kept
    change = change.astype(x.dtype)
    axes = tuple(range(x.ndim - 1))
    return change @ weight.T, jnp.tensordot(x, change, (axes, axes))


_product.defvjp(_product_forward, _product_backward)


class Networks(NamedTuple):
    """Everything that learns."""

    actor: Layers
    critic: Layers
    score: Layers
    rival: Layers | None = None
    """A second actor that learns to beat the first one; the critic is for both."""


def begin(
    rng: np.random.Generator,
    players: int,
    actor: tuple[int, ...],
    critic: tuple[int, ...],
    score: tuple[int, ...],
    all_seeing: bool,
    inputs: int,
    rival: bool = False,
) -> Networks:
    """Random networks of these widths; the first policy takes everything equally often. An actor has `inputs`."""
    seen = num_features(players) + (num_hidden(players) if all_seeing else num_who(players))
    return Networks(
        Layers(rng, (inputs, *actor, num_actions(players)), 0.01),
        Layers(rng, (seen, *critic, players), 0.1),
        Layers(rng, (num_score(players), *score, 1), 0.1),
        Layers(rng, (inputs, *actor, num_actions(players)), 0.01) if rival else None,
    )


def num_inputs(layers: Layers) -> int:
    """How many numbers a network sees; many networks may be stacked in one."""
    return int(layers.layers[0].weight.shape[-2])


def sees_likeness(actor: Actor | None, players: int) -> bool:
    """Whether an actor sees how like agents of the paper the others speak, or is chosen by it."""
    if actor is None:
        return False
    return isinstance(actor, TwoNetworks) or num_inputs(actor) == num_features(players)


def widened(actor: Layers, inputs: int) -> Layers:
    """An actor that sees more and, before it learns, acts the same; one that sees as much stays."""
    first = actor.layers[0]
    more = jnp.zeros((max(inputs - num_inputs(actor), 0), first.weight.shape[-1]), first.weight.dtype)
    weight = jnp.concatenate([first.weight, more])
    found: Layers = eqx.tree_at(lambda one: one.layers[0].weight, actor, weight)
    return found


def log_policy(actor: Actor, seen: Array, legal: Array, half: bool = False) -> Array:
    """The log-probability of every action; an actor sees the first features, as many as it has inputs."""
    seen = seen if isinstance(actor, TwoNetworks) else seen[..., : num_inputs(actor)]
    return jax.nn.log_softmax(jnp.where(legal, actor(seen, half), IMPOSSIBLE))


def log_win_chances(critic: Layers, seen: Array, hidden: Array, left: Array, half: bool = False) -> Array:
    """The log of every seat's win chance, counted from the seat to speak; `left` says who has dice."""
    both = jnp.concatenate([seen, hidden], axis=-1)[..., : num_inputs(critic)]
    return jax.nn.log_softmax(jnp.where(left, critic(both, half), IMPOSSIBLE))


def log_score_chances(score: Layers, rows: Array, left: Array) -> Array:
    """The log of every seat's win chance between rounds."""
    return jax.nn.log_softmax(jnp.where(left, score(rows)[..., 0], IMPOSSIBLE))
