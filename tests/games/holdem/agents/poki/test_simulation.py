"""Simulated values: certain hands have certain values, and the same key gives the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mendax.core.game import Turn
from mendax.games.holdem.agents.poki.agent import row_of
from mendax.games.holdem.agents.poki.frequencies import SHAPE
from mendax.games.holdem.agents.poki.simulation import Standing, simulate
from mendax.games.holdem.agents.poki.weights import NOISE_AT, RAISES_AT, SITUATION, STAYS
from mendax.games.holdem.kernel.equity import exact_equity
from mendax.games.holdem.kernel.hands import (
    ACTIVE,
    CALL,
    FOLD,
    LEVEL,
    OVER,
    PAID,
    RAISE,
    RAISES,
    STAGE,
    TURN,
    WAITING,
    WIDTH,
    act,
    begin,
)
from mendax.games.holdem.kernel.holdings import BOARD, NUM_HOLDINGS, Weights, holding_number
from mendax.games.holdem.rules import Act, Holdem, State, parse_cards
from tests.games.holdem.table import play

GAME = Holdem(players=2)
CHOICES = {Act.FOLD: FOLD, Act.CHECK: CALL, Act.CALL: CALL, Act.BET: RAISE, Act.RAISE: RAISE}


def only(*rates: float) -> Weights:
    """A player who does one thing whatever it holds."""
    found = np.zeros(SITUATION)
    found[:3] = rates
    found[STAYS], found[RAISES_AT], found[NOISE_AT] = rates[FOLD], 1 - rates[RAISE], 0.0
    return found


def standing(state: State, holding: str, choice: Weights, beaten: float) -> Standing:
    """The state for whose turn it is, with one holding that the other certainly has."""
    seat = state.turn
    assert isinstance(seat, int)
    view = GAME.view(state, seat)
    me = (seat - view.button - 1) % 2
    weights = np.zeros((2, NUM_HOLDINGS))
    weights[1 - me, holding_number(*parse_cards(holding))] = 1.0
    deck = np.zeros(4 + BOARD, dtype=np.uint8)
    deck[me], deck[me + 2] = view.cards
    deck[4 : 4 + len(view.board)] = view.board
    situations = np.broadcast_to(choice, (2, *SHAPE[:2], SITUATION)).copy()
    places, strengths = np.full(NUM_HOLDINGS, 0.5), np.full(2, beaten)
    return Standing(row_of(view), 2, 3, deck, weights, places, strengths, 0.0, situations)


RIVER = "Ah Kd Ac Ks call check Qh 7d 2c check check 8s check check 9h"
"""Seat 0 has aces and is first; 4 chips are in the pot."""


def test_on_the_river_values_are_exact() -> None:
    caller = standing(play(GAME, RIVER), "KdKs", only(0, 1, 0), 1.0)
    values = simulate(caller, 20, 1)
    assert (values.call, values.raise_) == (4.0, 8.0), "the pot, and a bet that is called"
    assert values.errors == (0.0, 0.0)
    folder = standing(play(GAME, RIVER), "KdKs", only(1, 0, 0), 1.0)
    assert simulate(folder, 20, 1).raise_ == 4.0
    raiser = standing(play(GAME, RIVER), "KdKs", only(0, 0, 1), 1.0)
    values = simulate(raiser, 20, 1)
    assert values.call == 4.0 + 12, "check, bet, raise, raise, call: three bets of the other's"
    assert values.raise_ == 4.0 + 8, "bet, raise, call: with two bets made the own rules only call"


def test_the_losing_hand() -> None:
    state = play(GAME, RIVER + " bet")
    values = simulate(standing(state, "AhAc", only(0, 1, 0), 0.0), 20, 1)
    assert (values.call, values.raise_) == (-4.0, -8.0), "folding is 0"


def test_before_the_river_it_is_the_equity() -> None:
    """Aces against kings, which the own hand beats on most boards: it bets there, and the other calls."""
    state = play(GAME, "Ah Kd Ac Ks call check Qh 7d 2c")
    values = simulate(standing(state, "KdKs", only(0, 1, 0), 0.0), 4000, 5)
    assert values.raise_ is not None
    equity = exact_equity([parse_cards("AhAc"), parse_cards("KdKs")], parse_cards("Qh7d2c"))[0].equity
    # Bets on turn and river are won with the equity too: between the bare pot and the pot with both bets.
    assert 4 * equity < values.call < 4 * equity + 8
    assert values.raise_ == pytest.approx(values.call + 2 * (2 * equity - 1), abs=0.3), "a bet more of each"


def test_the_same_key_gives_the_same_values() -> None:
    state = play(GAME, "Ah Kd Ac Ks call check Qh 7d 2c")
    hand = standing(state, "KdKs", only(0.2, 0.5, 0.3), 0.7)
    assert simulate(hand, 50, 7) == simulate(hand, 50, 7)
    assert simulate(hand, 50, 7) != simulate(hand, 50, 8)


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_rows_of_views_are_those_of_the_kernel(players: int) -> None:
    """The row made from a view is the row that the kernel has after the same choices."""
    rng, game = Random(players), Holdem(players=players)
    for _ in range(20):
        state, row = game.start(), np.zeros(WIDTH, dtype=np.int64)
        begin(row, players)
        while (turn := game.turn(state)) is not Turn.OVER:
            if isinstance(turn, Turn):
                state = game.apply(state, game.draw(state, rng))
                continue
            ours = row_of(game.view(state, turn))
            columns = [STAGE, TURN, ACTIVE, WAITING, LEVEL, RAISES, *range(PAID, PAID + players)]
            assert ours[columns].tolist() == row[columns].tolist()
            action = rng.choice(list(game.actions(state)))
            assert isinstance(action, Act)
            act(row, CHOICES[action])
            state = game.apply(state, action)
        assert row[STAGE] == OVER
