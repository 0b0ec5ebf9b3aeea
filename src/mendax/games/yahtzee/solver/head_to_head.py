"""The best chance to win two-player Yahtzee against an opponent who plays for points.

What matters is the lead: my expected final score less the opponent's. By best play for points each
of the two is a fair game, moving by a turn's luck. The opponent's luck is known in its whole spread,
turn by turn, from the exact distribution of a turn. So winning is a game for one: in each state of my
card and for each lead, the best chance to be ahead in the end, while the opponent's turns move the
lead at random. That is solved here for leads on a grid, with the steps of `turn_kernel`; what it leaves
out is that an opponent's luck also depends on the state of their card. The agent makes up for the
nearest part of that: the opponent's next turn is taken from their actual card, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import NUM_ROLLS
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS_AT, NUM_BOXES, Rules
from mendax.games.yahtzee.solver.backward import PIECE, Progress, solve_backward
from mendax.games.yahtzee.solver.forward import follow_best_play
from mendax.games.yahtzee.solver.optimum import Optimum, optimum
from mendax.games.yahtzee.solver.turn_kernel import ROLL, ROW, value_turn_start
from mendax.games.yahtzee.solver.turn_outcomes import (
    BOX_STARTS,
    NUM_OUTCOMES,
    OUTCOMES,
    Chances,
    after_outcome,
    outcome_numbers,
)
from mendax.games.yahtzee.solver.value_table import FULL, NUM_MASKS, UPPER_TOTALS, WIDTH, Floats, Ints
from mendax.simd.float64x8 import LANES, raise_between

STEP: Final = 8.0
"""Points between neighbouring leads."""
NUM_LEADS: Final = 48
MIDDLE: Final = NUM_LEADS // 2
"""The lead of zero."""
_STRIDE: Final = NUM_LEADS + 3 * LANES
"""The length of a row. Leads beyond the grid count as its ends: there is room for them on both sides."""
_REACH: Final = 40
"""A turn moves the lead by at most so many steps."""
Floats32: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """The best chance to win from every state and lead, for a seat."""

    rules: Rules
    seat: int
    place: Ints
    """By filled boxes, whether armed and upper total: the state's row."""
    chances: Floats32
    """By row: the chance to win for each lead, at the start of my turn."""


@njit(cache=True, error_model="numpy")
def _add_luck(source: Ints, reach: Chances, chances: Chances, masks: Ints, table: Floats, luck: Chances) -> None:
    """How a turn of best play moves the expected score, over all states it may start from."""
    for index in range(masks.size):
        mask = masks[index]
        for armed in range(2):
            for upper in range(BONUS_AT + 1):
                row = source[mask, armed, upper]
                if row < 0:
                    continue
                before = table[(mask * 2 + armed) * WIDTH + upper]
                for outcome in range(NUM_OUTCOMES):
                    if chances[row, outcome] > 0:
                        after, now, total, gained = after_outcome(mask, armed, upper, outcome)
                        moved = (gained + table[(after * 2 + now) * WIDTH + total] - before) / STEP
                        low = int(np.floor(moved))
                        weight = reach[row] * chances[row, outcome]
                        luck[_REACH + low] += weight * (1 - (moved - low))
                        luck[_REACH + low + 1] += weight * (moved - low)


def luck_by_turn(table: Optimum) -> Chances:
    """By turn: how likely best play moves the expected score by how many steps."""
    found = np.zeros((NUM_BOXES, 2 * _REACH + 1))
    for number, turn in enumerate(follow_best_play(table)):
        states = turn.before
        _add_luck(states.rows, states.reach, turn.chances, turn.masks, table.values.reshape(-1), found[number])
    return found


@njit(cache=True, error_model="numpy")
def _finish_row(row: Floats32, blurred: Floats32, luck: Chances) -> None:
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
    row: Floats,
    numbers: Ints,
    places: Ints,
    shares: Floats,
    place: Ints,
    mask: int,
    armed: int,
    upper: int,
    block: int,
    table: Floats,
    blurred: Floats32,
) -> None:
    """After the third roll: each roll in the box with the best chance, for eight leads."""
    row[ROLL:] = -1.0
    before = table[(mask * 2 + armed) * WIDTH + upper]
    for box in range(NUM_BOXES):
        if (mask >> box) & 1:
            continue
        for outcome in range(BOX_STARTS[box], BOX_STARTS[box + 1]):
            after, now, total, gained = after_outcome(mask, armed, upper, outcome)
            moved = (gained + table[(after * 2 + now) * WIDTH + total] - before) / STEP
            low = int(np.floor(moved))
            shares[outcome] = moved - low
            start = min(max(block + low, -LANES), NUM_LEADS)
            places[outcome] = place[after, now, total] * _STRIDE + LANES + start
        for roll in range(NUM_ROLLS):
            outcome = numbers[box, roll]
            if outcome >= 0:
                raise_between(row, ROLL + roll * LANES, blurred, places[outcome], shares[outcome])


