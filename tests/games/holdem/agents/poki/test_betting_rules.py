"""The published betting rules, on named hands and prices."""

from __future__ import annotations

import pytest

from mendax.games.holdem.agents.poki.betting_rules import Assessment, Price, by_income, by_strength
from mendax.games.holdem.agents.poki.starting_hands import income_rate
from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.kernel.strength import potential
from mendax.games.holdem.rules import Holdem, Stage, parse_cards
from tests.games.holdem.table import play

FREE = Price(Stage.FLOP, pot=12, to_call=0, bet_size=2, bets=0, cold=True)
BET = Price(Stage.FLOP, pot=14, to_call=2, bet_size=2, bets=1, cold=True)
TWO_COLD = Price(Stage.FLOP, pot=18, to_call=4, bet_size=2, bets=2, cold=True)
RAISED = Price(Stage.FLOP, pot=18, to_call=2, bet_size=2, bets=2, cold=False)


def assess(hole: str, board: str, opponents: int = 1) -> Assessment:
    found = potential(parse_cards(hole), parse_cards(board))
    one = potential(parse_cards(hole), parse_cards(board), cards=1)
    return Assessment((found.strength.value,) * opponents, found.positive, one.positive)


def test_effective_strength_of_the_named_hand() -> None:
    hand = assess("AdQc", "3h4cJh")
    assert hand.strength == pytest.approx(0.5851, abs=5e-5)
    assert hand.potential == pytest.approx(0.2083, abs=5e-5)
    assert hand.effective == pytest.approx(0.5851 + 0.4149 * 0.2083, abs=1e-4)
    four = assess("AdQc", "3h4cJh", 4)
    assert four.strength == pytest.approx(0.5851**4, abs=1e-4)
    assert four.effective == pytest.approx(0.5851**4 + (1 - 0.5851**4) * 0.2083, abs=1e-4)


def test_the_odds() -> None:
    assert BET.pot_odds == 2 / 16
    assert BET.showdown_odds == (2 + 8) / (14 + 2 + 16)
    assert Price(Stage.RIVER, 20, 4, 4, 1, True).showdown_odds == 4 / 24
    assert FREE.semi_bluff == 4 / (12 + 12)


@pytest.mark.parametrize(
    ("hole", "board", "opponents", "price", "choice", "why"),
    [
        ("JsJc", "3h4cJh", 1, FREE, RAISE, "EHS of 0.85 or more raises"),
        ("JsJc", "3h4cJh", 5, BET, RAISE, "EHS of 0.85 or more raises"),
        ("JsJc", "3h4cJh", 1, TWO_COLD, CALL, "when two bets are made"),
        ("AdQc", "3h4cJh", 1, FREE, RAISE, "EHS of 0.50 or more bets"),
        ("AdQc", "3h4cJh", 1, BET, CALL, "EHS of 0.50 or more calls"),
        ("AdQc", "3h4cJh", 1, RAISED, CALL, "EHS of 0.50 or more calls"),
        ("AdQc", "3h4cJh", 1, TWO_COLD, CALL, "HS is enough for the showdown odds of 0.32"),
        ("Td9d", "3h4cJh", 4, TWO_COLD, FOLD, "neither"),
        ("9h8h", "3h4cJh", 4, FREE, RAISE, "semi-bluff"),
        ("9h8h", "3h4cJh", 4, BET, CALL, "for the pot odds of 0.12"),
        ("7s2d", "3h4cJh", 4, BET, FOLD, "neither"),
        ("7s2d", "AhKcJh", 4, FREE, CALL, "too weak to bet"),
    ],
)
def test_the_rules(hole: str, board: str, opponents: int, price: Price, choice: int, why: str) -> None:
    found, reason = by_strength(assess(hole, board, opponents), price)
    assert (found, why in reason) == (choice, True), reason


def test_the_price_of_a_view() -> None:
    game = Holdem(players=3)
    state = play(game, "2c 3c 4c 2d 3d 4d call call raise")
    assert Price.of(game.view(state, 2)) == Price(Stage.PREFLOP, 8, 2, 2, 2, False)
    state = play(game, "2c 3c 4c 2d 3d 4d call call check Ah Kh Qh bet raise")
    price = Price.of(game.view(state, 2))
    assert price == Price(Stage.FLOP, 12, 4, 2, 2, True)
    assert price.is_two_cold
    state = play(game, "2c 3c 4c 2d 3d 4d call call check Ah Kh Qh bet raise fold")
    assert not Price.of(game.view(state, 0)).is_two_cold


BLIND = Price(Stage.PREFLOP, pot=3, to_call=2, bet_size=2, bets=1, cold=True)
HALF = Price(Stage.PREFLOP, pot=3, to_call=1, bet_size=2, bets=1, cold=True)
RAISE_FACED = Price(Stage.PREFLOP, pot=7, to_call=4, bet_size=2, bets=2, cold=True)
OPTION = Price(Stage.PREFLOP, pot=6, to_call=0, bet_size=2, bets=1, cold=True)


@pytest.mark.parametrize(
    ("hole", "players", "price", "choice"),
    [
        ("AcAd", 7, BLIND, RAISE),
        ("AcAd", 7, RAISE_FACED, RAISE),
        ("AcQc", 7, BLIND, RAISE),
        ("AcQc", 7, RAISE_FACED, CALL),
        ("5c5d", 7, BLIND, CALL),
        ("5c5d", 7, RAISE_FACED, FOLD),
        ("7c2d", 7, BLIND, FOLD),
        ("7c2d", 7, OPTION, CALL),
        ("Jc5d", 2, HALF, CALL),
        ("3c2d", 2, HALF, FOLD),
        ("AcTd", 2, HALF, RAISE),
    ],
)
def test_income_rates_before_the_flop(hole: str, players: int, price: Price, choice: int) -> None:
    rate = income_rate(parse_cards(hole), players)
    assert by_income(rate, price, players)[0] == choice, rate
