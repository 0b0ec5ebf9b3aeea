"""After-state value learning: its odds are those of the rules, it learns, and it can be stopped and continued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.cli.app import run as command
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError, Stopped
from mendax.games.yahtzee.learning.after_state_training import AfterStateTraining, LearnerState
from mendax.games.yahtzee.learning.after_states import (
    Cards,
    ValueNetwork,
    after_turn,
    arrays_of,
    estimate_turn,
    gains,
)
from mendax.games.yahtzee.learning.plans import AfterStatePlan
from mendax.games.yahtzee.learning.presets import make_plan
from mendax.games.yahtzee.learning.training import RESULT, run
from mendax.games.yahtzee.learning.value_network import MODEL_FILE, network_values, parse_weights, save_weights
from mendax.games.yahtzee.rules import Rules, Yahtzee
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.value_table import UPPER_TOTALS
from mendax.learn.log import Row, read_rows
from mendax.learn.loop import Watching, train


def some_states(count: int, seed: int) -> Cards:
    """States that can happen, at random."""
    rng = np.random.default_rng(seed)
    mask = rng.integers(0, 8191, size=count)
    armed = (rng.random(count) < 0.5) & (mask >> 11 & 1 == 1)
    upper = np.array([rng.choice(np.flatnonzero(UPPER_TOTALS[number & 63])) for number in mask])
    return Cards(jnp.asarray(mask, dtype=jnp.int32), jnp.asarray(armed), jnp.asarray(upper, dtype=jnp.int32))


@pytest.mark.parametrize("rules", list(Rules))
def test_a_turn_is_valued_as_by_the_solver(rules: Rules) -> None:
    """Given the exact values after a turn, the value before it is the exact one."""
    worth, cards = optimum(rules).values, some_states(200, seed=1)
    after = after_turn(cards)
    known = worth[np.asarray(after.mask), np.asarray(after.armed, dtype=int), np.asarray(after.upper)]
    found = estimate_turn(jnp.asarray(known, dtype=jnp.float32), gains(cards, rules)).value
    exact = worth[np.asarray(cards.mask), np.asarray(cards.armed, dtype=int), np.asarray(cards.upper)]
    assert np.asarray(found) == pytest.approx(exact, abs=2e-3)


def test_the_table_is_the_network() -> None:
    """The values a trained model plays by are those of the network that learned."""
    network = ValueNetwork(16, 2, 4, jax.random.key(3))
    cards = some_states(100, seed=2)
    table = network_values(arrays_of(network))
    found = table[np.asarray(cards.mask), np.asarray(cards.armed, dtype=int), np.asarray(cards.upper)]
    assert np.asarray(network(cards)) == pytest.approx(found, abs=1e-2)


TINY = {"network.width": 16, "network.layers": 1, "network.memory": 2, "learning.games": 26}


def plan_of(updates: int, **changes: object) -> AfterStatePlan:
    """A tiny plan; an update plays 26 turns, so it counts as two games."""
    plan = make_plan("after-states", 2 * updates, 0, changes={**TINY, **changes})
    assert isinstance(plan, AfterStatePlan)
    return plan


def trained(plan: AfterStatePlan, out: Path | None = None, stop_after: int = 10**9) -> tuple[LearnerState, list[Row]]:
    rows: list[Row] = []
    watching = Watching(on_row=lambda row, progress: rows.append(row), stopped=lambda: len(rows) >= stop_after)
    return train(AfterStateTraining(plan), out, plan.to_json(), watching).state, rows


def same(one: object, other: object) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all((np.asarray(a) == np.asarray(b)).all() for a, b in pairs)


def test_the_error_falls() -> None:
    """Some thousand turns of self-play.

    (Scores would show little so early: a network that says zero of everything already plays like `greedy`.)
    """
    plan = plan_of(300, **{"network.width": 32, "network.layers": 2, "learning.learning_rate": 1e-3})
    _, rows = trained(plan)
    half = len(rows) // 2
    assert sum(row["error"] for row in rows[half:]) < sum(row["error"] for row in rows[:half]) / 2


def test_stopped_and_continued_is_as_never_stopped(tmp_path: Path) -> None:
    plan = plan_of(4)
    whole, _ = trained(plan)
    stopped, rows = trained(plan, tmp_path, stop_after=1)
    assert (len(rows), int(stopped.updates)) == (1, 1)
    continued, rows = trained(plan, tmp_path)
    assert [row["updates"] for row in rows] == [2, 3, 4]
    assert same(whole, continued)
    assert [row["updates"] for row in read_rows(tmp_path)] == [1, 2, 3, 4]
    half = {name: array.astype(np.float16).astype(np.float32) for name, array in arrays_of(whole.mean).items()}
    kept = parse_weights((tmp_path / MODEL_FILE).read_bytes(), MODEL_FILE)
    assert all((kept[name] == half[name]).all() for name in half)


def test_the_default_plan_trains_as_the_shipped_model_was() -> None:
    plan = make_plan("after-states")
    assert isinstance(plan, AfterStatePlan)
    assert (plan.num_updates, plan.learning.games, plan.network.width, plan.network.memory) == (110_000, 4096, 512, 32)


def test_the_command_leaves_a_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`mendax train --preset after-states` leaves a model folder; the mean it prints is that of the player."""
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "cache"))
    changes = [part for name, value in TINY.items() for part in ("--set", f"{name}={value}")]
    folder = tmp_path / "model"
    asked = ["train", "yahtzee", "--preset", "after-states", "--games", "4", "--out", str(folder), *changes]
    assert command(asked) == 0
    assert "Exactly: " in capsys.readouterr().out
    result = json.loads((folder / RESULT).read_text())
    assert (result["preset"], result["updates"], result["evaluation_games"]) == ("after-states", 2, 0)
    agent = build_agent("yahtzee", f"model:{folder}")
    game = Yahtzee()
    played = run_games(game, [("model", agent)], match_schedule(1, 1, 1000), seed=2).results.payoffs[:, 0]
    assert abs(played.mean() - result["mean"]) < 4 * result["std"] / np.sqrt(1000)
    records = run_games(game, [("model", agent)], match_schedule(1, 1, 3), seed=2, records=True).results
    assert records.payoffs[:, 0].tolist() == played[:3].tolist()
    assert command([*asked, "--seed", "1"]) == 2
    assert "holds another training: seed is 0 there and 1 here" in capsys.readouterr().err


