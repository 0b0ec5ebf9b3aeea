"""`target:N` and `winner`: minds that want something else than points.

Both play by the exact values of a turn, like `optimal`; only what a turn leads to is valued otherwise:
by the chance to reach a score, or by the chance to win against another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from mendax.agents.yahtzee.optimum import TurnValues, optimum, state_of, value_turn
from mendax.agents.yahtzee.players import Exact
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee import Card, View, Yahtzee
from mendax.games.yahtzee.lattice import NUM_ROLLS
from mendax.games.yahtzee.scoring import BONUS, BONUS_AT

if TYPE_CHECKING:
    from mendax.agents.yahtzee.duel import Duel

HIGHEST_SCORE = 1575
"""Twelve further Yahtzees and everything else to go with them."""


@dataclass(frozen=True, slots=True)
class TargetFactory:
    """The factory of `target:N`."""

    score: int

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Exact:
        """A mind for a match; the first one for a score takes half a minute to prepare."""
        from mendax.agents.yahtzee.reaching import target

        rules = _whole_game(game, "target")
        return Exact(target(rules.joker, self.score), f"chance of {self.score} points")

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Games by the thousand, with the compiled twin of the mind."""
        from mendax.agents.yahtzee.goal_games import play_for_target
        from mendax.agents.yahtzee.reaching import target

        rules = _whole_game(game, "target")
        scores, moves = play_for_target(target(rules.joker, self.score), count, seed, first)
        return scores.astype(np.float64).tolist(), moves.tolist()


def target_of(game: str, text: str) -> TargetFactory:
    """The factory of `target:N` from the score's text."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= HIGHEST_SCORE):
        raise MendaxError(f"target takes a score from 1 to {HIGHEST_SCORE}, such as target:300; not '{text}'")
    return TargetFactory(int(text))


class Winner(Exact):
    """Plays for the win against an opponent who plays for points."""

    def __init__(self, solved: Duel) -> None:
        super().__init__(optimum(solved.rules), "chance to win")
        self.solved = solved

    def turn(self, view: View) -> TurnValues:
        """What every option is worth, with both cards in sight."""
        seat = self.solved.seat
        return win_values(self.solved, view.cards[seat], view.cards[1 - seat])


@lru_cache(maxsize=64)
def win_values(solved: Duel, mine: Card, theirs: Card) -> TurnValues:
    """Every option of my turn as a chance to win."""
    from mendax.agents.yahtzee.duel import win_chances
    from mendax.agents.yahtzee.outcomes import NUM_OUTCOMES, place_rolls, turn_outcomes_of
    from mendax.agents.yahtzee.solver import RULE_NUMBER

    worth, number = optimum(solved.rules).worth.reshape(-1), RULE_NUMBER[solved.rules]
    found, scores = np.zeros(NUM_OUTCOMES), np.empty((NUM_ROLLS, 13))
    their_turn = turn_outcomes_of(*state_of(theirs), worth, number) if theirs.open else np.zeros(NUM_OUTCOMES)
    win_chances(
        found,
        state_of(mine),
        _points(mine),
        state_of(theirs),
        _points(theirs),
        their_turn,
        solved.place,
        solved.chances,
        worth,
    )
    place_rolls(found, *state_of(mine)[:2], number, scores)
    return value_turn(scores)


def _points(card: Card) -> int:
    """The score without an upper bonus."""
    return card.total - (BONUS if card.upper >= BONUS_AT else 0)


@dataclass(frozen=True, slots=True)
class WinnerFactory:
    """The factory of `winner`."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Winner:
        """A mind for a match; the first one at a seat takes half a minute to prepare."""
        from mendax.agents.yahtzee.duel import duel

        rules = _whole_game(game, "winner")
        if rules.players != 2:
            raise MendaxError(f"winner plays yahtzee for two, not for {rules.players}: write yahtzee:players=2")
        return Winner(duel(rules.joker, seat))


winner = WinnerFactory()


def _whole_game(game: AnyGame, name: str) -> Yahtzee:
    if not isinstance(game, Yahtzee):
        raise MendaxError(f"{name} does not play {game.name}")
    if game.single_turn:
        raise MendaxError(f"{name} plays whole games, not single turns")
    return game
