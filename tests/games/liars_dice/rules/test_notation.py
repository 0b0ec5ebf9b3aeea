"""Texts of Liar's Dice: every legal one comes back as it was, every other one is refused in a clear line."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.core import BadNotation, IllegalAction, MendaxError, Turn
from mendax.games.liars_dice.face import FACE
from mendax.games.liars_dice.rules import CHALLENGE_BID, CHALLENGE_PASS, EXACT, PASS, Bid, LiarsDice, Open, Roll, State
from mendax.games.liars_dice.rules.notation import HOW
from mendax.report.dice_art import draw_dice

GAME = LiarsDice()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("6x4", Bid(6, 4)),
        (" 6 X 4 ", Bid(6, 4)),
        ("6x4 push 1 4", Bid(6, 4, (1, 4))),
        ("6x4  push 4 1", Bid(6, 4, (1, 4))),
        ("6x4 push 1,4", Bid(6, 4, (1, 4))),
        ("challenge", CHALLENGE_BID),
        ("Challenge Bid", CHALLENGE_BID),
        ("challenge pass", CHALLENGE_PASS),
        ("pass", PASS),
        ("exact", EXACT),
        ("open 3", Open(3)),
        ("roll 5 1", Roll((1, 5))),
        ("roll 1,5", Roll((1, 5))),
    ],
)
def test_texts(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("6x7", "faces from 1 to 6, not '7'"),
        ("0x4", "1 to 60 dice, not 0"),
        ("61x4", "1 to 60 dice, not 61"),
        ("6x4 push", HOW),
        ("6x4 push 9", "faces from 1 to 6"),
        ("6x4 push 1 1 1 1 1 1 1", "not one to six dice"),
        ("open 4", "a seat is from 0 to 3, not '4'"),
        ("roll ,", "not one to six dice"),
        ("challenge the pass", HOW),
        ("6x", HOW),
    ],
)
def test_wrong_texts_say_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_action(text)
    assert complaint in str(caught.value)


def some_states(rng: Random, number: int) -> list[State]:
    """States of random games where somebody is to speak."""
    found: list[State] = []
    while len(found) < number:
        state = GAME.start()
        while (turn := GAME.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = GAME.apply(state, GAME.draw(state, rng))
            else:
                found.append(state)
                state = GAME.apply(state, rng.choice(GAME.actions(state)))
    return found[:number]


def spoil(text: str, rng: Random) -> str:
    """One letter put in, taken out or exchanged."""
    at = rng.randrange(len(text) + 1)
    letter: str = rng.choice(["", *"0123456789x ,pushchallengeé٣\x00-+"])
    return text[:at] + letter + text[at + rng.randrange(2) :]


def test_a_hundred_thousand_texts() -> None:
    """Half of them legal somewhere, half of them spoilt: each comes back as itself or is refused in one line."""
    rng = Random(1)
    legal = [str(action) for state in some_states(rng, 60) for action in GAME.actions(state)]
    refused = 0
    for text in rng.choices(legal, k=50_000):
        assert str(GAME.parse_action(text)) == text
        spoilt = spoil(text, rng)
        try:
            action = GAME.parse_action(spoilt)
        except BadNotation as error:
            assert str(error)
            assert "\n" not in str(error)
            refused += 1
        else:
            assert GAME.parse_action(str(action)) == action
    assert 20_000 < refused < 49_000


def test_an_action_that_parses_and_is_not_legal_says_why() -> None:
    rng = Random(2)
    states = some_states(rng, 40)
    texts = [str(action) for state in states for action in GAME.actions(state)]
    refused = 0
    for state in states:
        allowed = set(GAME.actions(state))
        for text in rng.choices(texts, k=200):
            action = GAME.parse_action(text)
            if action in allowed:
                GAME.apply(state, action)
            else:
                with pytest.raises(IllegalAction, match=f"^{text}: ..."):
                    GAME.apply(state, action)
                refused += 1
    assert refused > 1000


POSITION = (
    "seat=2 turn=1 round=0 opener=2 dice=2,2,2 hidden=2,2,1 cup=2 shown=-,-,5 exacts=0,1,2 wild=1 said=2:1x5+5~6;0:pass"
)


def test_a_position_in_text() -> None:
    game = LiarsDice(players=3, dice=2)
    state = game.start()
    for text in ("open 2", "roll 1 4", "roll 3 3", "roll 5 6", "1x5 push 5", "roll 2", "pass"):
        state = game.apply(state, game.parse_action(text))
    assert str(game.view(state, 2)) == POSITION
    assert str(game.view(state, 1)) == POSITION.replace("seat=2", "seat=1").replace("cup=2", "cup=33").replace("~6", "")
    state = game.apply(state, game.parse_action("challenge bid"))
    assert str(game.view(state, None)).endswith(" end=1:challenge-bid:2:2:wrong:1:14,33,2")


@pytest.mark.parametrize(
    "change",
    [
        ("dice=2,2,2", "dice=2,2"),
        ("hidden=2,2,1", "hidden=2,2,2"),
        ("cup=2", "cup=7"),
        ("cup=2", "cup=22"),
        ("turn=1", "turn=3"),
        ("exacts=0,1,2", "exacts=0,1,3"),
        ("exacts=0,1,2", "exacts=1,0,2"),
        ("exacts=0,1,2", "exacts=0,0"),
        ("exacts=0,1,2", "exacts=112"),
        ("said=2:1x5+5~6", "said=2:1x5~6"),
        ("said=2:1x5", "said=2:01x5"),
        ("wild=1", "wild=7"),
        ("wild=1", "wild=1 wild=1"),
        ("wild=1", "had=- wild=1"),
        ("wild=1", "had=000 wild=1"),
        ("wild=1", "wild=1 special=false"),
        (" opener=2", ""),
    ],
)
def test_impossible_positions_are_refused(change: tuple[str, str]) -> None:
    game = LiarsDice(players=3, dice=2)
    game.parse_view(POSITION)
    assert change[0] in POSITION
    with pytest.raises(BadNotation):
        game.parse_view(POSITION.replace(*change))


def test_positions_in_the_old_spelling() -> None:
    """A figure for each seat instead of the list of seats, and a bare `special`."""
    game = LiarsDice(players=3, dice=2)
    new = POSITION.replace("wild=1", "wild=0 had=2 special=true").replace("exacts=0,1,2", "exacts=0,2")
    old = POSITION.replace("wild=1", "wild=0 had=001 special").replace("exacts=0,1,2", "exacts=101")
    view = game.parse_view(old)
    assert (view.exacts, view.had_special, view.special) == ((True, False, True), (False, False, True), True)
    assert str(view) == new
    assert game.parse_view(new) == view
    assert "exacts=- " in str(game.parse_view(POSITION.replace("exacts=0,1,2", "exacts=000")))


@given(
    st.text(max_size=60)
    | st.from_regex(r"(roll|open|pass|exact|challenge)( pass| bid)?( ?[\d,]{0,8})", fullmatch=True)
    | st.from_regex(r"\d{0,3}x\d{0,2}( push [\d, ]{0,8})?", fullmatch=True)
)
def test_any_text_parses_or_complains(text: str) -> None:
    for parse in (GAME.parse_action, GAME.parse_view):
        try:
            found: object = parse(text)
        except MendaxError as error:
            assert "\n" not in str(error)
        else:
            assert parse(str(found)) == found


def test_a_person_sees_their_own_dice_and_nobody_elses() -> None:
    game = LiarsDice(players=2, dice=2, opens="first")
    state = game.start()
    for text in ("open 0", "roll 1 6", "roll 3 5", "2x6"):
        state = game.apply(state, game.parse_action(text))
    mine, theirs = (FACE.describe(game.view(state, seat)) for seat in (0, 1))
    assert draw_dice((1, 6), "under your cup") in mine
    assert draw_dice((3, 5), "under your cup") in theirs
    assert "seat 1  [?][?]" in mine
    assert "To beat: 2x6, at least two of all 4 dice show 6 or 1; you see none." in theirs
    end = FACE.describe(game.view(game.apply(state, CHALLENGE_BID), 1))
    assert "    seat 0  [1][6]\n    seat 1   3  5 " in end
