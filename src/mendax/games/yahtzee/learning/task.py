"""Yahtzee as a learner plays it: games of one to thirteen turns, on the JAX kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from pydantic.dataclasses import dataclass

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.kernel import jax_kernel as kernel
from mendax.games.yahtzee.kernel.jax_kernel import Array, State
from mendax.games.yahtzee.kernel.tables import KEPT_SUM, NUM_KEEPS, YAHTZEE_BOX, read_rules
from mendax.games.yahtzee.learning.features import Features, observe
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES, NUM_DICE
from mendax.learn.settings import CHECKED, Whole
from mendax.learn.task import CategoricalHead, Observation, SubsetHead

ROLL, SCORE = 0, 1
"""The heads: what to keep, and where to score."""
_COUNTS: Final = (0.05, 0.15, 0.25, 0.35, 0.15, 0.05)
"""For random cards: how often an upper box holds zero to five of its face; roughly as in play."""
_ARMED: Final = 0.35
"""For random cards: how often a filled Yahtzee box holds 50."""


def _first_of_alike() -> np.ndarray[Any, np.dtype[np.bool_]]:
    """By roll and keep: whether it is the first of the keeps that leave the same dice."""
    first = np.zeros(KEPT_SUM.shape, dtype=np.bool_)
    # Weights in base 8 count every face but the ones; with the number of dice the kept set is known.
    sizes = np.array([bin(keep).count("1") for keep in range(NUM_KEEPS)])
    for roll, sums in enumerate(KEPT_SUM.astype(np.int64) * 8 + sizes):
        first[roll, np.unique(sums, return_index=True)[1]] = True
    return first


FIRST_OF_ALIKE: Final = _first_of_alike()


_ALL: Final = Features()


class Deal(NamedTuple):
    """The start of games: the first roll, and a card."""

    faces: Array
    filled: Array
    upper: Array
    armed: Array


@dataclass(frozen=True, slots=True, config=CHECKED)
class YahtzeeTask:
    """Games of a number of turns; a `mendax.learn.task.Task`."""

    features: Features = _ALL
    turns: Whole = NUM_BOXES
    cards: Literal["empty", "any", "last"] = "empty"
    """Games start with an empty card or with a random one: `any` leaves at least as many boxes as there are turns,
    `last` exactly as many, so that these are the last turns of a game."""
    distinct_keeps: bool = True
    """Of keeps that leave the same dice only the first may be chosen."""
    rules: str = "forced"

    def __post_init__(self) -> None:
        read_rules(self.rules)
        if not 1 <= self.turns <= NUM_BOXES:
            raise MendaxError(f"yahtzee has 1 to {NUM_BOXES} turns, not {self.turns}")

    @property
    def heads(self) -> tuple[SubsetHead, CategoricalHead]:
        """Rolling and scoring."""
        return SubsetHead("roll", NUM_DICE), CategoricalHead("score", NUM_BOXES)

    @property
    def pattern(self) -> tuple[int, ...]:
        """Two keeps and a box."""
        return ROLL, ROLL, SCORE

    @property
    def things(self) -> tuple[int, int]:
        """Five dice of six faces."""
        return NUM_DICE, 6

    @property
    def num_plain(self) -> int:
        """The features beside the dice."""
        return self.features.width

    def chances(self, key: Array, games: int) -> tuple[Deal, Array]:
        """All dice of all games, and their cards."""
        faces = kernel.throw(key, (self.turns * len(self.pattern) + 1, games))
        deal = Deal(faces[-1], *self._cards(jax.random.fold_in(key, 1), games))
        return deal, faces[:-1].reshape(self.turns, len(self.pattern), games, NUM_DICE)

    def _cards(self, key: Array, games: int) -> tuple[Array, Array, Array]:
        if self.cards == "empty":
            return jnp.zeros(games, jnp.int32), jnp.zeros(games, jnp.int32), jnp.zeros(games, bool)
        size_key, box_key, count_key, armed_key = jax.random.split(key, 4)
        filled = NUM_BOXES - self.turns
        size = jax.random.randint(size_key, (games,), 0 if self.cards == "any" else filled, filled + 1)
        place = jnp.argsort(jax.random.uniform(box_key, (games, NUM_BOXES)), axis=-1)
        boxes = place < size[:, None]
        counts = jax.random.categorical(count_key, jnp.log(jnp.array(_COUNTS)), shape=(games, 6))
        upper = jnp.sum(boxes[:, :6] * counts * jnp.arange(1, 7), axis=-1)
        armed = boxes[:, YAHTZEE_BOX] & jax.random.bernoulli(armed_key, _ARMED, (games,))
        return jnp.sum(boxes << jnp.arange(NUM_BOXES), axis=-1), upper, armed

    def start(self, chance: Deal) -> State:
        """The first roll is made."""
        fresh = kernel.start(chance.faces, self.rules)
        return fresh._replace(filled=chance.filled, upper=chance.upper, armed=chance.armed)

    def observe(self, state: State) -> Observation:
        """Dice and features."""
        return observe(state, self.features)

    def legal(self, state: State, head: int) -> Array | None:
        """Different keeps, or boxes that may be used."""
        if head == SCORE:
            return kernel.legal(state)[..., NUM_KEEPS:]
        if not self.distinct_keeps:
            return None
        return jnp.asarray(FIRST_OF_ALIKE).at[state.roll].get(mode="promise_in_bounds")

    def step(self, state: State, head: int, action: Array, chance: Array) -> tuple[State, Array]:
        """Roll again, or score; the reward is the points made."""
        return kernel.step(state, action + NUM_KEEPS if head == SCORE else action, chance)

    def outcome(self, state: State) -> Mapping[str, Array]:
        """The score, and whether the upper bonus and a Yahtzee were made."""
        return {"score": state.score, "bonus": state.upper >= BONUS_AT, "yahtzee": state.armed}

    def cut(self, turns: int) -> YahtzeeTask:
        """The last turns of games: what is learned about them holds in whole games."""
        return replace(self, turns=turns, cards="last")

    def whole(self) -> YahtzeeTask:
        """The full game from an empty card."""
        return replace(self, turns=NUM_BOXES, cards="empty")
