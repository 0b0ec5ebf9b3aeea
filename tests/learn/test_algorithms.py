"""A2C, PPO and REINFORCE on a tiny task: they learn, and a training that was stopped continues to the same numbers."""

from __future__ import annotations

import json
from pathlib import Path

import jax
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from mendax.core.errors import MendaxError
from mendax.learn.checkpoint import FILE, read_about, save_tree
from mendax.learn.learner import Course, Learner
from mendax.learn.log import LINES, Row, read_rows
from mendax.learn.loop import Trained, Watching, train
from mendax.learn.policy_gradients import UPDATES, PolicyGradients, stage_turns
from mendax.learn.settings import Algorithm, LearningSettings, NetworkSettings, Stage
from tests.learn.tiny_task import GuessTask

NETWORK = NetworkSettings(layers=1, width=8, head_width=8, dropout=0.1)
PLAN = {"preset": "tiny"}


def learner(algorithm: Algorithm, updates: int = 4) -> PolicyGradients:
    settings = LearningSettings(algorithm=algorithm, games=8, parts=2, epochs=2, learning_rate=0.01, warm_up=0.0)
    return PolicyGradients(Course(GuessTask(), NETWORK, settings, updates, 5))


def run(
    trainable: PolicyGradients, out: Path | None = None, stop_after: int | None = None, checkpoint_seconds: float = 1e9
) -> Trained[Learner]:
    """Train, and stop after so many log lines."""
    rows: list[Row] = []
    watching = Watching(
        games=4,
        looks=1,
        checkpoint_seconds=checkpoint_seconds,
        on_row=lambda row, progress: rows.append(row),
        stopped=lambda: stop_after is not None and len(rows) >= stop_after,
    )
    return train(trainable, out, PLAN, watching)


def same(one: object, other: object) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all((np.asarray(a) == np.asarray(b)).all() for a, b in pairs)


@pytest.mark.parametrize("algorithm", sorted(UPDATES))
def test_stopped_and_continued_is_as_never_stopped(algorithm: Algorithm, tmp_path: Path) -> None:
    """One update moves the network; stopped after it and continued, every number is that of a run in one go."""
    trainable = learner(algorithm)
    whole = run(trainable)
    stopped = run(trainable, tmp_path, stop_after=1)
    assert (stopped.updates, stopped.finished) == (1, False)
    assert not same(stopped.state.network, trainable.begin().network)
    continued = run(trainable, tmp_path)
    assert (continued.updates, continued.finished) == (4, True)
    assert same(whole.state, continued.state)
    assert [row["updates"] for row in read_rows(tmp_path)] == [1, 2, 3, 4]
    again = run(trainable, tmp_path)
    assert again.finished
    assert same(again.state, whole.state)


def test_learning_learns() -> None:
    """A hundred updates bring the score of random play near the best play's."""
    settings = LearningSettings(algorithm="a2c", games=32, learning_rate=0.01, warm_up=0.0)
    trainable = PolicyGradients(Course(GuessTask(), NETWORK, settings, 100, 1))
    rows: list[Row] = []
    train(trainable, watching=Watching(games=500, looks=1, on_row=lambda row, progress: rows.append(row)))
    assert rows[0]["score"] < 1.2
    assert rows[-1]["greedy_score"] > 1.8


def test_a_killed_run_continues_from_its_last_checkpoint(tmp_path: Path) -> None:
    """Log lines after the checkpoint come again, and once."""
    trainable = learner("a2c")
    whole = run(trainable)
    run(trainable, tmp_path, stop_after=2)
    with (tmp_path / LINES).open("a") as log:
        log.write(json.dumps({"updates": 3, "games": 24, "seconds": 1.0}) + "\n" + '{"updates": 4, "ga')
    assert same(run(trainable, tmp_path).state, whole.state)
    assert [row["updates"] for row in read_rows(tmp_path)] == [1, 2, 3, 4]
    assert "score" in read_rows(tmp_path)[2]


def test_a_curriculum_plays_shorter_games_first() -> None:
    settings = LearningSettings(curriculum=(Stage(1, 0.2), Stage(2, 0.3)))
    course = Course(GuessTask(turns=9), NETWORK, settings, 100, 0)
    assert [stage_turns(course, updates) for updates in (0, 19, 20, 49, 50, 99)] == [1, 1, 2, 2, 9, 9]


def test_another_plan_is_refused(tmp_path: Path) -> None:
    run(learner("a2c"), tmp_path, stop_after=1)
    with pytest.raises(MendaxError, match="holds another training: preset is tiny there and other here"):
        train(learner("a2c"), tmp_path, {"preset": "other"})


class TestDamagedCheckpoints:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        trainable = learner("a2c")
        save_tree(tmp_path / FILE, trainable.begin(), {"plan": PLAN, "seconds": 0.0})
        return tmp_path

    def change(self, folder: Path, name: str, value: np.ndarray) -> None:
        about = read_about(folder / FILE)
        arrays = load_file(folder / FILE) | {name: value}
        save_file(arrays, folder / FILE, {"format": "mendax learner 1", "about": json.dumps(about)})

    @pytest.mark.parametrize("bad", [float("nan"), float("inf")])
    def test_numbers_that_are_not_finite(self, folder: Path, bad: float) -> None:
        self.change(folder, "network.critic.out.bias", np.array([bad], np.float32))
        with pytest.raises(MendaxError, match=r"network\.critic\.out\.bias has numbers that are not finite"):
            run(learner("a2c"), folder)

    def test_another_type(self, folder: Path) -> None:
        self.change(folder, "network.critic.out.bias", np.array([0.0], np.float16))
        with pytest.raises(MendaxError, match=r"network\.critic\.out\.bias is float16 there and float32 here"):
            run(learner("a2c"), folder)

    def test_another_shape(self, folder: Path) -> None:
        self.change(folder, "network.critic.out.bias", np.zeros(2, np.float32))
        with pytest.raises(MendaxError, match=r"is \(2,\) there and \(1,\) here"):
            run(learner("a2c"), folder)

    def test_not_a_checkpoint(self, tmp_path: Path) -> None:
        (tmp_path / FILE).write_bytes(b"nonsense")
        with pytest.raises(MendaxError, match="cannot be read"):
            run(learner("a2c"), tmp_path)
