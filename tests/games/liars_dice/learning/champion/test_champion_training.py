"""Tiny trainings from end to end: stopped and continued, measured, exploited."""

from __future__ import annotations

import json
from pathlib import Path

import jax
import numpy as np
import pytest

from mendax.cli.app import run
from mendax.core.errors import Stopped
from mendax.games.liars_dice.learning.champion.player_file import load_player
from mendax.games.liars_dice.learning.champion.training import (
    ChampionTraining,
    network_of,
    player_of,
    train_champion,
    train_exploiter,
)
from mendax.learn.loop import Watching
from tests.games.liars_dice.learning.champion.test_update import tiny

pytestmark = pytest.mark.slow


def test_a_stopped_training_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    plan = tiny(opponents__agents=0.25, opponents__every=2)
    whole, result = train_champion(plan, tmp_path / "whole", Watching(games=40), matches=40)
    seen = 0

    def stop() -> bool:
        nonlocal seen
        seen += 1
        return seen > 3

    with pytest.raises(Stopped, match="stopped after 3 of 10 updates; the same command continues it"):
        train_champion(plan, tmp_path / "parts", Watching(games=40, stopped=stop))
    again, _ = train_champion(plan, tmp_path / "parts", Watching(games=40), matches=40)
    assert again.digest == whole.digest == load_player(tmp_path / "whole").digest
    assert result.updates == 10
    assert result.decisions == 3840
    assert 0 < result.own_decisions < 3840
    assert set(result.win_rates) == {"pmh", "emh"}
    other, _ = train_champion(tiny(opponents__agents=0.25, opponents__every=2, seed=4), None, Watching(games=40))
    assert other.digest != whole.digest


def test_an_exploiter_beats_a_player_that_knows_nothing(tmp_path: Path) -> None:
    plan = tiny(learning__tables=64, learning__steps=16, networks__actor=[64], networks__critic=[64])
    nobody = player_of(ChampionTraining(plan).begin().networks.actor, 2)
    assert jax.tree.leaves(network_of(nobody))[0].shape == nobody.layers[0][0].shape
    found = train_exploiter(plan, nobody, 120_000, 7, tmp_path, Watching(games=200), matches=400)
    assert found.plan.frozen == nobody.digest
    assert found.own_decisions == pytest.approx(found.decisions / 2, rel=0.2)
    assert found.win_rates["drawn"] > 0.9
    assert found.win_rates["greedy"] > 0.8


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = ("learning.tables=16", "learning.steps=8", "networks.actor=[16]", "networks.critic=[16]")
    sets = [part for change in (*changes, "opponents.pool=2") for part in ("--set", change)]
    out = str(tmp_path / "player")
    train = ("train", "liars-dice", "--preset", "champion-small", "--players", "3", "--out", out, "--json", *sets)
    assert run([*train, "--set", "decisions=1280"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["preset"], told["players"], told["decisions"]) == ("champion-small", 3, 1280)
    exploit = ("exploit", "liars-dice", f"champion:{out}", "--learn", "--players", "3", "--preset", "champion-small")
    assert run([*exploit, *sets, "--decisions", "1280", "--matches", "60"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "after 1,280 decisions" in said
    assert "33.3 % is fair" in said
    assert run(["match", "liars-dice:players=3", f"champion:{out}", "random", "random", "--games", "3"]) == 0


def test_a_policy_is_kept_in_half_precision() -> None:
    player = player_of(ChampionTraining(tiny()).begin().networks.actor, 2)
    for layer in player.layers:
        for part in layer:
            assert np.array_equal(part, part.astype(np.float16).astype(np.float32))
