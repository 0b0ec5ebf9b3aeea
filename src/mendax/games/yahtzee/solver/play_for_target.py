"""Many solitaire games of `target:N`, compiled: move for move those of the arena."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FIRST_ROLL, NUM_ROLLS
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.play_turn import best_box, roll_and_keep
from mendax.games.yahtzee.solver.target import ALL_BUT_ONE, Target, chances_after_turn
from mendax.games.yahtzee.solver.turn_kernel import ROW, turn_rows, turn_rows_from_scores
from mendax.games.yahtzee.solver.turn_outcomes import NUM_OUTCOMES, after_outcome, outcome_number, place_rolls
from mendax.games.yahtzee.solver.value_table import FULL, WIDTH, Floats, Ints
from mendax.simd.float64x8 import LANES
from mendax.simd.streams import chance_keys, chance_stream


@njit(cache=True, error_model="numpy")
def choose_by_outcomes(work: Floats, scores: Floats, values: Floats, mask: int, armed: int, rules: int) -> None:
    """The values of a turn from those of its outcomes, as rows in `work`; all eight lanes are equal."""
    place_rolls(values, mask, armed, rules, scores)
    for roll in range(NUM_ROLLS):
        best = -1.0
        for box in range(NUM_BOXES):
            if scores[roll, box] > best:
                best = scores[roll, box]
        at = (FIRST_ROLL + roll) * LANES
        work[0, at : at + LANES] = best
    turn_rows_from_scores(work[:4])


@njit(cache=True, error_model="numpy")
def first_highest(scores: Floats) -> int:
    """The box with the highest value; of equal ones the first."""
    box, top = -1, -1.0
    for other in range(NUM_BOXES):
        if scores[other] > top:
            box, top = other, scores[other]
    return box


@njit(cache=True, error_model="numpy")
def enter_roll(card: Ints, roll: int, box: int, rules: int) -> None:
    """Enter a roll on a card: its filled boxes, armed, upper total up to 63, and points without the upper bonus."""
    outcome = outcome_number(card[0], card[1], box, roll, rules)
    card[0], card[1], card[2], gained = after_outcome(card[0], card[1], card[2], outcome)
    card[3] += gained


@njit(cache=True, parallel=True, error_model="numpy")
def _play(
    first: int,
    stream: tuple[int, int],
    target: int,
    start: Ints,
    lowest: Ints,
    width: Ints,
    values: Floats,
    table: Floats,
    rules: int,
    ends: npt.NDArray[np.int32],
    counts: npt.NDArray[np.int32],
) -> None:
    for game in prange(ends.size):
        work, scores = np.empty((4, ROW)), np.empty((NUM_ROLLS, NUM_BOXES))
        chances = np.zeros(NUM_OUTCOMES)
        card = np.zeros(4, dtype=np.int64)
        for turn in range(NUM_BOXES):
            chances_after_turn(chances, start, lowest, width, card[0], card[1], card[2], target - card[3], values)
            choose_by_outcomes(work, scores, chances, card[0], card[1], rules)
            lane = 0
            value = 0.0
            for roll in range(NUM_ROLLS):
                value += CHANCE[roll] * work[3, (FIRST_ROLL + roll) * LANES]
            decided = not 0.0 < value < ALL_BUT_ONE
            if decided:
                lane = card[2] % LANES
                turn_rows(work, card[0], card[1], card[2] - lane, table, rules)
            last, _, num_moves = roll_and_keep(work, lane, chance_stream(stream[0], stream[1], first + game, turn))
            counts[game] += num_moves
            box = first_highest(scores[last])
            if decided:
                box, _, _ = best_box(card[0], card[1], card[2], last, table, rules)
            enter_roll(card, last, box, rules)
        ends[game] = card[3] + table[(FULL * 2 + card[1]) * WIDTH + card[2]]


def play_for_target(
    target: Target, games: int, seed: int, first: int = 0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Final scores and numbers of moves of the solitaire games from number `first` on."""
    ends, counts = np.zeros(games, dtype=np.int32), np.zeros(games, dtype=np.int32)
    layout, values = target.layout, optimum(target.rules).values.reshape(-1)
    keys, number = chance_keys(seed), RULE_NUMBER[target.rules]
    where = (layout.start, layout.lowest, layout.width)
    _play(first, keys, target.score, *where, target.values, values, number, ends, counts)
    return ends, counts
