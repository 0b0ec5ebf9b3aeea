"""How a person sees the table."""

from __future__ import annotations

import pytest

from mendax.core import BadNotation
from mendax.core.agent import Explanation, Option
from mendax.games.holdem.face import FACE
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.rules.types import Act, Action
from tests.games.holdem.table import play

GAME = Holdem(players=3, hands=2)
DEAL = "Ah Kd Qs Ac Ks Qd"


def test_a_turn() -> None:
    state = play(GAME, DEAL, "call call check 2c 7d 9h")
    assert FACE.describe(GAME.view(state, 0)).splitlines() == [
        "",
        "Hand 1, flop. Pot 6 chips.",
        "┌──┐ ┌──┐   ┌──┐ ┌──┐ ┌──┐ ┌──┐ ┌──┐",
        "│A♥│ │A♣│   │2♣│ │7♦│ │9♥│ │  │ │  │",
        "└──┘ └──┘   └──┘ └──┘ └──┘ └──┘ └──┘",
        "You have a pair of aces.",
        "  seat 0    2 in the pot  small blind, to act",
        "  seat 1    2 in the pot  big blind",
        "  seat 2    2 in the pot  button",
        "Preflop: seat 2 calls, seat 0 calls, seat 1 checks",
    ]


def test_the_price_of_a_call() -> None:
    state = play(GAME, DEAL, "call call check 2c 7d 9h bet")
    assert "Pot 8 chips. 2 to call: the pot offers 4.0 to 1." in FACE.describe(GAME.view(state, 1))
    spectator = FACE.describe(GAME.view(state, None))
    assert "Pot 8 chips.\n" in spectator
    assert "A♥" not in spectator


def test_the_end() -> None:
    over = Holdem(players=3)
    end = "fold call check 2c 7d 9h check check Js check check 3s check check"
    view = over.view(play(over, DEAL, end), 1)
    shown = FACE.describe(view)
    assert "Last hand: seat 0 shows Ah Ac, a pair of aces; seat 1 shows Kd Ks, a pair of kings." in shown
    assert "The match is over. Small bets won so far: seat 0 +1, seat 1 -1, seat 2 +0." in shown
    assert FACE.result(over, view, (1.0, -1.0, 0.0), "showdown").startswith("The match is over after one hand.")
    folded = FACE.describe(over.view(play(over, DEAL, "fold call check 2c 7d 9h bet fold"), 2))
    assert "Last hand: nobody shows a card. Board 2c 7d 9h." in folded


def test_what_somebody_held() -> None:
    state = play(GAME, DEAL, "fold call check 2c 7d 9h bet fold", DEAL, "raise call call 2c 7d 9h")
    assert FACE.holding(GAME.view(state, 1)) == "Ah Ac", "in the second hand seat 1 is dealt to first"
    assert FACE.situation(GAME.view(state, 1)) == "with Ah Ac on 2c 7d 9h"


FREE, PRICED, CAPPED = "call call check 2c 7d 9h", "call call check 2c 7d 9h bet", "raise raise raise"


@pytest.mark.parametrize(
    ("acts", "typed", "meant"),
    [
        (FREE, "c", Act.CHECK),
        (FREE, "k", Act.CHECK),
        (FREE, "Check", Act.CHECK),
        (FREE, "r", Act.BET),
        (FREE, "b", Act.BET),
        (PRICED, "c", Act.CALL),
        (PRICED, "f", Act.FOLD),
        (PRICED, "r", Act.RAISE),
        (PRICED, "raise", Act.RAISE),
    ],
)
def test_what_is_typed(acts: str, typed: str, meant: Act) -> None:
    state = play(GAME, DEAL, acts)
    seat = GAME.turn(state)
    assert isinstance(seat, int)
    assert FACE.read(GAME, GAME.view(state, seat), GAME.actions(state), typed) is meant


@pytest.mark.parametrize(
    ("acts", "typed", "why"),
    [
        (FREE, "f", "nobody folds: check"),
        (FREE, "call", "nothing to call: check"),
        (FREE, "raise", "nobody has bet yet: bet"),
        (PRICED, "check", "there are 2 to call: call or fold"),
        (PRICED, "b", "somebody has bet already: raise"),
        (CAPPED, "r", "all raises of this stage are made"),
        (CAPPED, "raise", "all raises of this stage are made"),
        (FREE, "Ad", "cards are dealt, not chosen"),
    ],
)
def test_why_not(acts: str, typed: str, why: str) -> None:
    state = play(GAME, DEAL, acts)
    seat = GAME.turn(state)
    assert isinstance(seat, int)
    with pytest.raises(BadNotation, match=why):
        FACE.read(GAME, GAME.view(state, seat), GAME.actions(state), typed)


def test_the_rules_follow_the_parameters() -> None:
    assert "at most 3 raises" in FACE.rules(GAME)
    assert "A match has 2 hands." in FACE.rules(GAME)
    assert "A match has one hand." in FACE.rules(Holdem(raises=1))


def test_the_coach_speaks_plainly() -> None:
    view = GAME.view(play(GAME, DEAL, FREE), 1)
    options: tuple[Option[Action], ...] = (Option(Act.CHECK, 1.5), Option(Act.BET, 2.75))
    judged: Explanation[Action] = Explanation(options, scale="chips if all stay")
    assert FACE.verdict(view, Act.CHECK, judged) == "check costs 1.25 chips if all stay; bet was better."
    assert FACE.verdict(view, Act.BET, judged) == "bet is as good as anything."
    assert FACE.verdict(view, Act.FOLD, judged) == ""
