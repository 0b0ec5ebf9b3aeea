"""The rules for one player as pure JAX functions, for programs that are compiled as a whole.

Every function works on arrays of any one shape, from a single game to a million, on a processor or a
GPU, inside `jit`, `vmap` and `scan`. There are no branches, only table look-ups and selections. The
dice are handed in; `throw` draws them.

>>> faces = jnp.array([[6, 6, 1, 6, 2], [1, 2, 3, 4, 6]])
>>> state, points = step(start(faces), jnp.array([0b11100, 0b01111]), jnp.array([[6, 5, 1, 1, 1], [1, 1, 1, 1, 5]]))
>>> state.roll.tolist(), state.rolls.tolist(), points.tolist()
([250, 76], [2, 2], [0, 0])

A compiled program cannot raise. So a game whose action is illegal does not move, and remembers the
action in `refused`; `check` raises, outside the program, when any game does.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from mendax.core.errors import IllegalAction
from mendax.games.yahtzee.kernel.joker import extra_points, points_row, usable_boxes
from mendax.games.yahtzee.kernel.tables import (
    ALL_BOXES,
    KEPT_SUM,
    NTH_BOX,
    NUM_ACTIONS,
    NUM_KEEPS,
    ROLL_FACE,
    ROLL_OF_SUM,
    ROW_POINTS,
    RULE_NUMBER,
    YAHTZEE_BOX,
    read_rules,
)
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES, NUM_DICE, Rules
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN

Array: TypeAlias = jax.Array

NONE: Final = -(2**31)
"""In `refused`: no action was illegal so far."""
_RULES: Final = 3
_SINGLE_TURN: Final = 4


class State(NamedTuple):
    """Games of one player, one array for each number, all of the same shape; int32 except the two marked bool."""

    filled: Array
    """The set of filled boxes: bit i for box i."""
    upper: Array
    """The points in the upper six boxes."""
    armed: Array
    """Whether the Yahtzee box holds 50 (bool)."""
    score: Array
    """All points so far: the upper bonus from when it is reached, and 100 for every further Yahtzee."""
    roll: Array
    """The dice on the table, as one of 252 rolls; when the game is over, those of the next one."""
    rolls: Array
    """How many rolls of the turn are made; 0 when the game is over."""
    done: Array
    """Whether the game is over (bool)."""
    refused: Array
    """The first illegal action that was asked for, or `NONE`."""
    variant: Array
    """The number of the rules, and four more where a game is over after its first box."""


def throw(key: Array, shape: tuple[int, ...] = ()) -> Array:
    """Faces for five dice in each of that many games.

    The dice are the last five digits, in base 6, of one random word of 32 bits: cheap, and no throw is
    likelier than another by more than two parts in a million.
    """
    word = jax.random.bits(key, shape, jnp.uint32)
    base, powers = jnp.uint32(6), [jnp.uint32(6**i) for i in range(NUM_DICE)]
    faces = [jax.lax.rem(jax.lax.div(word, power), base).astype(jnp.int32) + 1 for power in powers]
    return jnp.moveaxis(jnp.stack(faces), 0, -1)  # each die's faces lie together in memory


def start(faces: Array, rules: Rules | str = Rules.FORCED, *, single_turn: bool = False) -> State:
    """New games, their first rolls made: the last axis of `faces` is the five dice."""
    variant = RULE_NUMBER[read_rules(rules)] + (_SINGLE_TURN if single_turn else 0)
    shape = faces.shape[:-1]
    return _fresh(_roll_number(0, 0, faces), jnp.full(shape, NONE, jnp.int32), jnp.full(shape, variant, jnp.int32))


def step(state: State, action: Array, faces: Array) -> tuple[State, Array]:
    """One decision in every game, and the points it made.

    A keep rolls the other dice: die i becomes `faces[..., i]`. A score rolls all five; after the last one
    they wait for `restart`. Faces are trusted to be from 1 to 6.
    """
    if not jnp.issubdtype(action.dtype, jnp.integer):
        raise IllegalAction(f"actions are whole numbers, not {action.dtype}")
    action = action.astype(jnp.int32)
    scores = action >= NUM_KEEPS
    box = jnp.clip(action - NUM_KEEPS, 0, NUM_BOXES - 1)
    keep = jnp.where(scores, 0, action & (NUM_KEEPS - 1))
    face = _look_up(ROLL_FACE, state.roll)
    rules = state.variant & _RULES

    usable = usable_boxes(state.filled, face, rules)
    may_score = (state.rolls == ROLLS_PER_TURN) & ((usable >> box) & 1).astype(bool)
    may_keep = (state.rolls > 0) & (state.rolls < ROLLS_PER_TURN)
    moves = jnp.where(scores, may_score, may_keep) & (action >= 0) & (action < NUM_ACTIONS)
    enters = scores & moves

    points = _look_up(ROW_POINTS, points_row(state.roll, state.filled, face, rules) * NUM_BOXES + box)
    extra = extra_points(state.armed, face, rules)
    upper = state.upper + jnp.where(enters & (box < 6), points, 0)
    bonus = jnp.where((state.upper < BONUS_AT) & (upper >= BONUS_AT), BONUS, 0)
    gained = jnp.where(enters, points + extra + bonus, 0)
    filled = state.filled | jnp.where(enters, 1 << box, 0)
    over = enters & ((state.variant >= _SINGLE_TURN) | (filled == ALL_BOXES))

    roll = _roll_number(_look_up(KEPT_SUM, state.roll * NUM_KEEPS + keep), keep, faces)
    rolls = jnp.where(over, 0, jnp.where(enters, 1, state.rolls + 1))
    after = State(
        filled=filled,
        upper=upper,
        armed=state.armed | (enters & (box == YAHTZEE_BOX) & (face > 0)),
        score=state.score + gained,
        roll=jnp.where(moves, roll, state.roll),
        rolls=jnp.where(moves, rolls, state.rolls),
        done=state.done | over,
        refused=jnp.where(moves | (state.refused != NONE), state.refused, jnp.maximum(action, NONE + 1)),
        variant=state.variant,
    )
    return after, gained


def restart(state: State) -> State:
    """Begin the games that are over again: the dice of their last step are the new games' first roll."""
    fresh = _fresh(state.roll, state.refused, state.variant)
    return State(*(jnp.where(state.done, new, old) for new, old in zip(fresh, state, strict=True)))


