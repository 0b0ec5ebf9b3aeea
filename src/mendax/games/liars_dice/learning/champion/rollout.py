"""Playing many tables for some steps: who sits where, and what the networks learn from.

The tables are in four blocks: self-play at all seats; one learner among past selves; one learner among rivals; one
learner among agents of the paper. So every network is computed for its own block alone.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mendax.games.liars_dice.kernel import many_tables as many
from mendax.games.liars_dice.kernel.many_tables import After, Array, Chance, Table
from mendax.games.liars_dice.kernel.numbering import FIRST_BID, PASS
from mendax.games.liars_dice.learning.agent_constants import NAMES, parts_of
from mendax.games.liars_dice.learning.champion.likeness import likeness
from mendax.games.liars_dice.learning.champion.networks import (
    IMPOSSIBLE,
    Actor,
    Networks,
    log_policy,
    sees_likeness,
)
from mendax.games.liars_dice.learning.champion.observing import (
    FIRST_AGENT,
    LEARNER,
    NUM_KINDS,
    PAST,
    PAST_RIVAL,
    RIVAL,
    observe,
    observe_all,
    observe_score,
)
from mendax.games.liars_dice.learning.champion.paper_agents import chances
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan
from mendax.games.liars_dice.learning.champion.recognition import recognised

PARTS = np.array([0] * FIRST_AGENT + [parts_of(name) for name in NAMES], dtype=np.int32)
"""By kind of player: what an agent of the paper is made of."""
PASSES: Final = 1 / 6
"""How many random words are passes where one is legal."""


class Seated(NamedTuple):
    """The tables, and who sits there."""

    table: Table
    kinds: Array
    """By seat: who plays."""


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
    taught: Array
    """Whether the learner decided, and learns from it."""
    rival: Array
    """Whether the rival did."""
    random: Array
    """Whether the word was drawn at random instead."""
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
    own = plan.num_past * plan.places[0] // plan.opponents.pool
    kinds[first + own : past] = PAST_RIVAL
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


def observe_tables(plan: ChampionPlan, table: Table, kinds: Array) -> Array:
    """What the speakers see: who forgets strangers sees no habits of theirs."""
    past = plan.frozen_forgets if plan.frozen else plan.networks.forgets_strangers
    forgets = [plan.networks.forgets_strangers, past, *(False,) * (NUM_KINDS - 2)]
    if not any(forgets):
        return jax.vmap(observe)(table)
    speaker = jnp.take_along_axis(kinds, table.turn[:, None], 1)[:, 0]
    return jax.vmap(observe)(table, jnp.asarray(forgets)[speaker])


def others_log_chances(
    plan: ChampionPlan, networks: Networks, pool: Actor, table: Table, kinds: Array, seen: Array, legal: Array
) -> Array:
    """The log-probability of every action at the tables with past selves, rivals and agents of the paper."""
    _, past, rivals, agents = plan.blocks
    first, second, third, _ = np.cumsum(plan.blocks).tolist()
    parts = []
    if past:
        blocks = [rows[first:second].reshape(plan.opponents.pool, -1, rows.shape[-1]) for rows in (seen, legal)]
        mixes = jax.vmap(partial(log_policy, half=plan.networks.half))(pool, *blocks).reshape(past, -1)
        parts.append(with_noise(mixes, legal[first:second], plan.opponents.noise))
    if rivals:
        assert networks.rival is not None
        parts.append(log_policy(networks.rival, seen[second:third], legal[second:third], plan.networks.half))
    if agents:
        block = jax.tree.map(lambda rows: rows[-agents:], table)
        kind = jnp.take_along_axis(kinds[-agents:], block.turn[:, None], 1)[:, 0]
        mixes = chances(jnp, block, legal[-agents:], jnp.asarray(PARTS)[kind])
        parts.append(jnp.where(mixes > 0, jnp.log(jnp.maximum(mixes, 1e-30)), IMPOSSIBLE))
    return jnp.concatenate(parts)


def with_noise(log_probs: Array, legal: Array, share: float) -> Array:
    """The log-probabilities of a player who now and then takes any legal action."""
    if not share:
        return log_probs
    evenly = jnp.log(share) - jnp.log(legal.sum(-1, keepdims=True))
    found = jnp.logaddexp(jnp.log1p(-share) + log_probs, evenly) if share < 1 else evenly
    return jnp.where(legal, found, IMPOSSIBLE)


def random_words(legal: Array, key: Array) -> tuple[Array, Array]:
    """By table: a random bid, with or without a push, or now and then a pass; and whether any is legal.

    A bid is one of the lowest, and how many these are is drawn too: so any may come, and low ones come more often.
    """
    bids = (legal.shape[-1] - FIRST_BID) // 2
    reach_key, pass_key, key = jax.random.split(key, 3)
    plain, pushed = legal[:, FIRST_BID : FIRST_BID + bids], legal[:, FIRST_BID + bids :]
    near = plain & (jnp.cumsum(plain, axis=1) <= jax.random.randint(reach_key, (legal.shape[0], 1), 1, bids + 1))
    answers = jnp.zeros((legal.shape[0], FIRST_BID), jnp.bool_)
    open_to = jnp.concatenate([answers, near, near & pushed], axis=1)
    drawn = jax.random.categorical(key, jnp.where(open_to, 0.0, IMPOSSIBLE)).astype(jnp.int32)
    possible, may_pass = open_to.any(axis=1), legal[:, PASS]
    passes = may_pass & (jax.random.bernoulli(pass_key, PASSES, may_pass.shape) | ~possible)
    return jnp.where(passes, PASS, drawn), possible | may_pass


def draw_random(plan: ChampionPlan, key: Array) -> Array:
    """By table: whether the next word is a random one; only where the learner meets networks, and for no exploiter."""
    tables = plan.learning.tables
    free = jnp.arange(tables) < (0 if plan.frozen else sum(plan.blocks[:2]))
    return free & jax.random.bernoulli(key, plan.learning.random_words, (tables,))


def draw_chance(plan: ChampionPlan, key: Array) -> Chance:
    """Chance for a step of all tables."""
    settings = plan.learning
    return many.draw_chance(key, settings.tables, plan.players, settings.random_start, settings.first_dice)


def play(plan: ChampionPlan, networks: Networks, pool: Actor, seated: Seated, key: Array) -> tuple[Seated, Played]:
    """Play some steps at every table: the tables then, and what was played."""
    tables, players = plan.learning.tables, plan.players
    others = tables - plan.blocks[0]
    judges = any(sees_likeness(one, players) for one in (networks.actor, networks.rival, pool))

    def step(seated: Seated, key: Array) -> tuple[Seated, Played]:
        table, kinds = seated
        chance_key, act_key, kind_key, word_key, random_key = jax.random.split(key, 5)
        seen, legal = observe_tables(plan, table, kinds), jax.vmap(many.legal)(table)
        log_probs = log_policy(networks.actor, seen, legal, plan.networks.half)
        speaker = jnp.take_along_axis(kinds, table.turn[:, None], 1)[:, 0]
        mine, acting = speaker == LEARNER, log_probs
        if others:
            theirs = others_log_chances(plan, networks, pool, table, kinds, seen, legal)
            acting = log_probs.at[-others:].set(jnp.where(mine[-others:, None], log_probs[-others:], theirs))
        action = jax.random.categorical(act_key, acting).astype(jnp.int32)
        taught = _taught(plan, table, mine)
        is_random = jnp.zeros(tables, jnp.bool_)
        if plan.learning.random_words:
            word, possible = random_words(legal, word_key)
            is_random = draw_random(plan, random_key) & possible
            action, taught = jnp.where(is_random, word, action), taught & ~is_random
        chance = draw_chance(plan, chance_key)
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
            taught,
            speaker == RIVAL,
            is_random,
            after.ended,
            after.over,
            after.dice.astype(jnp.int8),
            jax.vmap(observe_score)(after.dice, after.exacts, kinds),
        )
        kinds = jnp.where(after.over[:, None], draw_kinds(plan, kind_key), kinds)
        return Seated(new, kinds), played

    return jax.lax.scan(step, seated, jax.random.split(key, plan.learning.steps))


def _taught(plan: ChampionPlan, table: Table, mine: Array) -> Array:
    """The learner's decisions, at tables with agents of the paper perhaps only where it recognises them."""
    if not (plan.num_agents and plan.opponents.only_recognised):
        return mine
    agents = jnp.arange(plan.learning.tables) >= plan.learning.tables - plan.num_agents
    taught: Array = mine & (~agents | jax.vmap(recognised)(table))
    return taught


def begin_tables(plan: ChampionPlan, key: Array) -> Seated:
    """New matches at all tables."""
    chance_key, kind_key = jax.random.split(key)
    chance = draw_chance(plan, chance_key)
    return Seated(jax.vmap(many.start)(chance), draw_kinds(plan, kind_key))
