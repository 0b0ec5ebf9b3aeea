"""Whole games with every roll, keep and box, whoever plays: a network by its likeliest actions, or a table of values.

All play the very dice that the arena rolls for the game of each number, so players are compared on the same luck as
far as their keeps allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.agents.model import Model
from mendax.games.yahtzee.kernel.dice_sets import FACE, FIRST_ROLL, NUMBER, POINTS
from mendax.games.yahtzee.kernel.jax_kernel import Array, check
from mendax.games.yahtzee.kernel.tables import NUM_BOXES, RULE_NUMBER, YAHTZEE_BOX, keeps_by_number, read_rules
from mendax.games.yahtzee.learning.lockstep import ArenaTask, Walk, arena_dice
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, OPEN, ROLLS, Card, Rules
from mendax.games.yahtzee.solver.expected_score import score_yahtzee
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.simulate import MOST_GAMES, play_games
from mendax.learn import policy
from mendax.learn.network import Network

Way: TypeAlias = Model | Optimum
"""A way to play: a trained network, or a value for every state."""
Whole: TypeAlias = npt.NDArray[np.int64]

_GAMES: Final = 2000
"""A network's games at a time: a few, so that they fit in small memories."""
_KEPT: Final = np.array([[NUMBER[keep.dice] for keep in keeps_by_number(dice)] for dice in ROLLS], dtype=np.int16)
"""By roll and number of a keep: the set that is kept."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Games as they were played, with the card before every turn; the axes are game and turn."""

    rules: Rules
    moves: npt.NDArray[np.int16]
    """With one axis more: roll, kept set, roll, kept set, roll, box; sets by number."""
    filled: Whole
    """The set of filled boxes: bit i for box i."""
    armed: Whole
    """1 where the Yahtzee box holds 50, else 0."""
    upper: Whole
    """The points in the upper boxes."""
    points: Whole
    """What the turn brought in its box."""
    extra: Whole
    """What it brought beside, for a further Yahtzee."""

    @property
    def boxes(self) -> Whole:
        """The box each turn ended in."""
        return self.moves[:, :, 5].astype(np.int64)

    @property
    def bonus(self) -> Whole:
        """By game: the upper bonus, or 0."""
        total = np.where(self.boxes < 6, self.points, 0).sum(axis=1)
        return np.where(total >= BONUS_AT, BONUS, 0)

    @property
    def scores(self) -> Whole:
        """By game: the final score."""
        scores: Whole = (self.points + self.extra).sum(axis=1) + self.bonus
        return scores

    def card(self, game: int, turn: int) -> Card:
        """The card before a turn, counted from 0."""
        points = [OPEN] * NUM_BOXES
        for box, got in zip(self.moves[game, :turn, 5].tolist(), self.points[game, :turn].tolist(), strict=True):
            points[box] = got
        return Card(tuple(points), int(np.count_nonzero(self.extra[game, :turn])))


def trace(way: Way, games: int, seed: int) -> Trace:
    """Play full games and tell how they went; a number and a seed make a game."""
    if not 1 <= games <= MOST_GAMES:
        raise MendaxError(f"from 1 to {MOST_GAMES:,} games can be played at a time, not {games:,}")
    if not 0 <= seed < 1 << 64:
        raise MendaxError(f"a seed is from 0 to 2^64 - 1, not {seed}")
    if isinstance(way, Model):
        return replay(_network_moves(way, games, seed), read_rules(way.task.rules))
    moves = play_games(way, games, seed, keep_moves=True).moves
    assert moves is not None
    return replay(moves, way.rules)


def replay(moves: npt.NDArray[np.int16], rules: Rules) -> Trace:
    """From what was done to what it brought; the moves are trusted to be legal."""
    rolls, boxes = moves[:, :, 4].astype(np.int64) - FIRST_ROLL, moves[:, :, 5].astype(np.int64)
    faces = FACE[rolls]
    filled = _before(1 << boxes)
    armed = _before(((boxes == YAHTZEE_BOX) & (faces > 0)).astype(np.int64))
    points, extra = POINTS[rolls, boxes], np.zeros_like(boxes)
    for at in zip(*np.nonzero(faces), strict=True):  # where the joker rules speak
        points[at], extra[at] = score_yahtzee(
            filled[at], armed[at], boxes[at], faces[at], points[at], RULE_NUMBER[rules]
        )
    upper = _before(np.where(boxes < 6, points, 0))
    return Trace(rules, moves, filled, armed, upper, points, extra)


def _before(gained: Whole) -> Whole:
    """What earlier turns brought together."""
    before: Whole = np.cumsum(gained, axis=1) - gained
    return before


def _network_moves(model: Model, games: int, seed: int) -> npt.NDArray[np.int16]:
    """The games of a network that always takes its most probable action."""
    task = ArenaTask(model.task.whole())
    run = _compiled(task)
    parts = []
    for first in range(0, games, _GAMES):
        # Always as many games, so that one program serves; those too many are not looked at.
        dice = arena_dice(seed, first, _GAMES, task.turns)
        following = np.concatenate([dice[1:], np.ones_like(dice[:1])])
        end, rolls, actions = run(model.network, dice[0], np.stack([dice, dice, following], axis=1))
        check(end.game)
        parts.append(_as_moves(np.asarray(rolls), np.asarray(actions)))
    return np.concatenate(parts)[:games]


def _as_moves(rolls: npt.NDArray[np.int32], actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
    """Rolls and actions by turn, step and game as a trace has them: keeps that leave the same dice are one."""
    first, second, third = np.moveaxis(rolls, 1, 0)
    one, other, box = np.moveaxis(actions, 1, 0)
    columns = (
        first + FIRST_ROLL,
        _KEPT[first, one],
        second + FIRST_ROLL,
        _KEPT[second, other],
        third + FIRST_ROLL,
        box,
    )
    return np.stack(columns, axis=-1).astype(np.int16).swapaxes(0, 1)


@lru_cache(maxsize=4)
def _compiled(task: ArenaTask) -> Any:
    """As `mendax.learn.rollout.play_best`, and it remembers the way."""

    def run(network: Network, first: Array, later: Array) -> tuple[Walk, Array, Array]:
        def turn(state: Walk, chance: Array) -> tuple[Walk, tuple[Array, Array]]:
            rolls, actions = [], []
            for step, head in enumerate(task.pattern):
                logits = network.logits(network.think(task.observe(state)), head)
                action = policy.best(task.heads[head], network.settings.subsets, logits, task.legal(state, head))
                rolls.append(state.game.roll)
                actions.append(action)
                state, _ = task.step(state, head, action, chance[step])
            return state, (jnp.stack(rolls), jnp.stack(actions))

        end, (rolls, actions) = jax.lax.scan(turn, task.start(first), later, length=task.turns)
        return end, rolls, actions

    return eqx.filter_jit(run)
