"""An agent that is told frames decides as one that is told events and given the rules' own list of actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from mendax.core.agent import Agent, Decision, listens
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Game, Turn
from mendax.core.plain import plain
from mendax.core.streams import Stream
from mendax.table.client import frames
from mendax.table.client.remote_agent import RemoteAgent, match_seed
from mendax.table.deciders.streams import ACTING, BUILDING, HEARING, first_bits
from tests import kuhn

AGENTS = [
    ("one-die:dice=4", "random", False),
    ("liars-dice:players=3", "probability", False),
    ("liars-dice:players=3,dice=4", "random", False),
    ("yahtzee:players=2,single_turn=true", "greedy", False),
    ("blufpoker:points=3", "reasoning", True),
    ("holdem:hands=6,players=3", "loose", False),
]


def wire(kind: str, **fields: object) -> frames.Frame:
    """A frame as it comes from the wire."""
    return frames.read_frame(json.dumps({"type": kind, **fields}))


@pytest.mark.parametrize(("text", "name", "listening"), AGENTS, ids=[f"{game} {agent}" for game, agent, _ in AGENTS])
def test_a_remote_agent_decides_as_one_that_is_here(text: str, name: str, listening: bool) -> None:
    game = build_game(text)
    factory, seed, rng = build_agent(game, name), match_seed(7, 1), Stream()
    rng.begin(first_bits(seed, BUILDING, 0))
    here, remote = factory(game, 0, rng), RemoteAgent(game, name, factory, 0, seed)
    assert listens(here) is listening
    chance, state, told, turns = Random(3), game.start(), 0, 0
    pending: list[tuple[int, tuple[Any, ...]]] = []
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            action = game.draw(state, chance)
        elif turn == 0:
            view, actions = game.view(state, 0), game.actions(state)
            frame = wire("turn", **turn_fields(game, state, turns))
            assert isinstance(frame, frames.Turn)
            assert list(remote.actions(frame)) == list(actions)
            for number, events in pending:
                rng.begin(first_bits(seed, HEARING, number))
                for event in events:
                    here.hear(event)
            pending.clear()
            rng.begin(first_bits(seed, ACTING, turns))
            action = here.act(view, actions).action
            assert remote.decide(frame) == str(action)
            assert remote.decide(frame) == str(action), "asked again for the same turn"
            assert not remote.fault
            turns += 1
        else:
            actions = game.actions(state)
            action = actions[int(chance.random() * len(actions))]
        after = game.apply(state, action)
        events = game.events(state, action, after, 0)
        for event in events:
            heard = wire("event", seq=1, match="m", move=told, text=str(event), data=plain(event))
            assert isinstance(heard, frames.Event)
            remote.hear(heard)
        pending.append((told, events))
        told, state = told + bool(events), after
    assert turns


def turn_fields(game: AnyGame, state: object, number: int) -> dict[str, object]:
    """A turn of seat 0 as the server sends it; the slots of a form come in any order."""
    forms = [{"text": form.text, "slots": dict(reversed(form.slots))} for form in game.forms(state)]
    return {"turn": f"m.{number}", "match": "m", "view": str(game.view(state, 0)), "forms": forms, "seconds": 5}


def test_an_agent_that_breaks_down_plays_the_default() -> None:
    game = build_game("one-die")
    state = game.apply(game.start(), game.parse_action("roll 4"))
    frame = wire("turn", **turn_fields(game, state, 0))
    assert isinstance(frame, frames.Turn)
    remote = RemoteAgent(game, "breaking", lambda *arguments: Breaking(), 0, b"seed")
    assert remote.decide(frame) == "call 4"
    assert remote.fault == "breaking broke down (ZeroDivisionError: division by zero): the default action is played"
    assert remote.decide_again(frame) == "call 4"
    assert remote.decide_again(frame) is None, "a turn is tried twice at the most"


class Breaking(Agent[Any, Any, Any]):
    """It cannot divide, and it listens."""

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        raise ZeroDivisionError("division by zero")

    def hear(self, event: object) -> None:
        pass


class Untyped(kuhn.Kuhn):
    """It does not say what its events are."""

    __orig_bases__ = (Game[Any, Any, Any, Any],)


def test_an_agent_that_needs_events_which_cannot_be_rebuilt_is_refused() -> None:
    with pytest.raises(MendaxError, match=r"^breaking listens to events, and those of \S+ cannot be rebuilt"):
        RemoteAgent(Untyped(), "breaking", lambda *arguments: Breaking(), 0, b"seed")
    remote = RemoteAgent(build_game("one-die"), "breaking", lambda *arguments: Breaking(), 0, b"seed")
    wrong = wire("event", seq=1, match="m", move=0, text="something new", data={"kind": "New"})
    assert isinstance(wrong, frames.Event)
    remote.hear(wrong)
    game = build_game("one-die")
    turn = wire("turn", **turn_fields(game, game.apply(game.start(), game.parse_action("roll 4")), 0))
    assert isinstance(turn, frames.Turn)
    with pytest.raises(MendaxError, match="'something new' cannot be rebuilt"):
        remote.decide(turn)
