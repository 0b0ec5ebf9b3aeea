"""Results: the log that an interrupted run continues from, and parquet."""

from __future__ import annotations

import fcntl
from pathlib import Path

import duckdb
import pytest

from mendax.arena.log import decode, encode
from mendax.arena.parquet import write_games
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.summary import Summary
from mendax.arena.worker import Batch
from mendax.core import MendaxError
from tests.arena.agents import GAME, named, numbers


def test_an_interrupted_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    schedule, agents = match_schedule(2, 2, 3000), named("tree", "random")
    whole = run_games(GAME, agents, schedule, seed=2)

    def interrupt(done: int) -> None:
        if done > 500:
            raise KeyboardInterrupt

    first = run_games(GAME, agents, schedule, seed=2, out=tmp_path, progress=interrupt)
    assert first.interrupted
    assert 500 < first.results.num_done < 3000
    assert Summary.of(first).games == first.results.num_done
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"start": 9')  # killed while writing a line
    seen: list[int] = []
    second = run_games(GAME, agents, schedule, seed=2, out=tmp_path, workers=2, progress=seen.append)
    assert seen[0] == first.results.num_done, "what was played is not played again"
    assert numbers(second) == numbers(whole)
    third = run_games(GAME, agents, schedule, seed=2, out=tmp_path)
    assert numbers(third) == numbers(whole)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """Two runs in one folder would play the same games twice."""
    with (tmp_path / "games.jsonl").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(MendaxError, match="is in use: another run is playing there"):
            run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
    assert run.results.num_done == 10


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=2, out=tmp_path)
    with pytest.raises(MendaxError, match="holds another run"):
        run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), seed=3, out=tmp_path)


def test_a_damaged_log_is_noticed(tmp_path: Path) -> None:
    run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), out=tmp_path)
    log = tmp_path / "games.jsonl"
    log.write_text(log.read_text().replace("data", "date", 1))
    with pytest.raises(MendaxError, match=r"line 1, is damaged"):
        run_games(GAME, named("tree", "random"), match_schedule(2, 2, 10), out=tmp_path)


def test_a_batch_survives_its_line() -> None:
    batch = Batch(3, 5)
    batch.payoffs.extend([1.0, -1.0, 0.5, -0.5])
    batch.moves.extend([4, 7])
    batch.endings.extend([0, 1])
    batch.names.extend(["a", "b"])
    batch.forfeits.append((4, 1, "why"))
    batch.records.append("text")
    assert decode(encode(batch)) == batch


def test_parquet_holds_every_seat_of_every_game(tmp_path: Path) -> None:
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1)
    path = tmp_path / "it's.parquet"
    write_games(run.results, path)
    query = "select agent, count(*), sum(win), avg(payoff) from read_parquet(?) group by agent"
    rows = duckdb.execute(query, [str(path)]).fetchall()
    expected = {line["name"]: (100, line["wins"], line["mean_payoff"]) for line in Summary.of(run).to_json()["agents"]}
    assert {name: (games, wins, pytest.approx(mean)) for name, games, wins, mean in rows} == expected
