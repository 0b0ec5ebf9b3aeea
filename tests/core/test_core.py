"""Matches, records, registries and chance."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.core import (
    Agent,
    BadNotation,
    BadRecord,
    Decision,
    MendaxError,
    Record,
    UnknownName,
    game_text,
    play_match,
    read_records,
)
from mendax.core.catalogue import build_game, look_up
from mendax.core.streams import Stream, key_of
from mendax.games.one_die.rules import ACCEPT, CHALLENGE, Call, OneDie, View
from tests.high_roll import HighRoll

GAME = OneDie()


class Scripted(Agent[View, Any, Any]):
    """Calls the lowest, accepts, and can be told to misbehave at its first decision."""

    def __init__(self, fault: object = None) -> None:
        self.fault = fault
        self.heard: list[str] = []
        self.paid: Sequence[float] = ()

    def act(self, view: View, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if isinstance(self.fault, Exception):
            raise self.fault
        return Decision(actions[0] if self.fault is None else self.fault)

    def hear(self, event: object) -> None:
        self.heard.append(str(event))

    def end(self, view: View, payoffs: Sequence[float]) -> None:
        self.paid = payoffs


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Call(9), "illegal action: call 9: the dice cannot show that"),
        (ACCEPT, "illegal action: accept: there is no call to answer"),
        (RuntimeError("out of\nideas"), "RuntimeError: out of ideas"),
    ],
)
def test_a_broken_mind_forfeits_and_the_record_replays(fault: object, reason: str) -> None:
    other = Scripted()
    outcome = play_match(GAME, (Scripted(fault), other), Random(1), keep_moves=True)
    assert outcome.payoffs == (-1.0, 1.0)
    assert outcome.ending == "forfeit"
    assert outcome.forfeit is not None
    assert outcome.forfeit.reason == reason
    assert other.paid == (-1.0, 1.0)
    text = str(Record.of(GAME, ["bad", 'a "quoted" \u2028 näme'], outcome))
    (record,) = read_records(text, build_game)
    record.replay()
    assert record.agents == ("bad", 'a "quoted" \u2028 näme')
    assert str(record) == text


def test_only_the_games_own_actions_are_applied() -> None:
    """A call of 4.0 equals a call of 4; what is applied, recorded and seen is the game's."""

    class Floating(Scripted):
        def act(self, view: View, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
            return Decision(Call(float(actions[0].value)) if isinstance(actions[0], Call) else actions[0])  # type: ignore[arg-type]

    outcome = play_match(GAME, (Floating(), Floating()), Random(1), keep_moves=True)
    assert outcome.forfeit is None
    (record,) = read_records(str(Record.of(GAME, ["a", "b"], outcome)), build_game)
    record.replay()


class Deaf(Scripted):
    """Breaks down when it is told something."""

    def hear(self, event: object) -> None:
        raise ValueError("too much to hear")


class Quitting(Scripted):
    """Tries to take the whole program down with it."""

    def act(self, view: View, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        raise SystemExit(3)


class SoreLoser(Scripted):
    """Breaks down when all is over."""

    def end(self, view: View, payoffs: Sequence[float]) -> None:
        raise ValueError("unfair")


def test_an_exception_anywhere_in_a_mind_costs_that_mind_and_nobody_else() -> None:
    for agent, reason in ((Deaf(), "ValueError: too much to hear"), (Quitting(), "SystemExit: 3")):
        outcome = play_match(GAME, (Scripted(), agent), Stream(2), keep_moves=True)
        assert outcome.forfeit is not None
        assert (outcome.forfeit.seat, outcome.forfeit.reason) == (1, reason)
        (record,) = read_records(str(Record.of(GAME, ["a", "b"], outcome)), build_game)
        record.replay()
    sore, plain = (play_match(GAME, (Scripted(), agent), Stream(2)) for agent in (SoreLoser(), Scripted()))
    assert sore == plain, "the match is over and stands"


def test_rounds_are_heard_as_they_end() -> None:
    heard: list[tuple[int, Sequence[float]]] = []
    agents = [Staking("one"), Staking("two"), Staking("one")]
    outcome = play_match(HighRoll(3, length=4), agents, Stream(1), on_round=lambda *told: heard.append(told))
    assert [number for number, _ in heard] == [1, 2, 3, 4]
    assert tuple(heard[-1][1]) == outcome.payoffs


class Staking(Scripted):
    def __init__(self, action: str) -> None:
        super().__init__(action)


def test_strict_matches_raise_instead() -> None:
    with pytest.raises(RuntimeError, match="ideas"):
        play_match(GAME, (Scripted(RuntimeError("no ideas")), Scripted()), Random(1), strict=True)


def test_listeners_hear_each_event_once_and_in_order_and_only_theirs() -> None:
    first, second = Scripted(), Scripted()
    outcome = play_match(GAME, (first, second), Stream(3), keep_moves=True)
    assert len(first.heard) == len(second.heard) == outcome.num_moves
    for own, other, move in zip(first.heard, second.heard, outcome.moves, strict=True):
        if move.seat is None:
            assert {len(own.split()), len(other.split())} == {3, 4}, "one hears the roll, the other that there was one"
        else:
            assert own == other


GOOD = """; a comment
[Mendax "1"]
[Game "one-die:faces=4"]
[Rules "1"]
[Seat0 "tree"]
[Seat1 "you"]
[Payoffs "-1.0 1.0"]
[End "lie caught"]
* roll 2
0 call 3
1 challenge
"""


def test_a_record_reads_as_documented() -> None:
    (record,) = read_records(GOOD, build_game)
    record.replay()
    assert game_text(record.game) == "one-die:faces=4"
    assert [str(move.action) for move in record.moves] == ["roll 2", "call 3", "challenge"]
    assert len(read_records(GOOD + "\n" + GOOD, build_game)) == 2


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('[Mendax "1"]', '[Mendax "9"]'), "reads format 1"),
        (('[Rules "1"]', '[Rules "7"]'), "under rules '7'"),
        (('[Rules "1"]\n', ""), "the tag Rules is missing"),
        (("one-die:faces=4", "one-die:faces=40"), "2 to 20 faces"),
        (("one-die:faces=4", "two-dice"), "did you mean 'one-die'"),
        (("-1.0 1.0", "1.0 -1.0"), "the rules say"),
        (("-1.0 1.0", "-1.0"), "1 payoffs for 2 seats"),
        (("-1.0 1.0", "much"), "not numbers"),
        (("0 call 3", "1 call 3"), "the turn of seat 0"),
        (("0 call 3", "0 call 1"), "below the roll"),
        (("0 call 3", "0 cal 3"), "not an action"),
        (("1 challenge\n", ""), "before the match is over"),
        (("1 challenge", "1 challenge\n0 call 4"), "after the match is over"),
        (("* roll 2", "roll 2"), "not a tag or a move"),
        (("* roll 2", "9" * 5000 + " roll 2"), "not a tag or a move"),
        (('[End "lie caught"]', '[End "top accepted"]'), "ended by 'top accepted'"),
        (('[Seat1 "you"]', '[Seat1 "\\ud800"]'), "not quoted well"),
        (('[End "lie caught"]', '[End "lie"caught"]'), "not quoted well"),
        ((GOOD, "; nothing\n"), "no record"),
    ],
)
def test_a_damaged_record_gets_one_clear_line(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(BadRecord, match=complaint) as caught:
        for record in read_records(GOOD.replace(*change), build_game):
            record.replay()
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60), st.integers(0, len(GOOD)), st.integers(0, 60))
def test_random_damage_never_surprises(junk: bytes, at: int, cut: int) -> None:
    text = GOOD[:at] + junk.decode("latin-1") + GOOD[at + cut :]
    try:
        for record in read_records(text, build_game):
            record.replay()
    except MendaxError as error:
        assert "\n" not in str(error)


