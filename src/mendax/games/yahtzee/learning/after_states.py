"""Learning Yahtzee by self-play: what a card is worth after a turn, with the dice's odds taken exactly.

A small network learns one number for each state between turns: the points still to come. A turn needs
no learning, since the odds of dice are known: from the network's numbers for everything a turn can
lead to, the value of each keep and of each roll follows exactly, and with it the value of the state
the turn began in. That is what the network is taught, for the states its own games come through; now
and then a game strays into a box chosen at random, so that the ways not taken are known too. Nothing
but the rules goes in: the exact solution only measures what comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FACE, FIRST_ROLL, GROWN, NUM_ROLLS, NUM_SETS, POINTS, SHRUNK
from mendax.games.yahtzee.learning.value_network import (
    NUM_ABOVE,
    NUM_BELOW,
    NUM_FEATURES,
    POINTS_SCALE,
    features,
    halves,
)
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, EXTRA, Rules

FULL: Final = (1 << 13) - 1
NUM_AFTER: Final = 44
"""States a turn can lead to: six counts in each upper box, six lower boxes, and the Yahtzee box with 0 or 50."""
_AFTER_BOX: Final = np.array([*(box for box in range(6) for _ in range(6)), 6, 7, 8, 9, 10, 12, 11, 11])
_AFTER_POINTS: Final = np.array([*((box + 1) * count for box in range(6) for count in range(6)), *[0] * 7, 50])
_LOWER_AFTER: Final = {6: 36, 7: 37, 8: 38, 9: 39, 10: 40, 12: 41}


def _after_of() -> np.ndarray[Any, Any]:
    """By roll and box: which of the states it leads to."""
    found = np.zeros((NUM_ROLLS, 13), dtype=np.int32)
    for roll in range(NUM_ROLLS):
        for box in range(13):
            if box < 6:
                found[roll, box] = 6 * box + POINTS[roll, box] // (box + 1)
            elif box == 11:
                found[roll, box] = 43 if FACE[roll] else 42
            else:
                found[roll, box] = _LOWER_AFTER[box]
    return found


def _keep_odds() -> np.ndarray[Any, Any]:
    """By kept set and roll: the chance that rolling the rest makes that roll."""
    odds = np.zeros((NUM_SETS, NUM_ROLLS), dtype=np.float64)
    odds[FIRST_ROLL:] = np.eye(NUM_ROLLS)
    for kept in range(FIRST_ROLL - 1, -1, -1):
        odds[kept] = odds[GROWN[kept]].mean(axis=0)
    return odds


def _parts() -> np.ndarray[Any, Any]:
    """By roll: every set that can be kept of it, filled up with the roll itself."""
    found = []
    for roll in range(FIRST_ROLL, NUM_SETS):
        known, edge = {roll}, {roll}
        while edge:
            edge = {part for number in edge for part in SHRUNK[number]} - known
            known |= edge
        found.append([*sorted(known), *[roll] * (32 - len(known))])
    return np.array(found, dtype=np.int32)


_AFTER: Final = _after_of()
_ODDS: Final = _keep_odds().astype(np.float32)
_PARTS: Final = _parts()
_YAHTZEES: Final = np.flatnonzero(FACE)
_FIXED: Final = np.array([0, 0, 0, 0, 0, 0, 0, 0, 25, 30, 40, 0, 0], dtype=np.float32)


class Cards(NamedTuple):
    """States between turns, many at once."""

    mask: jax.Array
    armed: jax.Array
    upper: jax.Array


@dataclass(frozen=True, slots=True)
class Training:
    """How to train."""

    rules: str = "forced"
    width: int = 512
    layers: int = 3
    memory: int = 32
    """How many numbers are learned for each upper half of a card, and for each lower half."""
    games: int = 4096
    """Games played at once; every turn of each is one lesson."""
    updates: int = 110_000
    rate: float = 4e-4
    warm_up: float = 0.01
    stray: float = 0.15
    """How often a game enters a random box."""
    average: float = 0.999
    """The network that plays is the running mean of the one that learns."""
    seed: int = 0


class Net(eqx.Module):
    """What is remembered of both halves of the card, layers with swish between them; one number out."""

    layers: list[eqx.nn.Linear]
    above: jax.Array
    below: jax.Array

    def __init__(self, width: int, depth: int, memory: int, key: jax.Array) -> None:
        sizes = [NUM_FEATURES + 2 * memory, *[width] * depth, 1]
        *keys, above_key, below_key = jax.random.split(key, depth + 3)
        self.above = 0.1 * jax.random.normal(above_key, (NUM_ABOVE, memory))
        self.below = 0.1 * jax.random.normal(below_key, (NUM_BELOW, memory))
        self.layers = [eqx.nn.Linear(a, b, key=k) for a, b, k in zip(sizes[:-1], sizes[1:], keys, strict=True)]

    def __call__(self, cards: Cards) -> jax.Array:
        """Points still to come; what a full card brings is known, not learned."""
        above, below = halves(cards.mask, cards.armed, cards.upper)
        x = jnp.concatenate([features(jnp, *cards), self.above[above], self.below[below]], axis=-1)
        for layer in self.layers[:-1]:
            x = jax.nn.silu(_through(layer, x))
        points = _through(self.layers[-1], x)[..., 0] * POINTS_SCALE
        bonus = jnp.where(cards.upper >= BONUS_AT, float(BONUS), 0.0)
        return jnp.where(cards.mask == FULL, bonus, points)


def _through(layer: eqx.nn.Linear, x: jax.Array) -> jax.Array:
    # A GPU's quick products keep three digits; the values here need five.
    assert layer.bias is not None
    return jnp.matmul(x, layer.weight.T, precision="high") + layer.bias


def after_turn(cards: Cards) -> Cards:
    """Every state a turn can lead to; with filled boxes too, which the caller leaves out."""
    box, points = jnp.asarray(_AFTER_BOX), jnp.asarray(_AFTER_POINTS)
    mask = cards.mask[:, None] | (1 << box)
    armed = jnp.where(box == 11, points == 50, cards.armed[:, None])
    gained = jnp.where(box < 6, points, 0)
    return Cards(mask, armed, jnp.minimum(cards.upper[:, None] + gained, BONUS_AT))


def gains(cards: Cards, rules: Rules) -> jax.Array:
    """By roll and box: the points it brings, less than nothing where it may not go."""
    points = jnp.broadcast_to(jnp.asarray(POINTS, dtype=jnp.float32), (cards.mask.size, NUM_ROLLS, 13))
    bits = (cards.mask[:, None] >> jnp.arange(13)) & 1 == 1
    legal = jnp.broadcast_to(~bits[:, None, :], points.shape)
    joker = bits[:, 11]
    if rules in (Rules.FORCED, Rules.FREE):
        lower_open = ~bits[:, 6:].all(axis=1)
        for face, roll in enumerate(_YAHTZEES):
            matching_filled = bits[:, face]
            full_value = (joker & matching_filled)[:, None]
            rolled = points[:, roll]
            points = points.at[:, roll].set(jnp.where(full_value, jnp.maximum(rolled, _FIXED), rolled))
            if rules is Rules.FORCED:
                only_matching = (joker & ~matching_filled)[:, None] & (jnp.arange(13) != face)
                only_lower = (joker & matching_filled & lower_open)[:, None] & (jnp.arange(13) < 6)
                legal = legal.at[:, roll].set(legal[:, roll] & ~only_matching & ~only_lower)
    if rules.pays_extra:
        extra = jnp.where(cards.armed, float(EXTRA), 0.0)[:, None, None]
        points = points.at[:, _YAHTZEES].add(extra)
    return jnp.where(legal, points, -jnp.inf)


class Turn(NamedTuple):
    """A turn's values: by roll and box, by kept set with one and with two rolls to come, and in all."""

    scores: jax.Array
    last: jax.Array
    first: jax.Array
    value: jax.Array


