"""Policy-gradient learning for the training loop: an interval of A2C, PPO or REINFORCE as one compiled program.

Rollouts, gradients, optimiser and schedules of all updates of an interval run without returning to Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import jax
import jax.numpy as jnp

from mendax.core.errors import MendaxError
from mendax.learn import a2c, ppo, reinforce
from mendax.learn.checkpoint import FILE, load_tree, save_tree
from mendax.learn.evaluate import evaluate
from mendax.learn.learner import Course, Learner, Metrics, Updated
from mendax.learn.log import Row
from mendax.learn.metrics import divergence, variety
from mendax.learn.network import Network
from mendax.learn.settings import LearningSettings

UPDATES: Final[dict[str, Callable[[Course, Learner], Updated]]] = {
    "reinforce": reinforce.update,
    "a2c": a2c.update,
    "ppo": ppo.update,
}
"""The algorithms."""
NUM_INTERVALS: Final = 100
LONGEST: Final = 256
"""The most updates in an interval: with small batches there are more intervals, so that log lines come often."""

Program: TypeAlias = Callable[[Learner], tuple[Learner, Metrics]]


def interval_length(num_updates: int) -> int:
    """How many updates an interval has."""
    return max(1, min(LONGEST, num_updates // NUM_INTERVALS))


def count_updates(games: int, settings: LearningSettings) -> int:
    """How many updates so many games allow, in whole intervals."""
    updates = games // settings.games
    if updates < 1:
        raise MendaxError(f"more games than {games:,} are needed: a batch has {settings.games:,}")
    return updates - updates % interval_length(updates)


@dataclass(frozen=True)
class PolicyGradients:
    """A `mendax.learn.loop.Trainable`: a network trained by the algorithm of its settings."""

    course: Course
    start: Network | None = None
    """A network to begin with, instead of a random one."""

    @property
    def seed(self) -> int:
        return self.course.seed

    @property
    def num_updates(self) -> int:
        return self.course.num_updates

    @property
    def interval(self) -> int:
        return interval_length(self.course.num_updates)

    def begin(self) -> Learner:
        learner = self.course.begin()
        return learner if self.start is None else learner._replace(network=self.start)

    def updates(self, state: Learner) -> int:
        return int(state.updates)

    @property
    def counted(self) -> str:
        return "games"

    def count(self, updates: int) -> int:
        return updates * self.course.settings.games

    def compile(self, state: Learner) -> Program:
        """The interval for this point of the curriculum: one program, or one for each stage."""
        turns = stage_turns(self.course, int(state.updates))
        task = self.course.task if turns == self.course.task.turns else self.course.task.cut(turns)
        return _compiled(replace(self.course, task=task, seed=0), self.interval)

    def measure(self, state: Learner, games: int, seed: int) -> Row:
        """The mean score of greedy play."""
        found = evaluate(state.network, self.course.task, games, seed)
        return {"greedy_score": found.mean, **{f"greedy_{name}": rate for name, rate in found.rates.items()}}

    def save(self, out: Path, state: Learner, about: dict[str, Any]) -> None:
        save_tree(out / FILE, state, about)

    def load(self, out: Path) -> Learner:
        like: Learner = jax.eval_shape(self.course.begin)
        return load_tree(out / FILE, like)


def interval(course: Course, length: int, learner: Learner) -> tuple[Learner, Metrics]:
    """Some updates: metrics averaged over them, and those measured only after the last."""
    update = UPDATES[course.settings.algorithm]

    def body(carry: tuple[Learner, Any, Any], _: None) -> tuple[tuple[Learner, Any, Any], Metrics]:
        before = carry[0].network
        learner, metrics, played = update(course, carry[0])
        return (learner, before, played), metrics

    nothing = jax.eval_shape(partial(update, course), learner).played
    played = jax.tree.map(lambda part: jnp.zeros(part.shape, part.dtype), nothing)
    (learner, before, played), metrics = jax.lax.scan(body, (learner, learner.network, played), length=length)
    means = jax.tree.map(lambda rows: rows.mean(), metrics)
    last = variety(course.task, played) | {"kl": divergence(course.task, before, learner.network, played)}
    return learner, means | last


@lru_cache(maxsize=4)
def _compiled(course: Course, length: int) -> Program:
    run = jax.jit(partial(interval, course, length), donate_argnums=0)
    program: Program = run.lower(jax.eval_shape(course.begin)).compile()
    return program


def stage_turns(course: Course, updates: int) -> int:
    """How many turns the games have at this point of the curriculum."""
    end = 0.0
    for stage in course.settings.curriculum:
        end += stage.share
        if updates < end * course.num_updates:
            return stage.turns
    return course.task.turns