@njit(cache=True, parallel=True, error_model="numpy")
def _solve_layer(
    masks: Ints, place: Ints, table: Floats, chances: Floats32, blurred: Floats32, luck: Chances, rules: int
) -> None:
    """`luck` is that of the opponent's turn before ours."""
    for index in prange(masks.size):
        mask = masks[index]
        row = np.empty(ROW)
        places, shares = np.empty(NUM_OUTCOMES, dtype=np.int64), np.empty(NUM_OUTCOMES)
        numbers = np.empty((NUM_BOXES, NUM_ROLLS), dtype=np.int64)
        for armed in range(2):
            outcome_numbers(mask, armed, rules, numbers)
            for upper in range(BONUS_AT + 1):
                state = place[mask, armed, upper]
                if state < 0:
                    continue
                for block in range(0, NUM_LEADS, LANES):
                    _score_rolls(
                        row, numbers, places, shares, place, mask, armed, upper, block, table, blurred.reshape(-1)
                    )
                    value_turn_start(row)
                    chances[state, LANES + block : 2 * LANES + block] = row[:LANES]
                _finish_row(chances[state], blurred[state], luck)


def solve_head_to_head(rules: Rules, seat: int, base: int = 0, progress: Progress | None = None) -> HeadToHead:
    """The best chances to win from a seat, 0 goes first; from where the boxes of `base` are filled."""
    table = optimum(rules)
    masks = np.arange(NUM_MASKS)
    possible = np.repeat(UPPER_TOTALS[masks & 63][:, None], 2, axis=1)
    possible[masks >> YAHTZEE_BOX & 1 == 0, 1] = False
    possible[masks & base != base] = False
    place = np.full(possible.shape, -1)
    place[possible] = np.arange(possible.sum())
    chances = np.zeros((int(possible.sum()), _STRIDE), dtype=np.float32)
    blurred = np.zeros_like(chances)
    # Before my turn number n (from 0) comes the opponent's turn n - 1 if I go first, else n.
    luck = luck_by_turn(table)
    still = np.zeros((1, luck.shape[1]))
    still[0, _REACH] = 1.0
    before = np.concatenate([still, luck]) if seat == 0 else np.concatenate([luck, still])
    for state in place[FULL][possible[FULL]]:
        chances[state, LANES + MIDDLE], chances[state, LANES + MIDDLE + 1 : LANES + NUM_LEADS] = 0.5, 1.0
        _finish_row(chances[state], blurred[state], before[NUM_BOXES])

    def solve_layer(num_filled: int, masks: Ints) -> None:
        values, number = table.values.reshape(-1), RULE_NUMBER[rules]
        _solve_layer(masks, place, values, chances, blurred, before[num_filled], number)

    solve_backward(solve_layer, base, progress, PIECE)
    return HeadToHead(rules, seat, place, chances)


@lru_cache(maxsize=4)
def head_to_head(rules: Rules, seat: int) -> HeadToHead:
    """The solution for a seat, solved once a process."""
    return solve_head_to_head(rules, seat)


@njit(cache=True, error_model="numpy")
def win_chances(
    found: Chances,
    mine: tuple[int, int, int],
    my_points: int,
    theirs: tuple[int, int, int],
    their_points: int,
    their_turn: Chances,
    place: Ints,
    chances: Floats32,
    table: Floats,
) -> None:
    """My chance to win after every outcome of my turn, given the outcomes of the opponent's next turn.

    Points are those on the card without an upper bonus. A full card of the opponent's has no next turn.
    """
    their_scores, weights = np.empty(NUM_OUTCOMES), np.empty(NUM_OUTCOMES)
    count = 0
    if theirs[0] == FULL:
        their_scores[0], weights[0] = their_points + table[(FULL * 2 + theirs[1]) * WIDTH + theirs[2]], 1.0
        count = 1
    else:
        for outcome in range(NUM_OUTCOMES):
            if their_turn[outcome] > 0:
                after, now, total, gained = after_outcome(theirs[0], theirs[1], theirs[2], outcome)
                their_scores[count] = their_points + gained + table[(after * 2 + now) * WIDTH + total]
                weights[count] = their_turn[outcome]
                count += 1
    for outcome in range(NUM_OUTCOMES):
        if (mine[0] >> OUTCOMES[outcome, 0]) & 1:
            continue
        after, now, total, gained = after_outcome(mine[0], mine[1], mine[2], outcome)
        score = my_points + gained + table[(after * 2 + now) * WIDTH + total]
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