def value_turn(values: jax.Array, gained: jax.Array) -> Turn:
    """From what the states after a turn are worth to everything in the turn."""
    odds = partial(jnp.matmul, b=jnp.asarray(_ODDS).T, precision="highest")
    parts = jnp.asarray(_PARTS)
    scores = gained + values[:, jnp.asarray(_AFTER)]
    last = odds(scores.max(axis=2))
    first = odds(last[:, parts].max(axis=2))
    value = jnp.matmul(first[:, parts].max(axis=2), jnp.asarray(CHANCE, dtype=jnp.float32), precision="highest")
    return Turn(scores, last, first, value)


def play_turn(key: jax.Array, cards: Cards, turn: Turn, stray: float) -> Cards:
    """Play the turn out by its values; some stray into a random open box. Full cards begin anew."""
    keys = jax.random.split(key, 5)
    parts, log_odds = jnp.asarray(_PARTS), jnp.log(jnp.asarray(_ODDS))
    games = jnp.arange(cards.mask.size)
    roll = jax.random.categorical(keys[0], jnp.log(jnp.asarray(CHANCE)), shape=games.shape)
    for key, keeps in ((keys[1], turn.first), (keys[2], turn.last)):
        options = parts[roll]
        kept = options[games, jnp.take_along_axis(keeps, options, axis=1).argmax(axis=1)]
        roll = jax.random.categorical(key, log_odds[kept])
    by_box = turn.scores[games, roll]
    legal = jnp.isfinite(by_box)
    astray = jax.random.uniform(keys[3], games.shape) < stray
    anywhere = jax.random.categorical(keys[4], jnp.where(legal, 0.0, -jnp.inf))
    box = jnp.where(astray, anywhere, by_box.argmax(axis=1))
    after = jnp.asarray(_AFTER)[roll, box]
    then = jax.tree.map(lambda options: options[games, after], after_turn(cards))
    over = then.mask == FULL
    return Cards(*(jnp.where(over, jnp.zeros_like(part), part) for part in then))


