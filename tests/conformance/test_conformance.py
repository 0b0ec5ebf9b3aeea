"""Every game and every agent passes its suite; and the suites notice what they are there for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from mendax.conformance import check_agent, check_game
from mendax.core import Agent, AnyGame, Decision, Explanation, Factory, Option, Seat
from mendax.core.catalogue import agents, build_agent
from mendax.games.one_die.rules import OneDie, State, View
from tests import high_roll, kuhn
from tests.games.one_die.redeal import redeal

VARIANTS = [
    OneDie(),
    OneDie(faces=2),
    OneDie(faces=20),
    OneDie(dice=2),
    OneDie(faces=4, dice=3),
    OneDie(kept=True),
    OneDie(faces=3, dice=2, kept=True),
]
MINDS = [*(name for name in agents("one-die") if name != "best-response"), "best-response:tree", "best-response:random"]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_one_die_is_a_game(game: OneDie) -> None:
    check_game(game, redeal)


def test_a_game_from_outside_is_a_game() -> None:
    check_game(kuhn.Kuhn(), kuhn.redeal)


@pytest.mark.parametrize("players", [1, 3, 10])
def test_a_game_of_rounds_for_any_number_of_seats_is_a_game(players: int) -> None:
    check_game(high_roll.HighRoll(players), high_roll.redeal, hides=players > 1, matches=10)
    check_agent(high_roll.HighRoll(players), build_agent("high-roll", "random"), matches=5)


@pytest.mark.parametrize("name", MINDS)
def test_minds_play_one_die(name: str) -> None:
    check_agent(OneDie(), build_agent("one-die", name))


@pytest.mark.parametrize("name", ["equilibrium", "honest", "random", "best-response:honest"])
@pytest.mark.parametrize("game", [OneDie(kept=True), OneDie(dice=2), OneDie(faces=3)], ids=str)
def test_general_minds_play_the_variants(name: str, game: OneDie) -> None:
    check_agent(game, build_agent("one-die", name), matches=20)


@pytest.mark.parametrize("name", ["random", "best-response:random"])
def test_general_minds_play_games_from_outside(name: str) -> None:
    check_agent(kuhn.Kuhn(), build_agent("kuhn", name), matches=20)


class Peeking(kuhn.Kuhn):
    """A view that shows the other card."""

    def view(self, state: kuhn.State, seat: Seat | None) -> kuhn.View:
        return kuhn.View(seat, state.cards, state.history)


class Telling(kuhn.Kuhn):
    """Events that tell the other card."""

    def events(self, before: kuhn.State, action: str, after: kuhn.State, seat: Seat | None) -> tuple[str, ...]:
        return (after.cards,)


class TellingDeals(kuhn.Kuhn):
    """Events that tell a deal to everyone."""

    def events(self, before: kuhn.State, action: str, after: kuhn.State, seat: Seat | None) -> tuple[str, ...]:
        return (after.cards,) if not before.cards else super().events(before, action, after, seat)


class Repairing(kuhn.Kuhn):
    """Illegal actions quietly turned into legal ones."""

    def apply(self, state: kuhn.State, action: str) -> kuhn.State:
        allowed = self.actions(state) if state.cards else [deal for deal, _ in self.chances(state)]
        return super().apply(state, action if action in allowed else allowed[0])


class Unfair(kuhn.Kuhn):
    """Draws that do not follow the stated chances."""

    def draw(self, state: kuhn.State, rng: Random) -> str:
        return "KJ"


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (Peeking(), "depends on what it hides"),
        (Telling(), "tells what the view hides"),
        (TellingDeals(), "tells what the view hides"),
        (Repairing(), "where it is illegal"),
        (Unfair(), "as often as it says"),
    ],
)
def test_the_suite_notices_a_broken_game(game: AnyGame, complaint: str) -> None:
    shown = kuhn.Kuhn()  # what a seat may know is not the broken game's to say
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, lambda _, state, seat, rng: kuhn.redeal(shown, state, seat, rng))


def test_the_suite_notices_a_redeal_that_deals_nothing() -> None:
    with pytest.raises(AssertionError, match="never deals anything again"):
        check_game(kuhn.Kuhn(), lambda _, state, seat, rng: state)


@dataclass(frozen=True)
class Broken:
    """A factory of agents with one fault each."""

    fault: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[View, Any, Any]:
        return BrokenMind(self.fault)


SHARED = Random(1)


class BrokenMind(Agent[View, Any, Any]):
    def __init__(self, fault: str) -> None:
        self.fault = fault

    def act(self, view: View, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
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
        check_agent(OneDie(), factory)


def test_redealing_really_deals_again() -> None:
    """The master test is only as good as its redeal: all hidden values must come up."""
    rng = Random(0)
    state = State(0, 0, 5, (3, 0))
    seen = {redeal(OneDie(), state, 1, rng).dice[0] for _ in range(200)}
    assert seen == {1, 2, 3, 4, 5}
    assert all(redeal(OneDie(), state, 0, rng) == state for _ in range(20))
