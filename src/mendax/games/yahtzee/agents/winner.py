"""`winner`: plays one opponent for the win.

It plays by the exact values of a turn, like `optimal`; only what a turn leads to is valued by the chance to win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.games.yahtzee.agents.optimal import Exact, whole_game
from mendax.games.yahtzee.kernel.dice_sets import NUM_ROLLS
from mendax.games.yahtzee.rules import Card, View
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT
from mendax.games.yahtzee.solver.optimum import TurnValues, optimum, state_of, value_turn

if TYPE_CHECKING:
    from mendax.games.yahtzee.solver.head_to_head import Duel


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
    from mendax.games.yahtzee.solver.expected_score import RULE_NUMBER
    from mendax.games.yahtzee.solver.head_to_head import win_chances
    from mendax.games.yahtzee.solver.outcomes import NUM_OUTCOMES, place_rolls, turn_outcomes_of

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
        """An agent for a match; the first one at a seat takes half a minute to prepare."""
        from mendax.games.yahtzee.solver.head_to_head import duel

        rules = whole_game(game, "winner")
        if rules.players != 2:
            raise MendaxError(f"winner plays yahtzee for two, not for {rules.players}: write yahtzee:players=2")
        return Winner(duel(rules.joker, seat))


winner = WinnerFactory()
