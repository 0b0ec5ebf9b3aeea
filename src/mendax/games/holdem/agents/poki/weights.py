# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""The weights of an opponent's holdings, and how an observed action changes them.

A player is taken to play by thresholds: it raises with its best holdings and folds its worst. A holding's place is the
share of all possible holdings that are weaker. The thresholds are places too, chosen so that the player folds and raises
as often as its rates say with the holdings that it had when it was observed (`thresholds`). Around a threshold the
choice is not certain: over `SPREAD` on each side its probability grows evenly. A part of all actions, `NOISE`, has
nothing to do with the holding.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.games.holdem.kernel.hands import CALL, FOLD, RAISE
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS, Weights
from mendax.games.holdem.kernel.tables import Numbers

LEAST: Final = 0.01
"""No holding's weight falls below this; the greatest is 1."""
SPREAD: Final = 0.15
NOISE: Final = 0.10
BINS: Final = 50
OPENING: Final = 4.0
STAYS, RAISES_AT = 3, 4
"""Where a situation has the two thresholds, behind the three rates."""
SITUATION: Final = 5
_TINY: Final = 1e-12
"""Instead of a probability of 0, so that no possible holding becomes impossible."""
_compiled = njit(cache=True, error_model="numpy", nogil=True)
_inlined = njit(cache=True, error_model="numpy", nogil=True, forceinline=True)


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
def thresholds(rates: Weights, opening: Weights, seen: Weights, number: int, situation: Weights) -> None:
    """Write a situation: the rates (fold, call, raise), and the places from which on a player stays in and raises.

    `seen` is the sum of the player's ranges in `number` earlier decisions of this kind. Its range at the beginning of
    this stage, `opening`, counts as `OPENING` more: it is all there is while nothing was observed.
    """
    shares = (OPENING * opening + seen) / (OPENING + number)
    situation[:3] = rates
    situation[STAYS] = _place_of(shares, rates[FOLD]) if rates[FOLD] > 0 else 0.0
    situation[RAISES_AT] = _place_of(shares, 1 - rates[RAISE]) if rates[RAISE] > 0 else 1.0


@_inlined
def choice_probability(place: float, situation: Weights, choice: int, may_raise: bool) -> float:
    """How likely a player makes a choice in a situation with the holding at a place."""
    stays, raises = above(place, situation[STAYS]), above(place, situation[RAISES_AT])
    raises = min(stays, raises)
    if choice == FOLD:
        likely, rate = 1 - stays, situation[FOLD]
    elif choice == RAISE:
        likely, rate = raises, situation[RAISE]
    elif may_raise:
        likely, rate = stays - raises, situation[CALL]
    else:  # it calls with what it would raise with
        likely, rate = stays, situation[CALL] + situation[RAISE]
    return (1 - NOISE) * likely + NOISE * rate


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
