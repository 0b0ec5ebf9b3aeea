"""What the champion sees of a view is what it saw of the same position in training."""

from __future__ import annotations

from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.liars_dice.agents.champion import PLAYERS, legal_numbers
from mendax.games.liars_dice.kernel.habits import LIKENESS, NUM_COUNTS, NUM_HABITS, Counts, likeness_features
from mendax.games.liars_dice.kernel.many_tables import Table, legal
from mendax.games.liars_dice.learning.champion.features import (
    features,
    num_features,
    num_present,
    num_with_habits,
    seen_of_view,
)
from mendax.games.liars_dice.learning.champion.kept_networks import layers_of, player_of
from mendax.games.liars_dice.learning.champion.networks import (
    begin,
    log_policy,
    log_score_chances,
    widened,
)
from mendax.games.liars_dice.learning.champion.observing import LEARNER, observe, observe_score
from mendax.games.liars_dice.learning.champion.player_file import Player, load_player, read_player, save_player
from mendax.games.liars_dice.learning.champion.recognition import without_strangers
from mendax.games.liars_dice.rules import LiarsDice, State
from tests.games.liars_dice.agents.soar_positions import wander
from tests.games.liars_dice.learning.champion.positions import stack, table_of

VIEWS = {
    2: "seat=1 turn=1 round=3 opener=0 dice=4,3 hidden=2,3 cup=144 shown=35,- exacts=1 wild=1 "
    "said=0:2x5+35;1:3x4;0:pass",
    3: "seat=1 turn=1 round=3 opener=1 dice=4,3,1 hidden=4,3,1 cup=144 shown=-,-,- exacts=1 wild=1",
    4: "seat=2 turn=2 round=5 opener=0 dice=5,0,3,2 hidden=5,0,3,2 cup=266 shown=-,-,-,- exacts=0,2 wild=1 "
    "said=0:2x3;2:2x6;3:pass;0:3x2",
}


def positions(players: int, number: int) -> tuple[LiarsDice, list[State]]:
    game = LiarsDice(players=players)
    return game, [state for state, _ in islice(wander(game, Random(players), number), 0, 3 * number, 3)]


def some_habits(players: int, seed: int = 7) -> Counts:
    rng = np.random.default_rng(seed)
    habits: Counts = rng.integers(0, 40, (players, NUM_COUNTS)).astype(np.int32)
    habits[:, LIKENESS] *= -rng.integers(0, 12, (players, 2)).astype(np.int32)
    return habits


@pytest.mark.parametrize("players", [4, *(pytest.param(players, marks=pytest.mark.slow) for players in (2, 3, 5, 6))])
def test_a_view_and_a_table_give_the_same_numbers(players: int) -> None:
    game, states = positions(players, 150)
    habits = some_habits(players)
    found = np.asarray(jax.jit(jax.vmap(observe))(stack([table_of(state, habits) for state in states])), np.float32)
    assert found.shape == (150, num_features(players))
    for state, row in zip(states, found, strict=True):
        seat = game.turn(state)
        assert isinstance(seat, int)
        seen = np.asarray(features(np, seen_of_view(game.view(state, seat), habits), players), np.float32)
        # Half precision: two ways to divide may round to neighbouring numbers.
        assert seen == pytest.approx(row, abs=2e-3)
        assert (seen == row).mean() > 0.99


def sliced(player: Player, inputs: int) -> Player:
    """A player that sees only the first features."""
    (weight, bias), *others = player.layers
    return Player(player.players, ((weight[:inputs], bias), *others))


