"""`odds`: the chance to win and the price of a call."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.catalogue import build_agent, find_game
from mendax.core.errors import MendaxError
from mendax.games.holdem.agents.odds import Odds
from mendax.games.holdem.rules import BET, CALL, CHECK, FOLD, RAISE, Act, Holdem, View
from tests.games.holdem.table import play

GAME = Holdem()
"""Seat 1 has the button and acts first before the flop."""
FLOP = "call check"


def at_turn(own: str, moves: str) -> tuple[View, tuple[Act, ...]]:
    """The position of seat 1, its cards given, after moves before it."""
    one, two = own[:2], own[2:]
    state = play(GAME, f"2d {one} 3s {two} {moves}")
    actions = tuple(action for action in GAME.actions(state) if isinstance(action, Act))
    return GAME.view(state, 1), actions


@pytest.mark.parametrize(
    ("own", "moves", "action"),
    [
        ("AhAc", "", RAISE),  # 85 % against any hand
        ("7h2c", "", CALL),  # 35 %, and a call of 1 into 3 needs 25 %
        ("AdQc", f"{FLOP} 3h 4c Jh bet", CALL),  # 51 %, needs a quarter
        ("7h2c", f"{FLOP} Kd Qs Js bet", FOLD),  # 14 %, needs a quarter
        ("7h2c", f"{FLOP} Kd Qs Js check", CHECK),
        ("AhAc", f"{FLOP} Ad Qs Js check", BET),
        ("AhAc", f"{FLOP} Ad Qs Js bet raise raise raise", CALL),  # no raise is left
    ],
)
def test_decisions(own: str, moves: str, action: Act) -> None:
    view, actions = at_turn(own, moves)
    assert Odds(Random(1)).act(view, actions).action is action


def test_the_explanation_is_made_of_the_decision() -> None:
    view, actions = at_turn("AdQc", f"{FLOP} 3h 4c Jh bet")
    agent = Odds(Random(1))
    prospects = agent.prospects(view, actions)
    assert prospects.equity.equity == pytest.approx(0.511, abs=0.012)
    assert (prospects.opponents, prospects.needed) == (1, 0.25)
    # The pot has 6 chips: a call makes it 8, and a raise that is called 12 for 4 chips.
    share = prospects.equity.equity
    assert prospects.worth == {FOLD: 0.0, CALL: share * 8 - 2, RAISE: share * 12 - 4}
    told = Odds(Random(1)).act(view, actions, explain=True).explanation
    assert told is not None
    assert [option.value for option in told.options] == list(prospects.worth.values())
    assert [option.probability for option in told.options] == [0.0, 1.0, 0.0]
    assert told.beliefs[1].probability == pytest.approx(0.5851, abs=1e-4)
    assert told.sentence == (
        "The pot offers 3.0 to 1, so a call must win 25.0 %; against an unknown hand "
        f"this one wins {100 * share:.1f} % of the pot: call. Outs, 6: Qd Qh Qs Ac Ah As."
    )


def test_it_advises_at_the_terminal() -> None:
    assert find_game("holdem").advisor == "odds"
    with pytest.raises(MendaxError, match="odds plays holdem, not one-die"):
        build_agent("holdem", "odds")(find_game("one-die").build(), 0, Random(0))
