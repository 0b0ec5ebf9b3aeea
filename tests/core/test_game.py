"""Games as text: parameters that read and write."""

from __future__ import annotations

import pytest

from mendax.core import BadNotation, game_text
from mendax.core.catalogue import build_game
from tests.high_roll import HighRoll
from tests.kuhn import Kuhn


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("one-die:faces=4,faces=5", "faces is given twice"),
        ("one-die:sides=3", "no parameter 'sides'; it has: faces, dice, kept"),
        ("one-die:kept=perhaps", "kept must be true or false"),
        ("one-die:faces=many", "faces must be a number"),
    ],
)
def test_bad_parameters_get_one_clear_line(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        build_game(text)


@pytest.mark.parametrize("text", ["one-die", "one-die:faces=4", "one-die:faces=4,kept=true", "yahtzee:players=3"])
def test_the_text_of_a_game_builds_it_again(text: str) -> None:
    assert game_text(build_game(text)) == text


def test_a_win_is_shared_by_equal_best_payoffs() -> None:
    assert HighRoll(3).wins((1.0, 1.0, -2.0)) == (0.5, 0.5, 0.0)


def test_a_forfeit_costs_one_and_the_others_share_it() -> None:
    game = HighRoll(3)
    assert game.forfeit(game.start(), 1) == (0.5, -1.0, 0.5)
    assert Kuhn().forfeit(Kuhn().start(), 0) == (-1.0, 1.0)
