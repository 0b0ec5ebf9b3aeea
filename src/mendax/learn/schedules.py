"""Schedules: learning rate, entropy bonuses and discount by progress (the paper, sections 4.3.3 and 4.4)."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp

from mendax.learn.settings import LearningSettings, Ramp
from mendax.learn.task import Array


class Now(NamedTuple):
    """The scheduled numbers at one update."""

    learning_rate: Array
    discount: Array
    entropy: tuple[Array, ...]
    """By head."""


def schedule(settings: LearningSettings, progress: Array) -> Now:
    """The numbers at a point of the training, from 0 to 1."""
    return Now(
        learning_rate(settings, progress),
        along(settings.discount, progress),
        tuple(
            along(ramp, hold_then_move(progress, settings.entropy_hold, settings.entropy_anneal))
            for ramp in settings.entropy
        ),
    )


def learning_rate(settings: LearningSettings, progress: Array) -> Array:
    """A linear rise, a plateau, and a linear fall to a small share of the highest rate."""
    up = progress / settings.warm_up if settings.warm_up else jnp.ones_like(progress)
    fallen = jnp.clip((progress - 1 + settings.decay) / settings.decay, 0, 1) if settings.decay else 0.0
    return settings.learning_rate * jnp.minimum(up, 1 - fallen * (1 - settings.lowest_rate))


def hold_then_move(progress: Array, hold: float, move: float) -> Array:
    """0 at first, then linearly to 1, and 1 from there."""
    return jnp.clip((progress - hold) / max(move, 1e-9), 0, 1)


def along(ramp: Ramp, share: Array) -> Array:
    """The value of a ramp at a share of its way."""
    return ramp.first + (ramp.last - ramp.first) * share
