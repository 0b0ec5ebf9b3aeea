"""What best play scores, as data: the value of a card, and everything it leads to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.games.yahtzee.rules import Card, Yahtzee
from mendax.games.yahtzee.rules.scoring import BONUS, NAMES

if TYPE_CHECKING:
    from mendax.games.yahtzee.solver.distribution import Distribution

Report = Callable[[str], None]
"""Is told what is being computed."""


@dataclass(frozen=True, slots=True)
class ScoreSolution:
    """The best play for points from a card to the end of the game."""

    game: Yahtzee
    start: Card
    further: float
    """Points still to come, on average."""
    states: int
    distribution: Distribution
    seconds: float
    """Of the solution itself."""
    seconds_distribution: float
    """Of following every game to its end."""

    @property
    def value(self) -> float:
        """The expected final score."""
        return self.start.total + self.further

    def to_json(self, at_least: Sequence[int] = ()) -> dict[str, Any]:
        """The value, the spread, the mean of every box, and the chances of the scores asked for."""
        spread = self.distribution
        return {
            "game": game_text(self.game),
            "rules": self.game.rules,
            "value": self.value,
            "score": self.start.total,
            "further": self.further,
            "states": self.states,
            "seconds": self.seconds,
            "seconds_distribution": self.seconds_distribution,
            "std": spread.std,
            "bonus_rate": spread.bonus_rate,
            "yahtzee_rate": spread.yahtzee_rate,
            "box_means": dict(zip(NAMES, spread.box_means, strict=True)),
            "bonus_mean": BONUS * spread.bonus_rate,
            "extras_mean": spread.extras,
            "survival": {str(score): spread.at_least(score) for score in at_least},
        }


@dataclass(frozen=True, slots=True)
class TargetSolution:
    """The best chance of a score, beside what best play for points makes of it."""

    game: Yahtzee
    start: Card
    target: int
    value: float
    """The best chance."""
    optimal: float
    """The chance when playing for points."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Both chances."""
        return {
            "game": game_text(self.game),
            "rules": self.game.rules,
            "target": self.target,
            "value": self.value,
            "optimal": self.optimal,
            "score": self.start.total,
            "seconds": self.seconds,
        }


def solve(game: Yahtzee, start: Card | None = None, report: Report | None = None) -> ScoreSolution:
    """The best play for points, from the empty card or any other."""
    from mendax.games.yahtzee.solver.distribution import distribution
    from mendax.games.yahtzee.solver.expected_score import NUM_STATES
    from mendax.games.yahtzee.solver.expected_score import solve as solve_exactly
    from mendax.games.yahtzee.solver.optimum import Optimum

    card = check_card(game, start)
    say = report or _silent
    say("compiling (once) and solving")
    solve_exactly(game.joker)  # the first call loads or compiles the kernel: start-up, not solving
    began = time.perf_counter()
    table = Optimum(game.joker, solve_exactly(game.joker))
    solved = time.perf_counter()
    spread = distribution(table, card, lambda filled: say(f"following every game to its end, {filled} of 13 boxes"))
    ended = time.perf_counter()
    return ScoreSolution(game, card, table.further(card), NUM_STATES, spread, solved - began, ended - solved)


def solve_for_target(
    game: Yahtzee, target: int, start: Card | None = None, report: Report | None = None
) -> TargetSolution:
    """The best chance of a final score of `target` or more."""
    from mendax.games.yahtzee.solver.distribution import distribution
    from mendax.games.yahtzee.solver.optimum import optimum
    from mendax.games.yahtzee.solver.target import solve_target

    card = check_card(game, start)
    say = report or _silent
    began = time.perf_counter()
    solved = solve_target(game.joker, target, card, lambda done: say(f"{done} of 13 boxes"))
    seconds = time.perf_counter() - began
    by_points = distribution(optimum(game.joker), card).at_least(target)
    return TargetSolution(game, card, target, solved.chance(card), by_points, seconds)


def check_card(game: Yahtzee, start: Card | None) -> Card:
    """A card that can happen under the game's rules, for one player and the whole game."""
    if game.players > 1 or game.single_turn:
        raise MendaxError("the exact solution is for one player and the whole game")
    card = start or Card()
    if card.extras and not game.joker.pays_extra:
        raise MendaxError(f"under the rules {game.rules} no extras are ever paid")
    return card


def _silent(text: str) -> None:
    pass
