"""Playing many tables for some steps: who sits where, and what the networks learn from.

The tables are in four blocks: self-play at all seats; one learner among past selves; one learner among rivals; one
learner among agents of the paper. So every network is computed for its own block alone.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import After, Array, Table
from mendax.games.liars_dice.learning.agent_constants import NAMES, parts_of
from mendax.games.liars_dice.learning.champion.likeness import likeness
from mendax.games.liars_dice.learning.champion.networks import (
    IMPOSSIBLE,
    Layers,
    Networks,
    log_policy,
    sees_likeness,
)
from mendax.games.liars_dice.learning.champion.observing import (
    FIRST_AGENT,
    LEARNER,
    PAST,
    RIVAL,
    observe,
    observe_all,
    observe_score,
)
from mendax.games.liars_dice.learning.champion.paper_agents import chances
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan

PARTS = np.array([0] * FIRST_AGENT + [parts_of(name) for name in NAMES], dtype=np.int32)
"""By kind of player: what an agent of the paper is made of."""


class Played(NamedTuple):
    """Steps as they were played; the axes are step and table."""

    seen: Array
    hidden: Array
    score: Array
    """By seat: the score before this round."""
    dice: Array
    turn: Array
    legal: Array
    action: Array
    log_prob: Array
    mine: Array
    """Whether the learner decided."""
    rival: Array
    """Whether the rival did."""
    ended: Array
    over: Array
    next_dice: Array
    """By seat, after the round if it ended."""
    next_score: Array


def fixed_kinds(plan: ChampionPlan) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """By table and seat: who plays where it does not change; agents of the paper are drawn for each match."""
    tables, players = plan.learning.tables, plan.players
    kinds = np.full((tables, players), LEARNER, np.int32)
    _, past, rivals, _ = np.cumsum(plan.blocks)
    first = plan.blocks[0]
    kinds[first:past], kinds[past:rivals], kinds[rivals:] = PAST, RIVAL, FIRST_AGENT
    at = np.arange(first, tables)
    kinds[at, at % players] = LEARNER
    return kinds


def draw_kinds(plan: ChampionPlan, key: Array) -> Array:
    """Who plays new matches: in half of them all agents of the paper are of one kind."""
    fixed = jnp.asarray(fixed_kinds(plan))
    if not plan.num_agents:
        return fixed
    named = jnp.asarray([FIRST_AGENT + NAMES.index(name) for name in plan.opponents.names])
    kind_key, same_key = jax.random.split(key)
    drawn = named[jax.random.randint(kind_key, fixed.shape, 0, len(named))]
    same = jax.random.bernoulli(same_key, 0.5, (fixed.shape[0], 1))
    return jnp.where(fixed == FIRST_AGENT, jnp.where(same, drawn[:, :1], drawn), fixed)


def others_log_chances(
    plan: ChampionPlan, networks: Networks, pool: Layers, table: Table, kinds: Array, seen: Array, legal: Array
) -> Array:
    """The log-probability of every action at the tables with past selves, rivals and agents of the paper."""
    _, past, rivals, agents = plan.blocks
    first, second, third, _ = np.cumsum(plan.blocks).tolist()
    parts = []
    if past:
        blocks = [rows[first:second].reshape(plan.opponents.pool, -1, rows.shape[-1]) for rows in (seen, legal)]
        parts.append(jax.vmap(partial(log_policy, half=plan.networks.half))(pool, *blocks).reshape(past, -1))
    if rivals:
        assert networks.rival is not None
        parts.append(log_policy(networks.rival, seen[second:third], legal[second:third], plan.networks.half))
    if agents:
        block = jax.tree.map(lambda rows: rows[-agents:], table)
        kind = jnp.take_along_axis(kinds[-agents:], block.turn[:, None], 1)[:, 0]
        mixes = chances(jnp, block, legal[-agents:], jnp.asarray(PARTS)[kind])
        parts.append(jnp.where(mixes > 0, jnp.log(jnp.maximum(mixes, 1e-30)), IMPOSSIBLE))
    return jnp.concatenate(parts)


def play(
    plan: ChampionPlan, networks: Networks, pool: Layers, table: Table, kinds: Array, key: Array
) -> tuple[Table, Array, Played]:
    """Play some steps at every table: the tables then, who plays there, and what was played."""
    tables, players = plan.learning.tables, plan.players
    others = tables - plan.blocks[0]
    judges = any(sees_likeness(one, players) for one in (networks.actor, networks.rival, pool))

    def step(carry: tuple[Table, Array], key: Array) -> tuple[tuple[Table, Array], Played]:
        table, kinds = carry
        chance_key, act_key, kind_key = jax.random.split(key, 3)
        seen, legal = jax.vmap(observe)(table), jax.vmap(many.legal)(table)
        log_probs = log_policy(networks.actor, seen, legal, plan.networks.half)
        speaker = jnp.take_along_axis(kinds, table.turn[:, None], 1)[:, 0]
        mine, acting = speaker == LEARNER, log_probs
        if others:
            theirs = others_log_chances(plan, networks, pool, table, kinds, seen, legal)
            acting = log_probs.at[-others:].set(jnp.where(mine[-others:, None], log_probs[-others:], theirs))
        action = jax.random.categorical(act_key, acting).astype(jnp.int32)
        chance = many.draw_chance(chance_key, tables, players, plan.learning.random_start)
        likes = likeness(jnp, table, legal, action) if judges else jnp.zeros((tables, 2), jnp.int32)
        after: After
        new, after = jax.vmap(many.step)(table, action, chance, likes)
        played = Played(
            seen,
            jax.vmap(observe_all)(table, kinds),
            jax.vmap(observe_score)(table.dice, table.exacts, kinds),
            table.dice.astype(jnp.int8),
            table.turn.astype(jnp.int8),
            legal,
            action,
            jnp.take_along_axis(acting, action[:, None], 1)[:, 0],
            mine,
            speaker == RIVAL,
            after.ended,
            after.over,
            after.dice.astype(jnp.int8),
            jax.vmap(observe_score)(after.dice, after.exacts, kinds),
        )
        kinds = jnp.where(after.over[:, None], draw_kinds(plan, kind_key), kinds)
        return (new, kinds), played

    (table, kinds), played = jax.lax.scan(step, (table, kinds), jax.random.split(key, plan.learning.steps))
    return table, kinds, played


def begin_tables(plan: ChampionPlan, key: Array) -> tuple[Table, Array]:
    """New matches at all tables."""
    chance_key, kind_key = jax.random.split(key)
    chance = many.draw_chance(chance_key, plan.learning.tables, plan.players, plan.learning.random_start)
    return jax.vmap(many.start)(chance), draw_kinds(plan, kind_key)
