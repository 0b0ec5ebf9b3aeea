"""Learning Yahtzee by policy gradients: formulas by hand, the command and what it leaves, and clear errors."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from random import Random

import jax.numpy as jnp
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.cli.app import run as command
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError, Stopped
from mendax.games.yahtzee.learning.plans import PolicyPlan, read_plan
from mendax.games.yahtzee.learning.presets import ENTROPY, POLICY_PRESETS, PRESETS, make_plan
from mendax.games.yahtzee.learning.training import RESULT, plan_for, read_games, run, train
from mendax.games.yahtzee.rules import Yahtzee
from mendax.learn.checkpoint import FILE, read_about
from mendax.learn.log import LINES, Log, Row, read_rows
from mendax.learn.loop import Watching
from mendax.learn.returns import advantages, discounted
from mendax.learn.schedules import schedule
from mendax.learn.settings import LearningSettings, Ramp, read_changes

TINY = {
    "network.width": "8",
    "network.head_width": "8",
    "network.layers": "1",
    "learning.games": "4",
    "learning.parts": "1",
}


ASKED = ["train", "yahtzee", "--games", "8", "--evaluate", "20"]
ASKED += [part for name, value in TINY.items() for part in ("--set", f"{name}={value}")]
WRITE = Log.write


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


def test_schedules_are_those_of_the_paper() -> None:
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


def write_and_interrupt(log: Log, row: Row) -> None:
    """Ctrl-C comes from inside the program, as soon as there is something to stop."""
    WRITE(log, row)
    signal.raise_signal(signal.SIGINT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `mendax train` left: stopped by Ctrl-C after its first interval, and continued by the same command."""
    folder = tmp_path_factory.mktemp("trained") / "model"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Log, "write", write_and_interrupt)
        assert command([*ASKED, "--out", str(folder)]) == 130
    assert [row["updates"] for row in read_rows(folder)] == [1]
    assert command([*ASKED, "--out", str(folder)]) == 0
    return folder


