"""The coach of Liar's Dice: what the odds said of each decision, its exact cost where the round is solved, and what
the champion says: win chances, what each decision lost, and luck."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from mendax.core.advised_review import AdvisedCoach, AdvisedReview
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.liars_dice.coach.odds import OddsReview, review_by_odds
from mendax.games.liars_dice.rules import LiarsDice

_EXACT: Final = AdvisedCoach(
    "cfr",
    title="the solution of the round",
    unit="rounds in a hundred",
    factor=50.0,
    decimals=1,
    meaning="against one who plays the solution",
)


class LiarsDiceCoach:
    """Reviews Liar's Dice: by its solution where one round of two players is solved, else by the odds."""

    def review(self, record: Record, seat: Seat) -> OddsReview | AdvisedReview:
        """How a seat played a match."""
        game = record.game
        if not isinstance(game, LiarsDice):
            raise MendaxError(f"this coach reviews liars-dice, not {game.name}")
        if game.single_round and game.players == 2 and not game.options.push:
            with suppress(MendaxError):  # a large one is not solved
                return _EXACT.review(record, seat)
        return review_by_odds(game, record, seat)


COACH = LiarsDiceCoach()

__all__ = ["COACH", "LiarsDiceCoach", "OddsReview", "review_by_odds"]
