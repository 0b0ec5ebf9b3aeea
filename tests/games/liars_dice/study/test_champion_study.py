"""`mendax reproduce champion`: what is done is taken, what is missing is trained, and the page says what came out."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from mendax.core.errors import MendaxError, Stopped
from mendax.games.liars_dice.agents.champion import package_player
from mendax.games.liars_dice.learning.champion.kept_networks import untrained
from mendax.games.liars_dice.learning.champion.plan import exploiter_plan
from mendax.games.liars_dice.learning.champion.player_file import PLAYER_FILE, save_player
from mendax.games.liars_dice.study.champion import runs
from mendax.games.liars_dice.study.champion.plan import (
    FULL,
    QUICK,
    VARIANTS,
    WHOLE,
    WHOLE_TRAINING,
    Job,
    Size,
    jobs,
    plain_plan,
    plan_of,
)
from mendax.learn.loop import Diverged
from tests.games.liars_dice.study.test_learning_study import options, page_text

TINY_LEARNING = {
    **WHOLE_TRAINING,
    "learning.tables": 16,
    "learning.steps": 4,
    "learning.parts": 2,
    "networks.actor": [8],
    "networks.critic": [8],
    "networks.score": [8],
    "opponents.pool": 2,
}
TINY = replace(
    QUICK,
    decisions=640,
    exploiter_decisions=640,
    matches=20,
    changes=TINY_LEARNING,
    variants=(WHOLE, VARIANTS[-1]),
    frozen=("pmh",),
)


def write_result(job: Job, size: Size, folder: Path, **win_rates: float) -> None:
    """As if it had been trained."""
    out = job.folder(folder / size.folder)
    out.mkdir(parents=True)
    if not job.exploits:
        save_player(out / PLAYER_FILE, untrained(plan_of(size, job.player, job.seed)))
    plan = runs.training_of(job, size, folder / size.folder).plan.to_json()
    more = {"decisions": 640, "seconds": 2.0, "device": "a GPU", "matches": size.matches}
    found = {"win_rates": win_rates, **more, "plan": plan}
    (out / "result.json").write_text(json.dumps(found))


def write_all(size: Size, folder: Path) -> None:
    """The whole training is exploited by 55 and 57 %, without the round's value by 60 and 66 %, PMH by 90 %."""
    shares = {WHOLE.name: 0.55, VARIANTS[-1].name: 0.60, "pmh": 0.90}
    steps = {WHOLE.name: 0.02, VARIANTS[-1].name: 0.06, "pmh": 0.0}
    for job in jobs(size, 0):
        if not job.exploits:
            write_result(job, size, folder, pmh=0.7, emh=0.8)
            continue
        share = shares[job.player] + steps[job.player] * (job.seed % 1000 - 1)
        write_result(job, size, folder, drawn=share, greedy=share - 0.1)


def test_every_part_of_the_training_is_left_out_once() -> None:
    """Each variant's plan differs from the whole one just there, and every preset's plan can be made."""
    for size in (FULL, QUICK):
        whole = plan_of(size, "whole", 1)
        plans = [plan_of(size, variant.name, 1) for variant in VARIANTS]
        assert plans[0] == whole
        assert len(set(plans)) == len(plans), "each leaves something out"
        assert plan_of(size, "no-magnet", 1).learning.magnet.first == 0
        assert plan_of(size, "own-view", 1).networks.all_seeing is False
        assert {plan.decisions for plan in plans} == {size.decisions}
        agents = sum(job.player in {"pmh", "emh"} for job in jobs(size, 0))
        assert agents == 2, "of agents of the paper, which lose nearly everything, one exploiter each is enough"
        assert len(jobs(size, 0)) == size.seeds * (2 * len(VARIANTS) + 1) + agents


def test_an_exploiter_learns_in_the_same_way_whatever_it_exploits() -> None:
    """Nothing that is left out of a player's training is left out of an exploiter's, and nobody speaks for it."""
    first, second = (runs.training_of(Job(name, 1, exploits=True), TINY) for name in ("whole", "no-round-value"))
    assert replace(first.plan, frozen="") == replace(second.plan, frozen="")
    assert not plan_of(TINY, "whole", 1).networks.memory
    seen = first.plan.networks
    assert (seen.memory, seen.likeness, seen.forgets_strangers) == (True, True, False), "an exploiter sees everything"
    taught = replace(plain_plan(TINY), learning=replace(plain_plan(TINY).learning, random_words=0.25))
    assert exploiter_plan(taught, 640, 1, "x").learning.random_words == 0