def test_names_get_the_closest_match_and_the_list() -> None:
    with pytest.raises(UnknownName, match=r"there is no game 'oen-die'; did you mean 'one-die'\? There is: one-die"):
        look_up("oen-die", {"one-die": 1}, "game")
    with pytest.raises(BadNotation, match="no parameter 'sides'; it has: faces, dice, kept"):
        build_game("one-die:sides=3")
    with pytest.raises(BadNotation, match="kept must be true or false"):
        build_game("one-die:kept=perhaps")
    with pytest.raises(BadNotation, match="faces must be a number"):
        build_game("one-die:faces=many")
    assert build_game("one-die:faces=4,kept=true") == OneDie(faces=4, kept=True)


def branch_roll(number: int) -> int:
    rng = Stream()
    rng.branch(key_of(11, 1), number)
    return rng.randrange(6)


class TestStream:
    def test_names_are_streams(self) -> None:
        draws = {Stream(seed, number, lane).random() for seed in range(5) for number in range(50) for lane in range(3)}
        assert len(draws) == 750

    def test_branches_are_streams_too(self) -> None:
        rng, draws = Stream(), set()
        for seed in range(5):
            for kind in range(2):
                key = key_of(seed, kind)
                for number in range(200):
                    rng.branch(key, number)
                    draws.add(rng.random())
        assert len(draws) == 2000
        rng.branch(key_of(1, 0), 7)
        first = [rng.random(), rng.random()]
        rng.branch(key_of(1, 0), 7)
        assert first == [rng.random(), rng.random()]

    def test_it_is_a_random_generator_in_every_way(self) -> None:
        rng = Stream(1, 2, 3)
        state = rng.getstate()
        used = [
            rng.random(),
            rng.randrange(6),
            rng.gauss(),
            rng.choice("abc"),
            rng.getrandbits(200),
            rng.sample(range(9), 4),
        ]
        rng.setstate(state)
        again = [
            rng.random(),
            rng.randrange(6),
            rng.gauss(),
            rng.choice("abc"),
            rng.getrandbits(200),
            rng.sample(range(9), 4),
        ]
        assert used == again
        rng.seed(5)
        assert rng.random() == Stream(5).random()
        copy = pickle.loads(pickle.dumps(rng))
        assert copy.random() == rng.random()

    def test_dice_are_fair_within_and_across_streams(self) -> None:
        """Chi-square with 5 degrees of freedom stays below its 99.99 % point."""
        long = Stream(11)
        for rolls in (
            [long.randrange(6) for _ in range(60_000)],
            [Stream(11, number, 0).randrange(6) for number in range(60_000)],
            [int(Stream(11, number, 1).random() * 6) for number in range(60_000)],
            [branch_roll(number) for number in range(60_000)],
            [branch_roll(number << 8 | 1) for number in range(60_000)],
        ):
            assert sum((rolls.count(face) - 10_000) ** 2 / 10_000 for face in range(6)) < 25.7


def test_challenge_is_one_object_wherever_it_comes_from() -> None:
    """The rules compare answers by identity, so a pickled one must be the same."""
    assert pickle.loads(pickle.dumps(CHALLENGE)) is CHALLENGE
