"""The coach of Blufpoker: what to do in a position, and the review of a played match.

Two players are reviewed by the exact solution of the round, other tables by counting dice.
"""

from __future__ import annotations

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.record import Record
from mendax.games.blufpoker.agents.round_values import RoundValues
from mendax.games.blufpoker.coach.counted_review import CountedReview, review_by_counting
from mendax.games.blufpoker.coach.exact_review import ExactReview, ExactReviewer
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.solver.solution import check_round, load_or_solve
from mendax.report.progress import spinner

__all__ = ["COACH", "BlufpokerCoach", "CountedReview", "ExactReview", "review"]


def review(record: Record, seat: Seat) -> ExactReview | CountedReview:
    """Review one seat: exactly where two play a round that is solved, else by counting."""
    game = record.game
    if not isinstance(game, Blufpoker):
        raise MendaxError(f"this coach reviews blufpoker, not {game.name}")
    why = why_not_exact(game)
    if why:
        return review_by_counting(game, record, seat, why)
    with spinner("Solving the round for two players, once; the solution is kept"):
        solved = load_or_solve()
    return ExactReviewer(game, RoundValues(solved, game.opening == "truthful")).review(record, seat)


def why_not_exact(game: Blufpoker) -> str:
    """Why a match has no exact review; empty where it has one."""
    if game.players != 2:
        return "the exact review is for two players"
    try:
        check_round(game)
    except MendaxError as error:
        return str(error)
    return ""


class BlufpokerCoach:
    """Reviews Blufpoker, seat by seat."""

    def review(self, record: Record, seat: Seat) -> ExactReview | CountedReview:
        return review(record, seat)


COACH = BlufpokerCoach()
