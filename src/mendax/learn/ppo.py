"""Proximal policy optimisation: several passes over the same games, with clipped steps (the paper, section 4.5.3)."""

from __future__ import annotations

from typing import NamedTuple

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


class Old(NamedTuple):
    """Log-probabilities, advantages and critic targets from before the update; axes: decision, game."""

    log_probs: Array
    gained: Array
    targets: Array


def update(course: Course, learner: Learner) -> Updated:
    """Play a batch of games, and go through its parts in several epochs, each in another random order."""
    task, settings, now = course.task, course.settings, course.now(learner)
    play_key, drop_key, mix_key = jax.random.split(course.key(learner), 3)
    played, outcome = play(learner.network, task, play_key, settings.games, drop_key)

    reviewed = review(learner.network, task, played)
    rewards, values = by_decision(played.rewards) / settings.reward_scale, by_decision(reviewed.values)
    gained = advantages(rewards, values, now.discount, settings.trace, settings.horizon)
    old = Old(by_decision(reviewed.log_probs), gained, values + gained)

    def loss(network: Network, part: Played, old: Old) -> tuple[Array, Metrics]:
        reviewed = review(network, task, part)
        values, log_probs = by_decision(reviewed.values), by_decision(reviewed.log_probs)
        ratio, gained = jnp.exp(log_probs - old.log_probs), normalise(old.gained, settings)
        near = jnp.clip(ratio, 1 - settings.clip_ratio, 1 + settings.clip_ratio)

        actor = -jnp.mean(jnp.minimum(ratio * gained, near * gained))
        critic = jnp.mean((values - old.targets) ** 2)
        bonus, entropies = entropy_bonus(task, reviewed, now)
        return actor + settings.value_weight * critic - bonus, entropies | {
            "policy_loss": actor,
            "value_loss": critic,
            "ratio_clip_rate": jnp.mean(ratio != near),
        }

    def step(learner: Learner, given: tuple[Played, Old]) -> tuple[Learner, Metrics]:
        (_, metrics), gradient = jax.value_and_grad(loss, has_aux=True)(learner.network, *given)
        learner, norms = course.descend(learner, gradient, now.learning_rate)
        return learner, metrics | norms

    def epoch(learner: Learner, key: Array) -> tuple[Learner, Metrics]:
        order = jax.random.permutation(key, settings.games)
        mixed = jax.tree.map(lambda rows: rows[:, :, order], played)
        aside = jax.tree.map(lambda rows: _split(rows[:, order], settings.parts), old)
        return jax.lax.scan(step, learner, (split(mixed, settings.parts), aside))

    learner, metrics = jax.lax.scan(epoch, learner, jax.random.split(mix_key, settings.epochs))
    metrics = jax.tree.map(jnp.mean, metrics) | averages(outcome) | in_force(task, now)
    metrics |= {
        "advantage_mean": gained.mean(),
        "advantage_std": gained.std(),
        "explained_variance": explained(values, discounted(rewards, now.discount)),
    }
    return Updated(learner._replace(updates=learner.updates + 1), metrics, played)


def _split(rows: Array, parts: int) -> Array:
    """Decisions by game, in equal parts of the games: a new first axis."""
    return jnp.moveaxis(rows.reshape(rows.shape[0], parts, -1), 1, 0)
