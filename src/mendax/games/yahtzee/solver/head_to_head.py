"""Playing two-player Yahtzee for the win, against somebody who plays for points.

What matters is the lead: my expected final score less the opponent's. By best play for points each
of the two is a fair game, moving by a turn's luck. The opponent's luck is known in its whole spread,
turn by turn, from the exact distribution of a turn. So winning is a game for one: in each state of my
card and for each lead, the best chance to be ahead in the end, while the opponent's turns move the
lead at random. That is solved here for leads on a grid, with the solver's steps; what it leaves out
is that an opponent's luck also depends on the state of their card. The agent makes up for the
nearest part of that: the opponent's next turn is taken from their actual card, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import FACE, FIRST_ROLL, NUM_ROLLS, NUM_SETS, POINTS
from mendax.games.yahtzee.rules.scoring import BONUS_AT, BOXES, Rules
from mendax.games.yahtzee.solver.distribution import SIZES, each_turn
from mendax.games.yahtzee.solver.expected_score import (
    RULE_NUMBER,
    average_rolls,
    choose_keeps,
    score_yahtzee,
    value_keeps,
)
from mendax.games.yahtzee.solver.optimum import Optimum, optimum
from mendax.games.yahtzee.solver.outcomes import BOX_STARTS, NUM_OUTCOMES, NUMBER_OF, OUTCOMES, Chances, outcome_of
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, Worth
from mendax.simd.float64x8 import LANES, raise_between

STEP: Final = 8.0
"""Points between neighbouring leads."""
NUM_LEADS: Final = 48
MIDDLE: Final = NUM_LEADS // 2
"""The lead of zero."""
_STRIDE: Final = NUM_LEADS + 3 * LANES
"""Leads beyond the grid are as good as its ends: there is room for them on both sides of a row."""
_REACH: Final = 40
"""A turn moves the lead by at most so many steps."""
_ROLL: Final = FIRST_ROLL * LANES
_OUTCOME: Final = np.array([[NUMBER_OF[box, POINTS[roll, box], 0] for box in BOXES] for roll in range(NUM_ROLLS)])
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """The chance to win from every state and lead, for a seat."""

    rules: Rules
    seat: int
    place: Ints
    """By filled boxes, whether armed and upper total: the state's row."""
    chances: Floats
    """By row: the chance to win for each lead, at the start of my turn."""


@njit(cache=True, error_model="numpy")
def _add_luck(source: Ints, reach: Chances, chances: Chances, masks: Ints, worth: Worth, luck: Chances) -> None:
    """How a turn of best play moves the expected score, over all states it may start from."""
    for index in range(masks.size):
        mask = masks[index]
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                row = source[mask, armed, upper]
                if row < 0:
                    continue
                before = worth[(mask * 2 + armed) * WIDTH + upper]
                for outcome in range(NUM_OUTCOMES):
                    if chances[row, outcome] > 0:
                        after, now, total, gained = outcome_of(mask, armed, upper, outcome)
                        moved = (gained + worth[(after * 2 + now) * WIDTH + total] - before) / STEP
                        low = int(np.floor(moved))
                        weight = reach[row] * chances[row, outcome]
                        luck[_REACH + low] += weight * (1 - (moved - low))
                        luck[_REACH + low + 1] += weight * (moved - low)


def lucks(table: Optimum) -> Chances:
    """By turn: how likely best play moves the expected score by how many steps."""
    found = np.zeros((13, 2 * _REACH + 1))
    for size, (rows, reach, chances) in enumerate(each_turn(table)):
        masks = np.flatnonzero(size == SIZES)
        _add_luck(rows, reach, chances, masks, table.worth.reshape(-1), found[size])
    return found


@njit(cache=True, error_model="numpy")
def _finish_row(row: Floats, blurred: Floats, luck: Chances) -> None:
    """Fill in the ends of a row, and the row as it looks before a turn of the opponent."""
    row[:LANES] = row[LANES]
    row[LANES + NUM_LEADS :] = row[LANES + NUM_LEADS - 1]
    for lead in range(NUM_LEADS):
        chance = 0.0
        for moved in range(luck.size):
            if luck[moved] > 0:
                at = min(max(lead - (moved - _REACH), 0), NUM_LEADS - 1)
                chance += luck[moved] * row[LANES + at]
        blurred[LANES + lead] = chance
    blurred[:LANES] = blurred[LANES]
    blurred[LANES + NUM_LEADS :] = blurred[LANES + NUM_LEADS - 1]


