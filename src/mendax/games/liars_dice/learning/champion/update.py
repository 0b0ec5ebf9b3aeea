"""One update of the champion: play, credit the decisions, and take clipped steps (PPO).

An episode is a round. It ends in the value of its score, which is learned beside; a match's end is worth 1 to the
winner. The critic sees all cups and gives every seat its win chance. The policy is drawn towards the running average
of its weights (the magnet) and towards chance (entropy).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import optax

from mendax.games.liars_dice.kernel.many_tables import Array
from mendax.games.liars_dice.learning.champion import league
from mendax.games.liars_dice.learning.champion import networks as nets
from mendax.games.liars_dice.learning.champion.networks import Actor, Layers, Networks
from mendax.games.liars_dice.learning.champion.observing import observe_all, observe_score
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan
from mendax.games.liars_dice.learning.champion.rollout import Played, Seated, begin_tables, observe_tables, play
from mendax.learn.learner import Metrics
from mendax.learn.schedules import along


class State(NamedTuple):
    """Everything that a training changes; all randomness follows from the seed and the count of updates."""

    networks: Networks
    memory: optax.OptState
    average: Layers
    """The running average of the actor: the magnet, and the player that is kept."""
    pool: Actor
    """Past selves in half precision, or the frozen network; a first axis for which one."""
    seated: Seated
    """In 16 bits."""
    updates: Array
    length: Array
    """Updates of the whole training: in the state and not in the program, so that one program serves all lengths."""
    decisions: Array
    """Those of the learner, in millions."""
    seed: Array


class Credited(NamedTuple):
    """What decisions led to; the axes are step and table."""

    gained: Array
    """The advantage of the seat that decided."""
    targets: Array
    """By seat, counted from the one to speak: the critic's target."""
    score_targets: Array
    """By seat: the target for the value of the score before the round; where the round ended."""


class LessonRows(NamedTuple):
    """Lessons on the device; the first axis is the lesson."""

    seen: Array
    mix: Array
    legal: Array


_Carry: TypeAlias = tuple[Array, Array, Array]
_LESSON_SHARE: Final = 8
"""Of so many decisions in a step, one is a lesson besides."""


def optimiser(plan: ChampionPlan) -> optax.GradientTransformation:
    """Adam on clipped gradients; the learning rate is applied apart."""
    norm = plan.learning.clip_norm
    return optax.chain(optax.clip_by_global_norm(norm) if norm else optax.identity(), optax.scale_by_adam(eps=1e-6))


def begin(
    plan: ChampionPlan, frozen: Actor | None = None, start: Layers | None = None, exploiters: Sequence[Layers] = ()
) -> State:
    """The state before the first update; `frozen` is whom an exploiter plays, `start` an actor to begin with, and
    `exploiters` are met for the whole training."""
    widths = plan.networks
    networks = nets.begin(
        np.random.default_rng(plan.seed),
        plan.players,
        widths.actor,
        widths.critic,
        widths.score,
        widths.all_seeing,
        widths.inputs(plan.players),
        plan.num_rivals > 0,
    )
    if start is not None:
        # What a player of an earlier time does not see, it may learn to use.
        actor = nets.widened(start, nets.num_inputs(networks.actor))
        networks = networks._replace(actor=jax.tree.map(jnp.copy, actor))
    seed = jnp.uint32(plan.seed & 0xFFFFFFFF)
    seated = begin_tables(plan, jax.random.fold_in(jax.random.key(seed), 0xFFFFFFFF))
    return State(
        networks,
        optimiser(plan).init(networks),
        jax.tree.map(jnp.copy, networks.actor),  # the compiled program takes every array for itself
        league.begin_pool(plan, frozen or networks.actor, exploiters),
        _small(seated),
        jnp.int32(0),
        jnp.int32(plan.num_updates),
        jnp.float32(0),
        seed,
    )


def _small(seated: Seated) -> Seated:
    small: Seated = jax.tree.map(lambda rows: rows if rows.dtype == jnp.bool_ else rows.astype(jnp.int16), seated)
    return small


def _whole(seated: Seated) -> Seated:
    whole: Seated = jax.tree.map(lambda rows: rows if rows.dtype == jnp.bool_ else rows.astype(jnp.int32), seated)
    return whole


def _from_speaker(rows: Array, turn: Array) -> Array:
    """Rows by seat, counted from the seat to speak."""
    seats = (jnp.arange(rows.shape[-1]) + turn[..., None].astype(jnp.int32)) % rows.shape[-1]
    return jnp.take_along_axis(rows, seats, -1)


