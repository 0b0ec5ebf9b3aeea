"""The solutions of Yahtzee as data: `solve` for points, `solve_for_target` for the best chance of a score."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from mendax.core.errors import MendaxError
from mendax.core.game import game_text
from mendax.games.yahtzee.rules import Card, Yahtzee
from mendax.games.yahtzee.rules.scoring import BONUS, NAMES, NUM_BOXES

if TYPE_CHECKING:
    from mendax.games.yahtzee.solver.distribution import Distribution

Report: TypeAlias = Callable[[str], None]
"""Called with a description of what is being computed."""


@dataclass(frozen=True, slots=True)
class ScoreSolution:
    """The best play for points from a card to the end of the game."""

    game: Yahtzee
    start: Card
    further: float
    """Points still to come, on average."""
    states: int
    seconds: float
    """How long solving took."""
    seconds_loading: float
    """How long the compiled solver took to load; to compile, the first time of all."""
    distribution: Distribution | None = None
    """How games end, where it was asked for: that takes many times as long as solving."""
    seconds_distribution: float = 0.0
    """How long the distribution took."""

    @property
    def value(self) -> float:
        """The expected final score."""
        return self.start.total + self.further

    def to_json(self, at_least: Sequence[int] = ()) -> dict[str, Any]:
        """The value; where the distribution is known, the mean of every box and the chances of `at_least` too."""
        found = {
            "game": game_text(self.game),
            "rules": self.game.rules,
            "value": self.value,
            "score": self.start.total,
            "further": self.further,
            "states": self.states,
            "seconds": self.seconds,
            "seconds_loading": self.seconds_loading,
        }
        spread = self.distribution
        if spread is None:
            return found
        return {
            **found,
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
    """The best chance of a score, and the chance of it under best play for points."""

    game: Yahtzee
    start: Card
    target: int
    value: float
    """The best chance."""
    optimal: float
    """The chance under best play for points."""
    seconds: float
    """How long the best chance took."""
    seconds_optimal: float
    """How long the chance under best play for points took."""

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
            "seconds_optimal": self.seconds_optimal,
        }


def solve(
    game: Yahtzee, start: Card | None = None, report: Report | None = None, *, spread: bool = False
) -> ScoreSolution:
    """The best play for points, from the empty card or any other; with `spread` the distribution of the score too."""
    began = time.perf_counter()
    from mendax.games.yahtzee.solver.expected_score import NUM_STATES, load_kernel, solve_table
    from mendax.games.yahtzee.solver.optimum import Optimum

    card = check_card(game, start)
    say = report or _silent
    say("compiling (once) and solving")
    load_kernel()
    loaded = time.perf_counter()
    table = Optimum(game.joker, solve_table(game.joker))
    solved = time.perf_counter()
    value = ScoreSolution(game, card, table.further(card), NUM_STATES, solved - loaded, loaded - began)
    if not spread:
        return value
    from mendax.games.yahtzee.solver.distribution import distribution

    found = distribution(
        table, card, lambda filled: say(f"following every game to its end, {filled} of {NUM_BOXES} boxes")
    )
    return replace(value, distribution=found, seconds_distribution=time.perf_counter() - solved)


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
    solved = solve_target(game.joker, target, card, lambda done: say(f"{done} of {NUM_BOXES} boxes"))
    ended = time.perf_counter()
    by_points = distribution(optimum(game.joker), card).at_least(target)
    seconds = ended - began, time.perf_counter() - ended
    return TargetSolution(game, card, target, solved.chance(card), by_points, *seconds)


def check_card(game: Yahtzee, start: Card | None) -> Card:
    """The card to start from; a `MendaxError` if the game or the card has no exact solution."""
    if game.players > 1 or game.single_turn:
        raise MendaxError("the exact solution is for one player and the whole game")
    card = start or Card()
    if card.extras and not game.joker.pays_extra:
        raise MendaxError(f"under the rules {game.rules} no extras are ever paid")
    return card


def _silent(text: str) -> None:
    pass
