"""Shared by the environments over the readable rules: dice, decisions by number, and sampling of legal actions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from mendax.core.errors import IllegalAction
from mendax.core.game import Turn
from mendax.games.yahtzee.environments.features import action_mask
from mendax.games.yahtzee.kernel.tables import NUM_ACTIONS, NUM_KEEPS, NUM_THROWS, THROWS, action_of
from mendax.games.yahtzee.rules import Roll, State, Yahtzee

Mask: TypeAlias = npt.NDArray[np.int8]
Faces: TypeAlias = npt.NDArray[np.int8]


class LegalActions(Discrete[np.int64]):
    """The 45 actions; a sample without a mask is drawn from those that are legal now.

    The checkers of Gymnasium and PettingZoo, and many random players, sample without a mask, and an illegal
    action is an error here.
    """

    def __init__(self) -> None:
        super().__init__(NUM_ACTIONS)
        self.legal: Mask | None = None
        """What is legal now; the environment keeps it up to date."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action: a legal one, or as the mask or the probabilities say."""
        if mask is None and probability is None and self.legal is not None:
            mask = self.legal
        return super().sample(mask, probability)


def throws(rng: np.random.Generator, num: int) -> Faces:
    """Fair faces for five dice in each of that many games."""
    return THROWS.take(rng.integers(NUM_THROWS, size=num), axis=0)


def begin(game: Yahtzee, throw: Callable[[], Faces]) -> State:
    """A new game, its first roll made."""
    return _land(game, game.start(), throw())


def decide(game: Yahtzee, state: State, number: object, throw: Callable[[], Faces]) -> State:
    """A decision by its number, and the roll that follows; `IllegalAction` is raised before any dice are thrown.

    Dice are thrown after every decision but the last, as in the vector environment, even when all are kept.
    """
    try:
        number = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalAction(f"actions are whole numbers, not {number!r}") from None
    if game.turn(state) is Turn.OVER:
        raise IllegalAction(f"action {number}: the game is over")
    after = game.apply(state, action_of(number, state.dice))
    turn = game.turn(after)
    if turn is Turn.OVER:
        return after
    faces = throw()
    if turn is not Turn.CHANCE:
        return after
    kept = number if number < NUM_KEEPS else 0
    return _land(game, after, np.array([face for i, face in enumerate(faces) if not kept >> i & 1]))


def legal_mask(game: Yahtzee, state: State) -> Mask:
    """The legal actions of whoever's turn it is; none when the game is over."""
    return action_mask(() if game.turn(state) is Turn.OVER else game.actions(state), state.dice)


def _land(game: Yahtzee, state: State, faces: Faces) -> State:
    return game.apply(state, Roll(tuple(sorted(map(int, faces)))))
