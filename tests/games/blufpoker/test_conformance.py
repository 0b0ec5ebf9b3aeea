"""Blufpoker is a game: the suite that every game passes, over its options."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mendax.conformance import check_agent, check_game
from mendax.conformance.games import check_views, playthrough
from mendax.conformance.steps import Step
from mendax.core.catalogue import build_agent, build_game
from mendax.core.face import Face
from mendax.core.game import Seat, Turn, game_text
from mendax.core.match import Move
from mendax.games.blufpoker.face import FACE
from mendax.games.blufpoker.rules import BELIEVE, CALL, Blufpoker, Phase, State, View
from tests.games.blufpoker.redeal import redeal
from tests.games.blufpoker.rules.test_game import play

VARIANTS = [
    Blufpoker(),
    Blufpoker(players=2),
    Blufpoker(players=8, points=1),
    Blufpoker(points=1, opening="free"),
    Blufpoker(players=2, single_round=True, opening="free"),
    Blufpoker(players=4, points=3, top321=True),
    Blufpoker(players=3, pass_on=True),
    Blufpoker(players=2, points=3, pass_on=True, top321=True, opening="free", underbids=False),
    Blufpoker(players=3, underbids=False),
]


@pytest.mark.parametrize("game", VARIANTS, ids=game_text)
def test_blufpoker_is_a_game(game: Blufpoker) -> None:
    """Two kinds of chance node: who starts, and a die."""
    check_game(game, redeal, chance_kinds=2)


def test_random_plays_it() -> None:
    check_agent(Blufpoker(), build_agent("blufpoker", "random"), matches=3)


def test_earlier_cups_are_dealt_again() -> None:
    """Seat 1 rolled 653; seat 2 left 65 of it open, and so did seat 0 after it."""
    game, rng = Blufpoker(), Random(1)
    believed = "start 0, die 5, die 2, die 3, bid 532, believe, roll 2, die 6, stop, bid 653, believe"
    state = play(believed, "roll 3, die 6, stop, bid 662, believe, roll 6, die 1, stop, bid 663")
    assert (game.turn(state), state.open) == (1, (6, 5))
    dealt = [redeal(game, state, 1, rng) for _ in range(200)]
    assert {other.own[1] for other in dealt} == {state.own[1]}
    assert {other.own[2][0].picked for other in dealt} == {(3,)}, "it did not stay open"
    assert {other.own[2][0].fallen[0] for other in dealt} == {1, 2, 3, 4, 5, 6}, "an earlier cup that seat 1 never saw"
    assert all(other.own[0][1].picked == other.own[2][0].fallen for other in dealt)
    assert len({other.hidden for other in dealt}) == 6
    spectator = [redeal(game, state, None, rng) for _ in range(200)]
    assert {other.own[0][0].cup for other in spectator} == {(5, 3, 2)}, "a truthful opening tells the cup"
    assert {other.own[1][0].fallen for other in spectator} == {(6,)}, "a 6 lay open one turn later"


def leak_hidden(game: Blufpoker, state: State, seat: Seat | None) -> View:
    return VIEW(game, state, seat)._replace(open=state.open + state.hidden)


def leak_earlier_turns(game: Blufpoker, state: State, seat: Seat | None) -> View:
    return VIEW(game, state, seat)._replace(own=tuple(rolling for own in state.own for rolling in own[:1]))


def leak_number_rolled(game: Blufpoker, state: State, seat: Seat | None) -> View:
    return VIEW(game, state, seat)._replace(rounds=state.rounds + len(state.rolling.picked))


VIEW = Blufpoker.view


@pytest.mark.parametrize("leaky", [leak_hidden, leak_earlier_turns, leak_number_rolled])
def test_the_suite_finds_a_leak(leaky: Callable[..., View], monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Blufpoker(), Random(0)
    steps = playthrough(game, rng)
    check_views(game, steps, redeal, rng, Face())
    monkeypatch.setattr(Blufpoker, "view", leaky)
    with pytest.raises(AssertionError, match="a view depends on what it hides"):
        check_views(game, steps, redeal, rng, Face())


def long_rounds(game: Blufpoker, rng: Random) -> list[Step]:
    """A match of players who mostly believe and bid low: rounds of many turns."""
    steps, state = list[Step](), game.start()
    while (turn := game.turn(state)) is not Turn.OVER:
        if isinstance(turn, Turn):
            move = Move(None, game.draw(state, rng))
        elif state.phase is Phase.ANSWER:
            move = Move(turn, BELIEVE if rng.random() < 0.95 else CALL)
        else:
            move = Move(turn, rng.choice(game.actions(state)[:8]))
        steps.append(Step(state, move, game.apply(state, move.action)))
        state = steps[-1].after
    return steps


@pytest.mark.parametrize("options", ["", "pass_on=true", "underbids=false,opening=free", "players=2,pass_on=true"])
def test_views_of_long_rounds(options: str) -> None:
    game, rng = build_game(f"blufpoker:single_round=true,{options}"), Random(2)
    assert isinstance(game, Blufpoker)
    steps: list[Step] = []
    while max((len(step.after.turns) for step in steps), default=0) < 7:
        steps = long_rounds(game, rng)
    check_views(game, steps, redeal, rng, FACE)
