"""A game's parameters as questions, and the answers as the game's text."""

from __future__ import annotations

from typing import Any

import pytest

from mendax.core.catalogue import build_game
from mendax.table.server.rest import games_json
from tests.table.page.node import run_script

SCRIPT = "mendax.table.page:options.js"


def info(name: str) -> dict[str, Any]:
    return next(game for game in games_json() if game["name"] == name)


def ask(function: str, *given: object) -> Any:
    return run_script(SCRIPT, function, given)


def test_kinds_of_questions() -> None:
    found = {one["name"]: one for one in ask("(page, [game]) => page.questions(game)", info("liars-dice"))}
    assert "players" not in found, "the number of players follows from the seats"
    assert found["dice"]["kind"] == "number"
    assert found["single_round"]["kind"] == "flag"
    assert found["rules"]["words"] == ["paper", "official", "plain", "open-spiel"]
    assert found["push"]["words"] == ["-", "true", "false"]


@pytest.mark.parametrize("name", [game["name"] for game in games_json()])
def test_the_start_is_the_game_of_one_click(name: str) -> None:
    game = info(name)
    assert ask("(page, [game]) => page.gameText(game, page.startAnswers(game))", game) == game["quick"]


def test_answers_become_the_game() -> None:
    answers = {"dice": "2", "rules": "official", "push": "false", "single_round": "false", "faces": ""}
    text = ask("(page, [game, answers]) => page.gameText(game, answers)", info("liars-dice"), answers)
    assert text == "liars-dice:dice=2,rules=official,push=false"
    assert build_game(text).seats == 4
