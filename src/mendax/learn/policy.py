"""From logits to actions: drawing, the best one, probabilities and entropies, for both kinds of head."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeGuard

import jax
import jax.numpy as jnp

from mendax.learn.settings import SubsetKind
from mendax.learn.task import Array, Head, SubsetHead

_NEVER: Final = -1e9
"""A logit that the softmax turns into zero."""


class Judged(NamedTuple):
    """Actions that were taken, as a policy sees them."""

    log_probs: Array
    entropies: Array


def noise(key: Array, head: Head, subsets: SubsetKind, shape: tuple[int, ...]) -> Array:
    """Noise that, added to the logits, makes the best action a draw from the policy."""
    if _is_independent(head, subsets):
        return jax.random.logistic(key, (*shape, head.things))
    return jax.random.gumbel(key, (*shape, head.options))


def best(head: Head, subsets: SubsetKind, logits: Array, legal: Array | None) -> Array:
    """The most probable action; with noise on the logits, a draw.

    Independent things know no legal subsets: there every subset must be legal.
    """
    if _is_independent(head, subsets):
        return jnp.sum((logits > 0) << jnp.arange(head.things), axis=-1)
    return jnp.argmax(_forbid(logits, legal), axis=-1)


def judge(head: Head, subsets: SubsetKind, logits: Array, legal: Array | None, actions: Array) -> Judged:
    """The actions' log-probabilities, and the policy's entropy where they were taken."""
    if _is_independent(head, subsets):
        taken = (actions[..., None] >> jnp.arange(head.things)) & 1
        log_yes, log_no = jax.nn.log_sigmoid(logits), jax.nn.log_sigmoid(-logits)
        entropies = -(jax.nn.sigmoid(logits) * log_yes + jax.nn.sigmoid(-logits) * log_no)
        return Judged(jnp.where(taken == 1, log_yes, log_no).sum(axis=-1), entropies.sum(axis=-1))
    log_probs = jax.nn.log_softmax(_forbid(logits, legal))
    # A product with a row of zeros and a one: its gradient is one too, where a look-up's would be a scatter.
    taken = jax.nn.one_hot(actions, logits.shape[-1])
    return Judged(jnp.sum(log_probs * taken, axis=-1), -jnp.sum(jnp.exp(log_probs) * log_probs, axis=-1))


def probabilities(head: Head, subsets: SubsetKind, logits: Array, legal: Array | None) -> Array:
    """By action: its probability."""
    if _is_independent(head, subsets):
        takes = (jnp.arange(head.options)[:, None] >> jnp.arange(head.things)) & 1
        log_yes, log_no = jax.nn.log_sigmoid(logits), jax.nn.log_sigmoid(-logits)
        return jnp.exp(jnp.where(takes == 1, log_yes[..., None, :], log_no[..., None, :]).sum(axis=-1))
    return jax.nn.softmax(_forbid(logits, legal))


def _forbid(logits: Array, legal: Array | None) -> Array:
    return logits if legal is None else jnp.where(legal, logits, _NEVER)


def _is_independent(head: Head, subsets: SubsetKind) -> TypeGuard[SubsetHead]:
    return isinstance(head, SubsetHead) and subsets == "independent"
