"""Playing one match: forfeits, listeners and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from mendax.core import Agent, Decision, Record, play_match, read_records
from mendax.core.catalogue import build_game
from mendax.core.streams import Stream
from mendax.games.one_die.rules import ACCEPT, Call, OneDie, View
from tests.high_roll import HighRoll

GAME = OneDie()


class Scripted(Agent[View, Any, Any]):
    """Takes the first legal action, or misbehaves in the given way at its first decision."""

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
def test_a_broken_agent_forfeits_and_the_record_replays(fault: object, reason: str) -> None:
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
    """Breaks down when it receives an event."""

    def hear(self, event: object) -> None:
        raise ValueError("too much to hear")


class Quitting(Scripted):
    """Tries to end the whole program."""

    def act(self, view: View, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        raise SystemExit(3)


class SoreLoser(Scripted):
    """Breaks down after the end."""

    def end(self, view: View, payoffs: Sequence[float]) -> None:
        raise ValueError("unfair")


def test_an_exception_anywhere_in_an_agent_is_its_own_forfeit() -> None:
    for agent, reason in ((Deaf(), "ValueError: too much to hear"), (Quitting(), "SystemExit: 3")):
        outcome = play_match(GAME, (Scripted(), agent), Stream(2), keep_moves=True)
        assert outcome.forfeit is not None
        assert (outcome.forfeit.seat, outcome.forfeit.reason) == (1, reason)
        (record,) = read_records(str(Record.of(GAME, ["a", "b"], outcome)), build_game)
        record.replay()
    sore, plain = (play_match(GAME, (Scripted(), agent), Stream(2)) for agent in (SoreLoser(), Scripted()))
    assert sore == plain, "the match is over and stands"


class Staking(Scripted):
    def __init__(self, action: str) -> None:
        super().__init__(action)


def test_rounds_are_reported_as_they_end() -> None:
    heard: list[tuple[int, Sequence[float]]] = []
    agents = [Staking("one"), Staking("two"), Staking("one")]
    outcome = play_match(HighRoll(3, length=4), agents, Stream(1), on_round=lambda *ended: heard.append(ended))
    assert [number for number, _ in heard] == [1, 2, 3, 4]
    assert tuple(heard[-1][1]) == outcome.payoffs


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
