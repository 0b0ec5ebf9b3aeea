"""Worker processes: the same results from any number of them, and after the death of any of them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from mendax.arena import pool
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.core import Factory, MendaxError
from tests.arena.agents import GAME, DeadlyAgent, Unbuildable, deadly, named, numbers


def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(tmp_path: Path) -> None:
    agents = [deadly("once", tmp_path), *named("honest")]
    schedule = match_schedule(2, 2, 60)
    run = run_games(GAME, agents, schedule, seed=5, workers=2)
    assert len(list(tmp_path.iterdir())) > 0, "somebody must have died"
    assert run.results.played.all()
    again = run_games(GAME, agents, schedule, seed=5, workers=2)  # nobody dies any more
    assert numbers(again) == numbers(run)


def test_a_deadly_game_is_a_forfeit_and_the_rest_is_played(tmp_path: Path) -> None:
    agents = [deadly("always", tmp_path), *named("honest")]
    run = run_games(GAME, agents, match_schedule(2, 2, 40), seed=5, workers=2)
    summary = numbers(run)
    assert summary["games"] == 40
    assert 0 < summary["endings"]["forfeit"] == len(summary["forfeits"]) < 20
    assert {line["reason"] for line in summary["forfeits"]} == {"the process died: exit code 11"}
    assert {line["agent"] for line in summary["forfeits"]} == {"deadly"}
    assert run.results.done.all()


def test_an_agent_that_cannot_travel_says_so() -> None:
    agents: list[tuple[str, Factory]] = [("typed in", lambda game, seat, rng: DeadlyAgent("never", Path(), rng))]
    with pytest.raises(MendaxError, match="typed in cannot be sent to workers"):
        run_games(GAME, [*agents, *named("honest")], match_schedule(2, 2, 4), workers=2)


def test_an_agent_that_workers_cannot_load_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its module disappears after we have imported it, so that no worker can."""
    module = tmp_path / "only_here.py"
    module.write_text("from mendax.core.uniform import Uniform\ndef factory(game, seat, rng): return Uniform(rng)\n")
    monkeypatch.syspath_prepend(tmp_path)
    factory: Factory = importlib.import_module("only_here").factory
    module.unlink()
    with pytest.raises(MendaxError, match="a worker cannot load an agent: No module named 'only_here'"):
        run_games(GAME, [("lost", factory), *named("honest")], match_schedule(2, 2, 4), workers=2)
    again = run_games(GAME, named("tree", "honest"), match_schedule(2, 2, 4), workers=2)
    assert again.results.played.all(), "the same workers take the next job"


def test_an_agent_that_cannot_be_built_forfeits_for_any_workers() -> None:
    agents: list[tuple[str, Factory]] = [("unbuildable", Unbuildable()), *named("honest")]
    summaries = [numbers(run_games(GAME, agents, match_schedule(2, 2, 20), workers=workers)) for workers in (1, 2)]
    assert summaries[0] == summaries[1]
    assert any(forfeit["reason"] == "RuntimeError: no memory" for forfeit in summaries[0]["forfeits"])


def test_an_agent_that_can_never_be_built_is_warned_of_and_forfeits_every_game() -> None:
    agents: list[tuple[str, Factory]] = [("unbuildable", Unbuildable(seats=(0, 1))), *named("honest")]
    with pytest.warns(UserWarning, match="unbuildable forfeits where .*: RuntimeError: no memory"):
        found = numbers(run_games(GAME, agents, match_schedule(2, 2, 20)))
    assert found["endings"]["forfeit"] == len(found["forfeits"]) > 10


def test_idle_workers_can_be_let_go() -> None:
    """They end, and the next run has new ones."""
    pool.warm_up(1)
    workers = list(pool._idle)
    assert workers
    pool.dismiss_idle()
    assert not pool._idle
    assert not any(worker.process.is_alive() for worker in workers)
    run = run_games(GAME, named("honest", "random"), match_schedule(2, 2, 4), workers=2)
    assert run.results.num_done == 4
