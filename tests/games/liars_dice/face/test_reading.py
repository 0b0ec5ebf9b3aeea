"""What a person types at Liar's Dice: many ways to write a bid, short answers, and refusals that say why."""

from __future__ import annotations

import pytest

from mendax.core.errors import BadNotation
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.rules import Action, LiarsDice, View

THREE = LiarsDice(players=3, dice=4, opens="first")
ROLLS = ("open 0", "roll 1 4 4 6", "roll 2 2 3 5", "roll 3 3 3 3")


def at(*moves: str, game: LiarsDice = THREE) -> tuple[View, list[Action]]:
    """The view and the choices of whoever speaks after these moves."""
    state = game.start()
    for text in (*ROLLS, *moves):
        state = game.apply(state, game.parse_action(text))
    seat = game.turn(state)
    assert isinstance(seat, int)
    return game.view(state, seat), list(game.actions(state))


def typed(text: str, *moves: str, game: LiarsDice = THREE) -> str:
    return str(FACE.read(game, *at(*moves, game=game), text))


def refused(text: str, *moves: str, game: LiarsDice = THREE) -> str:
    with pytest.raises(BadNotation) as error:
        typed(text, *moves, game=game)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("6x4", "6x4"),
        ("6 4", "6x4"),
        ("64", "6x4"),
        (" 6 X 4 ", "6x4"),
        ("6*4", "6x4"),
        ("6 4s", "6x4"),
        ("six fours", "6x4"),
        ("six 4s", "6x4"),
        ("6 fours", "6x4"),
        ("bid 6x4", "6x4"),
        ("124", "12x4"),
        ("12 4", "12x4"),
        ("11", "1x1"),
        ("a 4", "1x4"),
        ("two sixes", "2x6"),
        ("6x4 push 4 4", "6x4 push 4 4"),
        ("6 4 +44", "6x4 push 4 4"),
        ("64+44", "6x4 push 4 4"),
        ("64 + 4 4", "6x4 push 4 4"),
        ("6x4+4,1", "6x4 push 1 4"),
        ("6x4 show 441", "6x4 push 1 4 4"),
        ("six fours push 4", "6x4 push 4"),
    ],
)
def test_a_bid_can_be_written_in_many_ways(text: str, action: str) -> None:
    assert typed(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((word, "challenge bid") for word in ("c", "L", "liar", "challenge", "c bid", "Challenge  bid")),
        *((word, "pass") for word in ("p", "pass")),
        *((word, "exact") for word in ("e", "Exact")),
    ],
)
def test_answers_have_short_forms(text: str, action: str) -> None:
    assert typed(text, "2x4") == action


def test_a_challenge_asks_which_where_there_are_two() -> None:
    assert refused("c", "2x4", "pass") == (
        "two things can be challenged: seat 0's 2x4 (c bid) or seat 1's pass (c pass)"
    )
    assert typed("c bid", "2x4", "pass") == "challenge bid"
    assert typed("c pass", "2x4", "pass") == "challenge pass"
    # Behind two passes the bid is out of reach; here it is the speaker's own anyway.
    assert refused("c", "2x4", "pass", "pass") == (
        "two things can be challenged: seat 2's pass (c pass) or seat 1's pass (c first)"
    )
    assert typed("c first", "2x4", "pass", "pass") == "challenge first pass"


@pytest.mark.parametrize(
    ("text", "moves", "why"),
    [
        ("1x1", ("3x5",), "after 3x5 a bid on 1s needs at least two: 2x1"),
        ("35", ("3x5",), "after 3x5 a bid on 5s needs at least four: 4x5"),
        ("13x4", (), "only 12 dice are on the table"),
        ("12x4", ("12x1",), "no bid on 4s is higher than 12x1"),
        ("6x9", (), "the dice have faces from 1 to 6, not '9'"),
        ("0x4", (), "a bid is of 1 to 60 dice, not 0"),
        ("c", (), "a round begins with a bid"),
        ("e", (), "a round begins with a bid"),
        ("p", ("2x4", "pass", "3x4", "4x4"), "one passes only once with the same roll"),
        ("6x4 +55", (), "you cannot show 5 5: under your cup are 1 4 4 6"),
        ("6x4 +1446", (), "a push leaves at least one die under the cup, to be rolled again"),
        ("6", (), "'6' is no bid and no answer: type a bid as 1x2"),
        ("6 4 4", (), "'6 4 4' is no bid and no answer: type a bid as 1x2"),
        ("roll 1", (), "'roll 1' is no bid and no answer: type a bid as 1x2"),
        ("hello", ("2x4",), "'hello' is no bid and no answer: type a bid as 2x5, c, e or p"),
    ],
)
def test_a_refusal_says_why(text: str, moves: tuple[str, ...], why: str) -> None:
    assert refused(text, *moves) == why


def test_what_the_table_does_not_play_is_said() -> None:
    plain = LiarsDice(players=3, dice=4, rules="plain", opens="first")
    assert refused("6x4 +44", game=plain) == "this table plays without push: bid and show nothing"
    assert refused("p", "2x4", game=plain) == "these rules have no pass"
    assert refused("x", "2x4", game=plain) == "'x' is no bid and no answer: type a bid as 2x5 or c"
    assert refused("e", "2x4", game=plain) == "these rules have no exact"


def test_a_special_round_binds_the_face() -> None:
    game = LiarsDice(players=3, dice=2, rules="official", opens="first")
    state = game.start()
    moves = (
        "open 0",
        "roll 2 2",
        "roll 3 3",
        "roll 4 4",
        "6x2",
        "challenge bid",
        "open 0",
        "roll 2",
        "roll 3 3",
        "roll 4 4",
    )
    for text in (*moves, "1x4"):
        state = game.apply(state, game.parse_action(text))
    view, actions = game.view(state, 1), list(game.actions(state))
    with pytest.raises(BadNotation, match="only a player with one die may change the face: bid on 4s"):
        FACE.read(game, view, actions, "2x5")
    assert "Special round" in FACE.describe(view)
