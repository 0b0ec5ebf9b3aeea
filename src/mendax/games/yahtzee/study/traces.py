"""Traces: whole games with every roll, keep and box, played by a policy network or by a table of values.

All players get the dice that the arena rolls for each game number, so they are compared on the same chance as far as
their keeps allow.
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
from mendax.games.yahtzee.agents.policy_model import PolicyModel
from mendax.games.yahtzee.kernel.dice_sets import FACE, FIRST_ROLL, NUMBER
from mendax.games.yahtzee.kernel.jax_kernel import Array, check
from mendax.games.yahtzee.kernel.joker import extra_points, points_row
from mendax.games.yahtzee.kernel.tables import ROW_POINTS, RULE_NUMBER, YAHTZEE_BOX, keeps_by_number, read_rules
from mendax.games.yahtzee.learning.lockstep import ArenaTask, Walk, arena_dice
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES, OPEN, ROLLS, Card, Rules
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.play_for_points import MOST_GAMES, play_games
from mendax.learn import policy
from mendax.learn.network import Network

Player: TypeAlias = PolicyModel | Optimum
"""Who plays: a trained policy network, or a value for every state."""
Whole: TypeAlias = npt.NDArray[np.int64]

_GAMES: Final = 2000
"""A network's games at a time: few enough for small memories."""
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
    """The points that the turn made in its box."""
    extra: Whole
    """The points for a further Yahtzee in that turn."""

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


def trace(player: Player, games: int, seed: int) -> Trace:
    """Play full games; the seed and its number determine the dice of a game."""
    if not 1 <= games <= MOST_GAMES:
        raise MendaxError(f"from 1 to {MOST_GAMES:,} games can be played at a time, not {games:,}")
    if not 0 <= seed < 1 << 64:
        raise MendaxError(f"a seed is from 0 to 2^64 - 1, not {seed}")
    if isinstance(player, PolicyModel):
        return replay(_network_moves(player, games, seed), read_rules(player.task.rules))
    moves = play_games(player, games, seed, keep_moves=True).moves
    assert moves is not None
    return replay(moves, player.rules)


def replay(moves: npt.NDArray[np.int16], rules: Rules) -> Trace:
    """From moves to cards and points; the moves are trusted to be legal."""
    rolls, boxes = moves[:, :, 4].astype(np.int64) - FIRST_ROLL, moves[:, :, 5].astype(np.int64)
    faces = FACE[rolls]
    filled = _before(1 << boxes)
    armed = _before(((boxes == YAHTZEE_BOX) & (faces > 0)).astype(np.int64))
    number = RULE_NUMBER[rules]
    points = ROW_POINTS[points_row(rolls, filled, faces, number), boxes].astype(np.int64)
    extra = extra_points(armed, faces, number)
    upper = _before(np.where(boxes < 6, points, 0))
    return Trace(rules, moves, filled, armed, upper, points, extra)


def _before(gained: Whole) -> Whole:
    """The sum over earlier turns."""
    before: Whole = np.cumsum(gained, axis=1) - gained
    return before


def _network_moves(model: PolicyModel, games: int, seed: int) -> npt.NDArray[np.int16]:
    """The games of a network that always takes its most probable action."""
    task = ArenaTask(model.task.whole())
    run = _compiled(task)
    parts = []
    for first in range(0, games, _GAMES):
        # Always the same number of games, so that one program serves; the surplus is ignored.
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
    """As `mendax.learn.rollout.play_best`, with rolls and actions recorded."""

    def run(network: Network, first: Array, later: Array) -> tuple[Walk, Array, Array]:
        def turn(state: Walk, chance: Array) -> tuple[Walk, tuple[Array, Array]]:
            rolls, actions = [], []
            for step, head in enumerate(task.pattern):
                logits = network.logits(network.encode(task.observe(state)), head)
                action = policy.best(task.heads[head], network.settings.subsets, logits, task.legal(state, head))
                rolls.append(state.game.roll)
                actions.append(action)
                state, _ = task.step(state, head, action, chance[step])
            return state, (jnp.stack(rolls), jnp.stack(actions))

        end, (rolls, actions) = jax.lax.scan(turn, task.start(first), later, length=task.turns)
        return end, rolls, actions

    return eqx.filter_jit(run)
