"""Win chances between rounds, beside who won."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.games.liars_dice.agents.champion import package_player
from mendax.games.liars_dice.learning.champion.player_file import Player
from tests.games.liars_dice.agents.test_champion import some_player
from tests.games.liars_dice.learning.champion.calibration import Played, calibration, play_scores


def test_what_is_given_and_what_happened() -> None:
    """Two matches, and a player that goes by the dice alone: e to the dice is what a seat has for it."""
    weight = np.zeros((12, 1), np.float32)
    weight[:5] = 1.0  # a thermometer of the own dice
    player = Player(2, (), ((weight, np.zeros(1, np.float32)),))
    dice = np.array([[[2, 1], [2, 0], [2, 0]], [[1, 1], [1, 2], [0, 2]]])
    found = calibration(player, Played(dice, np.zeros_like(dice, bool), np.array([1, 2])))
    ahead = float(np.e / (1 + np.e))
    assert [number for *_, number in found] == [2, 2, 2]
    assert [given for given, *_ in found] == pytest.approx([1 - ahead, 0.5, ahead])
    assert [happened for _, happened, _ in found] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(("seats", "matches"), [(2, 400), (4, 150), (6, 100)])
def test_the_package_s_players_know_how_often_they_win(seats: int, matches: int) -> None:
    player = package_player(seats)
    rows = calibration(player, play_scores(player, matches, 5, random_start=0.0))
    total = sum(number for *_, number in rows)
    assert len(rows) > 5
    assert sum(number * abs(given - happened) for given, happened, number in rows) / total < 0.03


def test_matches_of_a_player_against_itself() -> None:
    player, number = some_player(2), 40
    played = play_scores(player, number, 3)
    assert played.dice.shape == played.exacts.shape == (number, played.rounds.max() + 1, 2)
    last = played.dice[np.arange(number), played.rounds]
    assert ((last > 0).sum(1) == 1).all()
    assert (played.dice[np.arange(number), played.rounds - 1] > 0).all()
    assert 8 < (played.dice[:, 0] == 5).all(1).sum() < 36, "some begin with all dice, some with random ones"
    assert np.array_equal(played.dice, play_scores(player, number, 3).dice), "the same seed, the same matches"
