"""Summaries: for people, and for programs with stable names."""

from __future__ import annotations

import json

import pytest

from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.arena.statistics import Sprt
from mendax.arena.summary import Summary
from tests.arena.agents import GAME, Staking, named
from tests.high_roll import HighRoll


def test_the_json_has_the_documented_names() -> None:
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1)
    summary = Summary.of(run, ratings=True)
    found = summary.to_json()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == [
        "game",
        "counted",
        "unit",
        "games",
        "seed",
        "agents",
        "by_seat",
        "pairs",
        "endings",
        "forfeits",
        "interrupted",
        "seconds",
    ]
    line = ["name", "games", "chairs", "wins", "win_rate", "ci95", "fair_share"]
    line += ["mean_payoff", "payoff_ci95", "payoff_std"]
    assert [list(one) for one in found["agents"]] == [[*line, "rating"]] * 2
    assert [list(one) for one in found["by_seat"][1]["agents"]] == [line] * 2
    assert all(isinstance(one["wins"], int) for one in found["agents"]), "whole numbers of wins are integers"


def test_the_parts_add_up() -> None:
    summary = Summary.of(run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1))
    assert sum(line.total for line in summary.agents) == summary.games == sum(summary.endings.values()) == 100
    assert [line.games for seat in summary.by_seat for line in seat.agents] == [50] * 4
    (pair,) = summary.pairs
    assert pair.agents == summary.agents
    assert all(line.rating is None for line in summary.agents)


def test_a_sequential_test_says_its_verdict() -> None:
    agents, schedule = named("tree", "random"), match_schedule(2, 2, 9000)
    summary = Summary.of(run_games(GAME, agents, schedule, sprt=Sprt(0.5, 0.6)))
    assert summary.sprt == "the higher rate"
    assert summary.to_json()["sprt"] == "the higher rate"


def test_a_summary_reads_as_a_few_plain_lines() -> None:
    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), seed=1)
    first, *lines = str(Summary.of(run, ratings=True)).splitlines()
    assert first == "one-die: 100 games, seed 1"
    assert [line.split()[:2] for line in lines] == [["tree", "wins"], ["random", "wins"]]
    assert all("rating" in line for line in lines)


def test_alone_the_payoff_is_what_counts() -> None:
    run = run_games(HighRoll(1), [("two", Staking("two"))], match_schedule(1, 1, 10))
    assert str(Summary.of(run)).splitlines()[1] == "two  mean payoff 0.000 (95 %: 0.000 to 0.000)"
    assert Summary.of(run, ratings=True).agents[0].rating is None, "nobody to be rated against"


def test_an_empty_run_has_a_summary() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    run = run_games(GAME, named("tree", "random"), match_schedule(2, 2, 100), progress=stop)
    summary = Summary.of(run, ratings=True)
    assert summary.interrupted
    assert (summary.games, summary.agents[0].ci95) == (0, None)
    assert summary.pairs[0].p_value == pytest.approx(1)
