"""Metrics of an interval: how far the policy moved, and how varied its actions are (the paper, section 4.4.1)."""

from __future__ import annotations

import jax.numpy as jnp

from mendax.learn.learner import Metrics
from mendax.learn.network import Network
from mendax.learn.rollout import Played, by_decision, review
from mendax.learn.task import Array, Task, steps_of

TOP = 3
"""How many of the most frequent actions `top` counts."""


def divergence(task: Task, before: Network, after: Network, played: Played) -> Array:
    """The Kullback-Leibler divergence of the policy before an update from that after it.

    Over the actions taken, as the mean of `ratio - 1 - log ratio`: never negative, and of low variance.
    """
    moved = review(after, task, played).log_probs - review(before, task, played).log_probs
    return jnp.mean(jnp.exp(moved) - 1 - moved)


def variety(task: Task, played: Played) -> Metrics:
    """For each head, of the actions taken: `diversity`, how many there effectively are (the exponential of the
    entropy of their frequencies), and `top`, the share of the few most frequent.
    """
    found = {}
    for number, head in enumerate(task.heads):
        actions = by_decision(played.actions[:, jnp.array(steps_of(task, number))]).reshape(-1)
        shares = jnp.bincount(actions, length=head.options) / actions.size
        found[f"diversity_{head.name}"] = jnp.exp(-jnp.sum(shares * jnp.log(jnp.maximum(shares, 1e-9))))
        found[f"top_{head.name}"] = jnp.sort(shares)[-TOP:].sum()
    return found
