"""A match or a tournament in one call."""

from __future__ import annotations

import pytest

from mendax.arena.play import match, plan_match, plan_tournament, tournament
from mendax.core import MendaxError
from tests.arena.agents import Staking


def test_a_match_is_the_same_for_any_workers() -> None:
    one, two = (match("one-die", ["tree", "random"], games=200, seed=3, workers=workers) for workers in (1, 2))
    assert one.agents == two.agents
    assert one.games == 200


def test_a_tournament_rates_everyone() -> None:
    summary = tournament("one-die", ["tree", "honest", "random"], games=40, seed=3)
    assert summary.games == 3 * 40
    assert all(line.rating is not None for line in summary.agents)


def test_an_agent_of_ones_own_plays_too() -> None:
    summary = match("one-die", ["honest", ("mine", Staking("accept"))], games=4)
    assert [line.name for line in summary.agents] == ["honest", "mine"]
    assert summary.forfeits[0].agent == "mine", "it cannot call"


def test_the_table_is_set_for_whoever_comes() -> None:
    assert plan_match("yahtzee", ["random"] * 3, 10).game.seats == 3
    assert plan_match("yahtzee:players=4", ["random"] * 2, 10).game.seats == 4, "two may share a larger table"
    assert len(plan_match("one-die", ["tree", "random"], 10, ["XY"]).schedule) == 10
    assert len(plan_tournament("one-die", ["tree", "random", "honest"], 10).schedule) == 30


def test_what_cannot_be_seated_says_so() -> None:
    with pytest.raises(MendaxError, match="needs 2 agents, not 3"):
        match("one-die", ["tree"] * 3)
