"""`mendax reproduce champion --part small-game`: trainings in processes, judged by best responses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.core.errors import MendaxError, Stopped
from mendax.games.liars_dice.learning.champion.plan import make_plan
from mendax.games.liars_dice.study.champion import STUDY, small_game
from mendax.games.liars_dice.study.champion.numbers import PositionLoss
from mendax.games.liars_dice.study.champion.plan import VARIANTS, WHOLE
from mendax.games.liars_dice.study.champion.small_game import (
    FULL,
    ONE_DIE,
    ONE_DIE_QUICK,
    QUICK,
    TRAINING,
    SmallJob,
    jobs,
    train_one,
)
from tests.games.liars_dice.study.test_learning_study import options, page_text

TINY = replace(
    QUICK,
    decisions=640,
    changes={
        **TRAINING,
        "learning.tables": 16,
        "learning.steps": 4,
        "learning.parts": 2,
        "networks.actor": [8],
        "networks.critic": [8],
        "networks.score": [8],
        "opponents.pool": 2,
    },
    variants=(WHOLE, VARIANTS[-1]),
)


def lost(player: Path) -> tuple[PositionLoss, ...]:
    share = 0.3 if player.name.startswith("no-") else 0.1
    return PositionLoss("1-1 00", share, share), PositionLoss("1-1 11", share, share + 0.2)


def test_every_variant_leaves_something_of_this_training_out() -> None:
    for size in (FULL, QUICK):
        planned = jobs(size, Path(), 0)
        assert len(planned) == 8 * size.seeds
        plans = [replace(job.plan, seed=0) for job in planned if job.seed == 4001]
        assert len(set(plans)) == 8
        assert {plan.learning.first_dice for plan in plans} == {2}
        assert not any(plan.num_agents or plan.networks.memory for plan in plans)
    assert [part.name for part in STUDY.parts] == ["small-game", "one-die", "exploiters"]


def test_long_trainings_learn_as_the_packages_player_did() -> None:
    """All but the length, the tables and the dice that matches begin with is the preset's."""
    for size in (ONE_DIE, ONE_DIE_QUICK):
        plans = [replace(job.plan, seed=0) for job in jobs(size, Path(), 0) if job.seed == 4001]
        assert len(set(plans)) == len(VARIANTS)
        assert {plan.learning.first_dice for plan in plans} == {1}
        champion, whole = make_plan("champion"), plans[0]
        assert (whole.learning.entropy, whole.learning.magnet) == (champion.learning.entropy, champion.learning.magnet)
        assert replace(whole.opponents, pool=champion.opponents.pool) == champion.opponents
        assert not whole.networks.memory
    assert plans[0].num_updates > 0


def test_long_trainings_run_in_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = replace(TINY, part="one-die", on_cpu=False, changes={**TINY.changes, "learning.first_dice": 1})
    monkeypatch.setattr(small_game, "ONE_DIE_QUICK", tiny)
    monkeypatch.setattr(small_game, "judge", lost)
    numbers = small_game.reproduce_one_die(replace(options(tmp_path), workers=2))
    assert [len(variant.players) for variant in numbers.variants] == [1, 1]
    assert "matches that begin with one die each" in " ".join(page_text(tmp_path).split())
    assert json.loads((tmp_path / "numbers.json").read_text())["part"] == "one-die"


def test_trainings_are_judged_and_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes train, the page tells what is lost, and a second run trains nothing."""
    monkeypatch.setattr(small_game, "QUICK", TINY)
    monkeypatch.setattr(small_game, "judge", lost)
    numbers = small_game.reproduce(replace(options(tmp_path), workers=2))
    whole, other = numbers.variants
    assert whole.lost is not None
    assert whole.lost.mean == pytest.approx(0.15)
    more = other.more_than(whole)
    assert more is not None
    assert more.mean == pytest.approx(0.2)
    text = page_text(tmp_path)
    assert "an episode is a match" in text
    assert "+0.200" in text
    assert "1-1 00; 1-1 11" in text
    assert json.loads((tmp_path / "numbers.json").read_text())["part"] == "small-game"
    monkeypatch.setattr(small_game, "train_one", lambda job: pytest.fail("everything is done"))
    assert small_game.reproduce(options(tmp_path)) == numbers
    monkeypatch.setattr(small_game, "QUICK", replace(TINY, changes={**TINY.changes, "learning.steps": 8}))
    with pytest.raises(MendaxError, match="holds another training; choose another folder"):
        small_game.reproduce(options(tmp_path))


def test_a_study_that_is_stopped_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_game, "QUICK", TINY)
    first = jobs(TINY, tmp_path, 0)[0]
    train_one(first)
    monkeypatch.setattr(small_game, "noting_ctrl_c", lambda: _Noted())
    with pytest.raises(Stopped, match="of 2 trainings; the same command goes on"):
        small_game.reproduce(options(tmp_path))


class _Noted:
    """Ctrl-C has come already."""

    def __enter__(self) -> object:
        return lambda: True

    def __exit__(self, *parts: object) -> None:
        return None


def test_without_a_solved_position_nobody_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "cache"))
    job: SmallJob = jobs(TINY, tmp_path, 0)[0]
    with pytest.raises(MendaxError, match="mendax solve liars-dice:players=2 --endgame"):
        small_game.judge(job.folder)
