"""The three networks: the actor, the critic that sees all cups, and the value of a score between rounds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

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

        `half` computes all but the last layer in half precision (bfloat16): about twice as fast on a GPU.
        """
        dtype = jnp.bfloat16 if half else jnp.float32
        x = x.astype(dtype)
        for layer in self.layers[:-1]:
            x = jax.nn.relu(_as(layer, dtype)(x))
        return _as(self.layers[-1], jnp.float32)(x.astype(jnp.float32))


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


def _as(layer: Linear, dtype: Any) -> Linear:
    found: Linear = jax.tree.map(lambda weights: weights.astype(dtype), layer)
    return found


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
