"""How a person sees the table."""

from __future__ import annotations

from mendax.games.holdem.face import FACE
from mendax.games.holdem.rules import Holdem
from tests.games.holdem.table import play

GAME = Holdem(players=3, hands=2)
DEAL = "Ah Kd Qs Ac Ks Qd"


def test_a_turn() -> None:
    state = play(GAME, DEAL, "call call check 2c 7d 9h")
    assert FACE.describe(GAME.view(state, 0)).splitlines() == [
        "",
        "Hand 1, flop. Small bets won (2 chips each): you +0, seat 1 +0, seat 2 +0.",
        "┌──┐ ┌──┐   ┌──┐ ┌──┐ ┌──┐ ┌──┐ ┌──┐",
        "│A♥│ │A♣│   │2♣│ │7♦│ │9♥│ │  │ │  │",
        "└──┘ └──┘   └──┘ └──┘ └──┘ └──┘ └──┘",
        "Your cards AhAc, board 2c7d9h: a pair of aces",
        "  you (small blind): 0 in this stage, 2 in the hand <- to act",
        "  seat 1 (big blind): 0 in this stage, 2 in the hand",
        "  seat 2 (button): 0 in this stage, 2 in the hand",
        "Preflop: seat 2 calls, you call, seat 1 checks",
        "Pot: 6 chips. You may check; a bet is 2 chips.",
    ]


def test_the_price_of_a_call() -> None:
    shown = FACE.describe(GAME.view(play(GAME, DEAL, "call call check 2c 7d 9h bet"), 1))
    assert shown.endswith("Pot: 8 chips. It costs you 2 to call, so the pot offers 4.0 to 1; a raise adds 2.")
    spectator = FACE.describe(GAME.view(play(GAME, DEAL, "call call check 2c 7d 9h bet"), None))
    assert spectator.endswith("Pot: 8 chips.")
    assert "A♥" not in spectator


def test_the_last_hand() -> None:
    shown = FACE.describe(GAME.view(play(GAME, DEAL, "fold call check 2c 7d 9h bet fold"), 2))
    assert "Last hand: nobody showed a card. Board 2c7d9h. Chips: seat 0 +2, seat 1 -2." in shown
    end = "fold call check 2c 7d 9h check check Js check check 3s check check"
    shown = FACE.describe(GAME.view(play(GAME, DEAL, end), 1))
    assert "Last hand: seat 0 showed AhAc, a pair of aces; you showed KdKs, a pair of kings." in shown
    over = Holdem(players=3)
    assert "The match is over." in FACE.describe(over.view(play(over, DEAL, end), 1))


def test_the_last_hand_is_told_once() -> None:
    first = "fold call check 2c 7d 9h bet fold"
    state = play(GAME, DEAL, first, DEAL)
    assert "Last hand" in FACE.describe(GAME.view(state, state.turn))  # type: ignore[arg-type]
    state = play(GAME, DEAL, first, DEAL, "raise call call 2c 7d 9h")
    assert "Last hand" not in FACE.describe(GAME.view(state, 1))
    assert FACE.holding(GAME.view(state, 1)) == "AhAc", "in the second hand seat 1 is dealt to first"


def test_a_raise_over_the_big_blind() -> None:
    shown = FACE.describe(GAME.view(play(GAME, DEAL, "call call"), 1))
    assert shown.endswith("Pot: 6 chips. You may check; a raise adds 2 chips.")
