"""One-die passes the suites that every game and every agent passes."""

from __future__ import annotations

from random import Random

import pytest

from mendax.conformance import check_agent, check_game
from mendax.core.catalogue import agents, build_agent
from mendax.games.one_die.rules import OneDie, State
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
AGENTS = [
    *(name for name in agents("one-die") if name != "best-response"),
    "best-response:tree",
    "best-response:random",
]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_one_die_is_a_game(game: OneDie) -> None:
    check_game(game, redeal, chance_kinds=1, matches=30)


@pytest.mark.parametrize("name", AGENTS)
def test_agents_play_one_die(name: str) -> None:
    check_agent(OneDie(), build_agent("one-die", name))


@pytest.mark.parametrize("name", ["equilibrium", "honest", "random", "best-response:honest"])
@pytest.mark.parametrize("game", [OneDie(kept=True), OneDie(dice=2), OneDie(faces=3)], ids=str)
def test_general_agents_play_the_variants(name: str, game: OneDie) -> None:
    check_agent(game, build_agent("one-die", name), matches=20)


def test_redealing_really_deals_again() -> None:
    """The main test of views is only as good as its redeal: all hidden values must come up."""
    rng = Random(0)
    state = State(0, 0, 5, (3, 0))
    seen = {redeal(OneDie(), state, 1, rng).dice[0] for _ in range(200)}
    assert seen == {1, 2, 3, 4, 5}
    assert all(redeal(OneDie(), state, 0, rng) == state for _ in range(20))