def _by_seat(rows: Array, turn: Array) -> Array:
    """Rows counted from the seat to speak, by seat."""
    seats = (jnp.arange(rows.shape[-1]) - turn[..., None].astype(jnp.int32)) % rows.shape[-1]
    return jnp.take_along_axis(rows, seats, -1)


def _values(critic: Layers, played: Played, half: bool) -> Array:
    """By seat: the critic's win chances."""
    left = _from_speaker(played.dice > 0, played.turn)
    return _by_seat(jnp.exp(nets.log_win_chances(critic, played.seen, played.hidden, left, half)), played.turn)


def credit(plan: ChampionPlan, networks: Networks, played: Played, seated: Seated) -> Credited:
    """Advantages and targets from all steps; the tables are as the last step left them."""
    settings = plan.learning
    table, kinds = seated
    values = jax.lax.map(lambda step: _values(networks.critic, step, plan.networks.half), played)
    left = _from_speaker(table.dice > 0, table.turn)
    seen, hidden = observe_tables(plan, table, kinds), jax.vmap(observe_all)(table, kinds)
    last = _by_seat(jnp.exp(nets.log_win_chances(networks.critic, seen, hidden, left, plan.networks.half)), table.turn)
    here = jax.vmap(observe_score)(table.dice, table.exacts, kinds)
    score = jnp.exp(nets.log_score_chances(networks.score, here, table.dice > 0))
    following = jnp.exp(nets.log_score_chances(networks.score, played.next_score, played.next_dice > 0))
    # Where a match is over one seat is left, and its chance is 1 already.
    cut = played.ended if settings.round_value else played.over

    def back(carry: _Carry, row: tuple[Array, ...]) -> tuple[_Carry, tuple[Array, Array]]:
        gained, value_then, score_then = carry
        value, following, ended, over, cut, random = (part if part.ndim > 1 else part[:, None] for part in row)
        gained = jnp.where(cut, following, value_then) - value + settings.trace * jnp.where(cut, 0.0, gained)
        # No value is of a random word, and who spoke before is credited with what comes without it.
        gained = jnp.where(random, 0.0, gained)
        mixed = (1 - settings.score_trace) * following + settings.score_trace * score_then
        score_then = jnp.where(ended, jnp.where(over, following, mixed), score_then)
        return (gained, value, score_then), (gained, score_then)

    rows: tuple[Array, ...] = (values, following, played.ended, played.over, cut, played.random)
    _, (gained, score_targets) = jax.lax.scan(back, (jnp.zeros_like(last), last, score), rows, reverse=True)
    mine = jnp.take_along_axis(gained, played.turn[..., None].astype(jnp.int32), -1)[..., 0]
    return Credited(mine, _from_speaker(values + gained, played.turn), score_targets)


def magnet_policy(plan: ChampionPlan, magnet: Layers, played: Played) -> Array | None:
    """The log-probabilities of the magnet for all decisions; none where it has no weight."""
    if not (plan.learning.magnet.first or plan.learning.magnet.last):
        return None
    found: Array = jax.lax.map(lambda step: nets.log_policy(magnet, step.seen, step.legal, plan.networks.half), played)
    return found


def _mean(rows: Array, where: Array) -> Array:
    return jnp.sum(rows * where) / jnp.maximum(jnp.sum(where), 1)


