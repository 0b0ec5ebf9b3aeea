"""Solitaire games of a policy network, thousands at once, with the dice that the arena rolls for each game number.

The arena's chance for a turn is a stream of dice, from which a roll takes as many as were not kept. So every turn is
given the fifteen dice it can need, and a count of those that are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import equinox as eqx
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from mendax.core.streams_numpy import STEP, chance_stream, uniform
from mendax.games.yahtzee.kernel import jax_kernel as kernel
from mendax.games.yahtzee.kernel.jax_kernel import Array, State
from mendax.games.yahtzee.kernel.tables import NUM_KEEPS
from mendax.games.yahtzee.learning.task import SCORE, YahtzeeTask
from mendax.games.yahtzee.rules.scoring import NUM_DICE
from mendax.learn.network import Network
from mendax.learn.rollout import play_best
from mendax.learn.task import CategoricalHead, Observation, SubsetHead

_MOST_DICE: Final = 15
"""The most dice a turn can need."""
_MOVES: Final = 6
"""Moves of a turn, as the match runner counts them: three rolls, two keeps and a score."""
_GAMES: Final = 4096
"""Games at a time."""


class Walk(NamedTuple):
    """Games, and how many of the arena's dice they have used."""

    game: State
    used: Array
    """Dice of this turn that are used."""
    moves: Array


@dataclass(frozen=True, slots=True)
class ArenaTask:
    """A Yahtzee task with the arena's dice as chance: for a keep those of this turn, for a score those of the next."""

    task: YahtzeeTask

    @property
    def heads(self) -> tuple[SubsetHead, CategoricalHead]:
        return self.task.heads

    @property
    def pattern(self) -> tuple[int, ...]:
        return self.task.pattern

    @property
    def turns(self) -> int:
        return self.task.turns

    @property
    def things(self) -> tuple[int, int]:
        return self.task.things

    @property
    def num_plain(self) -> int:
        return self.task.num_plain

    def chances(self, key: Array, games: int) -> tuple[Array, Array]:
        raise NotImplementedError("the dice are those of `arena_dice`")

    def start(self, chance: Array) -> Walk:
        """The first five dice of the first turn."""
        zero = jnp.zeros(chance.shape[0], jnp.int32)
        return Walk(kernel.start(chance[:, :NUM_DICE], self.task.rules), zero + NUM_DICE, zero)

    def observe(self, state: Walk) -> Observation:
        return self.task.observe(state.game)

    def legal(self, state: Walk, head: int) -> Array | None:
        return self.task.legal(state.game, head)

    def step(self, state: Walk, head: int, action: Array, chance: Array) -> tuple[Walk, Array]:
        """Each die that is rolled takes the next of the stream."""
        if head == SCORE:
            game, points = kernel.step(state.game, action + NUM_KEEPS, chance[:, :NUM_DICE])
            return Walk(game, jnp.full_like(state.used, NUM_DICE), state.moves + _MOVES), points
        rolled = 1 - ((action[:, None] >> jnp.arange(NUM_DICE)) & 1)
        place = state.used[:, None] + jnp.cumsum(rolled, axis=-1) - rolled
        faces = jnp.take_along_axis(chance, jnp.minimum(place, _MOST_DICE - 1), axis=-1)
        game, points = kernel.step(state.game, action, faces)
        count = rolled.sum(axis=-1)
        return Walk(game, state.used + count, state.moves - (count == 0)), points

    def outcome(self, state: Walk) -> Mapping[str, Array]:
        """The score, and how many moves it took."""
        return {"score": state.game.score, "moves": state.moves}

    def cut(self, turns: int) -> ArenaTask:
        """Games of fewer turns."""
        return ArenaTask(self.task.cut(turns))

    def whole(self) -> ArenaTask:
        """The full game."""
        return ArenaTask(self.task.whole())


def arena_dice(seed: int, first: int, count: int, turns: int) -> npt.NDArray[np.int8]:
    """By turn, game and place in the stream: the faces, from the arena's own streams."""
    games = np.arange(first, first + count, dtype=np.uint64)
    dice = np.empty((turns, count, _MOST_DICE), np.int8)
    for turn in range(turns):
        bits = chance_stream(seed, games, turn)
        for place in range(_MOST_DICE):
            bits = bits + STEP
            dice[turn, :, place] = uniform(bits) * 6
    return dice + np.int8(1)


def play_alone(network: Network, task: YahtzeeTask, seed: int, first: int, count: int) -> tuple[list[float], list[int]]:
    """Scores and numbers of moves of the games from number `first` on."""
    scores: list[float] = []
    moves: list[int] = []
    run = _compiled(ArenaTask(task))
    for start in range(first, first + count, _GAMES):
        size = min(_GAMES, first + count - start)
        # Always the same number of games, so that one program serves; the surplus is ignored.
        dice = arena_dice(seed, start, _GAMES, task.turns)
        following = np.concatenate([dice[1:], np.ones_like(dice[:1])])
        played = run(network, dice[0], np.stack([dice, dice, following], axis=1))
        scores += np.asarray(played["score"])[:size].astype(np.float64).tolist()
        moves += np.asarray(played["moves"])[:size].tolist()
    return scores, moves


@lru_cache(maxsize=4)
def _compiled(task: ArenaTask) -> Any:
    def run(network: Network, first: Array, later: Array) -> Mapping[str, Array]:
        end = play_best(network, task, (first, later))
        return task.outcome(end)

    return eqx.filter_jit(run)
