"""The simple opponents: points before the flop, made hands after it."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.games.holdem.agents.made_hands import Made, has_draw, made_hand
from mendax.games.holdem.agents.simple import loose, tight
from mendax.games.holdem.agents.starting_points import card_points, position_points
from mendax.games.holdem.rules import Holdem, parse_cards
from tests.games.holdem.table import play


@pytest.mark.parametrize(
    ("cards", "points"),
    [("AcAd", 42), ("AhKh", 37), ("JsTs", 30), ("AcKd", 33), ("QcTd", 26), ("Jc8d", 21), ("Jc7d", 19), ("Ah2h", 22)],
)
def test_points_of_cards(cards: str, points: int) -> None:
    assert card_points(parse_cards(cards)) == points


def test_points_of_positions() -> None:
    assert [position_points(6, 5, seat) for seat in range(6)] == [0, 0, 3, 3, 5, 5]
    assert [position_points(3, 2, seat) for seat in range(3)] == [0, 0, 5]
    assert [position_points(2, 1, seat) for seat in range(2)] == [0, 5]


@pytest.mark.parametrize(
    ("cards", "board", "made"),
    [
        ("AdQc", "3h4cJh", Made.NOTHING),
        ("AdQc", "3h3cJh", Made.NOTHING),
        ("4d4s", "3h9cJh", Made.PAIR),
        ("AdJc", "3h4cJh", Made.TOP_PAIR),
        ("QdQc", "3h4cJh", Made.TOP_PAIR),
        ("4d2s", "3h3cJh4c", Made.PAIR),
        ("AdJc", "3h3cJh", Made.TOP_PAIR),
        ("Jd4s", "3h4cJh", Made.STRONG),
        ("3d2s", "3h3cJh", Made.STRONG),
        ("9d2s", "TdJdQdKd", Made.STRONG),
        ("2d2s", "AcAdKcKdQh", Made.NOTHING),
    ],
)
def test_made_hands(cards: str, board: str, made: Made) -> None:
    assert made_hand(parse_cards(cards), parse_cards(board)) is made


@pytest.mark.parametrize(
    ("cards", "board", "draw"),
    [
        ("9h2h", "3hKhQc", True),
        ("9c2c", "3hKhQh", False),
        ("9c2s", "3hKhQhAh", False),
        ("2c9d", "3h4s5c", True),
        ("Ac9d", "3h4s5c", False),
        ("AcKd", "QhJs2c", False),
        ("KcTd", "QhJs2c", True),
        ("2c2d", "9hTsJcQd", False),
    ],
)
def test_draws(cards: str, board: str, draw: bool) -> None:
    assert has_draw(parse_cards(cards), parse_cards(board)) is draw


GAME = Holdem(players=2)


@pytest.mark.parametrize(
    ("name", "moves", "act"),
    [
        ("always-call", "2c 3c 7d 8d", "call"),
        ("always-call", "2c 3c 7d 8d call", "check"),
        ("always-raise", "2c 3c 7d 8d raise raise", "raise"),
        ("always-raise", "2c 3c 7d 8d raise raise raise", "call"),
        ("always-raise", "2c 3c 7d 8d call check 4c 5c 6c", "bet"),
        ("always-fold", "2c 3c 7d 8d", "fold"),
        ("always-fold", "2c 3c 7d 8d call", "check"),
        # The button has 5 points for its position: AKo has 38, Q9s 32, J8o 26.
        ("tight", "2c Ac 7d Kd", "raise"),
        ("tight", "2c Qc 7d 9c", "call"),
        ("tight", "2c Jc 7d 8d", "fold"),
        ("tight", "Ac 2c Kd 7d raise", "fold"),
        ("tight", "Ac 2c Kc 7d raise", "call"),
        ("tight", "Ac 2c Kc 7d call", "raise"),
        ("tight", "7c 2c 2d 7d call", "check"),
        ("loose", "2c Jc 7d 8d", "call"),
        ("loose", "Ac 2c Kd 7d raise", "call"),
        ("tight", "Ac Kc 7d Kd raise call Ah 2d 3d", "bet"),
        ("tight", "7c Kc 6d Kd raise call Ah 2d 3d", "check"),
        ("tight", "9c Kc 9d Kd raise call Ah 2d 3d check bet", "fold"),
        ("loose", "9c Kc 9d Kd raise call Ah 2d 3d check bet", "call"),
        ("loose", "9c Kc 9d Kd raise call Ah 2d 3d", "bet"),
        ("loose", "9c Kc Tc Kd raise call Ac 2c 3d check bet", "call"),
        ("loose", "9c Kc Tc Kd raise call Ac 2c 3d check check 5d check check 6h check bet", "fold"),
        ("tight", "9c Kc Tc Kd raise call Ac 2c 3d check bet", "fold"),
        ("tight", "9c Kc Tc Kd raise call 9d Td 3d bet raise", "raise"),
    ],
)
def test_what_they_do(name: str, moves: str, act: str) -> None:
    state = play(GAME, moves)
    seat = GAME.turn(state)
    assert isinstance(seat, int)
    agent = build_agent("holdem", name)(GAME, seat, Random(0))
    decision = agent.act(GAME.view(state, seat), GAME.actions(state), explain=True)
    assert str(decision.action) == act
    assert decision.explanation is not None
    assert {str(option.action): option.probability for option in decision.explanation.options}[act] == 1.0


def test_explanations_have_the_numbers() -> None:
    state = play(GAME, "2c Qc 7d 9c")
    decision = tight(GAME, 1, Random(0)).act(GAME.view(state, 1), GAME.actions(state), explain=True)
    assert decision.explanation is not None
    assert decision.explanation.sentence == (
        "The cards have 27 points and the position 5: 32 in all; one calls with 30 and raises with 34."
    )
    state = play(GAME, "9c Kc Tc Kd raise call Ac 2c 3d check bet")
    decision = loose(GAME, 0, Random(0)).act(GAME.view(state, 0), GAME.actions(state), explain=True)
    assert decision.explanation is not None
    assert decision.explanation.sentence == "The hand is nothing of one's own, with a draw: call."


def test_they_play_nothing_else() -> None:
    with pytest.raises(MendaxError, match="plays holdem, not one-die"):
        tight(build_game("one-die"), 0, Random(0))
