"""Returns and advantages: Monte Carlo, TD(0), n-step and GAE(lambda), which are one formula.

An advantage is a weighted sum of the critic's errors `reward + discount * next value - value` from the decision on.
The error k decisions later weighs (discount * trace)^k, up to a horizon. Trace 0 is TD(0); trace 1 is n-step with
a horizon of n, and Monte Carlo with none; anything between is GAE. As all games have the same length this is
a product with one small triangular matrix, which a GPU does at once where a recursion would take a step a decision.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from mendax.learn.task import Array


def credit(num_steps: int, discount: Array | float, trace: float, horizon: int = 0) -> Array:
    """By decision and later decision: the weight of the later one's error."""
    later = jnp.arange(num_steps)[None, :] - jnp.arange(num_steps)[:, None]
    seen = (later >= 0) & (later < (horizon or num_steps))
    return jnp.where(seen, (discount * jnp.float32(trace)) ** jnp.maximum(later, 0), 0.0)


def advantages(rewards: Array, values: Array, discount: Array | float, trace: float, horizon: int = 0) -> Array:
    """By decision (the first axis) and game; after the last decision there is nothing more to win."""
    following = jnp.concatenate([values[1:], jnp.zeros_like(values[:1])])
    errors = rewards + discount * following - values
    weights = credit(rewards.shape[0], discount, trace, horizon)
    return jnp.matmul(weights, errors, precision=jax.lax.Precision.HIGHEST)


def discounted(rewards: Array, discount: Array | float) -> Array:
    """Monte Carlo returns: the rewards from each decision on."""
    return advantages(rewards, jnp.zeros_like(rewards), discount, 1.0)
