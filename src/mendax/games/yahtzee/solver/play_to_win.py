"""Many two-player games of `winner` against `optimal`, compiled: move for move those of the arena.

Compiled, since an advantage of a hundredth shows only over a hundred thousand games.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import NUM_ROLLS
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER
from mendax.games.yahtzee.rules.scoring import NUM_BOXES, Rules
from mendax.games.yahtzee.solver.head_to_head import Floats32, head_to_head, win_chances
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.play_for_target import choose_by_outcomes, enter_roll, first_highest
from mendax.games.yahtzee.solver.play_turn import best_box, roll_and_keep
from mendax.games.yahtzee.solver.turn_kernel import ROW, turn_rows
from mendax.games.yahtzee.solver.turn_outcomes import NUM_OUTCOMES, state_outcome_chances
from mendax.games.yahtzee.solver.value_table import FULL, WIDTH, Floats, Ints
from mendax.simd.float64x8 import LANES
from mendax.simd.streams import chance_keys, chance_stream


@njit(cache=True, error_model="numpy")
def _choose_to_win(
    work: Floats,
    scores: Floats,
    mine: Ints,
    theirs: Ints,
    place: Ints,
    chances: Floats32,
    table: Floats,
    rules: int,
) -> None:
    """The values of a turn for the one who plays to win."""
    their_turn, found = np.zeros(NUM_OUTCOMES), np.zeros(NUM_OUTCOMES)
    if theirs[0] != FULL:
        their_turn = state_outcome_chances(theirs[0], theirs[1], theirs[2], table, rules)
    me, them = (mine[0], mine[1], mine[2]), (theirs[0], theirs[1], theirs[2])
    win_chances(found, me, mine[3], them, theirs[3], their_turn, place, chances, table)
    choose_by_outcomes(work, scores, found, mine[0], mine[1], rules)


@njit(cache=True, error_model="numpy")
def _play_game(
    deal: int,
    seat: int,
    stream: tuple[int, int],
    place: Ints,
    chances: Floats32,
    table: Floats,
    rules: int,
    work: Floats,
    scores: Floats,
    ends: npt.NDArray[np.int32],
) -> None:
    """One game; a card is its filled boxes, armed, upper total up to 63, and points without the upper bonus."""
    cards = np.zeros((2, 4), dtype=np.int64)
    for turn in range(NUM_BOXES):
        bits = chance_stream(stream[0], stream[1], deal, turn)
        for player in range(2):
            mine = cards[player]
            lane = 0 if player == seat else mine[2] % LANES
            if player == seat:
                _choose_to_win(work, scores, mine, cards[1 - player], place, chances, table, rules)
            else:
                turn_rows(work[:4], mine[0], mine[1], mine[2] - lane, table, rules)
            roll, bits, _ = roll_and_keep(work, lane, bits)
            if player == seat:
                box = first_highest(scores[roll])
            else:
                box, _, _ = best_box(mine[0], mine[1], mine[2], roll, table, rules)
            enter_roll(mine, roll, box, rules)
    for player in range(2):
        ends[player] = cards[player, 3] + table[(FULL * 2 + cards[player, 1]) * WIDTH + cards[player, 2]]


@njit(cache=True, parallel=True, error_model="numpy")
def _play_deals(
    first: int,
    seat: int,
    stream: tuple[int, int],
    place: Ints,
    chances: Floats32,
    table: Floats,
    rules: int,
    ends: npt.NDArray[np.int32],
) -> None:
    for deal in prange(ends.shape[0]):
        work, scores = np.empty((6, ROW)), np.empty((NUM_ROLLS, NUM_BOXES))
        _play_game(first + deal, seat, stream, place, chances, table, rules, work, scores, ends[deal])


def play_to_win(rules: Rules, deals: int, seed: int, first: int = 0) -> npt.NDArray[np.int32]:
    """Final scores by deal, by the winner's seat (0 goes first), and by seat."""
    ends = np.zeros((2, deals, 2), dtype=np.int32)
    values, number = optimum(rules).values.reshape(-1), RULE_NUMBER[rules]
    for seat in range(2):
        solved = head_to_head(rules, seat)
        _play_deals(first, seat, chance_keys(seed), solved.place, solved.chances, values, number, ends[seat])
    return ends.transpose(1, 0, 2)
