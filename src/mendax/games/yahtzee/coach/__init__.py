"""The coach: the value of every option in a position, and the review of a played game."""

from mendax.games.yahtzee.coach.advice import Advice, Advised, advise
from mendax.games.yahtzee.coach.review import COACH, Decided, Rolled, SeatReview, review

__all__ = ["COACH", "Advice", "Advised", "Decided", "Rolled", "SeatReview", "advise", "review"]
