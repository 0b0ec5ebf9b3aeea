"""A person at one-die: what they see, what they type, why something is refused, and the reasons of others."""

from __future__ import annotations

from random import Random

import pytest

from mendax.core.agent import Decision
from mendax.core.catalogue import build_agent
from mendax.core.errors import BadNotation
from mendax.games.one_die.face import FACE
from mendax.games.one_die.rules import Action, Call, OneDie, State, View
from mendax.report.dice_art import draw_dice
from mendax.table.wording import named

ONE, TWO, TWELVE = OneDie(), OneDie(dice=2), OneDie(faces=12, kept=True)


def after(game: OneDie, *moves: str) -> State:
    state = game.start()
    for text in moves:
        state = game.apply(state, game.parse_action(text))
    return state


def at(game: OneDie, *moves: str) -> tuple[View, list[Action]]:
    state = after(game, *moves)
    seat = game.turn(state)
    assert isinstance(seat, int)
    return game.view(state, seat), list(game.actions(state))


@pytest.mark.parametrize(
    ("game", "moves", "text", "action"),
    [
        (ONE, ("roll 3",), "5", "call 5"),
        (ONE, ("roll 3",), "call 5", "call 5"),
        (ONE, ("roll 3", "call 5"), "a", "accept"),
        (ONE, ("roll 3", "call 5"), "B", "accept"),
        (ONE, ("roll 3", "call 5"), "c", "challenge"),
        (ONE, ("roll 3", "call 5"), "liar", "challenge"),
        (TWO, ("roll 3 2",), "64", "call 64"),
        (TWO, ("roll 3 2",), "4 6", "call 64"),
        (TWO, ("roll 3 2",), "call 6 4", "call 64"),
        (TWELVE, ("roll 3", "roll 4"), "11", "call 11"),
    ],
)
def test_typing(game: OneDie, moves: tuple[str, ...], text: str, action: str) -> None:
    view, actions = at(game, *moves)
    assert str(FACE.read(game, view, actions, text)) == action


@pytest.mark.parametrize(
    ("game", "moves", "text", "why"),
    [
        (ONE, ("roll 3",), "2", "a call may not be lower than what is under your cup, 3"),
        (ONE, ("roll 3", "call 5", "accept", "roll 2"), "4", "a call must be higher than 5, the last accepted one"),
        (ONE, ("roll 3",), "7", "the dice cannot show '7'; they show 1 to 6"),
        (ONE, ("roll 3",), "a", "there is nothing to answer: it is you who calls, so type a number"),
        (ONE, ("roll 3", "call 5"), "6", "seat 0 has called 5: accept it (a) or challenge it (c)"),
        (ONE, ("roll 3",), "roll 3", "'roll 3' is no answer here: type the number that you call, such as 6"),
        (ONE, ("roll 3", "call 5"), "what", "'what' is no answer here: type a (accept) or c (challenge)"),
        (TWELVE, ("roll 3", "roll 4"), "1 1", "'1 1' is no answer here: type the number that you call, such as 12"),
    ],
)
def test_a_refusal_says_why(game: OneDie, moves: tuple[str, ...], text: str, why: str) -> None:
    view, actions = at(game, *moves)
    with pytest.raises(BadNotation) as error:
        FACE.read(game, view, actions, text)
    assert str(error.value) == why


def test_dice_are_drawn_as_they_are() -> None:
    assert draw_dice((3,), "under your cup") in FACE.describe(at(ONE, "roll 3")[0])
    assert draw_dice((6, 4), "under your cup") in FACE.describe(at(TWO, "roll 4 6")[0])
    assert "Under your cup: 11." in FACE.describe(at(TWELVE, "roll 11", "roll 4")[0])
    answering = FACE.describe(at(TWELVE, "roll 11", "roll 4", "call 12")[0])
    assert "Under your own cup: 4.\nSeat 0 called 12. True or a lie?" in answering


def test_the_menu_says_what_is_the_truth() -> None:
    assert FACE.menu(*at(ONE, "roll 5")) == "Call 5, 6. 5 is the truth, the others are lies."
    assert FACE.menu(*at(ONE, "roll 6")) == "Call 6: the truth, and nothing else is left."
    assert "you have to lie" in FACE.menu(*at(ONE, "roll 3", "call 5", "accept", "roll 2"))
    assert "then you roll and must call higher" in FACE.menu(*at(ONE, "roll 3", "call 5"))
    assert "then you must call higher" in FACE.menu(*at(TWELVE, "roll 3", "roll 4", "call 5"))


def test_the_result_is_a_sentence() -> None:
    def told(*moves: str) -> str:
        state = after(ONE, *moves)
        return named(FACE.result(ONE, ONE.view(state, 0), ONE.payoffs(state), ONE.ending(state)), ["you", "tree"])

    assert told("roll 3", "call 5", "challenge") == "You called 5 and had 3: a lie. tree wins."
    assert told("roll 5", "call 5", "challenge") == "You called 5 and had 5: the truth. You win."
    assert told("roll 3", "call 6", "accept") == "Nothing beats 6, so accepting it loses. You win."


def decided(name: str, game: OneDie, *moves: str) -> tuple[View, Decision[Action]]:
    view, actions = at(game, *moves)
    seat = view.seat
    assert seat is not None
    decision: Decision[Action] = build_agent(game, name)(game, seat, Random(1)).act(view, actions, explain=True)
    return view, decision


@pytest.mark.parametrize("name", ["tree", "matrix", "equilibrium", "honest"])
def test_reasons_are_sentences(name: str) -> None:
    for moves in (("roll 2",), ("roll 2", "call 3"), ("roll 2", "call 3", "accept", "roll 1")):
        view, decision = decided(name, ONE, *moves)
        assert decision.explanation is not None
        reason = FACE.reason(view, decision.action, decision.explanation)
        assert reason.endswith(".")
        assert ("It lied." in reason) == (isinstance(decision.action, Call) and decision.action.value != view.die)
    assert FACE.holding(at(ONE, "roll 2")[0]) == "2 under the cup"
    assert FACE.holding(at(ONE, "roll 2", "call 3")[0]) == ""


def test_chances_of_winning_are_chances_on_every_scale() -> None:
    """Payoffs go from -1 to 1, the thesis's own values are chances."""
    view, decision = decided("equilibrium", ONE, "roll 2")
    assert decision.explanation is not None
    hint = FACE.hint(view, decision.explanation)
    assert hint.rows[0] == ("call 4", "50 %", "33.3 %", "a lie")
    assert hint.rows[-1] == ("call 6", "0 %", "0.0 %", "a lie")
    view, decision = decided("tree", ONE, "roll 6")
    assert decision.explanation is not None
    (row,) = FACE.hint(view, decision.explanation).rows
    assert row[2] == f"{100 * (decision.explanation.options[0].value or 0):.1f} %"


def test_rules_are_those_of_the_table() -> None:
    assert "Nothing beats 6" in FACE.rules(ONE)
    assert "6 and 5 are 65" in FACE.rules(TWO)
    assert "12 faces" in FACE.rules(TWELVE)
    assert "once, at the start, and keeps it" in FACE.rules(TWELVE)
