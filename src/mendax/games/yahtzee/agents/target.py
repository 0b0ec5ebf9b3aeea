"""`target:N`: plays for the best chance of N points or more.

It plays by the exact values of a turn, like `optimal`; here the value of a card is the chance to reach the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.agents.optimal import Exact, whole_game
from mendax.games.yahtzee.rules.scoring import HIGHEST_SCORE
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.games.yahtzee.solver.target import Target


@dataclass(frozen=True, slots=True)
class TargetFactory:
    """The factory of `target:N`."""

    score: int

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """An agent for a match; the first one for a score takes half a minute."""
        return self.prepare(game)(game, seat, rng)

    def prepare(self, game: AnyGame) -> PreparedTarget:
        """The same with its score solved, to be carried to the workers."""
        from mendax.games.yahtzee.solver.target import target

        rules = whole_game(game, "target").joker
        with spinner(f"Solving yahtzee for {self.score} points"):
            return PreparedTarget(target(rules, self.score))


@dataclass(frozen=True, slots=True)
class PreparedTarget:
    """The factory of `target:N` with the solution for its score."""

    solved: Target

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """An agent for a match."""
        return Exact(self.solved, f"chance of {self.solved.score} points")

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Many games at once, compiled."""
        from mendax.games.yahtzee.solver.play_for_target import play_for_target

        scores, moves = play_for_target(self.solved, count, seed, first)
        return scores.astype(np.float64).tolist(), moves.tolist()


def target_of(game: str, text: str) -> TargetFactory:
    """The factory of `target:N` from the score's text."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= HIGHEST_SCORE):
        raise MendaxError(f"target takes a score from 1 to {HIGHEST_SCORE}, such as target:300; not '{text}'")
    return TargetFactory(int(text))
