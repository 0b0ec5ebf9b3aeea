"""The network: a trunk that all decisions share, a policy head for each kind of decision, and a critic.

Everything works on the last axis and leaves the leading ones alone. The fields of a module are arrays and nothing
else, or are marked static: a network is a tree of arrays that can be compiled, differentiated and stored as it is.
"""

from __future__ import annotations

from itertools import pairwise

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from mendax.learn.attention import AttentionTrunk, SubsetOfTokens
from mendax.learn.layers import ACTIVATIONS, Hidden, Linear, Norm, draw, drop, encode_things
from mendax.learn.settings import NetworkSettings
from mendax.learn.task import Array, Head, Observation, SubsetHead, Task


class DenseTrunk(eqx.Module):
    """Layers in a row: linear, normalise, activate, drop out."""

    embedding: Array | None
    layers: tuple[Linear, ...]
    norms: tuple[Norm, ...]
    settings: NetworkSettings = eqx.field(static=True)
    kinds: int = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, task: Task, settings: NetworkSettings) -> None:
        count, self.kinds = task.things
        self.settings = settings
        embedded = settings.things in ("embedding", "positions")
        self.embedding = draw(rng, self.kinds, settings.embedding) if embedded else None
        shown = {
            "onehot": count * self.kinds,
            "counts": self.kinds,
            "combined": (count + 1) * self.kinds,
            "embedding": count * settings.embedding,
            "positions": count * settings.embedding,
        }
        sizes = [shown[settings.things] + task.num_plain, *[settings.width] * settings.layers]
        self.layers = tuple(Linear(rng, *ends) for ends in pairwise(sizes))
        self.norms = tuple(Norm(settings.width) for _ in self.layers) if settings.norm else ()

    @property
    def droppable(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of the units that dropout acts on."""
        return ((self.settings.width,),) * len(self.layers)

    def __call__(self, seen: Observation, kept: tuple[Array, ...]) -> Hidden:
        """The features that the heads share."""
        things = encode_things(seen.things, self.kinds, self.settings.things, self.embedding)
        x = jnp.concatenate([things, seen.plain], axis=-1)
        for place, layer in enumerate(self.layers):
            x = layer(x)
            if self.norms:
                x = self.norms[place](x)
            x = drop(ACTIVATIONS[self.settings.activation](x), self.settings.dropout, kept[place] if kept else None)
        return Hidden(x, None)


class Output(eqx.Module):
    """A head: one hidden layer, then a number for each option."""

    hidden: Linear
    out: Linear
    activation: str = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, settings: NetworkSettings, width: int, scale: float) -> None:
        self.hidden = Linear(rng, settings.width, settings.head_width)
        self.out = Linear(rng, settings.head_width, width, scale)
        self.activation = settings.activation

    def __call__(self, hidden: Hidden) -> Array:
        """Logits, or the critic's number."""
        return self.out(ACTIVATIONS[self.activation](self.hidden(hidden.summary)))


class Network(eqx.Module):
    """Trunk, policy heads and critic."""

    trunk: DenseTrunk | AttentionTrunk
    heads: tuple[Output | SubsetOfTokens, ...]
    critic: Output
    settings: NetworkSettings = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, task: Task, settings: NetworkSettings) -> None:
        self.trunk = (AttentionTrunk if settings.trunk == "attention" else DenseTrunk)(rng, task, settings)
        # Near zero: the first policy takes everything equally often, and the first critic expects little.
        self.heads = tuple(_head(rng, head, settings) for head in task.heads)
        self.critic = Output(rng, settings, 1, 0.1)
        self.settings = settings

    def draw_kept(self, key: Array, shape: tuple[int, ...]) -> tuple[Array, ...]:
        """The units that dropout keeps, for decisions along these axes; empty without dropout."""
        if not self.settings.dropout:
            return ()
        parts = self.trunk.droppable
        keys = jax.random.split(key, len(parts))
        share = 1 - self.settings.dropout
        return tuple(jax.random.bernoulli(each, share, shape + part) for each, part in zip(keys, parts, strict=True))

    def encode(self, seen: Observation, kept: tuple[Array, ...] = ()) -> Hidden:
        """The input of the heads and the critic; without `kept` there is no dropout."""
        return self.trunk(seen, kept)

    def logits(self, hidden: Hidden, head: int) -> Array:
        """A head's logits."""
        return self.heads[head](hidden)

    def value(self, hidden: Hidden) -> Array:
        """What the critic expects from here to the end."""
        value = self.critic(hidden)[..., 0]
        return jax.nn.elu(value) if self.settings.elu_value else value


def _head(rng: np.random.Generator, head: Head, settings: NetworkSettings) -> Output | SubsetOfTokens:
    if isinstance(head, SubsetHead):
        if settings.trunk == "attention":
            return SubsetOfTokens(rng, settings, head.things)
        if settings.subsets == "independent":
            return Output(rng, settings, head.things, 0.01)
    return Output(rng, settings, head.options, 0.01)
