"""Texts of actions and positions, and what is wrong with others."""

from __future__ import annotations

import pytest

from mendax.core.errors import BadNotation
from mendax.games.holdem.rules import DEALS, RAISE, Holdem
from tests.games.holdem.table import play

GAME = Holdem(players=3, hands=2)
GOOD = "seat=0 hand=0 button=2 stage=flop turn=0 money=0,0,0 cards=AhAc board=2c7d9h said=cck/-"
LAST = (
    "seat=0 hand=1 button=0 stage=preflop turn=- money=2,-2,0 cards=- board=- said=- "
    "last=2|2c7d9hJs3s|fck/kk/kk/kk|0:AhAc;1:KdKs|2,-2,0"
)


def test_actions() -> None:
    assert GAME.parse_action(" Raise ") is RAISE
    assert GAME.parse_action("ad") is DEALS[49]
    with pytest.raises(BadNotation, match="write fold, check, call, bet or raise"):
        GAME.parse_action("rise")


def test_positions() -> None:
    view = GAME.view(play(GAME, "Ah Kd Qs Ac Ks Qd call call check 2c 7d 9h"), 0)
    assert str(view) == GOOD
    assert GAME.parse_view(GOOD) == view
    view = GAME.view(
        play(GAME, "Ah Kd Qs Ac Ks Qd fold call check 2c 7d 9h check check Js check check 3s check check"), 0
    )
    assert str(view) == LAST
    assert GAME.parse_view(LAST) == view


@pytest.mark.parametrize(
    ("text", "old", "new", "complaint"),
    [
        (GOOD, "seat=0", "seat=3", "'3' is not a whole number of at most 2"),
        (GOOD, " said=cck/-", "", "a position needs said="),
        (GOOD, "turn=0", "turn=0 turn=0", "stands there twice"),
        (GOOD, "stage=flop", "stage=showdown", "stage is preflop, flop"),
        (GOOD, "stage=flop", "stage=turn", "said= has 2 stages, which is not stage=turn"),
        (GOOD, "button=2", "button=1", "in hand=0 the button is at seat 2"),
        (GOOD, "turn=0", "turn=1", "it is not the turn of seat 1"),
        (GOOD, "said=cck/-", "said=ccb/-", "'b' is not allowed there"),
        (GOOD, "said=cck/-", "said=cckk/-", "'k' is not allowed there"),
        (GOOD, "said=cck/-", "said=cc/-", "before the last is closed"),
        (GOOD, "said=cck/-", "said=ff/-", "or after the end"),
        (GOOD, "said=cck/-", "said=cck/", "a stage without actions is written -"),
        (GOOD, "said=cck/-", "said=cck/k/k/k/k", "a hand has 4 stages"),
        (GOOD, "cards=AhAc", "cards=AhAh", "Ah is there twice"),
        (GOOD, "cards=AhAc", "cards=Ah2c", "a card in cards= is in board= too"),
        (GOOD, "cards=AhAc", "cards=Ah", "cards= has 1 cards"),
        (GOOD, "cards=AhAc", "cards=AhXc", "'Xc' is not a card"),
        (GOOD, "seat=0", "seat=-", "a spectator sees no cards="),
        (GOOD, "board=2c7d9h", "board=2c7d", "board= has 2 cards"),
        (GOOD, "money=0,0,0", "money=1,0,0", "add up to 0"),
        (GOOD, "money=0,0,0", "money=0,0", "chips of 3 seats"),
        (
            GOOD,
            "hand=0 button=2 stage=flop turn=0",
            "hand=2 button=1 stage=flop turn=2",
            "stage=over stands where all 2 hands are finished",
        ),
        (GOOD, "cck/-", "cck/- last=2|-|ff|-|0,1,-1", "last= stands where a hand is finished"),
        (LAST, "fck/kk/kk/kk", "fck/kk", "the board has 3 cards at the flop"),
        (LAST, "fck/kk/kk/kk", "fck/kk/kk/k", "the hand is not closed"),
        (LAST, "0:AhAc;1:KdKs", "0:AhAc", "whoever comes to the showdown shows"),
        (LAST, "0:AhAc;1:KdKs", "-", "whoever comes to the showdown shows"),
        (LAST, "0:AhAc", "0:Ah", "a seat shows two cards"),
        (LAST, "|2,-2,0", "", "button|board|said|shown|gains"),
        (LAST, "turn=-", "turn=0", "cards= has 0 cards"),
    ],
)
def test_malformed_positions_get_one_clear_line(text: str, old: str, new: str, complaint: str) -> None:
    assert old in text
    with pytest.raises(BadNotation) as error:
        GAME.parse_view(text.replace(old, new))
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)
