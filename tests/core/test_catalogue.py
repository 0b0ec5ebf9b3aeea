"""The catalogue: names, tables for any number of players, and games that it does not know."""

from __future__ import annotations

import pytest

from mendax.core import MendaxError, UnknownName
from mendax.core.catalogue import agents, build_agent, build_game, build_table, games, load, look_up, solve_game
from mendax.core.errors import MissingExtra
from mendax.games.one_die.rules import OneDie
from tests.kuhn import Kuhn


def test_names_get_the_closest_match_and_the_list() -> None:
    with pytest.raises(UnknownName, match=r"there is no game 'oen-die'; did you mean 'one-die'\? There is: one-die"):
        look_up("oen-die", {"one-die": 1}, "game")
    with pytest.raises(UnknownName, match=r"there is no game 'q'\. There is: one-die"):
        look_up("q", {"one-die": 1}, "game")


def test_a_game_is_built_from_its_text() -> None:
    assert build_game("one-die:faces=4,kept=true") == OneDie(faces=4, kept=True)
    assert {"one-die", "liars-dice", "yahtzee"} <= games().keys()


def test_a_table_has_a_seat_for_everyone_unless_the_text_says_how_many() -> None:
    assert build_table("yahtzee", 3).seats == 3
    assert build_table("yahtzee:players=2", 3).seats == 2
    assert build_table("one-die", 3).seats == 2, "a game for two stays one"


def test_a_game_outside_the_catalogue_has_the_general_agents() -> None:
    assert agents("kuhn").keys() == {"best-response", "random"}
    assert build_agent(Kuhn(), "random") is build_agent("one-die", "random")


@pytest.mark.parametrize("text", ["tree:x", "best-response"])
def test_an_agent_says_how_it_is_written(text: str) -> None:
    with pytest.raises(MendaxError, match="this agent is written"):
        build_agent("one-die", text)


def test_a_game_is_solved_by_its_own_solver() -> None:
    assert solve_game("one-die").to_json()["value"] == pytest.approx(11 / 30, abs=1e-9)


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError("No module named 'scipy.optimize'", name="scipy.optimize")

    monkeypatch.setattr("mendax.core.catalogue.import_module", missing)
    with pytest.raises(MissingExtra, match=r"pip install 'mendax\[theory\]'"):
        load("mendax.theory:solve")
