"""Learning by after-states: its odds are the rules' odds, and a little schooling helps."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mendax.games.yahtzee.learning.after_states import (
    Cards,
    Net,
    Training,
    after_turn,
    gains,
    train,
    value_turn,
    weights,
)
from mendax.games.yahtzee.learning.value_network import worth_of
from mendax.games.yahtzee.rules import Rules
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.value_table import UPPER_TOTALS


def some_states(count: int, seed: int) -> Cards:
    """States that can happen, at random."""
    rng = np.random.default_rng(seed)
    mask = rng.integers(0, 8191, size=count)
    armed = (rng.random(count) < 0.5) & (mask >> 11 & 1 == 1)
    upper = np.array([rng.choice(np.flatnonzero(UPPER_TOTALS[number & 63])) for number in mask])
    return Cards(jnp.asarray(mask, dtype=jnp.int32), jnp.asarray(armed), jnp.asarray(upper, dtype=jnp.int32))


@pytest.mark.parametrize("rules", list(Rules))
def test_a_turn_is_valued_as_by_the_solver(rules: Rules) -> None:
    """Given the exact values after a turn, the value before it is the exact one."""
    worth, cards = optimum(rules).worth, some_states(200, seed=1)
    after = after_turn(cards)
    known = worth[np.asarray(after.mask), np.asarray(after.armed, dtype=int), np.asarray(after.upper)]
    found = value_turn(jnp.asarray(known, dtype=jnp.float32), gains(cards, rules)).value
    exact = worth[np.asarray(cards.mask), np.asarray(cards.armed, dtype=int), np.asarray(cards.upper)]
    assert np.asarray(found) == pytest.approx(exact, abs=2e-3)


def test_the_table_is_the_network() -> None:
    """The values a trained model plays by are those of the network that learned."""
    net = Net(16, 2, 4, jax.random.key(3))
    cards = some_states(100, seed=2)
    table = worth_of(weights(net))
    found = table[np.asarray(cards.mask), np.asarray(cards.armed, dtype=int), np.asarray(cards.upper)]
    assert np.asarray(net(cards)) == pytest.approx(found, abs=1e-2)


def test_a_little_schooling_helps() -> None:
    """Some thousand turns of self-play: the lessons' error falls; the same seed gives the same network.

    (Scores would show little so early: a network that says zero of everything already plays like `greedy`.)
    """
    config = Training(width=32, layers=2, games=64, updates=300, rate=1e-3)
    runs = [list(train(config, 150)) for _ in range(2)]
    assert runs[0][1][1] < runs[0][0][1] / 2
    first, again = (weights(run[-1][2].mean) for run in runs)
    assert all((first[name] == again[name]).all() for name in first)
