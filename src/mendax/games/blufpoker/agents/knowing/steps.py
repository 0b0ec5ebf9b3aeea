"""The steps of section 2.3 as probabilities: when to call, which die to roll next, and what was decided in passing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from mendax.games.blufpoker.agents.knowing.model import Worlds
from mendax.games.blufpoker.agents.knowing.readings import Readings
from mendax.games.blufpoker.rules import STOP, Action, Dice, Order, Roll, RollDie

THRESHOLD_MEAN: Final = 1 / 4
THRESHOLD_DEVIATION: Final = 1 / 12
THRESHOLD_FACTORS: Final = (0.5, 0.75, 1.0)
"""By the number of open dice."""
POKER_BLUFF: Final = 1 / 6
"""Rolling, step 2: the chance of a bluff on the poker of two equal open dice."""
SECOND_SIX: Final = 1 / 2
"""Rolling, step 3: the chance of rolling the last die after a 6."""
BLUFFS: Final = 3
"""Bidding, step 3: a bluff is one of so many next possible bids."""
_NORMAL: Final = NormalDist(THRESHOLD_MEAN, THRESHOLD_DEVIATION)
_BELOW_ONE: Final = 1 - 2.0**-53


def call_probability(chance: float, num_open: int) -> float:
    """How often the drawn threshold is above the chance that the bid is true; always if there is no such chance.

    >>> round(call_probability(1 / 6, 2), 4), call_probability(0.0, 2)
    (0.8413, 1.0)
    """
    if chance <= 0:
        return 1.0
    deviations = (chance / THRESHOLD_FACTORS[num_open] - THRESHOLD_MEAN) / THRESHOLD_DEVIATION
    return 0.5 * erfc(deviations / sqrt(2))


def threshold(mark: float, num_open: int) -> float:
    """The threshold that a uniform mark draws: a call is made if the mark is below `call_probability`."""
    return max(0.0, THRESHOLD_FACTORS[num_open] * _NORMAL.inv_cdf(min(1 - mark, _BELOW_ONE)))


class FirstDie(NamedTuple):
    """What follows when the first die did not bring the cup above the bid, with probabilities."""

    pair_poker: float
    """Stop and bluff on the poker of the two equal open dice (step 2)."""
    six_poker: float
    """Stop and bluff on 666 (step 5)."""
    other_bluff: float
    """Stop and leave the bluff to the bidding phase (step 4)."""
    roll: float
    """Roll the lower of the two other dice (steps 3 and 4)."""


@cache
def after_first_die(kept: Dice, bid: Roll, readings: Readings) -> FirstDie:
    """Steps 2 to 5 for two dice that were not rolled yet.

    >>> after_first_die((6, 4), (6, 5, 1), Readings()).roll
    0.3333333333333333
    """
    pair = POKER_BLUFF if kept[0] == kept[1] else 0.0
    sixes = bid.count(6)
    if sixes >= 2:
        if readings.poker_if_open and kept[0] < 6:
            return FirstDie(pair, 0.0, 1 - pair, 0.0)
        return FirstDie(pair, 1 - pair, 0.0, 0.0)
    if not sixes:
        return FirstDie(pair, 0.0, 0.0, 1 - pair)
    roll = (1 - pair) * rolls_higher(kept[1])
    return FirstDie(pair, 0.0, 1 - pair - roll, roll)


def rolls_higher(face: int) -> float:
    """Step 4: the probability of rolling a die higher than it is, which is also that of trying it."""
    return (6 - face) / 6


@cache
def roll_mix(kept: Dice, fallen: Dice, bid: Roll, above: bool, readings: Readings) -> Mapping[Action, float]:
    """Steps 1 to 5 as a mix: by the dice not rolled yet, what the others fell to, and whether the cup is above the bid.

    >>> roll_mix((6, 4), (2,), (6, 5, 1), False, Readings())
    {STOP: 0.6666666666666667, RollDie(face=4): 0.3333333333333333}
    """
    lowest = RollDie(kept[-1])
    if not fallen:
        return {lowest: 1.0}
    if len(fallen) == 1:
        roll = 0.0 if above else after_first_die(kept, bid, readings).roll
    else:
        roll = _last_die(kept[0], fallen, bid, above, readings)
    return {action: share for action, share in ((STOP, 1 - roll), (lowest, roll)) if share > 0}


def _last_die(kept: int, fallen: Dice, bid: Roll, above: bool, readings: Readings) -> float:
    """The probability of rolling the third die."""
    if bid.count(6):
        return rolls_higher(kept) if readings.roll_on and not above else 0.0
    if 6 in fallen or (above and readings.above_coin):
        return SECOND_SIX
    return 0.0 if above and readings.above_stop else 1.0


def next_bluffs(worlds: Worlds, last: int, order: Order, readings: Readings) -> Sequence[int]:
    """Bidding, step 3: the next bids that the others consider possible; if there are none, the next bid of all."""
    possible = sorted(rank for roll in worlds if (rank := order.ranks[roll]) > last)
    if readings.count_all:
        possible = [rank for rank in possible if rank <= last + BLUFFS]
    return possible[:BLUFFS] or [last + 1]
