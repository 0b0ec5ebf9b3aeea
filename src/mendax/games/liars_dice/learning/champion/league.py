"""Whom a champion learns against besides itself: past selves, and a rival that learns to beat it and begins anew.

Self-play alone leaves holes: where the policy never goes, for example behind a pass, it learns no answer. A rival finds
such places, since winning there is all it learns. When it has had its time it joins the past selves, so what it found
is not forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from mendax.games.liars_dice.kernel.many_tables import Array
from mendax.games.liars_dice.learning.champion.networks import Actor, Layers, Networks
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan


def begin_pool(plan: ChampionPlan, single: Actor, exploiters: Sequence[Layers]) -> Actor:
    """The pool before the first update: one network at all places, but for the last ones."""
    networks = [single] * (plan.opponents.pool - len(exploiters)) + [*exploiters]
    found: Actor = jax.tree.map(lambda *parts: jnp.stack([part.astype(jnp.float16) for part in parts]), *networks)
    return found


def aged(plan: ChampionPlan, pool: Actor, networks: Networks, updates: Array, key: Array) -> Actor:
    """The pool after some updates: the present network may take a place, and a rival whose time is over."""
    if plan.frozen or not plan.num_past:
        return pool
    own, rivals, _ = plan.places
    own_key, rival_key = jax.random.split(key)
    pool = _put(pool, networks.actor, _place(own_key, updates, plan.opponents.every, 0, own))
    if rivals and networks.rival is not None:
        at = _place(rival_key, updates, plan.opponents.rival_updates, own, rivals)
        pool = _put(pool, networks.rival, at)
    return pool


def _place(key: Array, updates: Array, every: int, first: int, size: int) -> Array:
    """A place among some: at first the next one, later any; -1 where it is not the time."""
    number = updates // every
    at = jnp.where(number <= size, number - 1, jax.random.randint(key, (), 0, size))
    return jnp.where(updates % every == 0, first + at, -1)


def _put(pool: Actor, layers: Layers, at: Array) -> Actor:
    def put(kept: Array, weights: Array) -> Array:
        here = jnp.arange(kept.shape[0]) == at
        return jnp.where(here.reshape(-1, *[1] * weights.ndim), weights.astype(jnp.float16), kept)

    found: Actor = jax.tree.map(put, pool, layers)
    return found


def renewed(plan: ChampionPlan, networks: Networks, memory: Any, updates: Array, key: Array) -> tuple[Networks, Any]:
    """The networks and Adam's memory after some updates: a rival whose time is over begins from nothing."""
    if networks.rival is None:
        return networks, memory
    due = updates % plan.opponents.rival_updates == 0
    clipping, adam = memory
    first = _random_like(networks.rival, key)
    rival = jax.tree.map(lambda new, old: jnp.where(due, new, old), first, networks.rival)

    def forget(moments: Networks) -> Networks:
        kept = jax.tree.map(lambda moment: jnp.where(due, 0.0, moment), moments.rival)
        return moments._replace(rival=kept)

    return networks._replace(rival=rival), (clipping, adam._replace(mu=forget(adam.mu), nu=forget(adam.nu)))


def _random_like(layers: Layers, key: Array) -> Layers:
    """Random weights as `Layers` begins with: the last layer is small, so that everything is equally likely."""
    leaves, structure = jax.tree.flatten(layers)
    last = len(leaves) - 2
    found = []
    for at, leaf in enumerate(leaves):
        if leaf.ndim == 1:
            found.append(jnp.zeros_like(leaf))
            continue
        scale = (0.01 if at == last else 2**0.5) / leaf.shape[0] ** 0.5
        found.append(scale * jax.random.normal(jax.random.fold_in(key, at), leaf.shape))
    fresh: Layers = jax.tree.unflatten(structure, found)
    return fresh
