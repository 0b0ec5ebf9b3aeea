"""Advantage actor-critic (the paper, section 4.5.2).

With trace 0 this is one-step TD(0), as in the paper; with a trace between 0 and 1 it is GAE(lambda), and with trace 1
and a horizon of n it uses n-step returns.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from mendax.learn.learner import (
    Course,
    Learner,
    Metrics,
    Updated,
    averages,
    entropy_bonus,
    explained,
    in_force,
    normalise,
)
from mendax.learn.network import Network
from mendax.learn.returns import advantages, discounted
from mendax.learn.rollout import Played, by_decision, play, review, split
from mendax.learn.task import Array


def update(course: Course, learner: Learner) -> Updated:
    """Play a batch of games, and take a gradient step on each of its parts."""
    task, settings, now = course.task, course.settings, course.now(learner)
    play_key, drop_key = jax.random.split(course.key(learner))
    played, outcome = play(learner.network, task, play_key, settings.games, drop_key)

    def loss(network: Network, part: Played) -> tuple[Array, Metrics]:
        reviewed = review(network, task, part)
        values, log_probs = by_decision(reviewed.values), by_decision(reviewed.log_probs)
        rewards = by_decision(part.rewards) / settings.reward_scale
        fixed = jax.lax.stop_gradient(values)
        gained = advantages(rewards, fixed, now.discount, settings.trace, settings.horizon)

        actor = -jnp.mean(log_probs * normalise(gained, settings))
        critic = jnp.mean((values - (fixed + gained)) ** 2)
        bonus, entropies = entropy_bonus(task, reviewed, now)
        return actor + settings.value_weight * critic - bonus, entropies | {
            "policy_loss": actor,
            "value_loss": critic,
            "advantage_mean": gained.mean(),
            "advantage_std": gained.std(),
            "explained_variance": explained(fixed, discounted(rewards, now.discount)),
        }

    def step(learner: Learner, part: Played) -> tuple[Learner, Metrics]:
        (_, metrics), gradient = jax.value_and_grad(loss, has_aux=True)(learner.network, part)
        learner, norms = course.descend(learner, gradient, now.learning_rate)
        return learner, metrics | norms

    learner, metrics = jax.lax.scan(step, learner, split(played, settings.parts))
    metrics = jax.tree.map(jnp.mean, metrics) | averages(outcome) | in_force(task, now)
    return Updated(learner._replace(updates=learner.updates + 1), metrics, played)
