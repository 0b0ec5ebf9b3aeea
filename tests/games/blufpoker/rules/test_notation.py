"""Texts of Blufpoker: every legal one comes back as it was, every other one is refused in a clear line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.conformance.games import playthrough
from mendax.core import BadNotation
from mendax.core.streams import Stream
from mendax.games.blufpoker.rules import BELIEVE, CALL, STOP, Bid, Blufpoker, Die, Keep, RollDie, Start
from mendax.games.blufpoker.rules.notation import HOW

GAME = Blufpoker()
VIEW = (
    "seat=1 phase=bid turn=1 round=2 points=0,2,1/5 open=53 turns=0:532;1:543+5;2:611+6;0:621 rolling=53/2>6 "
    "own=5/32>43 end=0:1:called:532:431:0"
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("believe", BELIEVE),
        (" Call ", CALL),
        ("stop", STOP),
        ("bid 532", Bid((5, 3, 2))),
        ("532", Bid((5, 3, 2))),
        ("bid 6 6 6", Bid((6, 6, 6))),
        ("roll 3", RollDie(3)),
        ("die 3", Die(3)),
        ("keep 66", Keep((6, 6))),
        ("keep 4 6", Keep((6, 4))),
        ("keep none", Keep(())),
        ("start 2", Start(2)),
    ],
)
def test_texts(text: str, action: object) -> None:
    assert GAME.parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("bid 235", "'235' is not a roll: three dice from 1 to 6, the highest first"),
        ("235", "'235' is not a roll"),
        ("bid 777", "'777' is not a roll"),
        ("bid 53", "'53' is not a roll"),
        ("roll 7", "a die shows 1 to 6, not '7'"),
        ("roll", HOW),
        ("keep 666", "'666' is not up to 2 dice"),
        ("keep all", "'all' is not up to 2 dice"),
        ("start 3", "a seat is from 0 to 2, not '3'"),
        ("accept", HOW),
    ],
)
def test_wrong_texts_say_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_action(text)
    assert complaint in str(caught.value)


def test_a_position() -> None:
    assert str(GAME.parse_view(VIEW)) == VIEW


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("seat=1", "", "a position needs seat="),
        ("seat=1", "seat=1 seat=1", "stands there twice"),
        ("seat=1", "seat=3", "a seat is from 0 to 2"),
        ("seat=1", "seat=0", "own= has as many turns"),
        ("phase=bid", "phase=call", "phase is start, roll, bid, answer, poker, over"),
        ("phase=bid", "phase=answer", "rolling= is what a seat sees in its own turn"),
        ("phase=bid", "phase=over", "turn= names a seat in every phase but start and over"),
        ("points=0,2,1/5", "points=0,2/5", "a number for each of 3 seats"),
        ("points=0,2,1/5", "points=0,2,1", "is not a number from 0 to 99"),
        ("points=0,2,1/5", "points=0,-2,1/5", "is not a number from 0 to 99"),
        ("open=53", "open=35", "the highest first"),
        ("1:543+5", "1:543+", "is not a turn"),
        ("1:543+5", "543", "is not a turn"),
        ("rolling=53/2>6", "rolling=53>6", "is not a player's dice of a turn"),
        ("rolling=53/2>6", "rolling=53/22>6", "three dice are kept or picked"),
        ("rolling=53/2>6", "rolling=53/2>-", "phase=bid needs three dice"),
        (" end=0:1:called:532:431:0", " poker=66", "is not an open roll"),
        (" end=0:1:called:532:431:0", " poker=66>21", "an open roll has three dice"),
        ("0:1:called:532:431:0", "0:1:said:532:431:0", "is not the end of a round"),
    ],
)
def test_wrong_positions_say_what_is_wrong(old: str, new: str, complaint: str) -> None:
    assert old in VIEW
    with pytest.raises(BadNotation) as caught:
        GAME.parse_view(VIEW.replace(old, new, 1))
    assert complaint in str(caught.value)


@given(st.integers(0, 2**32), st.booleans())
def test_every_text_comes_back(seed: int, top321: bool) -> None:
    game = Blufpoker(points=1, top321=top321, pass_on=True, opening="free")
    for _, move, after in playthrough(game, Stream(seed)):
        assert game.parse_action(str(move.action)) == move.action
        for seat in (0, 1, 2, None):
            view = game.view(after, seat)
            assert game.parse_view(str(view)) == view
