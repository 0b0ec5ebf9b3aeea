"""The native twins choose with the chances of the Soar agents, and read the game's kernel as they read views."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from mendax.arena.statistics import wilson
from mendax.conformance import check_agent
from mendax.core import MendaxError
from mendax.core.catalogue import build_agent
from mendax.core.game import Turn
from mendax.games.liars_dice.agents.twins import situation as columns
from mendax.games.liars_dice.agents.twins.agent import NAMES, TwinFactory
from mendax.games.liars_dice.agents.twins.games import pair_games, read_row
from mendax.games.liars_dice.agents.twins.situation import situation
from mendax.games.liars_dice.kernel import step
from mendax.games.liars_dice.kernel.tables import tables
from mendax.games.liars_dice.rules import Answer, Bid, LiarsDice
from mendax.games.one_die.rules import OneDie
from tests.games.liars_dice.agents.plain_python_twin import mix_of
from tests.games.liars_dice.agents.soar_positions import sit, wander
from tests.games.liars_dice.test_kernel import apply

FOUR = LiarsDice()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_twin_agrees_with_the_second_implementation(name: str, players: int) -> None:
    """Every action's chance, on hundreds of positions."""
    game = LiarsDice(players=players)
    twin = TwinFactory(name)(game, 0, Random(1))
    seen = 0
    for state, seat in islice(wander(game, Random(players), 200), 0, 1200, 3):
        view, actions = game.view(state, seat), game.actions(state)
        found = twin.mix(view, actions)
        wanted = mix_of(view, [action for action in actions if isinstance(action, Answer)], name)
        assert found.keys() <= set(actions)
        for action in found.keys() | wanted.keys():
            assert found.get(action, 0) == pytest.approx(wanted.get(action, 0), abs=1e-12), (view, action)
        seen += 1
    assert seen == 400


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_twin_agrees_with_the_real_agent(name: str) -> None:
    """Every action's chance by the kernel of Soar, on two thousand positions. It rounds small chances of dice."""
    game = LiarsDice(players=2)
    twin, soar = TwinFactory(name)(game, 0, Random(1)), sit(name, game, 0, Random(1))
    seen = 0
    for state, seat in islice(wander(game, Random(21), 400), 0, 6000, 3):
        view, actions = game.view(state, seat), game.actions(state)
        explanation = soar.act(view, actions, explain=True).explanation
        assert explanation is not None
        found = {option.action: option.probability or 0.0 for option in explanation.options}
        wanted = twin.mix(view, actions)
        for action in found.keys() | wanted.keys():
            assert found.get(action, 0) == pytest.approx(wanted.get(action, 0), abs=2e-5), (view, action)
        seen += 1
    assert seen == 2000


def test_a_twin_is_an_agent() -> None:
    check_agent(LiarsDice(players=2, dice=3), TwinFactory("pmh"), matches=2)
    check_agent(LiarsDice(players=3, dice=2, push=False, passes=False), TwinFactory("emh", 0.1), matches=2)


def test_what_a_twin_does_not_play() -> None:
    with pytest.raises(MendaxError, match="the twin of p does not play one-die"):
        TwinFactory("p")(OneDie(), 0, Random(1))
    for game in (LiarsDice(faces=8), LiarsDice(wild="none"), LiarsDice(rules="official"), LiarsDice(order="natural")):
        with pytest.raises(MendaxError, match="six faces, 1s wild"):
            TwinFactory("p")(game, 0, Random(1))
    with pytest.raises(MendaxError, match="there is no twin of 'q'"):
        TwinFactory("q")(FOUR, 0, Random(1))


@pytest.mark.parametrize("players", [2, 4])
def test_a_row_of_the_kernel_is_read_like_a_view(players: int) -> None:
    """The same match, step by step: what a twin is shown of the kernel's row and of the view is the same."""
    game, rng, seen = LiarsDice(players=players), Random(players), 0
    params, lists = tables(game)
    twin = TwinFactory("ph", 1.0)(game, 0, rng)
    for _ in range(6):
        state, row = game.start(), step.start(game)
        faces, pushed = np.zeros(step.SEATS, dtype=np.int64), 0
        while (turn := game.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                action = game.draw(state, rng)
                if not state.said:
                    faces[:] = 0
            else:
                assert isinstance(turn, int)
                view, actions = game.view(state, turn), game.actions(state)
                found = np.zeros(columns.SIZE, dtype=np.int64)
                read_row(row, params, lists, pushed, faces, found)
                assert found.tolist() == situation(game, view, actions).tolist(), view
                seen += 1
                action = twin.act(view, actions).action if rng.random() < 0.7 else rng.choice(actions[:12])
                if isinstance(action, Bid):
                    faces[turn], pushed = action.face, bool(action.push)
            apply(game, row, state, action)
            state = game.apply(state, action)
    assert seen > 200


def test_whole_games_are_like_those_of_the_agents() -> None:
    """EMH against E by the compiled games and by the arena's rules: two estimates of one number."""
    found = pair_games("e", "emh", 4000, seed=3)
    assert found == pair_games("e", "emh", 4000, seed=3)
    low, high = wilson(found.wins, found.games)
    assert 0.6 < low < high < 0.72
    assert found.to_json()["win_rate"] == found.win_rate
    assert pair_games("e", "emh", 400, seed=4, players=2).wins > 200


def test_twins_are_not_in_the_catalogue() -> None:
    """The Soar agents are the authority: a name of theirs always means the real one."""
    assert type(build_agent("liars-dice", "p")(FOUR, 0, Random(1))).__name__ == "SoarDiceAgent"
