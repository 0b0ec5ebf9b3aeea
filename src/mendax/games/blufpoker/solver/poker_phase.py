"""The poker phase as a decision problem, in exact fractions.

Whoever believed a poker rolls all three dice openly, may keep any and roll the others, and has three rolls at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.order import KEEP_ACTIONS
from mendax.games.blufpoker.rules.rolls import FACES, SORTED, Dice, Roll, is_poker, sort_dice


class PokerOdds(NamedTuple):
    """How a poker phase ends for the believer: with a higher poker, an equal one, or neither."""

    higher: Fraction
    equal: Fraction
    fail: Fraction

    @property
    def value(self) -> Fraction:
        """What the believer wins in a round for two: +1 for a higher poker, -1 for a failure."""
        return self.higher - self.fail

    def to_json(self) -> dict[str, float | str]:
        """The odds as numbers, and as fractions in text."""
        named: dict[str, float | str] = {}
        for name, odds in self._asdict().items():
            named[name] = float(odds)
            named[f"{name}_fraction"] = str(odds)
        return named


class Objective(Enum):
    """What the believer wants from the poker phase."""

    NOT_FAIL = "not fail"
    """Fail as rarely as possible; among those ways, reach a higher poker as often as possible."""
    VALUE = "value"
    """The best value in a round for two, where a draw is worth half way between a win and a loss."""

    def rate(self, odds: PokerOdds) -> tuple[Fraction, Fraction]:
        """A key that is larger for better odds."""
        return (odds.value, odds.higher) if self is Objective.VALUE else (-odds.fail, odds.higher)


KeepPolicy: TypeAlias = Callable[[Roll, int], Mapping[Dice, Fraction | float]]
"""By the dice on the table and the rolls left: how likely each choice of dice to keep is."""


def keeps(dice: Roll) -> tuple[Dice, ...]:
    """The different sets of dice that can be kept while at least one is rolled, the smallest first."""
    return tuple(action.dice for action in KEEP_ACTIONS[dice])


def outcome(dice: Roll, target: int) -> PokerOdds | None:
    """The end of the phase if these dice end it in success, else nothing."""
    if not is_poker(dice) or dice[0] < target:
        return None
    return PokerOdds(Fraction(dice[0] > target), Fraction(dice[0] == target), Fraction(0))


@dataclass(frozen=True, slots=True)
class PokerPhase:
    """Best play against a poker of `target` under an objective."""

    target: int
    objective: Objective = Objective.VALUE

    @property
    def odds(self) -> PokerOdds:
        """The odds before the first roll."""
        return self.after_keeping((), OPEN_ROLLS)

    def at(self, dice: Roll, left: int) -> PokerOdds:
        """The odds with these dice on the table and `left` rolls to come."""
        return _best(self, dice, left)[1]

    def keep(self, dice: Roll, left: int) -> Dice:
        """The dice to keep; among equally good choices the one with the fewest dice."""
        return _best(self, dice, left)[0]

    def after_keeping(self, kept: Dice, left: int) -> PokerOdds:
        """The odds when the dice that are not kept are rolled now, with `left` rolls to come including this one."""
        return _after_keeping(self, kept, left)


@cache
def _best(phase: PokerPhase, dice: Roll, left: int) -> tuple[Dice, PokerOdds]:
    ended = outcome(dice, phase.target)
    if ended is not None or left == 0:
        return dice, ended or PokerOdds(Fraction(0), Fraction(0), Fraction(1))
    options = [(kept, phase.after_keeping(kept, left)) for kept in keeps(dice)]
    return max(options, key=lambda option: phase.objective.rate(option[1]))


@cache
def _after_keeping(phase: PokerPhase, kept: Dice, left: int) -> PokerOdds:
    if len(kept) == 3:
        return phase.at(sort_dice(kept), left - 1)
    return _mean([phase.after_keeping(SORTED[*kept, face], left) for face in FACES])


def best_poker_odds() -> npt.NDArray[np.float64]:
    """By target: higher, equal and fail for a believer who plays the phase for its value."""
    return np.array([[float(odds) for odds in PokerPhase(face).odds] for face in FACES])


def odds_of(target: int, policy: KeepPolicy) -> tuple[float, float, float]:
    """Higher, equal and fail when the dice to keep are chosen by a policy."""
    known: dict[tuple[Dice, int], tuple[float, float, float]] = {}

    def after(kept: Dice, left: int) -> tuple[float, float, float]:
        if len(kept) == 3:
            return at(sort_dice(kept), left - 1)
        if (kept, left) not in known:
            known[kept, left] = _average([(1 / len(FACES), after(SORTED[*kept, face], left)) for face in FACES])
        return known[kept, left]

    def at(dice: Roll, left: int) -> tuple[float, float, float]:
        ended = outcome(dice, target)
        if ended is not None:
            return float(ended.higher), float(ended.equal), 0.0
        if left == 0:
            return 0.0, 0.0, 1.0
        return _average([(float(share), after(kept, left)) for kept, share in policy(dice, left).items() if share])

    return after((), OPEN_ROLLS)


def _mean(ends: list[PokerOdds]) -> PokerOdds:
    count = len(ends)
    return PokerOdds(*(sum(column, Fraction(0)) / count for column in zip(*ends, strict=True)))


def _average(ends: list[tuple[float, tuple[float, float, float]]]) -> tuple[float, float, float]:
    higher, equal, fail = (sum(share * end[column] for share, end in ends) for column in range(3))
    return higher, equal, fail