class TestTheCommand:
    def test_it_leaves_a_model_a_log_and_a_result(self, folder: Path) -> None:
        assert {FILE, LINES, RESULT, "metrics.parquet"} <= {path.name for path in folder.iterdir()}
        assert [row["updates"] for row in read_rows(folder)] == [1, 2]
        result = json.loads((folder / RESULT).read_text())
        assert (result["preset"], result["games"], result["evaluation_games"]) == ("a2c", 8, 20)
        assert read_plan(result["plan"]) == make_plan("a2c", 8, changes=TINY)

    def test_the_library_gives_the_same_player(self, folder: Path) -> None:
        result = train(Yahtzee(), "a2c", games=8, changes=TINY, evaluation=20, watching=Watching(games=4))
        kept = json.loads((folder / RESULT).read_text())
        for name, value in result.to_json().items():
            assert name.startswith("seconds") or value == kept[name], name

    def test_the_model_plays_the_same_alone_and_in_lockstep(self, folder: Path) -> None:
        """With records it plays one by one, without them by the batch: the same games."""
        factory, games = build_agent("yahtzee", f"model:{folder}"), match_schedule(1, 1, 3)
        one_by_one = run_games(Yahtzee(), [("model", factory)], games, seed=4, records=True).results
        together = run_games(Yahtzee(), [("model", factory)], games, seed=4).results
        assert (one_by_one.payoffs == together.payoffs).all()
        assert not one_by_one.forfeits

    def test_another_plan_is_refused(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert command([*ASKED, "--out", str(folder), "--set", "network.width=9"]) == 2
        assert "holds another training: network.width is 8 there and 9 here" in capsys.readouterr().err

    def test_a_network_with_nan_is_refused(self, folder: Path, tmp_path: Path) -> None:
        arrays = load_file(folder / FILE)
        arrays["network.critic.out.bias"] = np.array([np.nan], np.float32)
        metadata = {"format": "mendax learner 1", "about": json.dumps(read_about(folder / FILE))}
        save_file(arrays, tmp_path / FILE, metadata)
        with pytest.raises(MendaxError, match=r"network\.critic\.out\.bias has numbers that are not finite"):
            build_agent("yahtzee", f"model:{tmp_path}")

    def test_an_absurd_plan_is_refused(self, folder: Path, tmp_path: Path) -> None:
        about = read_about(folder / FILE)
        about["plan"]["network"]["width"] = 10**9
        save_file(load_file(folder / FILE), tmp_path / FILE, {"format": "mendax learner 1", "about": json.dumps(about)})
        with pytest.raises(MendaxError, match=r"network\.width should be less than or equal to 65536, not 1000000000"):
            build_agent("yahtzee", f"model:{tmp_path}")

    def test_what_is_not_kept_is_said_before(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert command([*ASKED, "--json"]) == 0
        written = capsys.readouterr()
        assert written.err == "mendax: without --out DIR the player is not kept: only its result is printed\n"
        assert json.loads(written.out)["updates"] == 2

    def test_what_is_not_installed_is_left_out(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "duckdb", None)
        monkeypatch.setattr("mendax.games.yahtzee.commands.train.find_spec", lambda name: None)
        (folder / "metrics.parquet").unlink()
        assert command([*ASKED, "--out", str(folder)]) == 0
        tensorboard, parquet = capsys.readouterr().err.splitlines()
        assert tensorboard.startswith("mendax: no TensorBoard files: tensorboardX is not installed")
        assert parquet.startswith("mendax: no metrics.parquet: duckdb is not installed")
        assert not (folder / "metrics.parquet").exists()
        assert (folder / LINES).exists()


def test_without_a_folder_a_stopped_training_says_so() -> None:
    with pytest.raises(Stopped, match="stopped after 0 of 2 updates; with --out DIR it could be continued"):
        run(make_plan("a2c", 8, changes=TINY), watching=Watching(games=4, stopped=lambda: True))


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="preset"):
        make_plan("a3c")
    with pytest.raises(MendaxError, match="there is no setting"):
        make_plan("a2c", changes={"learning.gamse": "4"})
    with pytest.raises(MendaxError, match="whole number"):
        read_games("many")
    with pytest.raises(MendaxError, match="NAME=VALUE"):
        read_changes(["learning.games"])
    with pytest.raises(MendaxError, match="more games than 1 are needed: a batch has"):
        run(make_plan("a2c", 1), tmp_path)
    with pytest.raises(MendaxError, match="does not exist"):
        build_agent("yahtzee", f"model:{tmp_path}")(Yahtzee(), 0, Random(0))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_settings_survive_json(name: str) -> None:
    plan = PRESETS[name]
    assert read_plan(json.loads(json.dumps(plan.to_json()))) == plan
    assert hash(read_plan(plan.to_json())) == hash(plan)


def test_the_game_says_the_rules() -> None:
    plan = plan_for(Yahtzee(rules="free"), "a2c", 100)
    assert isinstance(plan, PolicyPlan)
    assert plan.task.rules == "free"
    with pytest.raises(MendaxError, match="one player and whole games"):
        plan_for(Yahtzee(players=2), "a2c")


def test_an_entropy_regime_is_the_papers() -> None:
    plan = make_plan("a2c", entropy="high")
    assert isinstance(plan, PolicyPlan)
    assert plan.learning.entropy == ENTROPY["high"] == (Ramp(0.02, 0.005), Ramp(0.04, 0.01))


def test_presets_are_the_papers_tables() -> None:
    """Tables 5 to 7."""
    for name in ("reinforce", "a2c-paper", "ppo"):
        network, learning = POLICY_PRESETS[name].network, POLICY_PRESETS[name].learning
        assert (network.width, network.layers, network.dropout, learning.games) == (600, 3, 0.1, 20)
        assert learning.lowest_rate == 0.01
    reinforce, a2c, ppo = (POLICY_PRESETS[name].learning for name in ("reinforce", "a2c-paper", "ppo"))
    assert [part.learning_rate for part in (reinforce, a2c, ppo)] == [1e-3, 1e-4, 1e-4]
    assert [part.value_weight for part in (reinforce, a2c, ppo)] == [0.025, 0.005, 0.01]
    assert (ppo.clip_ratio, ppo.games // ppo.parts, ppo.epochs) == (0.2, 4, 3)
