"""After-state values of Yahtzee: a network that estimates cards between turns, and exact odds within a turn.

The network learns one number for each state between turns: the points still to come. Within a turn there is
nothing to learn, since the odds of dice are known: from the network's values of all states that a turn can lead
to, the value of every keep and every roll follows exactly, and with it the value of the state before the turn.
That is the training target, for the states of the network's own games. Sometimes a game enters a random box, so
that states off the greedy path are learned too. Only the rules go in: the exact solution measures the result.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FACE, FIRST_ROLL, GROWN, NUM_ROLLS, NUM_SETS, POINTS, SHRUNK
from mendax.games.yahtzee.kernel.joker import extra_points, points_row, usable_boxes
from mendax.games.yahtzee.kernel.tables import ALL_BOXES, ROW_POINTS, RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.learning.value_network import (
    NUM_ABOVE,
    NUM_BELOW,
    NUM_FEATURES,
    POINTS_SCALE,
    features,
    halves,
)
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES, Rules

NUM_AFTER: Final = 44
"""States a turn can lead to: six counts in each upper box, six lower boxes, and the Yahtzee box with 0 or 50."""
_AFTER_BOX: Final = np.array([*(box for box in range(6) for _ in range(6)), 6, 7, 8, 9, 10, 12, 11, 11])
_AFTER_POINTS: Final = np.array([*((box + 1) * count for box in range(6) for count in range(6)), *[0] * 7, 50])
_LOWER_AFTER: Final = {6: 36, 7: 37, 8: 38, 9: 39, 10: 40, 12: 41}


def _after_of() -> np.ndarray[Any, Any]:
    """By roll and box: the number of the state it leads to."""
    found = np.zeros((NUM_ROLLS, NUM_BOXES), dtype=np.int32)
    for roll in range(NUM_ROLLS):
        for box in range(NUM_BOXES):
            if box < 6:
                found[roll, box] = 6 * box + POINTS[roll, box] // (box + 1)
            elif box == YAHTZEE_BOX:
                found[roll, box] = 43 if FACE[roll] else 42
            else:
                found[roll, box] = _LOWER_AFTER[box]
    return found


def _keep_odds() -> np.ndarray[Any, Any]:
    """By kept set and roll: the probability that rolling the other dice gives that roll."""
    odds = np.zeros((NUM_SETS, NUM_ROLLS), dtype=np.float64)
    odds[FIRST_ROLL:] = np.eye(NUM_ROLLS)
    for kept in range(FIRST_ROLL - 1, -1, -1):
        odds[kept] = odds[GROWN[kept]].mean(axis=0)
    return odds


def _parts() -> np.ndarray[Any, Any]:
    """By roll: every set that can be kept of it, padded with the roll itself."""
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


class Cards(NamedTuple):
    """States between turns, many at once: filled boxes, whether a further Yahtzee is paid, upper total."""

    mask: jax.Array
    armed: jax.Array
    upper: jax.Array


class ValueNetwork(eqx.Module):
    """Features and learned numbers of both halves of the card, dense layers with swish; one number out."""

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
        """Points still to come; the value of a full card is known, not learned."""
        above, below = halves(cards.mask, cards.armed, cards.upper)
        x = jnp.concatenate([features(jnp, *cards), self.above[above], self.below[below]], axis=-1)
        for layer in self.layers[:-1]:
            x = jax.nn.silu(_through(layer, x))
        points = _through(self.layers[-1], x)[..., 0] * POINTS_SCALE
        bonus = jnp.where(cards.upper >= BONUS_AT, float(BONUS), 0.0)
        return jnp.where(cards.mask == ALL_BOXES, bonus, points)


def _through(layer: eqx.nn.Linear, x: jax.Array) -> jax.Array:
    # A GPU's fast products keep three digits; the values here need five.
    assert layer.bias is not None
    return jnp.matmul(x, layer.weight.T, precision="high") + layer.bias


def after_turn(cards: Cards) -> Cards:
    """Every state a turn can lead to; states by way of a filled box are included, and the caller ignores them."""
    box, points = jnp.asarray(_AFTER_BOX), jnp.asarray(_AFTER_POINTS)
    mask = cards.mask[:, None] | (1 << box)
    armed = jnp.where(box == YAHTZEE_BOX, points == 50, cards.armed[:, None])
    gained = jnp.where(box < 6, points, 0)
    return Cards(mask, armed, jnp.minimum(cards.upper[:, None] + gained, BONUS_AT))


def gains(cards: Cards, rules: Rules) -> jax.Array:
    """By roll and box: the points, or minus infinity where the box is not legal."""
    is_open = (cards.mask[:, None] >> jnp.arange(NUM_BOXES)) & 1 == 0
    plain = jnp.where(is_open[:, None, :], jnp.asarray(POINTS, dtype=jnp.float32), -jnp.inf)
    # The joker rules concern only the six Yahtzees.
    face, mask, number = jnp.asarray(FACE[_YAHTZEES]), cards.mask[:, None], RULE_NUMBER[rules]
    points = jnp.asarray(ROW_POINTS, dtype=jnp.float32)[points_row(jnp.asarray(_YAHTZEES), mask, face, number)]
    points = points + extra_points(cards.armed[:, None], face, number)[..., None]
    legal = (usable_boxes(mask, face, number)[..., None] >> jnp.arange(NUM_BOXES)) & 1 == 1
    return plain.at[:, _YAHTZEES].set(jnp.where(legal, points, -jnp.inf))


class TurnEstimate(NamedTuple):
    """Values in a turn: by roll and box, by kept set before the third and the second roll, of the whole turn."""

    scores: jax.Array
    last: jax.Array
    first: jax.Array
    value: jax.Array


def estimate_turn(values: jax.Array, gained: jax.Array) -> TurnEstimate:
    """From the values of the states after a turn to all values in the turn."""
    odds = partial(jnp.matmul, b=jnp.asarray(_ODDS).T, precision="highest")
    parts = jnp.asarray(_PARTS)
    scores = gained + values[:, jnp.asarray(_AFTER)]
    last = odds(scores.max(axis=2))
    first = odds(last[:, parts].max(axis=2))
    value = jnp.matmul(first[:, parts].max(axis=2), jnp.asarray(CHANCE, dtype=jnp.float32), precision="highest")
    return TurnEstimate(scores, last, first, value)


def play_turn(key: jax.Array, cards: Cards, turn: TurnEstimate, stray: float) -> Cards:
    """Play the turn by its values; some games enter a random legal box. Full cards start again."""
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
    over = then.mask == ALL_BOXES
    return Cards(*(jnp.where(over, jnp.zeros_like(part), part) for part in then))


def arrays_of(network: ValueNetwork) -> dict[str, np.ndarray[Any, Any]]:
    """The network as plain arrays, as `value_network.network_values` takes them."""
    found = {"above": np.asarray(network.above), "below": np.asarray(network.below)}
    for number, layer in enumerate(network.layers):
        found[f"{number}.weight"] = np.asarray(layer.weight, dtype=np.float32)
        found[f"{number}.bias"] = np.asarray(layer.bias, dtype=np.float32)
    return found