def test_numpy_plays_what_jax_learned(tmp_path: Path) -> None:
    """Players of all three widths: of this round, with habits, with everything."""
    players = 3
    networks = begin(np.random.default_rng(5), players, (48, 32), (8,), (8,), True, num_features(players))
    actor = jax.tree.map(lambda part: 20 * part, networks.actor)  # a policy with opinions
    path, whole, kept = tmp_path / "player.npz", player_of(actor, players), list[Player]()
    for width in (num_present, num_with_habits, num_features):
        save_player(path, sliced(whole, width(players)))
        kept.append(load_player(path))
        assert kept[-1].inputs == width(players)
    assert [(one.has_memory, one.sees_likeness) for one in kept] == [(False, False), (True, False), (True, True)]
    game, states = positions(players, 120)
    habits = some_habits(players)
    tables = stack([table_of(state, habits) for state in states])
    networks_kept = [layers_of(player.layers) for player in kept]
    # One that was trained before and is to learn more begins with the policy that it had.
    networks_kept.append(widened(networks_kept[1], num_features(players)))

    @jax.jit
    def policies(tables: Table) -> tuple[jax.Array, list[jax.Array]]:
        masks, seen = jax.vmap(legal)(tables), jax.vmap(observe)(tables)
        return masks, [log_policy(network, seen, masks) for network in networks_kept]

    masks, found = jax.tree.map(np.asarray, policies(tables))
    present, with_habits, everything, same = map(np.exp, found)
    assert same == pytest.approx(with_habits, abs=1e-6)
    assert all(np.abs(one - everything).max() > 0.1 for one in (present, with_habits))
    for player, rows in zip(kept, (present, with_habits, everything), strict=True):
        assert rows.max() > 0.9
        for state, row, mask in zip(states, rows, masks, strict=True):
            seat = game.turn(state)
            assert isinstance(seat, int)
            numbers = np.flatnonzero(mask)
            mix = player.mix(game.view(state, seat), numbers.tolist(), habits)
            assert mix == pytest.approx(row[numbers], abs=1e-3)
            assert row.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("players", "wanted"), [(2, 9.0105), (4, 18.9825)])
def test_players_of_earlier_times_see_what_they_saw(players: int, wanted: float) -> None:
    """The sum of features with fixed weights, as it was before more features came."""
    view, inputs = LiarsDice(players=players).parse_view(VIEWS[players]), num_with_habits(players)
    for seed in (1, 2):
        habits = some_habits(players, seed)
        habits[:, :NUM_HABITS] = (np.arange(players * NUM_HABITS) * 7 % 23).reshape(players, -1)
        seen = features(np, seen_of_view(view, habits), players)[:inputs]
        assert seen.astype(np.float64) @ np.cos(np.arange(inputs)) == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("players", [2, 4])
def test_the_packages_players_do_not_mind_what_they_do_not_see(players: int) -> None:
    """Their mix is that of their first inputs, whatever the other features are; of two networks only one plays."""
    file = files(PLAYERS) / f"champion-{players}.npz"
    player = read_player(file.read_bytes(), file.name)
    game, states = positions(players, 40)
    habits, other = some_habits(players, 1), some_habits(players, 2)
    other[:, :NUM_HABITS] = habits[:, :NUM_HABITS]
    changed, recognised = 0, 0
    for state in states:
        seat = game.turn(state)
        assert isinstance(seat, int)
        view = game.view(state, seat)
        numbers = legal_numbers(view, game.actions(state), push=True)
        mix, remembering, forgetting = (player.mix(view, numbers, one) for one in (habits, other, None))
        if not player.sees_likeness:
            assert np.array_equal(mix, remembering)
        changed += not np.array_equal(mix, forgetting)
        seen = seen_of_view(view, habits)
        known = bool(player.familiar) and without_strangers(np, seen).habits.any()
        layers = player.familiar if known else player.layers
        wanted = features(np, seen, players)[: len(layers[0][0])].astype(np.float32)
        for weight, bias in layers[:-1]:
            wanted = np.maximum(wanted @ weight + bias, 0)
        logits = (wanted @ layers[-1][0] + layers[-1][1])[numbers].astype(np.float64)
        assert mix == pytest.approx(np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum(), abs=1e-6)
        recognised += known
    assert changed == (recognised if player.familiar else len(states) if player.has_memory else 0)


def test_likeness_as_numbers() -> None:
    habits = np.zeros((3, NUM_COUNTS), np.int32)
    habits[1, NUM_HABITS:] = 10, -8 * 10, -8 * 60
    habits[2, NUM_HABITS:] = 40, -8 * 6, -8 * 240
    wanted: list[list[float]] = [[0, 0, 0, 0, 0], [0.5, -1 / 6, -1, -10 / 24, -1], [1, -0.15 / 6, -1, -0.25, -1]]
    assert likeness_features(np, habits) == pytest.approx(np.array(wanted))
    seen = features(np, seen_of_view(LiarsDice(players=3).parse_view(VIEWS[3]), habits), 3)
    assert seen[-15:] == pytest.approx(np.array([*wanted[1], *wanted[2], *wanted[0]]), abs=1e-3)


def test_the_value_of_scores_is_kept_for_self_play(tmp_path: Path) -> None:
    """In training the network also sees who plays; what is kept has the learner at all seats."""
    players, rng = 3, np.random.default_rng(2)
    networks = begin(rng, players, (16,), (8,), (24, 16), True, num_features(players))
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
