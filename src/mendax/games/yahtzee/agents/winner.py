"""`winner`: plays one opponent for the win.

It plays by the exact values of a turn, like `optimal`; here the value of a card is the chance to win.
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
from mendax.games.yahtzee.rules import Card, View, Yahtzee
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES
from mendax.games.yahtzee.solver.optimum import TurnValues, card_state, optimum, value_turn
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.games.yahtzee.solver.head_to_head import HeadToHead


class Winner(Exact):
    """Plays for the win against an opponent who plays for points."""

    def __init__(self, solved: HeadToHead) -> None:
        super().__init__(optimum(solved.rules), "chance to win")
        self.solved = solved

    def turn(self, view: View) -> TurnValues:
        seat = self.solved.seat
        return win_values(self.solved, view.cards[seat], view.cards[1 - seat])


@lru_cache(maxsize=64)
def win_values(solved: HeadToHead, mine: Card, theirs: Card) -> TurnValues:
    """Every option of my turn as a chance to win."""
    from mendax.games.yahtzee.kernel.tables import RULE_NUMBER
    from mendax.games.yahtzee.solver.head_to_head import win_chances
    from mendax.games.yahtzee.solver.turn_outcomes import NUM_OUTCOMES, place_rolls, state_outcome_chances

    table, number = optimum(solved.rules).values.reshape(-1), RULE_NUMBER[solved.rules]
    found, scores = np.zeros(NUM_OUTCOMES), np.empty((NUM_ROLLS, NUM_BOXES))
    their_turn = state_outcome_chances(*card_state(theirs), table, number) if theirs.open else np.zeros(NUM_OUTCOMES)
    win_chances(
        found,
        card_state(mine),
        _points(mine),
        card_state(theirs),
        _points(theirs),
        their_turn,
        solved.place,
        solved.chances,
        table,
    )
    place_rolls(found, *card_state(mine)[:2], number, scores)
    return value_turn(scores)


def _points(card: Card) -> int:
    """The score without an upper bonus."""
    return card.total - (BONUS if card.upper >= BONUS_AT else 0)


@dataclass(frozen=True, slots=True)
class WinnerFactory:
    """The factory of `winner`."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Winner:
        """An agent for a match; the first one at a seat takes half a minute."""
        from mendax.games.yahtzee.solver.head_to_head import head_to_head

        return Winner(head_to_head(_for_two(game).joker, seat))

    def prepare(self, game: AnyGame) -> PreparedWinner:
        """The same with both seats solved, to be carried to the workers."""
        from mendax.games.yahtzee.solver.head_to_head import head_to_head

        rules = _for_two(game).joker
        with spinner("Solving yahtzee for the win, from both seats"):
            return PreparedWinner((head_to_head(rules, 0), head_to_head(rules, 1)))


def _for_two(game: AnyGame) -> Yahtzee:
    """The game, if it is Yahtzee to the last box for two."""
    rules = whole_game(game, "winner")
    if rules.players != 2:
        raise MendaxError(f"winner plays yahtzee for two, not for {rules.players}: write yahtzee:players=2")
    return rules


@dataclass(frozen=True, slots=True)
class PreparedWinner:
    """The factory of `winner` with the solutions for both seats."""

    solved: tuple[HeadToHead, HeadToHead]

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Winner:
        """An agent for a match."""
        return Winner(self.solved[seat])


winner = WinnerFactory()
