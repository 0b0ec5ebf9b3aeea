"""Rollouts: many whole games at once, played by a network, and then evaluated again with gradients."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mendax.learn import policy
from mendax.learn.layers import Hidden
from mendax.learn.network import Network
from mendax.learn.task import Array, Observation, Task, steps_of


class Played(NamedTuple):
    """Games as they were played; the axes are turn, step of the turn, game."""

    seen: Observation
    legal: tuple[Array | None, ...]
    """By head, with only its own steps."""
    actions: Array
    rewards: Array
    kept: tuple[Array, ...] = ()
    """The units that dropout kept at every decision; empty without dropout."""


class Reviewed(NamedTuple):
    """Log-probabilities, entropies and values of games that were played; axes as in `Played`."""

    log_probs: Array
    entropies: tuple[Array, ...]
    """By head, with only its own steps."""
    values: Array


def play(network: Network, task: Task, key: Array, games: int, drop_key: Array) -> tuple[Played, Mapping[str, Array]]:
    """Play games by drawing from the policy: the decisions, and the outcomes.

    With dropout the thinned network plays, and the review drops the same units: an action must be judged by the
    policy that took it. By another policy it may be all but impossible, and the gradient explodes.
    """
    chance_key, *noise_keys = jax.random.split(key, 1 + len(task.heads))
    first, later = task.chances(chance_key, games)
    # All randomness of all games at once: inside the games there is only arithmetic.
    noise = [
        policy.noise(each, head, network.settings.subsets, (task.turns, len(steps_of(task, number)), games))
        for number, (each, head) in enumerate(zip(noise_keys, task.heads, strict=True))
    ]

    kept = network.draw_kept(drop_key, (task.turns, len(task.pattern), games))

    def turn(state: Any, given: tuple[Any, list[Array], tuple[Array, ...]]) -> tuple[Any, Played]:
        chance, noise, kept = given
        seen, actions, rewards = [], [], []
        legal: list[list[Array]] = [[] for _ in task.heads]
        for step, head in enumerate(task.pattern):
            shown, allowed = task.observe(state), task.legal(state, head)
            hidden = network.encode(shown, tuple(part[step] for part in kept))
            logits = network.logits(hidden, head) + noise[head][steps_of(task, head).index(step)]
            action = policy.best(task.heads[head], network.settings.subsets, logits, allowed)
            state, reward = task.step(state, head, action, jax.tree.map(lambda part, at=step: part[at], chance))
            seen.append(shown)
            actions.append(action)
            rewards.append(reward)
            if allowed is not None:
                legal[head].append(allowed)
        both = jax.tree.map(lambda *parts: jnp.stack(parts), *seen)
        masks = tuple(jnp.stack(parts) if parts else None for parts in legal)
        return state, Played(both, masks, jnp.stack(actions), jnp.stack(rewards).astype(jnp.float32))

    end, played = jax.lax.scan(turn, task.start(first), (later, noise, kept), length=task.turns)
    return played._replace(kept=kept), task.outcome(end)


def play_best(network: Network, task: Task, chances: tuple[Any, Any]) -> Any:
    """Play games by taking the most probable action every time: their last states."""
    first, later = chances

    def turn(state: Any, chance: Any) -> tuple[Any, None]:
        for step, head in enumerate(task.pattern):
            logits = network.logits(network.encode(task.observe(state)), head)
            action = policy.best(task.heads[head], network.settings.subsets, logits, task.legal(state, head))
            state, _ = task.step(state, head, action, jax.tree.map(lambda part, at=step: part[at], chance))
        return state, None

    return jax.lax.scan(turn, task.start(first), later, length=task.turns)[0]


def review(network: Network, task: Task, played: Played) -> Reviewed:
    """Evaluate all decisions of some games at once."""
    hidden = network.encode(played.seen, played.kept)
    log_probs: dict[int, Array] = {}
    entropies = []
    for number, head in enumerate(task.heads):
        steps = steps_of(task, number)
        part: Hidden = jax.tree.map(partial(_take, steps), hidden)
        logits, actions = network.logits(part, number), _take(steps, played.actions)
        judged = policy.judge(head, network.settings.subsets, logits, played.legal[number], actions)
        entropies.append(judged.entropies)
        log_probs |= {step: judged.log_probs[:, place] for place, step in enumerate(steps)}
    ordered = jnp.stack([log_probs[step] for step in range(len(task.pattern))], axis=1)
    return Reviewed(ordered, tuple(entropies), network.value(hidden))


def split(played: Played, parts: int) -> Played:
    """The games in equal parts: a new first axis."""

    def cut(rows: Array) -> Array:
        apart = rows.reshape(*rows.shape[:2], parts, -1, *rows.shape[3:])
        return jnp.moveaxis(apart, 2, 0)

    apart: Played = jax.tree.map(cut, played)
    return apart


def by_decision(rows: Array) -> Array:
    """Turns and steps as one axis, the decisions of a game in order."""
    return rows.reshape(-1, *rows.shape[2:])


def _take(steps: tuple[int, ...], rows: Array) -> Array:
    """Some steps of every turn; a plain slice where they follow one another."""
    if steps == tuple(range(steps[0], steps[-1] + 1)):
        return rows[:, steps[0] : steps[-1] + 1]
    return rows[:, jnp.array(steps)]
