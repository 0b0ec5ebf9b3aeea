"""Agents that do harm forfeit, by name and with the reason; everybody else's results stay as they were."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mendax.arena import pool
from mendax.arena.isolated import Isolated
from mendax.arena.run import Run, run_games
from mendax.arena.schedule import match_schedule, tournament_schedule
from mendax.arena.summary import Summary
from mendax.cli.match_tables import footer
from mendax.core import Factory, MendaxError
from mendax.core.catalogue import build_agent, build_game
from tests.arena.agents import GAME, named, numbers
from tests.arena.harmful import DyingInAHand, HangingClock, Harmful, dies_when_built, looking
from tests.tiny_games import MoneySession

GAMES = 20


def play(agent: Factory, workers: int, games: int = GAMES, **options: Any) -> Run:
    """A tournament of three, one of which may do harm."""
    agents = [("bad", agent), *named("tree", "honest")]
    return run_games(
        GAME, agents, tournament_schedule(3, 2, games), seed=5, workers=workers, trusting=False, records=True, **options
    )


@cache
def harmed(deed: str, workers: int) -> Run:
    """A tournament with an agent that does a deed wherever it is asked."""
    return play(Harmful(deed), workers)


def pair(found: dict[str, Any], *names: str) -> Any:
    """The line of a pairing."""
    return next(line for line in found["pairs"] if {agent["name"] for agent in line["agents"]} == set(names))


@pytest.fixture(scope="module")
def harmless() -> dict[str, Any]:
    return numbers(play(Harmful("nothing"), 1))


@pytest.mark.parametrize(
    ("deed", "reason", "workers"),
    [
        ("die", "the process died: exit code 3", 1),
        ("die", "the process died: exit code 3", 2),
        ("segfault", "the process died: signal SIGSEGV", 2),
        ("kill", "the process died: signal SIGKILL", 2),
        ("close_files", "the process died: it closed its files", 2),
        ("interrupt", "KeyboardInterrupt:", 2),
    ],
)
def test_harm_is_a_forfeit(deed: str, reason: str, workers: int, harmless: dict[str, Any]) -> None:
    check_forfeits(harmed(deed, workers), deed, reason, harmless)


def test_hanging_is_a_forfeit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harmless: dict[str, Any]) -> None:
    """With one worker and a clock that stands still while it works, nobody else is late on a slow machine."""
    monkeypatch.setattr(pool, "time", HangingClock(tmp_path, 0.1))
    run = play(Harmful("hang", marks=str(tmp_path)), 1, move_seconds=0.4)
    check_forfeits(run, "hang", "no decision in 0.4 s", harmless)


@pytest.mark.slow
def test_hanging_is_a_forfeit_for_two_workers(harmless: dict[str, Any]) -> None:
    check_forfeits(play(Harmful("hang"), 2, move_seconds=10.0), "hang", "no decision in 10 s", harmless)


def check_forfeits(run: Run, deed: str, reason: str, harmless: dict[str, Any]) -> None:
    """It forfeits wherever it is asked, and the pair without it plays as always."""
    found = numbers(run)
    assert found["games"] == 3 * GAMES
    assert {line["agent"] for line in found["forfeits"]} == {"bad"}
    assert found["forfeits"][0]["reason"] == reason
    assert len(found["forfeits"]) > 1.5 * GAMES, "it harms wherever it is asked"
    given_up = [line for line in found["forfeits"] if line["reason"] == "given up after 5 deaths or late decisions"]
    assert (not given_up) == (deed == "interrupt")
    assert pair(found, "tree", "honest") == pair(harmless, "tree", "honest")
    assert len(run.results.records) == 3 * GAMES


def test_dying_when_built_is_a_forfeit(harmless: dict[str, Any]) -> None:
    found = numbers(play(dies_when_built, 2))
    assert {(line["agent"], line["reason"]) for line in found["forfeits"][:5]} == {
        ("bad", "the process died: exit code 3")
    }
    assert pair(found, "tree", "honest") == pair(harmless, "tree", "honest")


def test_dying_in_a_session_of_hands_costs_choices() -> None:
    """The default is to check and to fold, which is what this agent does while it lives: nothing else changes."""
    schedule, game = match_schedule(2, 2, 4), MoneySession(4)
    other: tuple[str, Factory] = ("b", DyingInAHand(99))
    plain = run_games(game, [("a", DyingInAHand(99)), other], schedule, seed=5)
    runs = [
        run_games(game, [("a", DyingInAHand(2)), other], schedule, seed=5, workers=workers, trusting=False)
        for workers in (1, 2)
    ]
    assert numbers(runs[0]) == numbers(runs[1])
    assert [(line[1], line[2]) for line in runs[0].results.forfeits] == [(0, "the process died: exit code 3")] * 4
    assert np.array_equal(runs[0].results.payoffs, plain.results.payoffs)


def test_dying_when_losing_erases_no_loss() -> None:
    """It dies too rarely to be given up: its wins are at most those of the agent that plays on."""
    agents: list[tuple[str, Factory]] = [("coward", Harmful("die", only_when_losing=True)), *named("tree")]
    brave: list[tuple[str, Factory]] = [("coward", Harmful("nothing")), *named("tree")]
    plain = numbers(run_games(GAME, brave, match_schedule(2, 2, 16), seed=5, workers=2))
    runs = [run_games(GAME, agents, match_schedule(2, 2, 16), seed=5, workers=n, trusting=False) for n in (1, 2)]
    found, again = map(numbers, runs)
    assert found == again, "for any number of workers"
    assert 0 < len(found["forfeits"]) < 5
    assert found["games"] == plain["games"] == 16
    assert found["agents"][0]["wins"] <= plain["agents"][0]["wins"]


def test_an_agent_is_given_up_at_the_same_game_for_any_number_of_workers() -> None:
    assert numbers(harmed("die", 1), ratings=True) == numbers(harmed("die", 2), ratings=True)


@pytest.mark.slow
def test_an_agent_that_dies_rarely_is_given_up_at_the_same_game_for_any_number_of_workers() -> None:
    bad = Harmful("die", only_when_losing=True)
    one, two = (numbers(play(bad, workers, games=60), ratings=True) for workers in (1, 2))
    assert one == two
    assert any(line["reason"].startswith("given up") for line in one["forfeits"])


@pytest.mark.parametrize("workers", [1, 2])
def test_what_an_agent_prints_is_not_output(
    workers: int, harmless: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    assert numbers(play(Harmful("print_lines"), workers)) == harmless
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("die", "the process died: exit code 3"),
        ("segfault", "the process died: signal SIGSEGV"),
        ("hang", "no decision in 0.5 s"),
        ("eat", "MemoryError:"),
        ("interrupt", "KeyboardInterrupt:"),
    ],
)
def test_an_isolated_agent_harms_its_own_process_only(deed: str, reason: str) -> None:
    isolated = Isolated(Harmful(deed), move_seconds=0.5 if deed == "hang" else 120, memory=0.2)
    found = numbers(play(isolated, 2, games=4))
    assert {line["agent"] for line in found["forfeits"]} == {"bad"}
    assert found["forfeits"][0]["reason"] == reason
    assert pair(found, "tree", "honest") == pair(numbers(play(Harmful("nothing"), 1, games=4)), "tree", "honest")


def test_what_an_isolated_agent_prints_is_not_its_answer(harmless: dict[str, Any]) -> None:
    assert numbers(play(Isolated(Harmful("print_lines")), 1)) == harmless


def test_an_agent_that_looks_into_frames_finds_nothing_when_it_is_isolated() -> None:
    schedule, records = match_schedule(2, 2, 40), []
    factories: list[Factory] = [looking, Isolated(looking), Harmful("nothing")]
    for factory in factories:
        agents: list[tuple[str, Factory]] = [("bad", factory), *named("equilibrium")]
        records.append(run_games(GAME, agents, schedule, seed=5, workers=2, records=True).results.records)
    seeing, isolated, blind = records
    assert seeing != blind
    assert isolated == blind


@pytest.mark.parametrize(
    ("game", "names", "games"), [("one-die", ("equilibrium", "random"), 30), ("liars-dice", ("honest", "random"), 2)]
)
def test_isolated_agents_decide_the_same(game: str, names: tuple[str, str], games: int) -> None:
    rules = build_game(game)
    schedule = match_schedule(2, rules.seats, games)
    here = run_games(rules, [(name, build_agent(rules, name)) for name in names], schedule, seed=2, records=True)
    there = run_games(rules, [(name, Isolated(name)) for name in names], schedule, seed=2, records=True)
    assert here.results.records == there.results.records


def test_an_isolated_agent_that_does_not_exist_says_so() -> None:
    with pytest.raises(MendaxError, match="there is no one-die agent 'nobody'"):
        run_games(GAME, [("nobody", Isolated("nobody")), *named("tree")], match_schedule(2, 2, 2))


def test_the_table_names_who_was_given_up() -> None:
    summary = Summary.of(harmed("die", 2))
    assert "Forfeits: bad " in footer(summary)
    assert "The first by bad, in game 0: the process died: exit code 3" in footer(summary)
    assert "bad was given up after 5 deaths or late decisions: " in footer(summary)
