"""Learner state: network, optimiser state, update count; and the code that all algorithms share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax

from mendax.learn.network import Network
from mendax.learn.rollout import Played, Reviewed
from mendax.learn.schedules import Now, schedule
from mendax.learn.settings import LearningSettings, NetworkSettings
from mendax.learn.task import Array, Task

Metrics: TypeAlias = dict[str, Array]


class Learner(NamedTuple):
    """Everything that a training changes, and its seed: all randomness follows from the seed and the update count."""

    network: Network
    memory: optax.OptState
    updates: Array
    seed: Array
    """In the state and not in the program, so that one compiled program serves all seeds."""


class Updated(NamedTuple):
    """The result of one update."""

    learner: Learner
    metrics: Metrics
    played: Played
    """The games it learned from."""


@dataclass(frozen=True)
class Course:
    """Everything about a training that does not change: task, settings, length and seed."""

    task: Task
    network: NetworkSettings
    settings: LearningSettings
    num_updates: int
    seed: int

    @property
    def optimiser(self) -> optax.GradientTransformation:
        """Adam on clipped gradients; the learning rate is applied apart, by its schedule."""
        clip = optax.clip_by_global_norm(self.settings.clip_norm) if self.settings.clip_norm else optax.identity()
        return optax.chain(clip, optax.scale_by_adam())

    def begin(self) -> Learner:
        """A learner before its first update."""
        network = Network(np.random.default_rng(self.seed), self.task, self.network)
        return Learner(network, self.optimiser.init(network), jnp.int32(0), jnp.uint32(self.seed & 0xFFFFFFFF))

    def now(self, learner: Learner) -> Now:
        """The scheduled numbers at this update."""
        return schedule(self.settings, learner.updates / self.num_updates)

    def key(self, learner: Learner) -> Array:
        """The random key of this update."""
        return jax.random.fold_in(jax.random.key(learner.seed), learner.updates)

    def descend(self, learner: Learner, gradient: Network, rate: Array) -> tuple[Learner, Metrics]:
        """One step of the optimiser."""
        norm = jnp.sqrt(sum(jnp.vdot(part, part) for part in jax.tree.leaves(gradient)))
        steps, memory = self.optimiser.update(gradient, learner.memory)
        network = jax.tree.map(lambda weight, step: weight - rate * step, learner.network, steps)
        clipped = norm > self.settings.clip_norm if self.settings.clip_norm else jnp.zeros_like(norm)
        return learner._replace(network=network, memory=memory), {
            "gradient_norm": norm,
            "clip_rate": clipped.astype(jnp.float32),
        }


def normalise(gained: Array, settings: LearningSettings) -> Array:
    """Advantages at mean 0 and deviation 1, if the settings ask for it."""
    return (gained - gained.mean()) / (gained.std() + 1e-6) if settings.normalise else gained


def entropy_bonus(task: Task, reviewed: Reviewed, now: Now) -> tuple[Array, Metrics]:
    """The entropy bonuses of all heads, averaged over all decisions."""
    total, metrics = jnp.float32(0), {}
    for number, head in enumerate(task.heads):
        entropy = reviewed.entropies[number]
        total += now.entropy[number] * entropy.sum() / reviewed.values.size
        metrics[f"entropy_{head.name}"] = entropy.mean()
    return total, metrics


def explained(values: Array, won: Array) -> Array:
    """Explained variance: 1 for a critic that knows the return, 0 for one that knows its mean."""
    return 1 - jnp.var(won - values) / jnp.maximum(jnp.var(won), 1e-8)


def in_force(task: Task, now: Now) -> Metrics:
    """The scheduled numbers, for the log."""
    bonuses = {f"entropy_weight_{head.name}": bonus for head, bonus in zip(task.heads, now.entropy, strict=True)}
    return {"learning_rate": now.learning_rate, "discount": now.discount, **bonuses}


def averages(outcome: Mapping[str, Array]) -> Metrics:
    """Mean outcomes of the games, for the log."""
    return {name: rows.astype(jnp.float32).mean() for name, rows in outcome.items()}
