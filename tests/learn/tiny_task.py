"""A tiny task for tests of learning: two tokens of three kinds, keep some, then guess a number.

A turn is a keep, which draws the tokens not kept again, and a guess, which pays 1 if it names the kind of the
first token. A random player scores a third of a point a turn; the best play scores one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import jax
import jax.numpy as jnp

from mendax.learn.task import Array, CategoricalHead, Observation, SubsetHead

KEEP, GUESS = 0, 1
TOKENS, KINDS, FULL_LENGTH = 2, 3, 2


class Table(NamedTuple):
    tokens: Array
    turn: Array
    score: Array


@dataclass(frozen=True, slots=True)
class GuessTask:
    """Keep and guess; a `mendax.learn.task.Task`."""

    turns: int = FULL_LENGTH

    @property
    def heads(self) -> tuple[SubsetHead, CategoricalHead]:
        return SubsetHead("keep", TOKENS), CategoricalHead("guess", KINDS)

    @property
    def pattern(self) -> tuple[int, ...]:
        return KEEP, GUESS

    @property
    def things(self) -> tuple[int, int]:
        return TOKENS, KINDS

    @property
    def num_plain(self) -> int:
        return 1

    def chances(self, key: Array, games: int) -> tuple[Array, Array]:
        drawn = jax.random.randint(key, (self.turns * 2 + 1, games, TOKENS), 0, KINDS)
        return drawn[-1], drawn[:-1].reshape(self.turns, 2, games, TOKENS)

    def start(self, chance: Array) -> Table:
        zero = jnp.zeros(chance.shape[0], jnp.int32)
        return Table(chance, zero, zero)

    def observe(self, state: Table) -> Observation:
        return Observation(state.tokens, state.turn[..., None].astype(jnp.float32))

    def legal(self, state: Table, head: int) -> Array | None:
        return None if head == KEEP else jnp.ones((*state.turn.shape, KINDS), bool)

    def step(self, state: Table, head: int, action: Array, chance: Array) -> tuple[Table, Array]:
        if head == KEEP:
            kept = (action[:, None] >> jnp.arange(TOKENS)) & 1 == 1
            return state._replace(tokens=jnp.where(kept, state.tokens, chance)), jnp.zeros_like(state.score)
        won = (action == state.tokens[:, 0]).astype(jnp.int32)
        return Table(chance, state.turn + 1, state.score + won), won

    def outcome(self, state: Table) -> Mapping[str, Array]:
        return {"score": state.score}

    def cut(self, turns: int) -> GuessTask:
        return replace(self, turns=turns)

    def whole(self) -> GuessTask:
        return replace(self, turns=FULL_LENGTH)
