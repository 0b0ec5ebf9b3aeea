"""A trunk that does not see the order of the things: self-attention, as the outlook of the paper suggests."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from mendax.learn.layers import ACTIVATIONS, Hidden, Linear, Norm, draw, drop
from mendax.learn.settings import NetworkSettings
from mendax.learn.task import Array, Observation, Task


class Block(eqx.Module):
    """Attention between all things, then a dense layer for each."""

    query_key_value: Linear
    mix: Linear
    up: Linear
    down: Linear
    norms: tuple[Norm, ...]
    settings: NetworkSettings = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, settings: NetworkSettings) -> None:
        width = settings.width
        self.query_key_value = Linear(rng, width, 3 * width)
        self.mix = Linear(rng, width, width, 0.1)
        self.up = Linear(rng, width, width)
        self.down = Linear(rng, width, width, 0.1)
        self.norms = (Norm(width), Norm(width)) if settings.norm else ()
        self.settings = settings

    def __call__(self, x: Array, first: Array | None, second: Array | None) -> Array:
        """Tokens to tokens; `first` and `second` are what dropout keeps of the two halves."""
        x = x + drop(self._attend(self.norms[0](x) if self.norms else x), self.settings.dropout, first)
        lifted = ACTIVATIONS[self.settings.activation](self.up(self.norms[1](x) if self.norms else x))
        return x + drop(self.down(lifted), self.settings.dropout, second)

    def _attend(self, x: Array) -> Array:
        heads = self.settings.attention_heads
        parts = self.query_key_value(x).reshape(*x.shape[:-1], 3, heads, -1)
        query, key, value = parts[..., 0, :, :], parts[..., 1, :, :], parts[..., 2, :, :]
        weights = jax.nn.softmax(jnp.einsum("...ihd,...jhd->...hij", query, key) / query.shape[-1] ** 0.5)
        return self.mix(jnp.einsum("...hij,...jhd->...ihd", weights, value).reshape(x.shape))


class AttentionTrunk(eqx.Module):
    """Blocks of attention over embedded things, with the plain features added to each; their mean is the summary."""

    embedding: Array
    context: Linear
    blocks: tuple[Block, ...]
    join: Linear
    norm: Norm | None
    settings: NetworkSettings = eqx.field(static=True)
    count: int = eqx.field(static=True)
    kinds: int = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, task: Task, settings: NetworkSettings) -> None:
        self.count, self.kinds = task.things
        self.embedding = draw(rng, self.kinds, settings.width)
        self.context = Linear(rng, task.num_plain, settings.width)
        self.blocks = tuple(Block(rng, settings) for _ in range(settings.layers))
        self.join = Linear(rng, 2 * settings.width, settings.width)
        self.norm = Norm(settings.width) if settings.norm else None
        self.settings = settings

    @property
    def droppable(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of the units that dropout acts on."""
        return ((self.count, self.settings.width),) * (2 * len(self.blocks))

    def __call__(self, seen: Observation, kept: tuple[Array, ...]) -> Hidden:
        """The summary, and a token for every thing."""
        context = self.context(seen.plain)
        x = jax.nn.one_hot(seen.things, self.kinds) @ self.embedding + context[..., None, :]
        for place, block in enumerate(self.blocks):
            x = block(x, *(kept[2 * place : 2 * place + 2] or (None, None)))
        joined = self.join(jnp.concatenate([x.mean(axis=-2), context], axis=-1))
        if self.norm is not None:
            joined = self.norm(joined)
        return Hidden(ACTIVATIONS[self.settings.activation](joined), x)


class SubsetOfTokens(eqx.Module):
    """A subset head over tokens, which treats equal things equally.

    Joint: the logit of a subset comes from the sum of its tokens. Independent: every token has its own.
    """

    part: Linear
    whole: Linear
    out: Linear
    settings: NetworkSettings = eqx.field(static=True)
    things: int = eqx.field(static=True)

    def __init__(self, rng: np.random.Generator, settings: NetworkSettings, things: int) -> None:
        self.part = Linear(rng, settings.width, settings.head_width)
        self.whole = Linear(rng, settings.width, settings.head_width)
        self.out = Linear(rng, settings.head_width, 1, 0.01)
        self.settings, self.things = settings, things

    def __call__(self, hidden: Hidden) -> Array:
        """A logit for every subset, or for every thing."""
        assert hidden.tokens is not None
        parts = self.part(hidden.tokens)
        if self.settings.subsets == "joint":
            chosen = (jnp.arange(1 << self.things)[:, None] >> jnp.arange(self.things)) & 1
            parts = chosen.astype(jnp.float32) @ parts
        lifted = ACTIVATIONS[self.settings.activation](parts + self.whole(hidden.summary)[..., None, :])
        return self.out(lifted)[..., 0]
