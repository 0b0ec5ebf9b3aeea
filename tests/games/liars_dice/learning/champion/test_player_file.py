"""Players as they are kept."""

from __future__ import annotations

from importlib import resources

import numpy as np

from mendax.games.liars_dice.agents.champion import package_player
from mendax.games.liars_dice.learning.champion.features import num_present
from mendax.games.liars_dice.learning.champion.kept_networks import network_of, player_of
from mendax.games.liars_dice.learning.champion.networks import Layers, begin
from mendax.games.liars_dice.learning.champion.plan import make_plan


def test_a_policy_is_kept_in_half_precision_with_seven_significant_bits() -> None:
    actor = begin(np.random.default_rng(3), 2, (48, 32), (8,), (8,), True, num_present(2)).actor
    player = player_of(actor, 2)
    for (weight, bias), linear in zip(player.layers, actor.layers, strict=True):
        assert np.array_equal(bias, bias.astype(np.float16).astype(np.float32))
        exact = np.asarray(linear.weight)
        normal = np.abs(exact) >= 2.0**-14  # smaller halves have fewer bits
        assert normal.mean() > 0.9
        assert np.abs(weight[normal] / exact[normal] - 1).max() <= 2.0**-7 + 2.0**-11
        fraction, _ = np.frexp(weight)
        assert np.array_equal(128 * fraction, np.round(128 * fraction))
        assert len(np.unique(np.abs(fraction[normal]))) > 32  # and no fewer bits than that
    again = network_of(player)
    assert isinstance(again, Layers)
    assert player_of(again, 2).digest == player.digest  # what is kept stays as it is


def test_the_players_of_the_package_are_small() -> None:
    files = resources.files("mendax.games.liars_dice.learning.players")
    assert sum(len((files / f"champion-{seats}.npz").read_bytes()) for seats in (2, 4, 6)) < 5_000_000


def test_the_preset_trains_players_like_those_of_the_package() -> None:
    for seats in (2, 6):
        networks, player = make_plan("champion", seats).networks, package_player(seats)
        assert (len(player.layers[0][0]), player.players) == (networks.inputs(seats), seats)
        assert tuple(bias.size for _, bias in player.layers[:-1]) == networks.actor
