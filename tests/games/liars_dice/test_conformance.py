"""Liar's Dice is a game: the suite that every game passes, over the presets and their options."""

from __future__ import annotations

import pytest

from mendax.conformance import check_agent, check_game
from mendax.core.catalogue import build_agent
from mendax.core.game import game_text
from mendax.games.liars_dice.rules import LiarsDice
from tests.games.liars_dice.redeal import redeal

VARIANTS = [
    (LiarsDice(players=3), 7),
    (LiarsDice(players=2), 6),
    (LiarsDice(players=3, dice=4, rules="official"), 6),
    (LiarsDice(players=4, dice=2, rules="official", opens="first"), 3),
    (LiarsDice(players=10, dice=1), 10),
    (LiarsDice(rules="plain", dice=3), 5),
    (LiarsDice(players=3, dice=3, faces=9, wild="none", order="natural"), 5),
    (LiarsDice(players=2, dice=1, rules="open-spiel", single_round=True), 2),
    (LiarsDice(players=3, dice=2, faces=3, single_round=True), 3),
    (LiarsDice(players=2, dice=3, faces=2, wild="2"), 4),
]
"""Tables, and how many kinds of chance node each has: rolls of so many dice, and openers of so many."""


@pytest.mark.parametrize(
    ("game", "kinds"), VARIANTS, ids=lambda value: game_text(value) if isinstance(value, LiarsDice) else ""
)
def test_liars_dice_is_a_game(game: LiarsDice, kinds: int) -> None:
    check_game(game, redeal, chance_kinds=kinds)


def test_random_plays_it() -> None:
    check_agent(LiarsDice(players=3, rules="official"), build_agent("liars-dice", "random"), matches=3)