@njit(cache=True, error_model="numpy")
def _score_rolls(
    rows: Worth,
    places: Ints,
    shares: Worth,
    place: Ints,
    mask: int,
    armed: int,
    upper: int,
    block: int,
    worth: Worth,
    blurred: Floats,
    rules: int,
) -> None:
    """After the third roll: each roll in the box with the best chance, for eight leads."""
    rows[_ROLL:] = -1.0
    before = worth[(mask * 2 + armed) * WIDTH + upper]
    for box in range(13):
        if (mask >> box) & 1:
            continue
        for outcome in range(BOX_STARTS[box], BOX_STARTS[box + 1]):
            after, now, total, gained = outcome_of(mask, armed, upper, outcome)
            moved = (gained + worth[(after * 2 + now) * WIDTH + total] - before) / STEP
            low = int(np.floor(moved))
            shares[outcome] = moved - low
            start = min(max(block + low, -LANES), NUM_LEADS)
            places[outcome] = place[after, now, total] * _STRIDE + LANES + start
        for roll in range(NUM_ROLLS):
            outcome = _OUTCOME[roll, box]
            if FACE[roll]:
                points, extra = score_yahtzee(mask, armed, box, FACE[roll], POINTS[roll, box], rules)
                if points < 0:
                    continue
                outcome = NUMBER_OF[box, points, 1 if extra > 0 else 0]
            raise_between(rows, _ROLL + roll * LANES, blurred, places[outcome], shares[outcome])


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(
    masks: Ints, place: Ints, worth: Worth, chances: Floats, blurred: Floats, luck: Chances, rules: int
) -> None:
    """All states with the same number of filled boxes; `luck` is the opponent's turn before ours."""
    for index in prange(masks.size):
        mask = masks[index]
        rows = np.empty(NUM_SETS * LANES)
        places, shares = np.empty(NUM_OUTCOMES, dtype=np.int64), np.empty(NUM_OUTCOMES)
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                state = place[mask, armed, upper]
                if state < 0:
                    continue
                for block in range(0, NUM_LEADS, LANES):
                    _score_rolls(
                        rows, places, shares, place, mask, armed, upper, block, worth, blurred.reshape(-1), rules
                    )
                    for _ in range(2):
                        value_keeps(rows)
                        choose_keeps(rows)
                    average_rolls(rows)
                    chances[state, LANES + block : 2 * LANES + block] = rows[:LANES]
                _finish_row(chances[state], blurred[state], luck)


def solve_duel(rules: Rules, seat: int, base: int = 0, progress: Callable[[int], None] | None = None) -> Duel:
    """The best chances to win from a seat, 0 goes first; from where the boxes of `base` are filled."""
    table = optimum(rules)
    possible = np.repeat(UPPER_TOTALS[np.arange(NUM_MASKS) & 63][:, None], 2, axis=1)
    possible[np.arange(NUM_MASKS) >> 11 & 1 == 0, 1] = False
    possible[np.arange(NUM_MASKS) & base != base] = False
    place = np.full(possible.shape, -1)
    place[possible] = np.arange(possible.sum())
    chances = np.zeros((int(possible.sum()), _STRIDE), dtype=np.float32)
    blurred = np.zeros_like(chances)
    # Before my turn number n (from 0) comes the opponent's turn n - 1 if I go first, else n.
    moves = lucks(table)
    still = np.zeros((1, moves.shape[1]))
    still[0, _REACH] = 1.0
    before = np.concatenate([still, moves]) if seat == 0 else np.concatenate([moves, still])
    for state in place[FULL][possible[FULL]]:
        chances[state, LANES + MIDDLE], chances[state, LANES + MIDDLE + 1 : LANES + NUM_LEADS] = 0.5, 1.0
        _finish_row(chances[state], blurred[state], before[13])
    for size in range(12, base.bit_count() - 1, -1):
        masks = np.flatnonzero((size == SIZES) & (np.arange(NUM_MASKS) & base == base))
        _solve_layer(masks, place, table.worth.reshape(-1), chances, blurred, before[size], RULE_NUMBER[rules])
        if progress is not None:
            progress(13 - size)
    return Duel(rules, seat, place, chances)


@lru_cache(maxsize=4)
def duel(rules: Rules, seat: int) -> Duel:
    """The solution for a seat, once a process."""
    return solve_duel(rules, seat)


@njit(cache=True, error_model="numpy")
def win_chances(
    found: Chances,
    mine: tuple[int, int, int],
    my_points: int,
    theirs: tuple[int, int, int],
    their_points: int,
    their_turn: Chances,
    place: Ints,
    chances: Floats,
    worth: Worth,
) -> None:
    """My chance to win after every outcome of my turn, given the outcomes of the opponent's next turn.

    Points are those on the card without an upper bonus. A full card of the opponent's has no next turn.
    """
    their_scores, weights = np.empty(NUM_OUTCOMES), np.empty(NUM_OUTCOMES)
    count = 0
    if theirs[0] == FULL:
        their_scores[0], weights[0] = their_points + worth[(FULL * 2 + theirs[1]) * WIDTH + theirs[2]], 1.0
        count = 1
    else:
        for outcome in range(NUM_OUTCOMES):
            if their_turn[outcome] > 0:
                after, now, total, gained = outcome_of(theirs[0], theirs[1], theirs[2], outcome)
                their_scores[count] = their_points + gained + worth[(after * 2 + now) * WIDTH + total]
                weights[count] = their_turn[outcome]
                count += 1
    for outcome in range(NUM_OUTCOMES):
        if (mine[0] >> OUTCOMES[outcome, 0]) & 1:
            continue
        after, now, total, gained = outcome_of(mine[0], mine[1], mine[2], outcome)
        score = my_points + gained + worth[(after * 2 + now) * WIDTH + total]
        row, chance = place[after, now, total], 0.0
        for other in range(count):
            lead = score - their_scores[other]
            if after == FULL:  # whatever the seats, the opponent's card is full too by then
                chance += weights[other] * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
            else:
                at = min(max(lead / STEP + MIDDLE, 0.0), NUM_LEADS - 1.0)
                low = min(int(at), NUM_LEADS - 2)
                left, right = chances[row, LANES + low], chances[row, LANES + low + 1]
                chance += weights[other] * (left + (at - low) * (right - left))
        found[outcome] = chance
