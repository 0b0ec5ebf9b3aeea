# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return, call-overload"
"""The weights of an opponent's holdings, and how an observed action changes them.

A player is taken to play by thresholds: it raises with its best holdings and folds its worst. A holding's place is the
share of all possible holdings that are weaker. The thresholds are places too, chosen so that the player folds and
raises as often as its rates say with the holdings that it had when it was observed (`thresholds`). Around a threshold
the choice is not certain: over `SPREAD` on each side its probability grows evenly. A part of all actions, the noise,
has nothing to do with the holding; it is `NOISE` until showdowns tell more.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import Numbers

LEAST: Final = 0.01
"""No holding's weight falls below this; the greatest is 1."""
SPREAD: Final = 0.15
NOISE: Final = 0.10
NOISE_WEIGHT: Final = 10.0
"""How many shown actions the assumed noise counts as."""
BINS: Final = 50
OPENING: Final = 4.0
STAYS, RAISES_AT, NOISE_AT = 3, 4, 5
"""Where a situation has the two thresholds and the noise, behind the three rates."""
SITUATION: Final = 6
_TINY: Final = 1e-12
"""Instead of a probability of 0, so that no possible holding becomes impossible."""
_compiled = njit(cache=True, error_model="numpy", nogil=True)
_inlined = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)


@_compiled
def places(strengths: Weights, order: Numbers, weights: Weights, found: Weights) -> None:
    """Write each holding's place among all, from 0 to 1 by weight; equal holdings share the middle of their places.

    `order` has the holdings from the weakest to the strongest.
    """
    total = weights.sum()
    below, start = 0.0, 0
    while start < NUM_HOLDINGS:
        end, group = start, 0.0
        while end < NUM_HOLDINGS and strengths[order[end]] == strengths[order[start]]:
            group += weights[order[end]]
            end += 1
        for at in range(start, end):
            found[order[at]] = (below + group / 2) / total
        below += group
        start = end


@_inlined
def above(place: float, threshold: float) -> float:
    """How likely a holding at a place counts as above a threshold; on average over all places 1 - threshold."""
    spread = min(SPREAD, threshold, 1 - threshold)
    if place >= threshold + spread:
        return 1.0
    return 0.0 if place <= threshold - spread else (place - threshold + spread) / (2 * spread)


@_compiled
def range_of(held_at: Weights, weights: Weights, found: Weights) -> None:
    """Write how a range is spread over the places: the share of the weights in each of `BINS` equal parts."""
    found[:] = 0.0
    for holding in range(NUM_HOLDINGS):
        if weights[holding] > 0:
            found[min(np.int64(held_at[holding] * BINS), BINS - 1)] += weights[holding]
    found /= found.sum()


@_inlined
def _place_of(shares: Weights, share: float) -> float:
    """The place below which a share of a range lies."""
    below = 0.0
    for part in range(BINS):
        if below + shares[part] >= share and shares[part] > 0:
            return (part + (share - below) / shares[part]) / BINS
        below += shares[part]
    return 1.0


@_compiled
def thresholds(rates: Weights, opening: Weights, seen: Weights, number: int, noise: float, situation: Weights) -> None:
    """Write a situation: rates (fold, call, raise), the places from which on a player stays in and raises, noise.

    `seen` is the sum of the player's ranges in `number` earlier decisions of this kind. Its range at the beginning of
    this stage, `opening`, counts as `OPENING` more: it is all there is while nothing was observed.
    """
    shares = (OPENING * opening + seen) / (OPENING + number)
    situation[:3], situation[NOISE_AT] = rates, noise
    situation[STAYS] = _place_of(shares, rates[FOLD]) if rates[FOLD] > 0 else 0.0
    situation[RAISES_AT] = _place_of(shares, 1 - rates[RAISE]) if rates[RAISE] > 0 else 1.0


@_compiled
def all_situations(
    held_at: Weights, opening: Weights, rates: Weights, seen: Weights, numbers: Numbers, noise: float, found: Weights
) -> None:
    """Write the situation of a player for every stage and every number of bets faced.

    `opening` has the weights of its holdings at the beginning of this stage; the rest is by stage and bets faced what
    `thresholds` takes.
    """
    spread = np.empty(BINS)
    range_of(held_at, opening, spread)
    for stage, faced in np.ndindex(numbers.shape):
        number = numbers[stage, faced]
        thresholds(rates[stage, faced], spread, seen[stage, faced], number, noise, found[stage, faced])


@_inlined
def _by_place(place: float, situation: Weights, choice: int, may_raise: bool) -> tuple[float, float]:
    """How likely a player makes a choice by its thresholds, and its rate of that choice."""
    stays, raises = above(place, situation[STAYS]), above(place, situation[RAISES_AT])
    raises = min(stays, raises)
    if choice == FOLD:
        return 1 - stays, situation[FOLD]
    if choice == RAISE:
        return raises, situation[RAISE]
    if may_raise:
        return stays - raises, situation[CALL]
    return stays, situation[CALL] + situation[RAISE]  # it calls with what it would raise with


@_inlined
def choice_probability(place: float, situation: Weights, choice: int, may_raise: bool) -> float:
    """How likely a player makes a choice in a situation with the holding at a place."""
    likely, rate = _by_place(place, situation, choice, may_raise)
    return (1 - situation[NOISE_AT]) * likely + situation[NOISE_AT] * rate


@_compiled
def noise_share(place: float, situation: Weights, choice: int, may_raise: bool) -> float:
    """How likely a choice had nothing to do with the holding, now that the holding is known."""
    likely, rate = _by_place(place, situation, choice, may_raise)
    both = (1 - situation[NOISE_AT]) * likely + situation[NOISE_AT] * rate
    return situation[NOISE_AT] * rate / both if both > 0 else situation[NOISE_AT]


@_compiled
def reweigh(weights: Weights, held_at: Weights, situation: Weights, choice: int, may_raise: bool) -> None:
    """Multiply each weight by how likely its holding makes the choice; then make the greatest weight 1.

    Weights of 0 are holdings that are impossible, and stay so; the others stay at `LEAST` or above.
    """
    greatest = 0.0
    for holding in range(NUM_HOLDINGS):
        if weights[holding] > 0:
            likely = choice_probability(held_at[holding], situation, choice, may_raise)
            weights[holding] *= max(likely, _TINY)
            greatest = max(greatest, weights[holding])
    for holding in range(NUM_HOLDINGS):
        if weights[holding] > 0:
            weights[holding] = max(LEAST, weights[holding] / greatest)


@_compiled
def observe(
    held_at: Weights, opening: Weights, weights: Weights, rates: Weights, seen: Weights, number: int, noise: float,
    choice: int, may_raise: bool, situation: Weights,
) -> None:  # fmt: skip
    """Add the range that a player has to those seen, and change its weights by its choice; write its situation."""
    spread = np.empty(BINS)
    if choice != FOLD:  # who has folded holds nothing
        range_of(held_at, opening, spread)
        thresholds(rates, spread, seen, number, noise, situation)
    range_of(held_at, weights, spread)
    seen += spread
    if choice != FOLD:
        reweigh(weights, held_at, situation, choice, may_raise)


@_compiled
def remove_seen(weights: Weights, bits: Numbers) -> None:
    """Make the weights 0, in all rows, of the holdings that have one of some cards, given by their bits."""
    for holding in range(NUM_HOLDINGS):
        if HOLDING_BITS[holding] & bits:
            weights[:, holding] = 0.0
