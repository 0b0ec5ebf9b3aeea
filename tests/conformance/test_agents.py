"""The suite for agents passes good agents and notices broken ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from mendax.conformance import check_agent
from mendax.core import Agent, AnyGame, Decision, Explanation, Factory, Option, Seat
from mendax.core.catalogue import build_agent
from tests import high_roll, kuhn
from tests.high_roll import HighRoll


@pytest.mark.parametrize("name", ["random", "best-response:random"])
def test_general_agents_play_games_from_outside(name: str) -> None:
    check_agent(kuhn.Kuhn(), build_agent("kuhn", name), matches=20)


@pytest.mark.parametrize("players", [1, 3, 10])
def test_random_plays_at_tables_of_any_size(players: int) -> None:
    check_agent(high_roll.HighRoll(players), build_agent("high-roll", "random"), matches=5)


@dataclass(frozen=True)
class Broken:
    """A factory of agents with one fault each."""

    fault: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return BrokenAgent(self.fault)


SHARED = Random(1)


class BrokenAgent(Agent[Any, Any, Any]):
    def __init__(self, fault: str) -> None:
        self.fault = fault

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if self.fault == "illegal":
            return Decision("nothing")
        if self.fault == "hidden generator":
            return Decision(SHARED.choice(list(actions)))
        if self.fault == "invented explanation":
            return Decision(actions[0], Explanation((Option(actions[-1], 1.0, 1.0),)) if len(actions) > 1 else None)
        return Decision(actions[-1] if explain else actions[0])


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("illegal", "not legal"),
        ("hidden generator", "changed the play"),
        ("invented explanation", "not among the options"),
        ("watched", "changed the play"),
    ],
)
def test_the_suite_notices_a_broken_agent(fault: str, complaint: str) -> None:
    factory: Factory = Broken(fault)
    with pytest.raises(AssertionError, match=complaint):
        check_agent(HighRoll(2), factory)


class Changing(Agent[Any, Any, Any]):
    """Remembers how often it was asked, and says that it does not."""

    remembers = False

    def __init__(self) -> None:
        self.asked = 0

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        self.asked += 1
        return Decision(actions[0 if self.asked == 1 else -1])


def changing(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
    return Changing()


def test_an_agent_that_remembers_must_say_so() -> None:
    with pytest.raises(AssertionError, match="it says that it does not remember"):
        check_agent(HighRoll(1), changing, matches=3)
