"""The value of scores, learned from self-play: where the truth is known, it finds it."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.games.liars_dice.learning.champion.player_file import Player
from mendax.games.liars_dice.learning.champion.score_value import Played, calibration, fit_score, play_scores
from tests.games.liars_dice.agents.test_champion import some_player


def coin_matches(number: int, seed: int) -> Played:
    """Matches of two in which each round takes a die from either seat with even chances: the gambler's problem."""
    rng = np.random.default_rng(seed)
    dice = rng.integers(1, 6, (number, 2))
    history, rounds = [dice.copy()], np.zeros(number, np.int64)
    while (going := (dice > 0).all(1)).any():
        loser = rng.integers(0, 2, number)
        dice[going, loser[going]] -= 1
        rounds += going
        history.append(dice.copy())
    all_dice = np.stack(history, 1)
    return Played(all_dice, np.zeros_like(all_dice, bool), rounds)


def chance_of(own: int, other: int) -> float:
    """The exact chance of the gambler's problem."""
    if not own or not other:
        return float(own > 0)
    return (chance_of(own - 1, other) + chance_of(own, other - 1)) / 2


def test_even_coins_have_their_chances() -> None:
    player, losses = fit_score(Player(2, ()), coin_matches(6000, 1), 1)
    assert losses[-1] < losses[0]
    dice = np.array([(own, other) for own in range(1, 6) for other in range(1, 6)])
    found = player.win_chances(dice, np.zeros_like(dice, bool))[:, 0]
    assert found == pytest.approx([chance_of(*pair) for pair in dice.tolist()], abs=0.04)
    for given, happened, number in calibration(player, coin_matches(4000, 2)):
        assert given == pytest.approx(happened, abs=0.02 + 4 * (0.25 / number) ** 0.5)


def test_matches_of_a_player_against_itself() -> None:
    player, number = some_player(2), 40
    played = play_scores(player, number, 3)
    assert played.dice.shape == played.exacts.shape == (number, played.rounds.max() + 1, 2)
    last = played.dice[np.arange(number), played.rounds]
    assert ((last > 0).sum(1) == 1).all()
    assert (played.dice[np.arange(number), played.rounds - 1] > 0).all()
    assert 8 < (played.dice[:, 0] == 5).all(1).sum() < 36, "some begin with all dice, some with random ones"
    assert np.array_equal(played.dice, play_scores(player, number, 3).dice), "the same seed, the same matches"
