"""From networks that learn to players that are kept, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mendax.games.liars_dice.learning.champion.networks import Actor, Layers, TwoNetworks, begin
from mendax.games.liars_dice.learning.champion.observing import LEARNER, NUM_KINDS
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan
from mendax.games.liars_dice.learning.champion.player_file import Layers as Kept
from mendax.games.liars_dice.learning.champion.player_file import Player, num_score_features, shortened
from mendax.learn.layers import Linear


def untrained(plan: ChampionPlan) -> Player:
    """A player of the shape that a plan trains."""
    widths = plan.networks
    networks = begin(
        np.random.default_rng(0), plan.players, widths.actor, (1,), (1,), False, widths.inputs(plan.players)
    )
    return player_of(networks.actor, plan.players, None, widths.forgets_strangers)


def player_of(actor: Layers, players: int, score: Layers | None = None, forgets_strangers: bool = False) -> Player:
    """A network as it is kept, rounded; with the value of scores where all seats are the learner's."""
    layers = [(np.asarray(layer.weight), np.asarray(layer.bias)) for layer in actor.layers]
    values = [] if score is None else [(np.asarray(layer.weight), np.asarray(layer.bias)) for layer in score.layers]
    if values:
        weight, bias = values[0]
        plain = num_score_features(players)
        # Who plays is the same at all seats: it becomes a part of the bias.
        values[0] = weight[:plain], bias + weight[plain + LEARNER :: NUM_KINDS].sum(0)
    return Player(players, shortened(_halves(layers)), _halves(values), forgets_strangers)


def _halves(layers: Sequence[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]) -> Kept:
    return tuple((_half(weight), _half(bias)) for weight, bias in layers)


def _half(array: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.float32]]:
    return array.astype(np.float16).astype(np.float32)


def network_of(player: Player) -> Actor:
    """A kept player as a network, or as its two."""
    own = layers_of(player.layers)
    return TwoNetworks(own, layers_of(player.familiar)) if player.familiar else own


def layers_of(kept: Kept) -> Layers:
    """Kept layers as a network."""
    sizes = (kept[0][0].shape[0], *(bias.size for _, bias in kept))
    network = Layers(np.random.default_rng(0), sizes, 0.0)
    layers = []
    for linear, (weight, bias) in zip(network.layers, kept, strict=True):
        assert isinstance(linear, Linear)
        layers.append(jax.tree.unflatten(jax.tree.structure(linear), [jnp.asarray(weight), jnp.asarray(bias)]))
    found: Layers = jax.tree.unflatten(jax.tree.structure(network), jax.tree.leaves(layers))
    return found
