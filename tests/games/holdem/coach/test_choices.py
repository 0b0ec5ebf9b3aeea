"""Positions to ask agents in, and what they answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from mendax.core.agent import Agent, Decision
from mendax.core.errors import MendaxError, MissingExtra
from mendax.core.game import AnyGame, Seat
from mendax.games.holdem.coach import choices as module
from mendax.games.holdem.coach.choices import Position, agent_choices, quick_agents
from mendax.games.holdem.rules import Action, BoardDealt, DealtCards, Event, Holdem, State, View, parse_cards

HAND = parse_cards("AdQc")
FLOP = parse_cards("3h4cJh")


def reached(position: Position) -> tuple[Holdem, State]:
    game = position.game
    state = game.start()
    for move in position.moves():
        assert (None if not isinstance(state.turn, int) else state.turn) == move.seat
        state = game.apply(state, move.action)
    return game, state


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize("board", ["", "3h4cJh", "3h4cJh9s", "3h4cJh9sAs"])
@pytest.mark.parametrize("bet", [False, True])
def test_every_place_is_reached_by_the_rules(players: int, board: str, bet: bool) -> None:
    for place in range(players):
        position = Position(players, HAND, parse_cards(board), place, bet)
        game, state = reached(position)
        view = game.view(state, position.seat)
        assert state.turn == place
        assert (view.cards, view.board) == (HAND, parse_cards(board))
        assert view.active == tuple(range(players))
        if board:
            assert view.to_call == (view.bet_size if bet else 0)
            assert sum(view.betting.paid) - sum(view.betting.bets) == 2 * players


def test_what_the_simple_agents_do() -> None:
    named = ["always-call", "always-raise", "always-fold", "tight", "loose"]
    assert quick_agents()[:5] == named
    choices = agent_choices(Position(2, HAND, FLOP), named)
    assert [str(choice.action) for choice in choices] == ["check", "bet", "check", "check", "check"]
    choices = agent_choices(Position(2, HAND, FLOP, bet=True), named)
    assert [str(choice.action) for choice in choices] == ["call", "raise", "fold", "fold", "fold"]
    top = agent_choices(Position(2, parse_cards("JdQc"), FLOP, bet=True), ["tight"])[0]
    assert top.to_json() == {
        "agent": "tight",
        "action": "call",
        "mix": {"call": 1.0},
        "sentence": "The hand is top pair or an overpair: call.",
    }


class Listener(Agent[View, Action, Event]):
    """Checks what it was told, and breaks down before the flop."""

    def __init__(self) -> None:
        self.heard: list[Event] = []

    def hear(self, event: Event) -> None:
        self.heard.append(event)

    def act(self, view: View, actions: Sequence[Action], explain: bool = False) -> Decision[Action]:
        if not view.board and explain:
            raise RuntimeError("no flop")
        assert [event.cards for event in self.heard if isinstance(event, DealtCards)] == [view.cards]
        assert [event.cards for event in self.heard if isinstance(event, BoardDealt)] == (
            [view.board] if view.board else []
        )
        return Decision(actions[-1])


def listener(game: AnyGame, seat: Seat, rng: Random) -> Listener:
    return Listener()


def test_agents_hear_how_it_came_and_may_break_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "build_agent", lambda game, name: listener)
    (choice,) = agent_choices(Position(3, HAND, FLOP), ["listener"])
    assert (str(choice.action), choice.mix, choice.sentence) == ("bet", None, "")
    (choice,) = agent_choices(Position(3, HAND), ["listener"])
    assert (choice.action, choice.sentence) == (None, "RuntimeError: no flop")


def test_places_that_are_not_there() -> None:
    with pytest.raises(MendaxError, match="with 3 players there are places 1 to 3, not 4"):
        Position(3, HAND, FLOP, 3).moves()


def test_agents_that_are_not_installed_or_need_more_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ready:
        def prepare(self, game: AnyGame) -> object:
            return self

    def missing(game: str, argument: str) -> object:
        raise MissingExtra("soar_sml")

    class Entry(NamedTuple):
        name: str
        argument: str
        make: Callable[[str, str], object]

    entries = [
        Entry("plain", "", lambda game, argument: listener),
        Entry("optional", "[N]", lambda game, argument: listener),
        Entry("needy", "N", lambda game, argument: listener),
        Entry("costly", "", lambda game, argument: Ready()),
        Entry("missing", "", missing),
    ]
    monkeypatch.setattr(module, "find_game", lambda name: SimpleNamespace(agents=entries))
    assert quick_agents() == ["plain", "optional"]


@pytest.mark.parametrize("board", ["", "3h4cJh", "3h4cJh9s", "3h4cJh9sAs"])
def test_every_agent_that_is_asked_by_default_decides(board: str) -> None:
    """Soar agents are asked without an explanation at earlier turns, and with one in the position."""
    for players, bet in ((3, False), (3, True), (2, True)):
        found = agent_choices(Position(players, HAND, parse_cards(board), bet=bet), quick_agents())
        silent = ["equilibrium"] if players > 2 else []
        assert [choice.agent for choice in found if choice.action is None] == silent
        assert {"soarbot", "soarbot-m", "poki"} <= {choice.agent for choice in found if choice.sentence}