def legal(state: State) -> Array:
    """By game and action: whether it may be chosen; nothing may once the game is over."""
    may_keep = (state.rolls > 0) & (state.rolls < ROLLS_PER_TURN)
    keeps = jnp.broadcast_to(may_keep[..., None], (*may_keep.shape, NUM_KEEPS))
    face = _look_up(ROLL_FACE, state.roll)
    usable = jnp.where(state.rolls == ROLLS_PER_TURN, usable_boxes(state.filled, face, state.variant & _RULES), 0)
    return jnp.concatenate([keeps, _bits(usable).astype(bool)], axis=-1)


def box_points(state: State) -> Array:
    """By game and box: what the dice on the table would score there now, and 0 where they may not go.

    As `scoring.box_points`, so without the upper bonus and a further Yahtzee's 100 points.
    """
    rules = state.variant & _RULES
    face = _look_up(ROLL_FACE, state.roll)
    row = points_row(state.roll, state.filled, face, rules)
    usable = jnp.where(state.rolls > 0, usable_boxes(state.filled, face, rules), 0)
    return _look_up(ROW_POINTS, row[..., None] * NUM_BOXES + jnp.arange(NUM_BOXES)) * _bits(usable)


def pick(state: State, share: Array) -> Array:
    """A legal action in every game: number `int(share * n)` of its n legal actions, with 0 <= share < 1.

    Uniform shares give a random player. A game that is over has no legal action: what it gets is illegal.
    """
    usable = usable_boxes(state.filled, _look_up(ROLL_FACE, state.roll), state.variant & _RULES)
    place = (share * jax.lax.population_count(usable)).astype(jnp.int32)
    box = _look_up(NTH_BOX, usable * NUM_BOXES + place)
    return jnp.where(state.rolls == ROLLS_PER_TURN, NUM_KEEPS + box, (share * NUM_KEEPS).astype(jnp.int32))


def check(state: State) -> None:
    """Raise if any game was asked for an illegal action; not for use inside a compiled program."""
    refused = np.asarray(state.refused).reshape(-1)
    games = np.flatnonzero(refused != NONE)
    if games.size:
        others = f", and {games.size - 1} other games one of theirs" if games.size > 1 else ""
        raise IllegalAction(
            f"game {games[0]} refused action {refused[games[0]]}{others}: not legal when it was asked for"
        )


def _look_up(table: npt.NDArray[Any], index: Array) -> Array:
    """An entry of a table, as int32; our indices are always inside it."""
    return jnp.asarray(table.reshape(-1)).at[index].get(mode="promise_in_bounds").astype(jnp.int32)


def _bits(boxes: Array) -> Array:
    """A set of boxes as a row of zeros and ones."""
    return (boxes[..., None] >> jnp.arange(NUM_BOXES)) & 1


def _roll_number(kept_sum: Array | int, keep: Array | int, faces: Array) -> Array:
    """The roll that some kept dice make with these faces for the others."""
    total = jnp.asarray(kept_sum)
    for i in range(NUM_DICE):
        weight = (1 << 3 * (faces[..., i].astype(jnp.int32) - 1)) >> 3
        total = total + jnp.where((keep >> i) & 1, 0, weight)
    return _look_up(ROLL_OF_SUM, total)


def _fresh(roll: Array, refused: Array, variant: Array) -> State:
    """A game at its first roll."""
    zero, no = jnp.zeros_like(variant), jnp.zeros_like(variant, bool)
    return State(zero, zero, no, zero, roll, zero + 1, no, refused, variant)
