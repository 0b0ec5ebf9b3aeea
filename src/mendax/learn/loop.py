"""The training loop of every learner: compiled intervals of updates, and between them log lines and checkpoints.

All randomness follows from the seed and the count of updates, so a training that was stopped and continued ends with
the same numbers as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from mendax.core.errors import MendaxError
from mendax.learn.checkpoint import FILE, read_about
from mendax.learn.learner import Metrics
from mendax.learn.log import Log, Row

S = TypeVar("S")

CHECKPOINT_SECONDS: Final = 20.0
_WATCH_SEED: Final = 1_000_003
"""Chance for measuring strength during a training; final evaluations use another seed."""


class Diverged(MendaxError):
    """A training whose numbers are not finite any more."""


class Trainable(Protocol[S]):
    """A learner as the loop drives it; `S` is its state, a tree of arrays."""

    @property
    def seed(self) -> int:
        """The seed of the training."""

    @property
    def num_updates(self) -> int:
        """The length of the training, in whole intervals."""

    @property
    def interval(self) -> int:
        """Updates between two log lines: one compiled program."""

    def begin(self) -> S:
        """The state before the first update."""

    def updates(self, state: S) -> int:
        """How many updates a state has had."""

    @property
    def counted(self) -> str:
        """What `count` counts, for the log: games, or decisions."""

    def count(self, updates: int) -> int:
        """How many games or decisions so many updates play."""

    def compile(self, state: S) -> Callable[[S], tuple[S, Metrics]]:
        """The compiled next interval; compiled programs are cached."""

    def measure(self, state: S, games: int, seed: int) -> Row:
        """How strong the player is now, for the log; empty where that cannot be measured quickly."""

    def save(self, out: Path, state: S, about: dict[str, Any]) -> None:
        """Write a checkpoint, which is also a model that plays."""

    def load(self, out: Path) -> S:
        """The state in a folder's checkpoint."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What happens between the intervals of a training."""

    games: int = 1_000
    """Games for each measurement of strength."""
    looks: int = 20
    """How many measurements there are, evenly spread; 0 for none."""
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    on_row: Callable[[Row, float], None] = lambda row, progress: None
    """Called with every log line and the progress from 0 to 1."""
    stopped: Callable[[], bool] = lambda: False
    """Asked after every interval."""


@dataclass(frozen=True, slots=True)
class Trained(Generic[S]):
    """The state of a training when the loop returns."""

    state: S
    updates: int
    finished: bool
    seconds: float
    """Training, log and checkpoints, over all runs of it; without compilation and measurements of strength."""
    compile_seconds: float
    watch_seconds: float


def train(
    learner: Trainable[S],
    out: Path | None = None,
    plan: dict[str, Any] | None = None,
    watching: Watching | None = None,
) -> Trained[S]:
    """Train to the end, or until stopped, in a folder if one is given; a training that is there already is continued.

    `plan` is everything that makes this training what it is: a folder with another plan is refused.
    """
    watching, plan = watching or Watching(), plan or {}
    seconds = 0.0
    if out is not None and (out / FILE).exists():
        seconds = _seconds_in(out, plan)
        state = learner.load(out)
    else:
        state = learner.begin()
    with closing(Log(out, learner.updates(state))) as log:
        return _train(learner, state, seconds, log, out, plan, watching)


def _train(
    learner: Trainable[S],
    state: S,
    seconds: float,
    log: Log,
    out: Path | None,
    plan: dict[str, Any],
    watching: Watching,
) -> Trained[S]:
    length, num_updates = learner.interval, learner.num_updates
    every = max(1, num_updates // length // max(watching.looks, 1))
    seed, watch_seconds = _WATCH_SEED + learner.seed, 0.0
    began = time.perf_counter()
    if watching.looks:
        learner.measure(state, watching.games, seed)  # compiles it
    compile_seconds = time.perf_counter() - began
    updates = saved_updates = learner.updates(state)
    saved = time.perf_counter()

    while updates < num_updates and not watching.stopped():
        began = time.perf_counter()
        run = learner.compile(state)
        compile_seconds += time.perf_counter() - began
        began = time.perf_counter()
        state, metrics = run(state)
        numbers: Row = {name: float(number) for name, number in metrics.items()}
        seconds += time.perf_counter() - began
        updates += length
        if not all(map(isfinite, numbers.values())):
            raise Diverged(f"the training failed at update {updates:,}: a number is not finite any more")
        row: Row = {"updates": updates, learner.counted: learner.count(updates), "seconds": seconds, **numbers}
        if watching.looks and (updates // length % every == 0 or updates == num_updates):
            began = time.perf_counter()
            row |= learner.measure(state, watching.games, seed)
            watch_seconds += time.perf_counter() - began
        began = time.perf_counter()
        log.write(row)
        if out is not None and began - saved > watching.checkpoint_seconds:
            learner.save(out, state, {"plan": plan, "seconds": seconds})
            saved, saved_updates = time.perf_counter(), updates
        watching.on_row(row, updates / num_updates)
        seconds += time.perf_counter() - began
    if out is not None and saved_updates < updates:
        began = time.perf_counter()
        learner.save(out, state, {"plan": plan, "seconds": seconds})
        seconds += time.perf_counter() - began
    return Trained(state, updates, updates >= num_updates, seconds, compile_seconds, watch_seconds)


def _seconds_in(out: Path, plan: dict[str, Any]) -> float:
    """How long the training in a folder has run, if it has the same plan."""
    found = read_about(out / FILE)
    differences = sorted(_differences(found.get("plan"), plan))
    if differences:
        raise MendaxError(f"{out} holds another training: {'; '.join(differences[:3])}; choose another folder")
    return float(found.get("seconds", 0.0))


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
