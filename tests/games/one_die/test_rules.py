"""The rules of the thesis, section 1.2, and what the variants change."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.conformance.games import all_states
from mendax.core import BadNotation, IllegalAction, MendaxError, Turn
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Action, Call, Event, OneDie, Roll, State

GAME = OneDie()


def play(*actions: Action, game: OneDie = GAME) -> State:
    state = game.start()
    for action in actions:
        state = game.apply(state, action)
    return state


def test_a_call_must_beat_the_accepted_one_and_not_be_below_the_roll() -> None:
    state = play(Roll(2), Call(3), ACCEPT, Roll(5))
    assert GAME.actions(state) == (Call(5), Call(6))
    state = play(Roll(2), Call(3), ACCEPT, Roll(1))
    assert GAME.actions(state) == (Call(4), Call(5), Call(6))
    with pytest.raises(IllegalAction, match="must beat 3"):
        GAME.apply(state, Call(3))
    with pytest.raises(IllegalAction, match="below the roll, 5"):
        GAME.apply(play(Roll(5)), Call(4))


@pytest.mark.parametrize(("roll", "call", "winner"), [(4, 4, 0), (3, 4, 1), (1, 6, 1), (6, 6, 0)])
def test_a_challenged_call_wins_only_if_it_is_what_was_rolled(roll: int, call: int, winner: int) -> None:
    state = play(Roll(roll), Call(call), CHALLENGE)
    assert GAME.turn(state) is Turn.OVER
    assert GAME.payoffs(state) == ((1.0, -1.0) if winner == 0 else (-1.0, 1.0))
    assert GAME.ending(state) == ("truth challenged" if winner == 0 else "lie caught")


def test_accepting_the_top_loses() -> None:
    state = play(Roll(1), Call(6), ACCEPT)
    assert GAME.turn(state) is Turn.OVER
    assert GAME.payoffs(state) == (1.0, -1.0)
    assert GAME.ending(state) == "top accepted"
    assert GAME.view(state, 1).dice == (-1, 0), "the die of an accepted call is not shown"


def test_after_accepting_the_other_rolls_afresh() -> None:
    state = play(Roll(2), Call(3), ACCEPT)
    assert state == State(caller=1, accepted=3)
    assert GAME.turn(state) is Turn.CHANCE
    assert GAME.subgame(state)


def test_only_a_challenge_shows_the_die() -> None:
    waiting = play(Roll(2), Call(5))
    assert GAME.view(waiting, 0).die == 2
    assert GAME.view(waiting, 1).die == GAME.view(waiting, None).die == -1
    assert GAME.view(GAME.apply(waiting, CHALLENGE), 1).die == 2


def test_events_are_cut_to_what_a_seat_may_know() -> None:
    start, rolled = GAME.start(), play(Roll(2))
    assert GAME.events(start, Roll(2), rolled, 0) == (Event(0, Roll(2)),)
    assert GAME.events(start, Roll(2), rolled, 1) == GAME.events(start, Roll(2), rolled, None) == (Event(0, None),)
    waiting = play(Roll(2), Call(5))
    (shown,) = GAME.events(waiting, CHALLENGE, GAME.apply(waiting, CHALLENGE), None)
    assert str(shown) == "seat 1 challenges: the die shows 2"


def test_two_dice_read_from_high_to_low() -> None:
    game = OneDie(dice=2)
    assert game.values[:4] == (11, 21, 22, 31)
    assert game.top == 66
    chances = {str(roll): chance for roll, chance in game.chances(game.start())}
    assert len(chances) == 21
    assert chances["roll 6 4"] == pytest.approx(2 / 36)
    assert chances["roll 6 6"] == pytest.approx(1 / 36)


@pytest.mark.parametrize("text", ["roll 6 4", "roll 4 6", "roll 64"])
def test_two_dice_are_written_apart_and_read_in_the_old_spelling_too(text: str) -> None:
    game = OneDie(dice=2)
    assert game.parse_action(text) == Roll(64, dice=2)
    assert str(game.parse_action(text)) == "roll 6 4"
    assert game.parse_action("call 64") == Call(64)
    state = game.apply(game.start(), game.parse_action(text))
    assert str(game.events(game.start(), Roll(64, dice=2), state, 0)[0]) == "seat 0 rolls 6 4"
    for bad in ("roll 6", "roll 6 4 1", "roll 46", "roll 6,4"):
        with pytest.raises(BadNotation):
            game.parse_action(bad)


def test_a_challenge_in_a_position_is_true_or_left_out() -> None:
    view = GAME.view(play(Roll(2), Call(5), CHALLENGE), 1)
    assert str(view) == "seat=1 caller=0 call=5 dice=2,- challenged=true winner=1"
    assert GAME.parse_view(str(view)) == view
    assert GAME.parse_view(str(view).replace("=true", "")) == view, "the old spelling"
    with pytest.raises(BadNotation, match="challenged=true"):
        GAME.parse_view(str(view).replace("=true", "=false"))


def test_kept_dice_stay_and_every_call_is_remembered() -> None:
    game = OneDie(kept=True)
    state = play(Roll(2), Roll(6), Call(3), ACCEPT, Call(6), game=game)
    assert state.dice == (2, 6)
    assert state.earlier == ()
    state = play(Roll(2), Roll(1), Call(2), ACCEPT, Call(3), ACCEPT, Call(4), ACCEPT, game=game)
    assert (state.earlier, state.accepted, state.caller) == ((2, 3), 4, 1)
    assert game.view(state, 0).dice == (2, -1)


@pytest.mark.parametrize("bad", [{"faces": 1}, {"faces": 21}, {"dice": 0}, {"dice": 6}, {"faces": 10, "dice": 2}])
def test_impossible_parameters_say_so(bad: dict[str, Any]) -> None:
    with pytest.raises(MendaxError, match="one-die"):
        OneDie(**bad)


def test_the_whole_tree_is_what_it_was() -> None:
    """A digest over every state and what it leads to: any change of the rules shows here."""
    digest, count = hashlib.md5(), 0
    for state in sorted(all_states(GAME), key=repr):
        turn = GAME.turn(state)
        actions = [str(a) for a in GAME.actions(state)] if isinstance(turn, int) else []
        paid = GAME.payoffs(state) if turn is Turn.OVER else ()
        digest.update(f"{tuple(state)} {turn} {actions} {paid}\n".encode())
        count += 1
    assert (count, digest.hexdigest()) == (TREE_SIZE, TREE_DIGEST)


TREE_SIZE = 412
TREE_DIGEST = "684948b60f0147118511ab8cc2302605"


@given(st.text(max_size=40) | st.from_regex(r"(roll|call|accept|challenge|seat=.) ?-?\d{0,3}", fullmatch=True))
def test_any_text_parses_or_complains(text: str) -> None:
    for parse in (GAME.parse_action, GAME.parse_view):
        try:
            found = parse(text)
        except MendaxError as error:
            assert "\n" not in str(error)
        else:
            assert parse(str(found)) == found


def test_challenge_is_one_object_wherever_it_comes_from() -> None:
    """The rules compare answers by identity, so a pickled one must be the same."""
    assert pickle.loads(pickle.dumps(CHALLENGE)) is CHALLENGE
