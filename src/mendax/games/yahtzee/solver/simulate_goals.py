"""Many games of the agents that want something else than points: move for move those of the arena.

Compiled, since an advantage of a hundredth shows only over a hundred thousand games.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import CHANCE, FACE, FIRST_ROLL, NUM_ROLLS, NUM_SETS, POINTS
from mendax.games.yahtzee.rules.scoring import Rules
from mendax.games.yahtzee.solver.expected_score import RULE_NUMBER, score_yahtzee
from mendax.games.yahtzee.solver.head_to_head import Duel, Floats, Ints, duel, win_chances
from mendax.games.yahtzee.solver.optimum import optimum
from mendax.games.yahtzee.solver.outcomes import (
    NUM_OUTCOMES,
    NUMBER_OF,
    outcome_of,
    place_rolls,
    turn_outcomes_of,
    value_choices,
    value_turn,
)
from mendax.games.yahtzee.solver.simulate import best_box, best_part, roll_rest, stream_keys, turn_stream
from mendax.games.yahtzee.solver.target import ALL_BUT_ONE, Target, after_turn
from mendax.games.yahtzee.solver.value_table import FULL, WIDTH, Worth
from mendax.simd.float64x8 import LANES


@njit(cache=True, error_model="numpy")
def _choose_to_win(
    work: Worth,
    scores: Worth,
    mine: Ints,
    theirs: Ints,
    place: Ints,
    chances: Floats,
    worth: Worth,
    rules: int,
) -> None:
    """The values of a turn for the one who plays to win."""
    their_turn, found = np.zeros(NUM_OUTCOMES), np.zeros(NUM_OUTCOMES)
    if theirs[0] != FULL:
        their_turn = turn_outcomes_of(theirs[0], theirs[1], theirs[2], worth, rules)
    me, them = (mine[0], mine[1], mine[2]), (theirs[0], theirs[1], theirs[2])
    win_chances(found, me, mine[3], them, theirs[3], their_turn, place, chances, worth)
    _choose(work, scores, found, mine[0], mine[1], rules)


@njit(cache=True, error_model="numpy")
def _choose(work: Worth, scores: Worth, values: Worth, mask: int, armed: int, rules: int) -> None:
    """The values of a turn from what its outcomes are worth; all eight lanes alike."""
    place_rolls(values, mask, armed, rules, scores)
    for roll in range(NUM_ROLLS):
        best = -1.0
        for box in range(13):
            if scores[roll, box] > best:
                best = scores[roll, box]
        at = (FIRST_ROLL + roll) * LANES
        work[0, at : at + LANES] = best
    value_choices(work[:4])


@njit(cache=True, error_model="numpy")
def _highest(scores: Worth) -> int:
    """The box with the highest value; of equal ones the first."""
    box, top = -1, -1.0
    for other in range(13):
        if scores[other] > top:
            box, top = other, scores[other]
    return box


@njit(cache=True, error_model="numpy")
def _enter(card: Ints, roll: int, box: int, rules: int) -> None:
    points, extra = POINTS[roll, box], 0.0
    if FACE[roll]:
        points, extra = score_yahtzee(card[0], card[1], box, FACE[roll], points, rules)
    outcome = NUMBER_OF[box, points, 1 if extra > 0 else 0]
    card[0], card[1], card[2], gained = outcome_of(card[0], card[1], card[2], outcome)
    card[3] += gained


@njit(cache=True, error_model="numpy")
def _play_game(
    deal: int,
    seat: int,
    stream: tuple[int, int],
    place: Ints,
    chances: Floats,
    worth: Worth,
    rules: int,
    work: Worth,
    scores: Worth,
    ends: npt.NDArray[np.int32],
) -> None:
    """One game; a card is its filled boxes, armed, upper total up to 63, and points without the upper bonus."""
    cards = np.zeros((2, 4), dtype=np.int64)
    for turn in range(13):
        bits = turn_stream(stream[0], stream[1], deal, turn)
        for player in range(2):
            mine = cards[player]
            lane = 0 if player == seat else mine[2] % LANES
            if player == seat:
                _choose_to_win(work, scores, mine, cards[1 - player], place, chances, worth, rules)
            else:
                value_turn(work[:4], mine[0], mine[1], mine[2] - lane, worth, rules)
            at, bits = roll_rest(0, bits)
            for part in range(2):
                kept = best_part(work[2 - 2 * part], work[3 - 2 * part], at, lane)
                at, bits = roll_rest(kept, bits)
            roll = at - FIRST_ROLL
            if player == seat:
                box = _highest(scores[roll])
            else:
                box, _, _ = best_box(mine[0], mine[1], mine[2], roll, worth, rules)
            _enter(mine, roll, box, rules)
    for player in range(2):
        ends[player] = cards[player, 3] + worth[(FULL * 2 + cards[player, 1]) * WIDTH + cards[player, 2]]


@njit(cache=True, parallel=True, error_model="numpy")
def _play_deals(
    first: int,
    seat: int,
    stream: tuple[int, int],
    place: Ints,
    chances: Floats,
    worth: Worth,
    rules: int,
    ends: npt.NDArray[np.int32],
) -> None:
    for deal in prange(ends.shape[0]):
        work, scores = np.empty((6, NUM_SETS * LANES)), np.empty((NUM_ROLLS, 13))
        _play_game(first + deal, seat, stream, place, chances, worth, rules, work, scores, ends[deal])


def play_duels(rules: Rules, deals: int, seed: int, first: int = 0) -> npt.NDArray[np.int32]:
    """Final scores by deal, by the winner's seat (0 goes first), and by seat."""
    ends = np.zeros((2, deals, 2), dtype=np.int32)
    worth = optimum(rules).worth.reshape(-1)
    for seat in range(2):
        solved: Duel = duel(rules, seat)
        _play_deals(first, seat, stream_keys(seed), solved.place, solved.chances, worth, RULE_NUMBER[rules], ends[seat])
    return ends.transpose(1, 0, 2)


