"""The training loop with a learner that only counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

from mendax.core.errors import MendaxError
from mendax.learn.checkpoint import FILE, read_about, save_tree
from mendax.learn.learner import Metrics
from mendax.learn.log import Row, read_rows
from mendax.learn.loop import Watching, train


@dataclass
class Counting:
    """A learner whose state is the number of its updates; at `breaks` its error is NaN."""

    num_updates: int = 12
    interval: int = 3
    seed: int = 0
    breaks: int = -1
    saved: list[int] = field(default_factory=list)

    def begin(self) -> int:
        return 0

    def updates(self, state: int) -> int:
        return state

    @property
    def counted(self) -> str:
        return "games"

    def count(self, updates: int) -> int:
        return 10 * updates

    def compile(self, state: int) -> Callable[[int], tuple[int, Metrics]]:
        return lambda now: (now + 3, {"error": jnp.float32("nan" if now + 3 == self.breaks else now)})

    def measure(self, state: int, games: int, seed: int) -> Row:
        return {"strength": float(state)}

    def save(self, out: Path, state: int, about: dict[str, Any]) -> None:
        self.saved.append(state)
        save_tree(out / FILE, {"count": jnp.int32(state)}, about)

    def load(self, out: Path) -> int:
        return self.saved[-1]


def test_lines_measurements_and_checkpoints(tmp_path: Path) -> None:
    learner, seen = Counting(), list[float]()
    done = train(learner, tmp_path, {}, Watching(looks=2, on_row=lambda row, progress: seen.append(progress)))
    assert (done.updates, done.finished, learner.saved) == (12, True, [12])
    assert seen == [0.25, 0.5, 0.75, 1.0]
    rows = read_rows(tmp_path)
    assert [row["games"] for row in rows] == [30, 60, 90, 120]
    assert [row.get("strength") for row in rows] == [None, 6, None, 12]


def test_a_checkpoint_is_written_when_it_is_due_and_when_stopped(tmp_path: Path) -> None:
    often = Counting()
    train(often, tmp_path, {}, Watching(checkpoint_seconds=0.0))
    assert often.saved == [3, 6, 9, 12]
    learner, rows, other = Counting(), list[Row](), tmp_path / "other"
    other.mkdir()
    watching = Watching(on_row=lambda row, progress: rows.append(row), stopped=lambda: len(rows) == 2)
    done = train(learner, other, {}, watching)
    assert (done.updates, done.finished, learner.saved) == (6, False, [6])


def test_a_training_that_breaks_down_keeps_its_last_checkpoint(tmp_path: Path) -> None:
    learner = Counting(breaks=9)
    with pytest.raises(MendaxError, match="failed at update 9: a number is not finite any more"):
        train(learner, tmp_path, {}, Watching(checkpoint_seconds=0.0))
    assert learner.saved == [3, 6]
    assert [row["updates"] for row in read_rows(tmp_path)] == [3, 6]


def test_time_adds_up_over_runs(tmp_path: Path) -> None:
    learner, rows = Counting(), list[Row]()
    watching = Watching(on_row=lambda row, progress: rows.append(row), stopped=lambda: len(rows) == 2)
    train(learner, tmp_path, {"preset": "counting"}, watching)
    first = read_about(tmp_path / FILE)["seconds"]
    assert 0 < first < train(learner, tmp_path, {"preset": "counting"}).seconds


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    learner = Counting()
    assert train(learner).finished
    assert learner.saved == []
