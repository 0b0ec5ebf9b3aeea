"""The solution: which side to name, and how often that is right."""

from dataclasses import dataclass

from mendax.core import game_text
from mendax_parrot.coin.rules import SIDES, Coin


@dataclass(frozen=True)
class Solution:
    """A `Result`: typed fields for Python, `to_json` for programs, `str()` for people."""

    game: Coin
    guess: str
    value: float

    def to_json(self):
        return {"game": game_text(self.game), "value": self.value, "guess": self.guess}

    def __str__(self):
        return f"Name {self.guess}: right {100 * self.value:.1f} % of the time."


def solve(game):
    """The likelier side."""
    guess = max(SIDES, key=game.chance_of)
    return Solution(game, guess, game.chance_of(guess))
