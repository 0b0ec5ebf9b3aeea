"""Answer habits, as tables of probabilities: steady ones, and ones that count what fair hidden dice can make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Final, NamedTuple

import numpy as np

from mendax.games.blufpoker.agents.reasoning.layouts import NUM_ROLLS, OPEN_SETS, Floats
from mendax.games.blufpoker.rules.odds import chance_at_least, chance_exactly

SLIP: Final = 0.01
"""How often an answer departs from a habit: evidence against a habit is never final."""
STEADY: Final = (SLIP, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1 - SLIP)
"""To believe any bid so often."""
_STEADY_PRIOR: Final = (0.12, *(0.025,) * 7, 0.15, 0.03, 0.2)
"""Players who always or never believe, and those of the paper who believe 80 %, are likelier than others."""
_CALLS_TOP_PRIOR: Final = 0.25


class Counting(NamedTuple):
    """To believe a bid that fair hidden dice make true more often than a threshold, which is drawn each time."""

    mean: float
    deviation: float
    factors: tuple[float, float, float]
    """By the number of open dice: what the threshold is multiplied by."""
    doubts_openings: bool
    """An opening that the rules make true is judged as any other bid."""
    exact: bool
    """A bid that the cup cannot hold exactly is called, even if it may hold more."""
    prior: float


COUNTING: Final = (
    Counting(1 / 4, 1 / 12, (0.5, 0.75, 1.0), doubts_openings=True, exact=False, prior=0.08),  # the paper's thresholds
    Counting(1 / 4, 1 / 12, (0.5, 0.75, 1.0), doubts_openings=True, exact=True, prior=0.05),
    Counting(0.15, 0.1, (1.0, 1.0, 1.0), doubts_openings=False, exact=False, prior=0.08),
    Counting(0.5, 0.05, (1.0, 1.0, 1.0), doubts_openings=False, exact=False, prior=0.06),
)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The answer habits: steady ones, the same with a call of the highest bid of all, and counting ones."""

    prior: Floats
    believes: Floats
    """By habit, open dice and bid: the probability to believe."""
    certain: Floats
    """By habit and bid: the same for an opening that the rules make true."""


@cache
def answers(top321: bool) -> Answers:
    """The answer habits with the chances of one order of rolls."""
    steady = np.array(STEADY)
    flat = np.broadcast_to(steady[:, None, None], (len(STEADY), len(OPEN_SETS), NUM_ROLLS)).copy()
    calls_top = flat.copy()
    calls_top[:, :, -1] = SLIP
    counting = np.array([_counting_table(habit, top321) for habit in COUNTING])
    believes = np.concatenate([flat, calls_top, counting])
    certain = believes[:, 0].copy()  # no die lies open then
    for number, habit in enumerate(COUNTING):
        if not habit.doubts_openings:
            certain[2 * len(STEADY) + number] = 1 - SLIP
    prior = np.outer((1 - _CALLS_TOP_PRIOR, _CALLS_TOP_PRIOR), _STEADY_PRIOR).ravel()
    prior = np.concatenate([prior, [habit.prior for habit in COUNTING]])
    return Answers(prior / prior.sum(), believes, certain)


def _counting_table(habit: Counting, top321: bool) -> Floats:
    """By open dice and bid: the probability to believe."""
    table = np.zeros((len(OPEN_SETS), NUM_ROLLS))
    for open_set, dice in enumerate(OPEN_SETS):
        factor = habit.factors[len(dice)]
        for bid in range(NUM_ROLLS):
            if not habit.exact or chance_exactly(dice, bid, top321) > 0:
                chance = chance_at_least(dice, bid, top321)
                deviations = (chance / factor - habit.mean) / habit.deviation
                table[open_set, bid] = 0.5 + 0.5 * erf(deviations / sqrt(2)) if chance else 0.0
    return SLIP + (1 - 2 * SLIP) * table
