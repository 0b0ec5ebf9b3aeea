"""What a network sees of a Yahtzee position: the features of the paper (section 4.1), each with a switch."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np
from pydantic.dataclasses import dataclass

from mendax.games.yahtzee.kernel.jax_kernel import State, box_points
from mendax.games.yahtzee.kernel.tables import ROW_POINTS
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES, ROLLS
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN
from mendax.learn.settings import CHECKED
from mendax.learn.task import Observation

_DICE: Final = np.array(ROLLS, dtype=np.int32) - 1
"""By roll: the dice in rising order, as kinds from 0 to 5."""
_MOST: Final = ROW_POINTS.max(axis=0).astype(np.float32)
"""By box: the most it can hold."""
_PAR: Final = 3 * np.arange(1, 7)
"""By upper box: three of its face. Three in every box reach the bonus exactly."""


@dataclass(frozen=True, slots=True, config=CHECKED)
class Features:
    """Which features there are beside the dice; the network settings say how the dice are encoded."""

    card: bool = True
    """The filled boxes."""
    bonus: bool = True
    """The upper total in parts of 63, at most 1."""
    progress: bool = True
    """The turn, from 0 to 1."""
    rolls: bool = True
    """Which of the three rolls it is."""
    joker: bool = True
    """Whether the Yahtzee box holds 50, so that a further Yahtzee brings 100 points."""
    lock_in: bool = True
    """For each upper face, whether the dice that show it would bring the upper total to 63."""
    potential: bool = True
    """What the dice would score in each box now, in parts of the most it can hold; 0 where they may not go."""
    par: bool = False
    """How far the upper total is ahead of three of each filled face, in parts of 63. Ours, not the paper's."""

    @property
    def width(self) -> int:
        """How many numbers these are."""
        sizes = {"card": NUM_BOXES, "rolls": ROLLS_PER_TURN, "lock_in": 6, "potential": NUM_BOXES}
        switches = ("card", "bonus", "progress", "rolls", "joker", "lock_in", "potential", "par")
        return sum(sizes.get(name, 1) for name in switches if getattr(self, name))


def observe(state: State, features: Features) -> Observation:
    """The observation of some games."""
    dice = jnp.asarray(_DICE).at[state.roll].get(mode="promise_in_bounds")
    filled = (state.filled[..., None] >> jnp.arange(NUM_BOXES)) & 1
    parts = []
    if features.card:
        parts.append(filled)
    if features.bonus:
        parts.append(jnp.minimum(state.upper[..., None] / BONUS_AT, 1.0))
    if features.progress:
        parts.append(filled.sum(axis=-1, keepdims=True) / (NUM_BOXES - 1))
    if features.rolls:
        parts.append(state.rolls[..., None] == jnp.arange(1, ROLLS_PER_TURN + 1))
    if features.joker:
        parts.append(state.armed[..., None])
    if features.lock_in:
        counts = (dice[..., None, :] == jnp.arange(6)[:, None]).sum(axis=-1)
        parts.append(state.upper[..., None] + counts * jnp.arange(1, 7) >= BONUS_AT)
    if features.potential:
        parts.append(box_points(state) / _MOST)
    if features.par:
        ahead = state.upper - (filled[..., :6] * _PAR).sum(axis=-1)
        parts.append(jnp.clip(ahead[..., None] / BONUS_AT, -1.0, 1.0))
    if not parts:
        return Observation(dice, jnp.zeros((*state.roll.shape, 0), jnp.float32))
    return Observation(dice, jnp.concatenate([part.astype(jnp.float32) for part in parts], axis=-1))
