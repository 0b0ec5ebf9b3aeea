"""Win chances against what the rules say: exact for answers, the mean over whole worlds for bids."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.liars_dice.agents.champion import ChampionAgent, package_player
from mendax.games.liars_dice.learning.champion.beliefs import Reader
from mendax.games.liars_dice.learning.champion.player_file import Player, num_score_features
from mendax.games.liars_dice.learning.champion.win_chances import WinChances
from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, EXACT, PASS, Bid, LiarsDice, State, View
from tests.games.liars_dice.agents.soar_positions import imagine
from tests.games.liars_dice.agents.test_champion import some_player

TWO = LiarsDice(players=2)


def position(game: LiarsDice, said: str, cup: str = "12456") -> View:
    dice = f"dice={len(cup)},{len(cup)} hidden={len(cup)},{len(cup)}"
    return game.parse_view(f"seat=0 turn=0 round=0 opener=1 {dice} cup={cup} shown=-,- exacts=0,1 wild=1 said={said}")


def test_answers_are_worth_their_scores_by_their_chances() -> None:
    player = package_player(2)
    chances, beliefs = WinChances(player, TWO), Reader(player, TWO).beliefs(position(TWO, "1:4x5"))
    assert chances.by_score
    lose, catch, gain, wrong = (
        player.win_chances(np.array([dice]), np.array([exacts]))[0, 0]
        for dice, exacts in (
            ((4, 5), (True, True)),
            ((5, 4), (True, True)),
            ((5, 5), (False, True)),
            ((4, 5), (False, True)),
        )
    )
    true, exact = beliefs.at_least(Bid(4, 5)), beliefs.exactly(Bid(4, 5))
    doubt, just = chances.options(beliefs, (CHALLENGE_BID, EXACT), 8, np.random.default_rng(1))
    assert doubt.value == pytest.approx((1 - true) * catch + true * lose)
    assert just.value == pytest.approx(exact * gain + (1 - exact) * wrong)
    assert doubt.error == just.error == 0
    passed = Reader(player, TWO).beliefs(position(TWO, "1:1x5;0:2x5;1:pass"))
    (caught,) = chances.options(passed, (CHALLENGE_PASS,), 8, np.random.default_rng(1))
    alike = passed.cups[1].alike()
    assert caught.value == pytest.approx((1 - alike) * catch + alike * lose)


def play_out(game: LiarsDice, agents: list[ChampionAgent], state: State, rng: Random) -> State:
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            state = game.apply(state, game.draw(state, rng))
        else:
            assert isinstance(turn, int)
            state = game.apply(state, agents[turn].act(game.view(state, turn), game.actions(state)).action)
    return state


@pytest.mark.parametrize("game", [LiarsDice(players=2, dice=2, single_round=True), LiarsDice(players=2, dice=1)])
def test_a_bid_is_worth_what_the_rules_play_out(game: LiarsDice) -> None:
    """The same position by agents on the rules, one world after the other, and by many tables at once."""
    player, rng = some_player(2), Random(4)
    view = position(game, "1:1x5", "24"[: game.dice])
    agents = [ChampionAgent(player, game, Random(seat)) for seat in range(2)]
    beliefs = Reader(player, game).beliefs(view)
    bid = Bid(1, 6)
    (found,) = WinChances(player, game).options(beliefs, (bid,), 6000, np.random.default_rng(3))
    cup, won, number = beliefs.cups[1], 0, 500
    for _ in range(number):
        hand = rng.choices(cup.hands, cup.chances.tolist())[0]
        state = imagine(view)._replace(cups=(view.cup, hand))
        end = play_out(game, agents, game.apply(state, bid), rng)
        won += game.payoffs(end)[0] > 0
    assert found.value == pytest.approx(won / number, abs=4 * (0.25 / number) ** 0.5)
    assert 0.005 < found.error < 0.01


def test_worlds_are_the_same_for_all_options() -> None:
    player = package_player(2)
    beliefs = Reader(player, TWO).beliefs(position(TWO, "1:2x5"))
    low, high, passing = WinChances(player, TWO).options(
        beliefs, (Bid(3, 5), Bid(9, 5), PASS), 200, np.random.default_rng(5)
    )
    assert low.value > high.value
    loss, error = high.less(low)
    assert loss == pytest.approx(low.value - high.value)
    assert 0 < error < 0.05
    assert passing.samples.shape == low.samples.shape == (200,)


def test_any_push_has_a_value() -> None:
    """A push that is not on the champion's menu, too: the shown dice stay, the others are rolled again."""
    player = package_player(2)
    beliefs = Reader(player, TWO).beliefs(position(TWO, "1:2x5"))
    (pushed,) = WinChances(player, TWO).options(beliefs, (Bid(3, 5, (2, 4)),), 100, np.random.default_rng(5))
    assert 0.2 < pushed.value < 0.6


def test_without_a_value_of_scores_matches_are_played_to_their_end() -> None:
    player = Player(2, package_player(2).layers)
    chances = WinChances(player, TWO)
    assert not chances.by_score
    assert not WinChances(package_player(2), LiarsDice(players=2, dice=3)).by_score
    even = chances.score((1, 1), (False, False), 0, 1500, np.random.default_rng(1))
    assert set(even.tolist()) == {0.0, 1.0}
    assert even.mean() == pytest.approx(0.5, abs=0.06)
    assert chances.score((2, 0), (False, False), 0, 10, np.random.default_rng(1)).tolist() == [1.0]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_packages_scores_are_chances(players: int) -> None:
    player = package_player(players)
    assert player.score[0][0].shape[0] == num_score_features(players)
    even = player.win_chances(np.full((1, players), 5), np.ones((1, players), bool))[0]
    assert even == pytest.approx(np.full(players, 1 / players), abs=1e-6)
    dice = np.array([[5, 1, *(3,) * (players - 2)], [2, *(0,) * (players - 1)]])
    ahead, over = player.win_chances(dice, np.zeros((2, players), bool))
    assert ahead[0] == ahead.max() > 1.2 / players
    assert ahead[1] == ahead.min()
    assert over.tolist() == [1.0] + [0.0] * (players - 1)


def test_a_round_is_worth_what_its_score_was() -> None:
    """The value of a score is that of the round that follows: within errors, on average over dice and openers."""
    player, rng, random = package_player(2), np.random.default_rng(7), Random(7)
    chances, found = WinChances(player, TWO), []
    start = TWO.start()._replace(dice=(4, 3), exacts=(True, False))
    for _ in range(60):
        state = TWO.apply(start, TWO.draw(start, random))
        while TWO.turn(state) is Turn.CHANCE:
            state = TWO.apply(state, TWO.draw(state, random))
        found.append(chances.before_words(TWO.view(state, 0), 40, rng).mean())
    worth = player.win_chances(np.array([[4, 3]]), np.array([[True, False]]))[0, 0]
    assert np.mean(found) == pytest.approx(worth, abs=4 * np.std(found) / 60**0.5)
