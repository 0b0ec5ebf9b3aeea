"""After-state value learning for the training loop: play a turn in every game, learn from it, continue."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from mendax.games.yahtzee.learning.after_states import (
    Cards,
    ValueNetwork,
    after_turn,
    arrays_of,
    estimate_turn,
    gains,
    play_turn,
)
from mendax.games.yahtzee.learning.plans import AfterStatePlan
from mendax.games.yahtzee.learning.value_network import MODEL_FILE, POINTS_SCALE, save_weights
from mendax.games.yahtzee.rules.scoring import NUM_BOXES, Rules
from mendax.learn.checkpoint import FILE, load_tree, save_tree
from mendax.learn.learner import Metrics
from mendax.learn.log import Row


class LearnerState(NamedTuple):
    """Everything that a training changes: networks, optimiser state, the games being played, random key."""

    network: ValueNetwork
    mean: ValueNetwork
    """The running mean of the network: the one that plays."""
    optimiser: Any
    cards: Cards
    key: jax.Array
    """The key's raw numbers, so that the state is plain arrays."""
    updates: jax.Array


Program: TypeAlias = Callable[[LearnerState], tuple[LearnerState, Metrics]]


@dataclass(frozen=True)
class AfterStateTraining:
    """A `mendax.learn.loop.Trainable`: a value network trained by its own games."""

    plan: AfterStatePlan

    @property
    def seed(self) -> int:
        return self.plan.seed

    @property
    def num_updates(self) -> int:
        return self.plan.num_updates

    @property
    def interval(self) -> int:
        return self.plan.interval

    def begin(self) -> LearnerState:
        return begin(self.plan)

    def updates(self, state: LearnerState) -> int:
        return int(state.updates)

    @property
    def counted(self) -> str:
        return "games"

    def count(self, updates: int) -> int:
        return updates * self.plan.learning.games // NUM_BOXES

    def compile(self, state: LearnerState) -> Program:
        return _compiled(replace(self.plan, seed=0))

    def measure(self, state: LearnerState, games: int, seed: int) -> Row:
        """Nothing: the exact measure takes seconds, and is taken once at the end."""
        return {}

    def save(self, out: Path, state: LearnerState, about: dict[str, Any]) -> None:
        """Write the checkpoint, and the model in the form that plays."""
        save_tree(out / FILE, state, about)
        described = {"plan": json.dumps(about.get("plan")), "device": jax.devices()[0].device_kind}
        save_weights(out / MODEL_FILE, arrays_of(state.mean), described)

    def load(self, out: Path) -> LearnerState:
        like: LearnerState = jax.eval_shape(partial(begin, self.plan))
        return load_tree(out / FILE, like)


def make_optimiser(plan: AfterStatePlan) -> optax.GradientTransformation:
    """Adam, with a rate that rises linearly and falls along half a cosine."""
    rate, steps = plan.learning.learning_rate, int(plan.learning.warm_up * plan.num_updates)
    return optax.adam(optax.warmup_cosine_decay_schedule(0.0, rate, steps, plan.num_updates, rate * 1e-4))


def begin(plan: AfterStatePlan) -> LearnerState:
    """Fresh networks, and games at different turns with random boxes filled."""
    games = plan.learning.games
    network_key, play_key, key = jax.random.split(jax.random.key(plan.seed), 3)
    network = ValueNetwork(plan.network.width, plan.network.layers, plan.network.memory, network_key)
    order = jax.vmap(lambda one: jax.random.permutation(one, NUM_BOXES))(jax.random.split(play_key, games))
    filled = jnp.arange(games) % NUM_BOXES
    mask = jnp.where(jnp.arange(NUM_BOXES) < filled[:, None], 1 << order, 0).sum(axis=1).astype(jnp.int32)
    cards = Cards(mask, jnp.zeros(games, dtype=bool), jnp.zeros(games, dtype=jnp.int32))
    optimiser = make_optimiser(plan).init(eqx.filter(network, eqx.is_array))
    return LearnerState(network, network, optimiser, cards, jax.random.key_data(key), jnp.int32(0))


def update(plan: AfterStatePlan, state: LearnerState) -> tuple[LearnerState, jax.Array]:
    """One update: its loss is the mean squared error in units of the network's output."""
    key, play_key = jax.random.split(jax.random.wrap_key_data(state.key))
    cards = state.cards
    turn = estimate_turn(state.network(after_turn(cards)), gains(cards, Rules(plan.rules)))
    target = jax.lax.stop_gradient(turn.value)

    def loss(network: ValueNetwork) -> jax.Array:
        return jnp.mean(((network(cards) - target) / POINTS_SCALE) ** 2)

    error, gradient = eqx.filter_value_and_grad(loss)(state.network)
    steps, optimiser = make_optimiser(plan).update(gradient, state.optimiser)
    network = eqx.apply_updates(state.network, steps)
    kept = plan.learning.average
    mean = jax.tree.map(lambda a, b: kept * a + (1 - kept) * b, state.mean, network)
    after = play_turn(play_key, cards, turn, plan.learning.stray)
    return LearnerState(network, mean, optimiser, after, jax.random.key_data(key), state.updates + 1), error


@lru_cache(maxsize=4)
def _compiled(plan: AfterStatePlan) -> Program:
    def interval(state: LearnerState) -> tuple[LearnerState, Metrics]:
        state, errors = jax.lax.scan(lambda now, _: update(plan, now), state, None, length=plan.interval)
        return state, {"error": jnp.sqrt(errors.mean()) * POINTS_SCALE}

    program: Program = jax.jit(interval).lower(jax.eval_shape(partial(begin, plan))).compile()
    return program