def loss(
    plan: ChampionPlan,
    networks: Networks,
    played: Played,
    credited: Credited,
    magnet: Array | None,
    weights: Array,
) -> tuple[Array, Metrics]:
    """The loss on some tables, the first axis; `weights` are those of the policy, of entropy and of the magnet."""
    settings = plan.learning
    half = plan.networks.half
    (mine, gained, drawn), taught = learned_from(plan, (played, credited.gained, magnet), played.taught)
    log_probs, actor, entropy, clip_rate = _policy_loss(plan, networks.actor, mine, gained, taught)
    divergence = jnp.float32(0)
    if drawn is not None:
        more = jnp.exp(log_probs) * (log_probs - drawn)
        divergence = _mean(jnp.sum(jnp.where(mine.legal, more, 0.0), -1), taught)
    left = _from_speaker(played.dice > 0, played.turn)
    chances = nets.log_win_chances(networks.critic, played.seen, played.hidden, left, half)
    critic = -jnp.mean(jnp.sum(jnp.where(left, credited.targets * chances, 0.0), -1))
    score = _score_loss(networks.score, played, credited.score_targets)
    policy = actor - weights[1] * entropy + weights[2] * divergence
    total = weights[0] * policy + settings.value_weight * (critic + score)
    if networks.rival is not None:
        begin, end = (at // settings.parts for at in np.cumsum(plan.blocks)[1:3].tolist())
        theirs, gained = jax.tree.map(lambda rows: rows[begin:end], (played, credited.gained))
        _, rival, rival_entropy, _ = _policy_loss(plan, networks.rival, theirs, gained, theirs.rival)
        total += rival - plan.opponents.rival_entropy * rival_entropy
    return total, {
        "policy_loss": actor,
        "entropy": entropy,
        "divergence": divergence,
        "value_loss": critic,
        "score_loss": score,
        "clip_rate": clip_rate,
    }


_Rows: TypeAlias = tuple[Played, Array, Array | None]
_Found = TypeVar("_Found")


def learned_from(plan: ChampionPlan, rows: _Rows, taught: Array) -> tuple[_Rows, Array]:
    """Decisions for the policy to learn from, and which of them it does learn from.

    An exploiter sits at one seat alone, so most decisions at its tables are others' and are left out here: half of the
    multiplications of its policy.
    """
    if not plan.frozen:
        return rows, taught
    return _only(rows, taught, _most_own(taught.size, plan.players))


def _only(rows: _Found, where: Array, room: int) -> tuple[_Found, Array]:
    """The rows where something holds, in their order, as far as there is room; and which of those returned they are."""
    flat = where.reshape(-1)
    (at,) = jnp.nonzero(flat, size=room, fill_value=0)
    found: _Found = jax.tree.map(lambda rows: rows.reshape(-1, *rows.shape[where.ndim :])[at], rows)
    return found, jnp.arange(room) < flat.sum()


def _most_own(decisions: int, players: int) -> int:
    """Room for an exploiter's own decisions among all; should there be more, the last ones do not teach.

    Two players take turns. At a larger table who stays longest speaks most, so there is room for twice a fair share.
    """
    return -(-decisions * 5 // 8) if players == 2 else -(-decisions * 2 // players)


def _score_loss(score: Layers, played: Played, targets: Array) -> Array:
    """Of the value of scores, at the ends of rounds: a round has two decisions or more, so half of all is room."""
    tables, steps = played.ended.shape
    (rows, dice, wanted), ended = _only((played.score, played.dice, targets), played.ended, tables * -(-steps // 2))
    found = nets.log_score_chances(score, rows, dice > 0)
    return -_mean(jnp.sum(jnp.where(dice > 0, wanted * found, 0.0), -1), ended)


def _policy_loss(
    plan: ChampionPlan, actor: Layers, played: Played, gained: Array, mine: Array
) -> tuple[Array, Array, Array, Array]:
    """Of an actor on its own decisions: all log-probabilities, the clipped loss, the entropy, how many are clipped."""
    clip = plan.learning.clip_ratio
    log_probs = nets.log_policy(actor, played.seen, played.legal, plan.networks.half)
    chosen = jnp.take_along_axis(log_probs, played.action[..., None], -1)[..., 0]
    ratio = jnp.exp(chosen - played.log_prob)
    near = jnp.clip(ratio, 1 - clip, 1 + clip)
    loss = -_mean(jnp.minimum(ratio * gained, near * gained), mine)
    entropy = _mean(-jnp.sum(jnp.where(played.legal, jnp.exp(log_probs) * log_probs, 0.0), -1), mine)
    return log_probs, loss, entropy, _mean(ratio != near, mine)


def lesson_loss(plan: ChampionPlan, actor: Layers, lessons: LessonRows) -> Array:
    """How far the policy is from what is right, in nats: the cross-entropy."""
    more = nets.num_inputs(actor) - lessons.seen.shape[-1]  # nobody has habits yet
    seen = jnp.pad(lessons.seen, ((0, 0), (0, more)))
    log_probs = nets.log_policy(actor, seen, lessons.legal, plan.networks.half)
    mix = lessons.mix / jnp.sum(lessons.mix.astype(jnp.float32), -1, keepdims=True)
    found: Array = -jnp.mean(jnp.sum(jnp.where(lessons.mix > 0, mix * log_probs, 0.0), -1))
    return found


def _scaled(gained: Array, where: Array) -> tuple[Array, Array]:
    """Advantages with mean 0 and variance 1 among some decisions, and their spread before."""
    mean = _mean(gained, where)
    spread = jnp.sqrt(_mean((gained - mean) ** 2, where))
    return (gained - mean) / (spread + 1e-6), spread


def _random_parts(plan: ChampionPlan, key: Array) -> Array:
    """The tables in a random order, by part; every part has its share of every block, in the order of blocks."""
    orders, first = [], 0
    for number, size in enumerate(plan.blocks):
        order = first + jax.random.permutation(jax.random.fold_in(key, number), size)
        orders.append(order.reshape(plan.learning.parts, -1))
        first += size
    return jnp.concatenate(orders, axis=1)


def _rival_won(plan: ChampionPlan, played: Played) -> Array:
    """The share of matches that rivals won, of those that ended."""
    _, begin, end, _ = np.cumsum(plan.blocks).tolist()
    over, dice = played.over[:, begin:end], played.next_dice[:, begin:end]
    mine = jnp.arange(begin, end) % plan.players
    return _mean(dice[:, jnp.arange(end - begin), mine] == 0, over)


def _moved(network: Any, change: Any, rate: Array) -> Any:
    return jax.tree.map(lambda weight, step: weight - rate * step, network, change)


def update(plan: ChampionPlan, state: State, lessons: LessonRows | None = None) -> tuple[State, Metrics]:
    """Play, and go through the tables in several epochs, each in another random order; some lessons at every step."""
    settings = plan.learning
    progress = state.updates / state.length
    rate = along(settings.rate, progress)
    learns = jnp.float32(state.updates >= settings.critic_first)
    weights = jnp.stack([learns, along(settings.entropy, progress), along(settings.magnet, progress)])
    key = jax.random.fold_in(jax.random.key(state.seed), state.updates)
    play_key, mix_key, pool_key, rival_key = jax.random.split(key, 4)
    seated, played = play(plan, state.networks, state.pool, _whole(state.seated), play_key)
    credited = credit(plan, state.networks, played, seated)
    scaled, spread = _scaled(credited.gained, played.taught)
    if plan.num_rivals:
        scaled = jnp.where(played.rival, _scaled(credited.gained, played.rival)[0], scaled)
    data = (played, credited._replace(gained=scaled), magnet_policy(plan, state.average, played))
    rates = rate, rate, rate, jnp.float32(plan.opponents.rival_rate)

    def whole(networks: Networks, some: tuple[Played, Credited, Array | None], key: Array) -> tuple[Array, Metrics]:
        total, metrics = loss(plan, networks, *some, weights)
        if lessons is None:
            return total, metrics
        at = jax.random.randint(key, (max(plan.batch // settings.parts // _LESSON_SHARE, 1),), 0, len(lessons.mix))
        lost = lesson_loss(plan, networks.actor, jax.tree.map(lambda rows: rows[at], lessons))
        return total + weights[0] * settings.lessons * lost, metrics | {"lesson_loss": lost}

    def step(
        carry: tuple[Networks, optax.OptState], row: tuple[Array, Array]
    ) -> tuple[tuple[Networks, optax.OptState], Metrics]:
        (networks, memory), (part, key) = carry, row
        # Tables come first: what is taken from memory then needs no sorting before it is multiplied.
        some: tuple[Played, Credited, Array | None] = jax.tree.map(lambda rows: rows.swapaxes(0, 1)[part], data)
        gradient, metrics = jax.grad(whole, has_aux=True)(networks, some, key)
        steps, memory = optimiser(plan).update(gradient, memory)
        changed = zip(networks, steps, rates, strict=True)
        networks = Networks(*(_moved(network, change, rate) for network, change, rate in changed))
        return (networks, memory), metrics | {"gradient_norm": optax.tree.norm(gradient)}

    orders = jax.vmap(partial(_random_parts, plan))(jax.random.split(mix_key, settings.epochs))
    parts = orders.reshape(settings.epochs * settings.parts, -1)
    keys = jax.random.split(jax.random.fold_in(mix_key, 1), len(parts))
    (networks, memory), metrics = jax.lax.scan(step, (state.networks, state.memory), (parts, keys))
    metrics = jax.tree.map(jnp.mean, metrics) | {
        "advantage_std": spread,
        "learner_share": played.mine.mean(),
        "taught_share": played.taught.mean(),
        "steps_a_round": 1 / jnp.maximum(played.ended.mean(), 1e-9),
        "steps_a_match": 1 / jnp.maximum(played.over.mean(), 1e-9),
    }
    if plan.num_rivals:
        metrics["rival_won"] = _rival_won(plan, played)
    # At first the average keeps less, so that it forgets the random weights soon.
    kept = jnp.minimum(settings.average, (1.0 + state.updates) / (10.0 + state.updates))
    average = jax.tree.map(lambda old, new: kept * old + (1 - kept) * new, state.average, networks.actor)
    pool = league.aged(plan, state.pool, networks, state.updates + 1, pool_key)
    networks, memory = league.renewed(plan, networks, memory, state.updates + 1, rival_key)
    new = State(
        networks,
        memory,
        average,
        pool,
        _small(seated),
        state.updates + 1,
        state.length,
        state.decisions + played.mine.sum() / 1e6,
        state.seed,
    )
    return new, metrics
