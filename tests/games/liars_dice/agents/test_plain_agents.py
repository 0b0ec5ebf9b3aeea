"""The simple agents of Liar's Dice: what they weigh, and that they are worth something."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mendax.conformance import check_agent
from mendax.core import MendaxError, play_match
from mendax.core.catalogue import build_agent
from mendax.core.game import Turn, game_text
from mendax.core.streams import Stream
from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, EXACT, PASS, Action, Bid, LiarsDice, Open, Roll
from mendax.games.liars_dice.rules.odds import all_alike, at_least, exactly
from mendax.games.liars_dice.rules.wording import percent
from mendax.games.one_die.rules import OneDie

TABLES = [
    LiarsDice(players=2),
    LiarsDice(players=3, dice=3, rules="official"),
    LiarsDice(players=2, dice=2, rules="open-spiel", single_round=True),
]


@pytest.mark.parametrize("name", ["honest", "probability"])
@pytest.mark.parametrize("game", TABLES, ids=game_text)
def test_simple_minds_play(name: str, game: LiarsDice) -> None:
    check_agent(game, build_agent("liars-dice", name), matches=4)


@pytest.mark.parametrize("name", ["honest", "probability"])
def test_simple_minds_play_nothing_else(name: str) -> None:
    with pytest.raises(MendaxError, match="does not play one-die"):
        build_agent("liars-dice", name)(OneDie(), 0, Random(0))


def decide(name: str, game: LiarsDice, *actions: Action) -> tuple[Action, dict[Any, float | None]]:
    """What an agent does after some actions, and its options with their worth."""
    state = game.start()
    for action in actions:
        state = game.apply(state, action)
    seat = game.turn(state)
    assert isinstance(seat, int)
    decision = build_agent("liars-dice", name)(game, seat, Random(0)).act(
        game.view(state, seat), game.actions(state), explain=True
    )
    assert decision.explanation is not None
    return decision.action, {option.action: option.value for option in decision.explanation.options}


TWO = LiarsDice(players=2, dice=5, opens="first")
DEAL = (Open(0), Roll((1, 4, 5, 5, 6)), Roll((2, 2, 2, 3, 6)))


def test_honest_makes_the_bid_with_the_most_to_spare() -> None:
    """Three 5s with the 1, and a third of five hidden dice: 3 + 5/3; the lowest bid of 5s spares the most."""
    action, spare = decide("honest", TWO, *DEAL)
    assert action == Bid(1, 5)
    assert spare[Bid(1, 5)] == pytest.approx(3 + 5 / 3 - 1)
    assert spare[Bid(4, 5)] == pytest.approx(2 / 3)
    assert Bid(5, 5) not in spare


def test_honest_challenges_what_it_cannot_honestly_beat() -> None:
    """Seat 1 expects 1 + 5/3 sixes; six of them are too many, and so is every higher bid."""
    action, worth = decide("honest", TWO, *DEAL, Bid(6, 6))
    assert action is CHALLENGE_BID
    assert worth == {CHALLENGE_BID: pytest.approx(6 - 1 - 5 / 3)}


def test_honest_passes_only_in_truth() -> None:
    deal = (Open(0), Roll((1, 4, 5, 5, 6)), Roll((2, 2, 2, 2, 2)))
    assert decide("honest", TWO, *deal, Bid(8, 6))[0] is PASS
    assert decide("honest", TWO, *DEAL, Bid(8, 6), PASS)[0] is CHALLENGE_PASS


def test_probability_weighs_by_the_odds() -> None:
    """Seat 1 holds one 6 and no 1; five dice are hidden from it, a third of them count for 6s."""
    action, chances = decide("probability", TWO, *DEAL, Bid(4, 6))
    assert chances[CHALLENGE_BID] == pytest.approx(1 - at_least(3, 5, 2, 6))
    assert chances[EXACT] == pytest.approx(exactly(3, 5, 2, 6))
    assert chances[PASS] == 0
    assert chances[Bid(5, 2)] == pytest.approx(at_least(2, 5, 2, 6))
    assert chances[Bid(5, 2, (2, 2, 2))] == pytest.approx(at_least(2, 7, 2, 6)), "two dice are rolled again"
    assert chances[Bid(2, 1)] == pytest.approx(at_least(2, 5, 1, 6))
    assert action is CHALLENGE_BID
    assert chances[action] == max(value for value in chances.values() if value is not None)


def test_probability_doubts_a_pass_by_what_is_hidden() -> None:
    _, chances = decide("probability", TWO, *DEAL, Bid(2, 5, (1, 5, 5)), Roll((2, 3)), PASS)
    assert chances[CHALLENGE_PASS] == pytest.approx(1 - (1 / 6) ** 4)
    assert all_alike((2, 3), 1, 6) == 0


def test_probability_prefers_the_highest_certain_bid() -> None:
    action, chances = decide("probability", TWO, *DEAL)
    assert action == Bid(3, 5)
    assert chances[action] == 1


def wins(first: str, second: str, games: int) -> int:
    """How many of some two-player games the first agent wins, the seats exchanged after each."""
    game, won = LiarsDice(players=2), 0
    for number in range(games):
        pair = (first, second) if number % 2 else (second, first)
        agents = [build_agent("liars-dice", n)(game, at, Stream(1, number, 1 + at)) for at, n in enumerate(pair)]
        payoffs = play_match(game, agents, Stream(1, number, 0), strict=True).payoffs
        won += payoffs[pair.index(first)] > 0
    return won


def test_more_thought_wins_more() -> None:
    """Far beyond what chance allows in so few games."""
    assert wins("honest", "random", 60) > 50
    assert wins("probability", "random", 60) > 50


@pytest.mark.parametrize("name", ["probability", "honest"])
def test_the_sentence_has_the_decisions_own_numbers(name: str) -> None:
    game = LiarsDice()
    state = game.start()
    rng = Random(3)
    while game.turn(state) is Turn.CHANCE:
        state = game.apply(state, game.draw(state, rng))
    seat = game.turn(state)
    assert isinstance(seat, int)
    agent = build_agent("liars-dice", name)(game, seat, Random(0))
    decision = agent.act(game.view(state, seat), game.actions(state), explain=True)
    assert decision.explanation is not None
    best = decision.explanation.options[0]
    assert best.value is not None
    number = f"with {percent(best.value)}" if name == "probability" else f"{best.value:.1f} more"
    assert best.action == decision.action
    assert number in decision.explanation.sentence