def test_what_is_done_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = replace(TINY, seeds=2)
    monkeypatch.setattr(runs, "QUICK", size)
    monkeypatch.setattr(runs, "run_job", lambda *parts: pytest.fail("everything is done"))
    write_all(size, tmp_path)
    numbers = runs.reproduce(options(tmp_path))
    whole, other = numbers.variants
    assert (numbers.planned, numbers.done, numbers.seconds) == (9, 9, 18.0)
    assert whole.exploited is not None
    assert list(whole.exploited.by_seed) == pytest.approx([0.55, 0.57])
    more = other.more_than(whole)
    assert more is not None
    assert more.mean == pytest.approx(0.07)
    assert more.ci95 is not None
    assert more.ci95[0] < 0 < more.ci95[1], "two seeds decide nothing"
    assert numbers.frozen[0].exploited is not None
    assert numbers.frozen[0].exploited.mean == pytest.approx(0.9)
    text = page_text(tmp_path)
    assert "an episode is a match" in text
    assert "+7.0 (" in text
    assert "55.0, 57.0" in text
    assert json.loads((tmp_path / "numbers.json").read_text())["done"] == 9


def test_a_folder_of_other_settings_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all(TINY, tmp_path)
    monkeypatch.setattr(runs, "QUICK", replace(TINY, changes={**TINY_LEARNING, "learning.steps": 8}))
    with pytest.raises(MendaxError, match="holds another training; choose another folder"):
        runs.reproduce(options(tmp_path))


def test_another_champion_is_exploited_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What exploiters won from a player that was in the package before is not taken for this one's."""
    write_all(TINY, tmp_path)
    runs_folder = tmp_path / TINY.folder
    save_player(Job("whole", 4001, exploits=False).folder(runs_folder) / PLAYER_FILE, package_player(2))
    monkeypatch.setattr(runs, "QUICK", TINY)
    with pytest.raises(MendaxError, match="whole-seed-4001 holds another training"):
        runs.reproduce(options(tmp_path))


def test_a_training_that_fails_does_not_end_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its exploiter is left out, and the page says so."""
    monkeypatch.setattr(runs, "QUICK", TINY)
    monkeypatch.setattr(runs, "compiled_ahead", lambda todo, size: nullcontext(lambda: None))

    def run_job(job: Job, size: Size, folder: Path, stopped: object) -> None:
        if job.player == VARIANTS[-1].name:
            assert not job.exploits, "there is nobody to exploit"
            raise Diverged("a number is not finite any more")
        rates = {"drawn": 0.5, "greedy": 0.5} if job.exploits else {"pmh": 0.7, "emh": 0.8}
        write_result(job, size, tmp_path, **rates)

    monkeypatch.setattr(runs, "run_job", run_job)
    numbers = runs.reproduce(options(tmp_path))
    assert (numbers.done, numbers.failed) == (3, ("no-round-value, seed 4001",))
    assert "not finite any more: no-round-value, seed 4001" in page_text(tmp_path)


@pytest.mark.slow
def test_a_stopped_study_reports_what_is_complete_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "QUICK", TINY)
    run_job = runs.run_job
    done: list[Job] = []

    def run_two(job: Job, size: Size, folder: Path, stopped: Callable[[], bool]) -> None:
        if len(done) == 2:
            raise Stopped("as by Ctrl-C")
        run_job(job, size, folder, stopped)
        done.append(job)

    monkeypatch.setattr(runs, "run_job", run_two)
    with pytest.raises(Stopped, match="stopped after 2 of 5 trainings and exploiters, which are kept"):
        runs.reproduce(options(tmp_path))
    assert "2 of 5 trainings and exploiters are done" in page_text(tmp_path)
    done.clear()
    monkeypatch.setattr(runs, "run_job", run_job)
    numbers = runs.reproduce(options(tmp_path))
    assert numbers.done == 5
    assert "was stopped" not in page_text(tmp_path)
    assert all(0 <= one.exploited.most <= 1 for variant in numbers.variants for one in variant.players if one.exploited)
