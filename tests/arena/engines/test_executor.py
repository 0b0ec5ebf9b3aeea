"""An engine of futures plays the same games, whatever it loses; harm, learners and files included."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mendax.arena.engines import executor
from mendax.arena.engines.carried import carried, unpacked
from mendax.arena.engines.engine import engines, open_engine
from mendax.arena.engines.processes import Processes
from mendax.arena.learning import run_learners
from mendax.arena.parquet import write_games
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule, tournament_schedule
from mendax.arena.worker import Job
from mendax.core.agent import Factory
from mendax.core.errors import MendaxError
from mendax.core.learner import SavedLearner
from tests.arena.agents import GAME, named, numbers
from tests.arena.engines.threads import Threads
from tests.arena.harmful import Harmful
from tests.arena.learners import Dying, Straws, straws
from tests.arena.test_learning import OPPONENTS
from tests.tiny_games import OneLoser

ROOT = Path(__file__).parents[3]


@pytest.fixture
def threads() -> Iterator[Threads]:
    with Threads() as engine:
        yield engine


def test_a_tournament_gives_the_same_file(threads: Threads, tmp_path: Path) -> None:
    agents, schedule = named("tree", "matrix", "random"), tournament_schedule(3, 2, 400)
    here = run_games(GAME, agents, schedule, seed=4)
    threads.losing = {2, 5, 6}
    there = run_games(GAME, agents, schedule, seed=4, engine=threads, out=tmp_path / "log")
    assert numbers(there) == numbers(here)
    write_games(here.results, tmp_path / "here.parquet")
    write_games(there.results, tmp_path / "there.parquet")
    assert (tmp_path / "here.parquet").read_bytes() == (tmp_path / "there.parquet").read_bytes()
    assert threads.num_shared == 1, "what agents prepared travels once"
    assert len(threads.calls) > 6, "three tasks were lost"


def test_a_run_begun_here_goes_on_there_and_back(threads: Threads, tmp_path: Path) -> None:
    agents, schedule = named("tree", "matrix"), match_schedule(2, 2, 600)
    whole = run_games(GAME, agents, schedule, seed=4)
    for keep, engine in ((3, None), (5, threads)):
        run_games(GAME, agents, schedule, seed=4, out=tmp_path, engine=engine, workers=2)
        log = tmp_path / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:keep]))
    again = run_games(GAME, agents, schedule, seed=4, out=tmp_path, engine=threads)
    assert numbers(again) == numbers(whole)


def test_harm_costs_the_same_games(threads: Threads) -> None:
    """An agent that dies when it is about to lose, and is given up: the same forfeits as in our own pool."""
    agents: list[tuple[str, Factory]] = [*named("tree"), ("harmful", Harmful("die", only_when_losing=True))]
    schedule = match_schedule(2, 2, 60)
    here = run_games(GAME, agents, schedule, seed=1, trusting=False)
    there = run_games(GAME, agents, schedule, seed=1, engine=threads)
    assert numbers(there) == numbers(here)
    assert here.results.forfeits


def test_an_agent_that_cannot_travel_is_named(threads: Threads) -> None:
    agents = [*named("tree"), ("closure", lambda game, seat, rng: None)]
    with pytest.raises(MendaxError, match="closure cannot be sent to workers"):
        run_games(GAME, agents, match_schedule(2, 2, 10), engine=threads)  # type: ignore[arg-type]


def test_an_engine_that_loses_everything_gives_up(threads: Threads) -> None:
    threads.losing = set(range(1, 1000))
    with pytest.raises(MendaxError, match="workers are lost one after the other: unplugged; what was played is kept"):
        run_games(GAME, named("tree", "matrix"), match_schedule(2, 2, 100), engine=threads)


def test_an_engine_without_cores_is_not_waited_for_forever(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    threads.threads = 0
    monkeypatch.setattr(executor, "PATIENCE", 0.0)
    with pytest.raises(MendaxError, match="no core is free"):
        run_games(GAME, named("tree", "matrix"), match_schedule(2, 2, 100), engine=threads)


def learn(out: Path, engine: Threads | None, make: object = straws) -> list[tuple[object, ...]]:
    run = run_learners(
        OneLoser(),
        ("straws", make),  # type: ignore[arg-type]
        OPPONENTS,
        matches=90,
        block=30,
        seeds=(1, 2, 3),
        out=out,
        test=10,
        engine=engine,
    )
    assert not run.interrupted
    return [(curve.digest, curve.blocks) for curve in run.curves]


def test_learners_learn_the_same(threads: Threads, tmp_path: Path) -> None:
    here = learn(tmp_path / "here", None)
    threads.losing = {2, 9}
    assert learn(tmp_path / "there", threads) == here
    for name in ("seed-1", "seed-2"):
        for file in ("blocks.jsonl", "memory-3"):
            there = tmp_path / "there" / name / file
            assert there.read_bytes() == (tmp_path / "here" / name / file).read_bytes()


def test_a_learner_that_dies_goes_on_or_is_named(threads: Threads, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    here = learn(tmp_path / "here", None)
    assert learn(tmp_path / "once", threads, Dying(marks, at=40)) == here
    with pytest.raises(MendaxError, match="the learner of seed 1: its process died 3 times in block 4"):
        learn(tmp_path / "always", threads, Dying(marks, at=40, always=True))


def add(one: int, two: int) -> int:
    if two == 13:
        raise MendaxError("not that number")
    return one + two


def leave(code: int) -> None:
    os._exit(code)


def test_calls_that_are_no_games(threads: Threads) -> None:
    threads.losing = {2}
    assert sorted(threads.run_all(add, [(1, 2), (3, 4), (5, 6)])) == [(0, 3), (1, 7), (2, 11)]
    assert sorted(Processes(1).run_all(add, [(1, 2), (3, 4)])) == [(0, 3), (1, 7)]
    with pytest.raises(MendaxError, match="not that number"):
        list(threads.run_all(add, [(1, 13)]))
    with pytest.raises(MendaxError, match="the process of a task died: exit code 7"):
        list(threads.run_all(leave, [(7,)]))


def test_files_that_agents_read_travel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the other machine there is no such file: it lies in the cache folder there."""
    memory = tmp_path / "memory"
    learner = Straws()
    learner.values = {"1 keep": -1.0}
    learner.save(memory)
    job = Job(OneLoser(), ("saved",), (SavedLearner(straws, memory),), match_schedule(3, 3, 3), 1)
    data = carried(job, job.names, job.factories).data
    assert unpacked(data) == job, "the same file is here: it is read where it is"
    content = memory.read_bytes()
    memory.unlink()
    monkeypatch.setenv("MENDAX_CACHE", str(tmp_path / "cache"))
    moved = unpacked(data).factories[0]
    assert moved.path != memory
    assert moved.path.read_bytes() == content


def test_another_package_brings_an_engine(tmp_path: Path) -> None:
    info = tmp_path / "threads-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: threads\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mendax.engines]\nthreads = tests.arena.engines.threads:ENTRY\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "mendax", "match", "one-die", "tree", "matrix", "--games", "50", "--engine"]
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([*command, "threads"], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "50 games" in done.stdout


def test_engines_are_named() -> None:
    assert [*engines()][:2] == ["processes", "ray"]
    with pytest.raises(MendaxError, match="there is no engine 'raw'; did you mean 'ray'"):
        open_engine("raw")
    with pytest.raises(MendaxError, match="--address is for an engine of other machines"):
        open_engine("processes", "10.0.0.1")
