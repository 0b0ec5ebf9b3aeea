"""The paper's agents on many tables choose with the chances of their native twins, which are tested against Soar."""

from __future__ import annotations

from functools import partial
from itertools import islice
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.liars_dice.agents.twins.agent import NAMES, TwinFactory, parts_of
from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.numbering import num_actions, number_of
from mendax.games.liars_dice.learning.champion.paper_agents import chances
from mendax.games.liars_dice.rules import Answer, Bid, LiarsDice
from tests.games.liars_dice.agents.soar_positions import wander
from tests.games.liars_dice.learning.champion.positions import stack, table_of
from tests.quick_compiler import quick_compiler as quick_compiler


def check(players: int, positions: int, seed: int, names: tuple[str, ...] = NAMES) -> None:
    game = LiarsDice(players=players)
    states = [state for state, _ in islice(wander(game, Random(seed), positions), 0, 3 * positions, 3)]
    assert len(states) == positions
    tables = stack([table_of(state) for state in states])
    masks = np.asarray(jax.jit(jax.vmap(many.legal))(tables))
    run = jax.jit(partial(chances, jnp))
    for name in names:
        parts = np.int32(parts_of(name))
        found, by_numpy = np.asarray(run(tables, masks, parts)), chances(np, tables, masks, parts)
        assert by_numpy == pytest.approx(found, abs=2e-6)
        twin = TwinFactory(name)(game, 0, Random(1))
        for state, row in zip(states, found, strict=True):
            seat = game.turn(state)
            assert isinstance(seat, int)
            wanted = np.zeros(num_actions(players))
            for action, chance in twin.mix(game.view(state, seat), game.actions(state)).items():
                assert isinstance(action, Bid | Answer)
                wanted[number_of(action, state.cups[seat], players)] = chance
            assert row == pytest.approx(wanted, abs=2e-6), (name, game.view(state, seat))


def test_every_chance_is_that_of_the_twin() -> None:
    check(2, 250, 3)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_thousands_of_positions(players: int) -> None:
    check(players, 2000, 10 + players)
