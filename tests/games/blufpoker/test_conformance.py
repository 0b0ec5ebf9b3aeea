"""Blufpoker is a game: the suite that every game passes, over its options."""

from __future__ import annotations

import pytest

from mendax.conformance import check_agent, check_game
from mendax.core.catalogue import build_agent
from mendax.core.game import game_text
from mendax.games.blufpoker.rules import Blufpoker
from tests.games.blufpoker.redeal import redeal

VARIANTS = [
    Blufpoker(),
    Blufpoker(players=2),
    Blufpoker(players=8, points=2),
    Blufpoker(points=1, opening="free"),
    Blufpoker(players=2, single_round=True, opening="free"),
    Blufpoker(players=4, top321=True),
    Blufpoker(players=3, pass_on=True),
    Blufpoker(players=2, points=3, pass_on=True, top321=True, opening="free", underbids=False),
    Blufpoker(players=3, underbids=False),
]


@pytest.mark.parametrize("game", VARIANTS, ids=game_text)
def test_blufpoker_is_a_game(game: Blufpoker) -> None:
    """Two kinds of chance node: who starts, and a die."""
    check_game(game, redeal, chance_kinds=2)


def test_random_plays_it() -> None:
    check_agent(Blufpoker(), build_agent("blufpoker", "random"), matches=3)
