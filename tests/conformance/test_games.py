"""The suite for games passes good games and notices broken ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from mendax.conformance import check_game
from mendax.conformance.games import check_chance, playthrough
from mendax.conformance.steps import Step
from mendax.core import AnyGame, Seat, Turn
from tests import high_roll, kuhn


def test_a_game_from_outside_passes() -> None:
    check_game(kuhn.Kuhn(), kuhn.redeal, chance_kinds=1, matches=30)


@pytest.mark.parametrize("players", [1, 3, 10])
def test_a_game_of_rounds_for_any_number_of_seats_passes(players: int) -> None:
    check_game(high_roll.HighRoll(players), high_roll.redeal, hides=players > 1, chance_kinds=1, matches=10)


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
        (Telling(), "shows what the view hides"),
        (TellingDeals(), "shows what the view hides"),
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


class RarelyUnfair(kuhn.Kuhn):
    """Draws fairly at the first deal; after a bet and a call the cards are dealt again, and then it cheats."""

    def turn(self, state: kuhn.State) -> Seat | Turn:
        if state.history == "bk":
            return Turn.CHANCE
        return Turn.OVER if state.history == "bkc" else super().turn(state)

    def chances(self, state: kuhn.State) -> Sequence[tuple[str, float]]:
        return super().chances(state) if not state.history else (("JQ", 0.5), ("QJ", 0.5))

    def draw(self, state: kuhn.State, rng: Random) -> str:
        return super().draw(state, rng) if not state.history else "JQ"

    def apply(self, state: kuhn.State, action: str) -> kuhn.State:
        return kuhn.State(action, "bkc") if state.history == "bk" else super().apply(state, action)


BET_AND_FOLD = next(
    steps for seed in range(100) if (steps := playthrough(kuhn.Kuhn(), Random(seed)))[-1].after.history == "bf"
)


@pytest.mark.parametrize(("played", "max_states"), [([BET_AND_FOLD], 0), ([], 2000)], ids=["beside", "everywhere"])
def test_chance_nodes_that_no_match_met_are_checked_too(
    played: list[list[Step]], max_states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second deal is one action beside a match that ends with a fold, and somewhere in the whole tree."""
    monkeypatch.setattr("mendax.conformance.games.MAX_STATES", max_states)
    with pytest.raises(AssertionError, match="as often as it says"):
        check_chance(RarelyUnfair(), played, Random(0))


def test_a_kind_of_chance_node_that_was_not_found_is_reported() -> None:
    with pytest.raises(AssertionError, match="has 2 kinds of chance node, 1 were found"):
        check_game(kuhn.Kuhn(), kuhn.redeal, chance_kinds=2)
