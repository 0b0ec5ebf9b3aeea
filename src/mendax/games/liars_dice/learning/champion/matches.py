"""Whole matches on the device, to measure a policy: one seat against all others, every table one match."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from mendax.core.errors import MendaxError
from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import Array, Table
from mendax.games.liars_dice.learning.agent_constants import parts_of
from mendax.games.liars_dice.learning.champion.likeness import likeness
from mendax.games.liars_dice.learning.champion.networks import IMPOSSIBLE, Actor, log_policy, sees_likeness
from mendax.games.liars_dice.learning.champion.observing import observe
from mendax.games.liars_dice.learning.champion.paper_agents import chances

MOST_STEPS: Final = 4000
"""Far more than a match ever has: every round but those of right exacts takes a die."""

Policy = Callable[[Any, Table, Array], Array]
"""Weights, tables and what is legal to the log-probability of every action."""


def by_network(actor: Actor, table: Table, legal: Array) -> Array:
    """Plays as a network."""
    return log_policy(actor, jax.vmap(observe)(table), legal)


def by_forgetful_network(actor: Actor, table: Table, legal: Array) -> Array:
    """Plays as a network that sees no habits of strangers."""
    return log_policy(actor, jax.vmap(partial(observe, forgets_strangers=jnp.bool_(True)))(table), legal)


def network_policy(forgets_strangers: bool) -> Policy:
    """How a network plays."""
    return by_forgetful_network if forgets_strangers else by_network


def by_agent(parts: Array, table: Table, legal: Array) -> Array:
    """Plays as an agent of the paper."""
    mixes = chances(jnp, table, legal, parts)
    return jnp.where(mixes > 0, jnp.log(jnp.maximum(mixes, 1e-30)), IMPOSSIBLE)


@lru_cache(maxsize=16)
def _program(policy: Policy, others: Policy, players: int, games: int, greedy: bool) -> Any:
    seats = jnp.arange(games) % players

    def run(weights: Any, their_weights: Any, key: Array) -> tuple[Array, Array]:
        begin_key, play_key = jax.random.split(key)
        table = jax.vmap(many.start)(many.draw_chance(begin_key, games, players))
        won = jnp.full(games, -1, jnp.int32)
        networks = (one for one in (weights, their_weights) if isinstance(one, Actor))
        judges = any(sees_likeness(one, players) for one in networks)

        def going(carry: tuple[Array, Table, Array]) -> Array:
            return jnp.any(carry[2] < 0) & (carry[0] < MOST_STEPS)

        def body(carry: tuple[Array, Table, Array]) -> tuple[Array, Table, Array]:
            number, table, won = carry
            act_key, chance_key = jax.random.split(jax.random.fold_in(play_key, number))
            legal = jax.vmap(many.legal)(table)
            mine, theirs = policy(weights, table, legal), others(their_weights, table, legal)
            if greedy:
                mine = jnp.where(mine == mine.max(axis=-1, keepdims=True), 0.0, IMPOSSIBLE)
            log_probs = jnp.where((table.turn == seats)[:, None], mine, theirs)
            action = jax.random.categorical(act_key, log_probs).astype(jnp.int32)
            likes = likeness(jnp, table, legal, action) if judges else jnp.zeros((games, 2), jnp.int32)
            chance = many.draw_chance(chance_key, games, players)
            table, after = jax.vmap(many.step)(table, action, chance, likes)
            winner = jnp.argmax(after.dice, axis=1).astype(jnp.int32)
            return number + 1, table, jnp.where((won < 0) & after.over, winner, won)

        _, _, won = jax.lax.while_loop(going, body, (jnp.int32(0), table, won))
        return won == seats, won >= 0

    return jax.jit(run)


def play_matches(
    policy: Policy,
    weights: Any,
    others: Policy,
    their_weights: Any,
    players: int,
    games: int,
    seed: int,
    *,
    greedy: bool = False,
) -> float:
    """The share of matches that one seat wins against all others; it has every seat equally often.

    `greedy` takes the most probable action at that seat, and draws at the others.
    """
    run = _program(policy, others, players, games, greedy)
    won, ended = map(np.asarray, run(weights, their_weights, jax.random.key(seed)))
    if not ended.all():
        raise MendaxError(f"a match did not end within {MOST_STEPS:,} decisions")
    return float(won.mean())


def against_agent(actor: Actor, name: str, players: int, games: int, seed: int, policy: Policy = by_network) -> float:
    """The share of matches that a network wins against agents of the paper at all other seats."""
    return play_matches(policy, actor, by_agent, jnp.int32(parts_of(name)), players, games, seed)