def test_a_stopped_command_says_how_to_continue(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="stopped after 0 of 4 updates; the same command continues it"):
        run(plan_of(4), tmp_path, watching=Watching(stopped=lambda: True))


class TestDamagedModels:
    network = ValueNetwork(4, 1, 2, jax.random.key(0))

    def write(self, folder: Path, **changes: np.ndarray) -> str:
        save_weights(folder / MODEL_FILE, arrays_of(self.network) | changes, {})
        return f"model:{folder}"

    @pytest.mark.parametrize("bad", [float("nan"), float("inf")])
    def test_numbers_that_are_not_finite(self, tmp_path: Path, bad: float) -> None:
        with pytest.raises(MendaxError, match=r"above has numbers that are not finite"):
            build_agent("yahtzee", self.write(tmp_path, above=np.full((4096, 2), bad)))

    def test_parts_that_do_not_fit(self, tmp_path: Path) -> None:
        with pytest.raises(MendaxError, match="its arrays do not fit together"):
            build_agent("yahtzee", self.write(tmp_path, above=np.zeros((4096, 3))))

    def test_nonsense(self, tmp_path: Path) -> None:
        (tmp_path / MODEL_FILE).write_bytes(b"nonsense")
        with pytest.raises(MendaxError, match="cannot be read"):
            build_agent("yahtzee", f"model:{tmp_path}")
        with pytest.raises(MendaxError, match="cannot be read"):
            build_agent("yahtzee", f"model:{tmp_path / MODEL_FILE}")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"entropy": "low"}, "has no entropy bonus"),
        ({"changes": {"network.width": "1e9"}}, "network.width should be less than or equal to 65536, not 1e9"),
        ({"changes": {"rules": "french"}}, "there are no yahtzee rules 'french'"),
        ({"games": 3}, "more games than 3 are needed: an update plays 4,096 turns"),
    ],
)
def test_bad_plans_are_one_clear_line(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(MendaxError, match=why):
        run(make_plan("after-states", **asked))
