"""A worker's desk, in this process: what it follows, keeps, drops and asks."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from mendax.core import Agent, AnyGame, Decision, Seat
from mendax.core.catalogue import build_game
from mendax.core.game import Turn
from mendax.core.match import Match
from mendax.core.streams import Stream
from mendax.table.deciders import desk as desk_module
from mendax.table.deciders.desk import Desk
from mendax.table.deciders.question import PlayedMove

GAME = "yahtzee:players=2"


class Noting(Agent[Any, Any, Any]):
    """Takes the first action, and notes all that it is asked and told."""

    made: list[weakref.ref[Noting]] = []  # noqa: RUF012

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat, self.rng = seat, rng
        self.asked: list[tuple[str, float]] = []
        self.heard: list[str] = []
        self.made.append(weakref.ref(self))

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        self.asked.append((str(view), self.rng.random()))
        return Decision(actions[0])

    def hear(self, event: Any) -> None:
        self.heard.append(str(event))


def noting(game: AnyGame, seat: Seat, rng: Random) -> Noting:
    return Noting(seat, rng)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(desk_module, "build_agent", lambda game, text: noting)
    monkeypatch.setattr(Noting, "made", [])
    return Desk(64, [0, 0, 0])


def first_moves(number: int, seed: int = 1, game_text: str = GAME) -> tuple[list[PlayedMove], Seat]:
    """Moves of a match in which all take the first action, until a seat is to act after so many; and that seat."""
    game, chance, moves = build_game(game_text), Stream(seed), list[PlayedMove]()
    match = Match(game)
    while len(moves) < number or isinstance(match.turn, Turn):
        seat = None if isinstance(match.turn, Turn) else match.turn
        action = game.draw(match.state, chance) if seat is None else match.actions()[0]
        match.play(action)
        moves.append((seat, str(action), False))
    return moves, match.turn


def ask(
    desk: Desk, moves: Sequence[PlayedMove], seat: Seat, *, match: str = "m", start: int = 0, game: str = GAME
) -> dict[str, Any]:
    return dict(desk.decide(match, game, seat, "noting", b"seed", start, moves[start:], False))


def test_only_new_moves_are_needed(desk: Desk) -> None:
    moves, seat = first_moves(1)
    assert "action" in ask(desk, moves, seat)
    more, seat = first_moves(6)
    assert more[: len(moves)] == moves
    assert "action" in ask(desk, more, seat, start=len(moves))
    assert ask(desk, more, seat, start=len(more) + 2) == {"lost": len(more)}
    desk.forget("m")
    assert desk.counts() == {"matches": 0, "agents": 0}
    assert ask(desk, more, seat, start=len(moves)) == {"lost": 0}


def test_another_match_under_the_same_key_begins_again(desk: Desk) -> None:
    moves, seat = first_moves(6)
    ask(desk, moves, seat)
    other, seat = first_moves(6, seed=2)
    assert other != moves
    assert ask(desk, other, seat, start=len(other) - 1) == {"lost": 0}
    assert "action" in ask(desk, other, seat)
    shorter, seat = first_moves(3, seed=2)
    assert "action" in ask(desk, shorter, seat), "an earlier position of the same match"


def test_moves_that_do_not_replay_are_a_fault(desk: Desk) -> None:
    assert ask(desk, [(None, "call 3", False)], 0, game="one-die")["fault"] == "the moves of the match do not replay"
    assert ask(desk, [(None, "roll 3", False)], 1, game="one-die")["fault"] == "it is not this seat's turn"


def test_a_game_that_does_not_exist_is_a_fault(desk: Desk) -> None:
    assert ask(desk, [], 0, game="no-game")["fault"].startswith("there is no game 'no-game'")
    assert desk.counts() == {"matches": 0, "agents": 0}


def test_a_kept_agent_hears_everything_once_and_a_rebuilt_one_too(desk: Desk) -> None:
    for number in (1, 4, 8):
        moves, seat = first_moves(number)
        ask(desk, moves, seat)
    moves, seat = first_moves(12)
    answer = ask(desk, moves, seat)
    kept = desk.agents["m", seat].agent
    desk.agents.clear()
    again = ask(desk, moves, seat)
    rebuilt = desk.agents["m", seat].agent
    assert isinstance(kept, Noting)
    assert isinstance(rebuilt, Noting)
    assert again["rebuilt"]
    assert again["action"] == answer["action"]
    assert rebuilt.heard == kept.heard != []
    assert rebuilt.asked[-1] == kept.asked[-1], "the same view, and the same random number"


def test_an_agent_is_not_asked_twice_for_one_decision(desk: Desk) -> None:
    moves, seat = first_moves(3)
    first = ask(desk, moves, seat)
    agent = desk.agents["m", seat].agent
    assert isinstance(agent, Noting)
    asked = len(agent.asked)
    assert ask(desk, moves, seat)["action"] == first["action"]
    assert len(agent.asked) == asked


def test_defaults_are_not_asked_again_and_five_are_enough(desk: Desk) -> None:
    moves, seat = first_moves(20)
    own = [at for at, (mover, _, _) in enumerate(moves) if mover == seat]
    assert own
    ask(desk, moves, seat)
    agent = desk.agents["m", seat].agent
    assert isinstance(agent, Noting)
    assert len(agent.asked) == len(own) + 1
    moves[own[0]] = (seat, moves[own[0]][1], True)
    ask(desk, moves, seat, match="n")
    agent = desk.agents["n", seat].agent
    assert isinstance(agent, Noting)
    assert len(agent.asked) == len(own), "one of them was a default"
    long, seat = first_moves(60)
    long = [(mover, text, mover == seat) for mover, text, _ in long]
    assert ask(desk, long, seat, match="long")["fault"] == "given up after 5 deaths or late decisions"
    assert ("long", seat) not in desk.agents


def test_an_agent_whose_decision_was_not_played_is_dropped(desk: Desk) -> None:
    moves, seat = first_moves(1)
    action = ask(desk, moves, seat)["action"]
    kept = desk.agents["m", seat]
    more, _ = first_moves(2)
    assert more[len(moves)] == (seat, action, False)
    more[len(moves)] = (seat, action, True)
    ask(desk, more, seat)
    assert desk.agents["m", seat] is not kept, "it remembers a decision that was not its move"


def test_a_thousand_matches_hold_no_more_agents_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "build_agent", lambda game, text: noting)
    monkeypatch.setattr(Noting, "made", [])
    desk = Desk(16, [0, 0, 0])
    openings = {number: [first_moves(number, seed=at) for at in range(1000)] for number in (1, 2)}
    for number in openings:
        for at in range(1000):
            moves, seat = openings[number][at]
            assert "action" in ask(desk, moves, seat, match=str(at), start=0 if number == 1 else 1)
            assert len(desk.agents) <= 16
    gc.collect()
    alive = sum(made() is not None for made in Noting.made)
    assert len(Noting.made) >= 1990
    assert alive == len(desk.agents) == 16
    assert desk.counts()["matches"] == 1000


def test_explanations_are_json_and_short() -> None:
    desk = Desk(4, [0, 0, 0])
    game = "liars-dice:players=4"
    moves, seat = first_moves(8, game_text=game)
    answer = desk.decide("m", game, seat, "probability", b"seed", 0, moves, True)
    text = json.dumps(answer, allow_nan=False)
    explanation = json.loads(text)["explanation"]
    assert len(text) < 8_000
    assert 0 < len(explanation["options"]) <= 24
    assert explanation["left_out"] > 0
    assert answer["action"] in [option["action"] for option in explanation["options"]]
    assert explanation["sentence"]
    plain = Desk(4, [0, 0, 0]).decide("m", game, seat, "probability", b"seed", 0, moves, False)
    assert plain["action"] == answer["action"]
    assert plain["explanation"] is None
