"""Learning by policy gradients: the formulas by hand, a training that goes on as if never stopped, and clear errors."""

from __future__ import annotations

from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.cli.app import run as command
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError, Stopped
from mendax.games.yahtzee.learning.presets import PRESETS, Plan, make_plan
from mendax.games.yahtzee.learning.training import read_changes, read_games, run
from mendax.games.yahtzee.rules import Yahtzee
from mendax.learn.checkpoint import FILE, load_tree
from mendax.learn.learner import Course
from mendax.learn.returns import advantages, discounted
from mendax.learn.schedules import schedule
from mendax.learn.settings import LearningSettings, Ramp, as_json, from_json
from mendax.learn.train import Watching, count_updates

TINY = {
    "network.width": "8",
    "network.head_width": "8",
    "network.layers": "1",
    "learning.games": "4",
    "learning.parts": "1",
}


def tiny(preset: str = "a2c", games: int = 80, seed: int = 0) -> Plan:
    return make_plan(preset, games, seed, changes=TINY)


class TestReturns:
    rewards = np.array([[1.0], [0.0], [2.0], [3.0]], dtype=np.float32)
    values = np.array([[2.0], [1.0], [4.0], [1.0]], dtype=np.float32)

    def by_hand(self, discount: float, trace: float) -> np.ndarray:
        """GAE by its recursion."""
        found, later, following = np.zeros(4), 0.0, 0.0
        for step in range(3, -1, -1):
            error = self.rewards[step, 0] + discount * following - self.values[step, 0]
            later = found[step] = error + discount * trace * later
            following = self.values[step, 0]
        return found

    @pytest.mark.parametrize("trace", [0.0, 0.3, 1.0])
    def test_gae_is_the_recursion(self, trace: float) -> None:
        found = advantages(jnp.asarray(self.rewards), jnp.asarray(self.values), 0.9, trace)
        assert np.asarray(found)[:, 0] == pytest.approx(self.by_hand(0.9, trace), abs=1e-6)

    def test_monte_carlo(self) -> None:
        assert np.asarray(discounted(jnp.asarray(self.rewards), 0.5))[:, 0] == pytest.approx([1.875, 1.75, 3.5, 3.0])

    def test_two_steps(self) -> None:
        """With a horizon of two: two rewards, then the critic."""
        found = advantages(jnp.asarray(self.rewards), jnp.asarray(self.values), 1.0, 1.0, horizon=2)
        assert np.asarray(found)[:, 0] == pytest.approx([1 + 0 + 4 - 2, 0 + 2 + 1 - 1, 2 + 3 - 4, 3 - 1])


def test_schedules_go_where_the_study_says() -> None:
    """Up over 5 %, flat, down over the last quarter; entropy held, then moved."""
    settings = LearningSettings(
        learning_rate=1.0,
        warm_up=0.05,
        decay=0.25,
        lowest_rate=0.01,
        entropy=(Ramp(0.1, 0.02), Ramp(0.04, 0.01)),
        entropy_hold=0.3,
        entropy_anneal=0.6,
        discount=Ramp(0.95, 1.0),
    )
    rates = [float(schedule(settings, jnp.float32(at)).learning_rate) for at in (0.025, 0.05, 0.5, 0.75, 0.875, 1.0)]
    assert rates == pytest.approx([0.5, 1, 1, 1, 0.505, 0.01], abs=1e-5)
    now = schedule(settings, jnp.float32(0.6))
    assert [float(part) for part in now.entropy] == pytest.approx([0.06, 0.025])
    assert float(now.discount) == pytest.approx(0.98)


@pytest.mark.slow  # compiling takes long
@pytest.mark.parametrize("preset", ["a2c", "reinforce", "ppo"])
def test_a_stopped_training_goes_on_as_if_never_stopped(preset: str, tmp_path: Path) -> None:
    """Stopped half way and begun again: every number of the learner is that of a training in one go."""
    plan = tiny(preset)
    at_once, in_two = tmp_path / "at-once", tmp_path / "in-two"
    first = run(plan, at_once, evaluation=20, watching=Watching(games=4, looks=1))
    rows = list[float]()
    watching = Watching(
        games=4, looks=1, on_row=lambda row, progress: rows.append(progress), stopped=lambda: len(rows) >= 10
    )
    with pytest.raises(Stopped, match="the same command goes on from here"):
        run(plan, in_two, evaluation=20, watching=watching)
    second = run(plan, in_two, evaluation=20, watching=Watching(games=4, looks=1))
    assert first["mean"] == second["mean"]
    course = Course(plan.task, plan.network, plan.learning, count_updates(plan.games, plan.learning), plan.seed)
    like = jax.eval_shape(course.begin)
    one, other = (jax.tree.leaves(load_tree(folder / FILE, like)) for folder in (at_once, in_two))
    assert all((np.asarray(a) == np.asarray(b)).all() for a, b in zip(one, other, strict=True))


@pytest.mark.slow  # compiling takes long
def test_a_model_plays_the_same_alone_and_in_lockstep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`mendax train` leaves a player; with records it plays one by one, without them by the batch: the same games."""
    changes = [part for name, value in TINY.items() for part in ("--set", f"{name}={value}")]
    folder = tmp_path / "model"
    asked = ["train", "yahtzee", "--games", "40", "--out", str(folder), "--evaluate", "20", *changes]
    assert command(asked) == 0
    assert "Greedy, 20 games" in capsys.readouterr().out
    assert (folder / "metrics.parquet").exists()
    factory, schedule_of_games = build_agent("yahtzee", f"model:{folder}"), match_schedule(1, 1, 12)
    one_by_one = run_games(Yahtzee(), [("model", factory)], schedule_of_games, seed=4, records=True).results
    together = run_games(Yahtzee(), [("model", factory)], schedule_of_games, seed=4).results
    assert (one_by_one.payoffs == together.payoffs).all()
    assert not one_by_one.forfeits
    assert command([*asked, "--set", "network.width=9"]) == 2
    assert "holds another training: network.width is 8 there and 9 here" in capsys.readouterr().err


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="preset"):
        make_plan("a3c")
    with pytest.raises(MendaxError, match="there is no setting"):
        make_plan("a2c", changes={"learning.gamse": "4"})
    with pytest.raises(MendaxError, match="whole number"):
        read_games("many")
    with pytest.raises(MendaxError, match="NAME=VALUE"):
        read_changes(["learning.games"])
    with pytest.raises(MendaxError, match="not enough for one batch"):
        run(make_plan("a2c", 1), tmp_path)
    with pytest.raises(MendaxError, match="does not exist"):
        build_agent("yahtzee", f"model:{tmp_path}")(Yahtzee(), 0, Random(0))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_settings_survive_json(name: str) -> None:
    plan = PRESETS[name]
    assert from_json(Plan, as_json(plan)) == plan


def test_presets_are_the_studys_tables() -> None:
    """Tables 5 to 7."""
    for name in ("reinforce", "a2c-paper", "ppo"):
        network, learning = PRESETS[name].network, PRESETS[name].learning
        assert (network.width, network.layers, network.dropout, learning.games) == (600, 3, 0.1, 20)
        assert learning.lowest_rate == 0.01
    reinforce, a2c, ppo = (PRESETS[name].learning for name in ("reinforce", "a2c-paper", "ppo"))
    assert [part.learning_rate for part in (reinforce, a2c, ppo)] == [1e-3, 1e-4, 1e-4]
    assert [part.value_weight for part in (reinforce, a2c, ppo)] == [0.025, 0.005, 0.01]
    assert (ppo.clip_ratio, ppo.games // ppo.parts, ppo.epochs) == (0.2, 4, 3)
