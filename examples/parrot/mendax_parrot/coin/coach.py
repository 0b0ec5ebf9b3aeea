"""The coach: what a guess cost, whatever the coin showed."""

from dataclasses import dataclass

from mendax.core import MendaxError
from mendax_parrot.coin.solver import solve


@dataclass(frozen=True)
class GuessReview:
    """A `Review`: how the seat played a match."""

    guess: str
    coin: str
    cost: float

    def summary(self):
        judged = "the best guess" if self.cost == 0 else f"{self.cost:.2f} below the best guess"
        return f"You named {self.guess}, {judged}; the coin was {self.coin}."

    def to_json(self):
        return {"guess": self.guess, "coin": self.coin, "cost": self.cost}

    __str__ = summary


class CoinCoach:
    """A `Coach`: reviews a finished match."""

    def review(self, record, seat):
        if record.forfeit is not None:
            raise MendaxError("the match was forfeited before a guess")
        coin, guess = (move.action for move in record.moves)
        return GuessReview(guess, coin, solve(record.game).value - record.game.chance_of(guess))


COACH = CoinCoach()
