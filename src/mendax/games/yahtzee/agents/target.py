"""`target:N`: plays for the best chance of N points or more.

It plays by the exact values of a turn, like `optimal`; only what a turn leads to is valued by the chance to reach a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.agents.optimal import Exact, whole_game

HIGHEST_SCORE = 1575
"""Twelve further Yahtzees and everything else to go with them."""


@dataclass(frozen=True, slots=True)
class TargetFactory:
    """The factory of `target:N`."""

    score: int

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """An agent for a match; the first one for a score takes half a minute to prepare."""
        from mendax.games.yahtzee.solver.target import target

        rules = whole_game(game, "target")
        return Exact(target(rules.joker, self.score), f"chance of {self.score} points")

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Games by the thousand, with the compiled twin of the agent."""
        from mendax.games.yahtzee.solver.simulate_goals import play_for_target
        from mendax.games.yahtzee.solver.target import target

        rules = whole_game(game, "target")
        scores, moves = play_for_target(target(rules.joker, self.score), count, seed, first)
        return scores.astype(np.float64).tolist(), moves.tolist()


def target_of(game: str, text: str) -> TargetFactory:
    """The factory of `target:N` from the score's text."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= HIGHEST_SCORE):
        raise MendaxError(f"target takes a score from 1 to {HIGHEST_SCORE}, such as target:300; not '{text}'")
    return TargetFactory(int(text))
