"""The training loop: compiled intervals of many updates, and between them a log line, a look at strength, a checkpoint.

An interval is one program: rollouts, gradients, optimiser and schedules of all its updates run without a word to
Python. Everything random follows from the seed and the count of updates, so a training that was stopped and goes on
ends with the very numbers of one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import jax
import jax.numpy as jnp

from mendax.core.errors import MendaxError
from mendax.learn import a2c, ppo, reinforce
from mendax.learn.checkpoint import FILE, load_tree, read_about, save_tree
from mendax.learn.evaluate import evaluate
from mendax.learn.learner import Course, Learner, Metrics, Updated
from mendax.learn.log import Log, Row
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
"""Updates in an interval; with small batches there are more intervals, so that nobody waits long for a log line."""
CHECKPOINT_SECONDS: Final = 20.0
_WATCH_SEED: Final = 1_000_003
"""Dice for looks at strength during the training; final evaluations use others."""


@dataclass(frozen=True, slots=True)
class Watching:
    """How a training is looked at meanwhile."""

    games: int = 1_000
    """Games for a look at strength."""
    looks: int = 20
    """How many looks there are, evenly spread."""
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    on_row: Callable[[Row, float], None] = lambda row, progress: None
    """Told of every log line, with the progress from 0 to 1."""
    stopped: Callable[[], bool] = lambda: False
    """Asked after every interval."""


@dataclass(frozen=True, slots=True)
class Trained:
    """Where a training stands when the loop returns."""

    learner: Learner
    finished: bool
    seconds: float
    """Training, log and checkpoints, over all sittings; without compilation and looks at strength."""
    compile_seconds: float
    watch_seconds: float


def interval_length(num_updates: int) -> int:
    """How many updates an interval has."""
    return max(1, min(LONGEST, num_updates // NUM_INTERVALS))


def count_updates(games: int, settings: LearningSettings) -> int:
    """How many updates some games are enough for, in whole intervals."""
    updates = games // settings.games
    if updates < 1:
        raise MendaxError(f"{games:,} games are not enough for one batch of {settings.games}")
    return updates - updates % interval_length(updates)


def interval(course: Course, length: int, learner: Learner) -> tuple[Learner, Metrics]:
    """Some updates, with their metrics averaged, and those measured once at the end."""
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


def train(
    course: Course,
    out: Path | None = None,
    about: dict[str, Any] | None = None,
    start: Network | None = None,
    watching: Watching | None = None,
) -> Trained:
    """Train to the end, or until stopped, in a folder if one is given; what lies there already is gone on with.

    `about` is the plan: what makes this training this training. `start` is a network to begin with.
    """
    watching, about = watching or Watching(), about or {}
    learner, seconds = course.begin(), 0.0
    if start is not None:
        learner = learner._replace(network=start)
    if out is not None and (out / FILE).exists():
        learner, seconds = resume(course, out, about)
    with closing(Log(out, int(learner.updates))) as log:
        return _train(course, learner, seconds, log, out, about, watching)


def _train(
    course: Course,
    learner: Learner,
    seconds: float,
    log: Log,
    out: Path | None,
    about: dict[str, Any],
    watching: Watching,
) -> Trained:
    length = interval_length(course.num_updates)
    every = max(1, course.num_updates // length // max(watching.looks, 1))
    seed, watch_seconds = _WATCH_SEED + course.seed, 0.0
    began = saved = time.perf_counter()
    evaluate(learner.network, course.task, watching.games, seed)
    compile_seconds = time.perf_counter() - began

    while (updates := int(learner.updates)) < course.num_updates and not watching.stopped():
        began = time.perf_counter()
        run = _program(course, learner, length)
        compile_seconds += time.perf_counter() - began
        began = time.perf_counter()
        learner, metrics = run(learner)
        row: Row = {name: float(number) for name, number in metrics.items()}
        seconds += time.perf_counter() - began
        updates += length
        row = {"updates": updates, "games": updates * course.settings.games, "seconds": seconds, **row}
        if updates // length % every == 0 or updates == course.num_updates:
            began = time.perf_counter()
            look = evaluate(learner.network, course.task, watching.games, seed)
            row |= {"greedy_score": look.mean, **{f"greedy_{name}": rate for name, rate in look.rates.items()}}
            watch_seconds += time.perf_counter() - began
        began = time.perf_counter()
        log.write(row)
        due = began - saved > watching.checkpoint_seconds or updates == course.num_updates or watching.stopped()
        if out is not None and due:
            save_tree(out / FILE, learner, {"plan": about, "seconds": seconds})
            saved = time.perf_counter()
        watching.on_row(row, updates / course.num_updates)
        seconds += time.perf_counter() - began
        if not all(abs(number) < float("inf") for number in row.values()):
            raise MendaxError(f"the training broke down at update {updates:,}: a number is not finite any more")
    finished = int(learner.updates) >= course.num_updates
    return Trained(learner, finished, seconds, compile_seconds, watch_seconds)


def resume(course: Course, out: Path, about: dict[str, Any]) -> tuple[Learner, float]:
    """The learner in a folder, if it belongs to the same plan, and the seconds it has learned for."""
    found = read_about(out / FILE)
    differences = sorted(_differences(found["plan"], about))
    if differences:
        raise MendaxError(f"{out} holds another training: {'; '.join(differences[:3])}; choose another folder")
    return load_tree(out / FILE, jax.eval_shape(course.begin)), float(found["seconds"])


Program: TypeAlias = Callable[[Learner], tuple[Learner, Metrics]]


def _program(course: Course, learner: Learner, length: int) -> Program:
    """The compiled interval for where the learner stands: one, or with a curriculum one for each of its stages."""
    turns = stage_turns(course, int(learner.updates))
    task = course.task if turns == course.task.turns else course.task.cut(turns)
    return _compiled(replace(course, task=task, seed=0), length)


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


def _differences(there: Any, here: Any, name: str = "") -> Iterator[str]:
    """Where two plans differ, in words."""
    if isinstance(there, dict) and isinstance(here, dict):
        for part in sorted({*there, *here}):
            yield from _differences(there.get(part), here.get(part), f"{name}.{part}" if name else part)
    elif isinstance(there, list | tuple) and isinstance(here, list | tuple) and len(there) == len(here):
        for place, (one, other) in enumerate(zip(there, here, strict=True)):
            yield from _differences(one, other, f"{name}.{place}")
    elif there != here:
        yield f"{name} is {there} there and {here} here"