@njit(cache=True, parallel=True, error_model="numpy")
def _play_alone(
    first: int,
    stream: tuple[int, int],
    target: int,
    start: Ints,
    lowest: Ints,
    width: Ints,
    values: Worth,
    worth: Worth,
    rules: int,
    ends: npt.NDArray[np.int32],
    counts: npt.NDArray[np.int32],
) -> None:
    for game in prange(ends.size):
        work, scores = np.empty((4, NUM_SETS * LANES)), np.empty((NUM_ROLLS, 13))
        chances = np.zeros(NUM_OUTCOMES)
        card = np.zeros(4, dtype=np.int64)
        for turn in range(13):
            bits = turn_stream(stream[0], stream[1], first + game, turn)
            after_turn(chances, start, lowest, width, card[0], card[1], card[2], target - card[3], values)
            _choose(work, scores, chances, card[0], card[1], rules)
            lane = 0
            value = 0.0
            for roll in range(NUM_ROLLS):
                value += CHANCE[roll] * work[3, (FIRST_ROLL + roll) * LANES]
            decided = not 0.0 < value < ALL_BUT_ONE
            if decided:
                lane = card[2] % LANES
                value_turn(work, card[0], card[1], card[2] - lane, worth, rules)
            at, bits = roll_rest(0, bits)
            counts[game] += 6
            for part in range(2):
                kept = best_part(work[2 - 2 * part], work[3 - 2 * part], at, lane)
                counts[game] -= kept >= FIRST_ROLL
                at, bits = roll_rest(kept, bits)
            roll = at - FIRST_ROLL
            box = _highest(scores[roll])
            if decided:
                box, _, _ = best_box(card[0], card[1], card[2], roll, worth, rules)
            _enter(card, roll, box, rules)
        ends[game] = card[3] + worth[(FULL * 2 + card[1]) * WIDTH + card[2]]


def play_for_target(
    target: Target, games: int, seed: int, first: int = 0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Final scores and numbers of moves of the solitaire games from number `first` on."""
    ends, counts = np.zeros(games, dtype=np.int32), np.zeros(games, dtype=np.int32)
    rows, worth = target.rows, optimum(target.rules).worth.reshape(-1)
    keys, number = stream_keys(seed), RULE_NUMBER[target.rules]
    place = (rows.start, rows.lowest, rows.width)
    _play_alone(first, keys, target.score, *place, target.values, worth, number, ends, counts)
    return ends, counts
