"""What the champion sees of a view is what it saw of the same position in training."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.liars_dice.kernel.habits import NUM_HABITS
from mendax.games.liars_dice.kernel.many_tables import Table, legal
from mendax.games.liars_dice.learning.champion.features import features, num_features, seen_of_view
from mendax.games.liars_dice.learning.champion.networks import begin, log_policy, log_score_chances
from mendax.games.liars_dice.learning.champion.observing import LEARNER, observe, observe_score
from mendax.games.liars_dice.learning.champion.player_file import load_player, save_player
from mendax.games.liars_dice.learning.champion.training import network_of, player_of
from mendax.games.liars_dice.rules import LiarsDice, State
from tests.games.liars_dice.agents.soar_positions import wander
from tests.games.liars_dice.learning.champion.positions import stack, table_of


def positions(players: int, number: int) -> tuple[LiarsDice, list[State]]:
    game = LiarsDice(players=players)
    return game, [state for state, _ in islice(wander(game, Random(players), number), 0, 3 * number, 3)]


@pytest.mark.parametrize("players", [4, *(pytest.param(players, marks=pytest.mark.slow) for players in (2, 3, 5, 6))])
def test_a_view_and_a_table_give_the_same_numbers(players: int) -> None:
    game, states = positions(players, 150)
    habits = np.random.default_rng(7).integers(0, 40, (players, NUM_HABITS)).astype(np.int32)
    found = np.asarray(jax.jit(jax.vmap(observe))(stack([table_of(state, habits) for state in states])), np.float32)
    assert found.shape == (150, num_features(players))
    for state, row in zip(states, found, strict=True):
        seat = game.turn(state)
        assert isinstance(seat, int)
        seen = np.asarray(features(np, seen_of_view(game.view(state, seat), habits), players), np.float32)
        # Half precision: two ways to divide may round to neighbouring numbers.
        assert seen == pytest.approx(row, abs=2e-3)
        assert (seen == row).mean() > 0.99


def test_numpy_plays_what_jax_learned(tmp_path: Path) -> None:
    players = 3
    networks = begin(np.random.default_rng(5), players, (48, 32), (8,), (8,), all_seeing=True)
    actor = jax.tree.map(lambda part: 20 * part, networks.actor)  # a policy with opinions
    path = tmp_path / "player.npz"
    save_player(path, player_of(actor, players))
    player = load_player(path)
    game, states = positions(players, 120)
    tables = stack([table_of(state) for state in states])
    frozen = network_of(player)

    @jax.jit
    def policy(tables: Table) -> tuple[jax.Array, jax.Array]:
        masks = jax.vmap(legal)(tables)
        return masks, log_policy(frozen, jax.vmap(observe)(tables), masks)

    masks, log_probs = map(np.asarray, policy(tables))
    found = np.exp(log_probs)
    assert found.max() > 0.9
    for state, row, mask in zip(states, found, masks, strict=True):
        seat = game.turn(state)
        assert isinstance(seat, int)
        numbers = np.flatnonzero(mask)
        assert player.mix(game.view(state, seat), numbers.tolist()) == pytest.approx(row[numbers], abs=1e-3)
        assert row.sum() == pytest.approx(1, abs=1e-5)


def test_the_value_of_scores_is_kept_for_self_play(tmp_path: Path) -> None:
    """In training the network also sees who plays; what is kept has the learner at all seats."""
    players, rng = 3, np.random.default_rng(2)
    networks = begin(rng, players, (16,), (8,), (24, 16), all_seeing=True)
    score = jax.tree.map(lambda part: 5 * part, networks.score)
    path = tmp_path / "player.npz"
    save_player(path, player_of(networks.actor, players, score))
    player = load_player(path)
    dice, exacts = rng.integers(0, 6, (40, players)), rng.random((40, players)) < 0.5
    dice[:, 0] = np.maximum(dice[:, 0], 1)
    given = jnp.asarray(dice), jnp.asarray(exacts)
    rows = jax.vmap(observe_score, (0, 0, None))(*given, jnp.full(players, LEARNER))
    wanted = np.exp(np.asarray(log_score_chances(score, rows, given[0] > 0)))
    assert np.ptp(wanted[(dice > 0).all(1)]) > 0.1
    assert player.win_chances(dice, exacts) == pytest.approx(wanted, abs=5e-3)
    assert not player_of(networks.actor, players).score