class Progress(NamedTuple):
    """Everything a run carries on with."""

    net: Net
    mean: Net
    optimiser: Any
    cards: Cards
    key: jax.Array


def schedule(config: Training) -> optax.Schedule:
    """Up, then down in half a cosine."""
    steps = int(config.warm_up * config.updates)
    return optax.warmup_cosine_decay_schedule(0.0, config.rate, steps, config.updates, config.rate * 1e-4)


def make_optimiser(config: Training) -> optax.GradientTransformation:
    """Adam."""
    return optax.adam(schedule(config))


def begin(config: Training) -> Progress:
    """Fresh networks, and games that have come to different turns at random."""
    net_key, play_key, key = jax.random.split(jax.random.key(config.seed), 3)
    net = Net(config.width, config.layers, config.memory, net_key)
    order = jax.vmap(lambda k: jax.random.permutation(k, 13))(jax.random.split(play_key, config.games))
    filled = jnp.arange(config.games) % 13
    mask = jnp.where(jnp.arange(13) < filled[:, None], 1 << order, 0).sum(axis=1).astype(jnp.int32)
    cards = Cards(mask, jnp.zeros(config.games, dtype=bool), jnp.zeros(config.games, dtype=jnp.int32))
    optimiser = make_optimiser(config).init(eqx.filter(net, eqx.is_array))
    return Progress(net, net, optimiser, cards, key)


def make_chunk(config: Training, updates: int) -> Callable[[Progress], tuple[Progress, jax.Array]]:
    """A compiled program of so many lessons: play a turn in every game, learn from it, go on."""
    rules, optimiser = Rules(config.rules), make_optimiser(config)

    def lesson(progress: Progress, _: None) -> tuple[Progress, jax.Array]:
        key, play_key = jax.random.split(progress.key)
        cards = progress.cards
        after = after_turn(cards)
        turn = value_turn(progress.net(after), gains(cards, rules))
        target = jax.lax.stop_gradient(turn.value)

        def loss(net: Net) -> jax.Array:
            return jnp.mean(((net(cards) - target) / POINTS_SCALE) ** 2)

        error, slope = eqx.filter_value_and_grad(loss)(progress.net)
        change, state = optimiser.update(slope, progress.optimiser)
        net = eqx.apply_updates(progress.net, change)
        mean = jax.tree.map(lambda a, b: config.average * a + (1 - config.average) * b, progress.mean, net)
        return Progress(net, mean, state, play_turn(play_key, cards, turn, config.stray), key), error

    @jax.jit
    def chunk(progress: Progress) -> tuple[Progress, jax.Array]:
        progress, errors = jax.lax.scan(lesson, progress, None, length=updates)
        return progress, jnp.sqrt(errors.mean()) * POINTS_SCALE

    return chunk


def train(config: Training, chunk_size: int = 500) -> Iterator[tuple[int, float, Progress]]:
    """Train; after every chunk: updates done, the root mean square error of its lessons in points, and all the rest."""
    progress, chunk = begin(config), make_chunk(config, chunk_size)
    for done in range(chunk_size, config.updates + 1, chunk_size):
        progress, error = chunk(progress)
        yield done, float(error), progress


def weights(net: Net) -> dict[str, np.ndarray[Any, Any]]:
    """The network as plain arrays."""
    found = {"above": np.asarray(net.above), "below": np.asarray(net.below)}
    for number, layer in enumerate(net.layers):
        found[f"{number}.weight"] = np.asarray(layer.weight, dtype=np.float32)
        found[f"{number}.bias"] = np.asarray(layer.bias, dtype=np.float32)
    return found


def config_text(config: Training) -> dict[str, str]:
    """A configuration as a model file carries it."""
    return {name: str(value) for name, value in asdict(config).items()}
