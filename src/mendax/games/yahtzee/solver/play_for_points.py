"""Many solitaire games played for points, compiled: one turn in all games at once.

Games whose states share boxes and neighbouring upper totals share one valuation of the turn, eight totals at a time as
in the solver. Each game has the dice that the arena would roll for the game of that number: the two are tested to agree
game by game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.games.yahtzee.kernel.dice_sets import FIRST_ROLL
from mendax.games.yahtzee.kernel.tables import RULE_NUMBER, YAHTZEE_BOX
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT, NUM_BOXES
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.play_turn import MOST_MOVES, best_box, best_part, roll_rest
from mendax.games.yahtzee.solver.turn_kernel import ROW, turn_rows
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, Floats, Ints
from mendax.simd.float64x8 import LANES
from mendax.simd.streams import chance_keys, chance_stream

_TASK: Final = 2048
"""Games a thread takes at a time."""
_NUM_KEYS: Final = NUM_MASKS * 2 * 8
"""A key is filled boxes, armed, and upper total / 8; games that share one are valued together."""
_KEY, _SCORE, _MOVES, _GAME = 3, 20, 31, 39
"""A game is one number, so that sorting moves all of it: the upper total modulo 8, and from these bits on the key,
 the points without an upper bonus, the number of moves, and the game's own number."""
MOST_GAMES: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """How games ended, one entry for each game."""

    scores: npt.NDArray[np.int32]
    upper: npt.NDArray[np.uint8]
    """Upper totals, up to 63."""
    yahtzee: npt.NDArray[np.bool_]
    """Whether the Yahtzee box holds 50."""
    num_moves: npt.NDArray[np.int32]
    """Rolls, keeps and scores, counted as the match runner does."""
    moves: npt.NDArray[np.int16] | None
    """If asked for, by game and turn: roll, kept set, roll, kept set, roll, box; sets by number."""


@njit(cache=True, parallel=True, error_model="numpy")
def _play_turn(
    turn: int,
    first: int,
    stream: tuple[int, int],
    tasks: Ints,
    games: Ints,
    table: Floats,
    rules: int,
    moves: npt.NDArray[np.int16],
) -> None:
    """One turn of every game; each game is written back to its place."""
    for index in prange(tasks.shape[0]):
        key = games[tasks[index, 0]] >> _KEY & _NUM_KEYS - 1
        mask, armed, upper = key >> 4, (key >> 3) & 1, (key & 7) * LANES
        work = np.empty((4, ROW))
        turn_rows(work, mask, armed, upper, table, rules)
        # Keeps and boxes that were looked up once in a state are used again.
        known = np.full((2, ROW), -1, dtype=np.int16)
        boxes = np.full((3, ROW), -1, dtype=np.int16)
        for position in range(tasks[index, 0], tasks[index, 1]):
            packed = games[position]
            lane, game = packed & 7, packed >> _GAME
            at, bits = roll_rest(0, chance_stream(stream[0], stream[1], first + game, turn))
            num_moves = MOST_MOVES
            if moves.size:
                moves[game, turn, 0] = at
            for part in range(2):
                kept = np.int64(known[part, at * LANES + lane])
                if kept < 0:
                    kept = best_part(work[2 - 2 * part], work[3 - 2 * part], at, lane)
                    known[part, at * LANES + lane] = kept
                num_moves -= kept >= FIRST_ROLL
                at, bits = roll_rest(kept, bits)
                if moves.size:
                    moves[game, turn, 1 + 2 * part] = kept
                    moves[game, turn, 2 + 2 * part] = at
            place = at * LANES + lane
            if boxes[0, place] < 0:
                box, points, extra = best_box(mask, armed, upper + lane, at - FIRST_ROLL, table, rules)
                boxes[0, place], boxes[1, place], boxes[2, place] = box, points, extra
            box, points = np.int64(boxes[0, place]), np.int64(boxes[1, place])
            if moves.size:
                moves[game, turn, 5] = box
            total = min(BONUS_AT, upper + lane + points) if box < 6 else upper + lane
            now = 1 if box == YAHTZEE_BOX and points == 50 else armed
            key_after = ((mask | (1 << box)) * 2 + now) * 8 + total // LANES
            kept_fields = packed & ~((_NUM_KEYS - 1 << _KEY) | 7)
            gained = (points + np.int64(boxes[2, place]) << _SCORE) + (num_moves << _MOVES)
            games[position] = kept_fields + gained + (key_after << _KEY) + total % LANES


@njit(cache=True, error_model="numpy")
def _group(games: Ints, ordered: Ints) -> Ints:
    """Games by key into `ordered`, and tasks as ranges of it which share a key."""
    counts = np.zeros(_NUM_KEYS + 1, dtype=np.int64)
    for at in range(games.size):
        counts[(games[at] >> _KEY & _NUM_KEYS - 1) + 1] += 1
    num_tasks = 0
    for key in range(_NUM_KEYS):
        num_tasks += (counts[key + 1] + _TASK - 1) // _TASK
    tasks = np.empty((num_tasks, 2), dtype=np.int64)
    made = 0
    for key in range(_NUM_KEYS):
        size, start = counts[key + 1], counts[key]
        for first in range(0, size, _TASK):
            tasks[made, 0], tasks[made, 1] = start + first, start + min(size, first + _TASK)
            made += 1
        counts[key + 1] += start
    for at in range(games.size):
        key = games[at] >> _KEY & _NUM_KEYS - 1
        ordered[counts[key]] = games[at]
        counts[key] += 1
    return tasks


def play_games(
    table: Optimum, games: int, seed: int, *, first: int = 0, turns: int = NUM_BOXES, keep_moves: bool = False
) -> PlayedGames:
    """Play games by the highest value, from number `first` on; a number and a seed make a game."""
    if games > MOST_GAMES:
        raise ValueError(f"at most {MOST_GAMES:,} games at a time")
    packed = np.arange(games, dtype=np.int64) << _GAME
    ordered = np.empty_like(packed)
    moves = np.empty((games, turns, 6) if keep_moves else (0, 0, 0), dtype=np.int16)
    values, rules = table.values.reshape(-1), RULE_NUMBER[table.rules]
    for turn in range(turns):
        tasks = _group(packed, ordered)
        _play_turn(turn, first, chance_keys(seed), tasks, ordered, values, rules, moves)
        packed, ordered = ordered, packed
    by_number = np.empty_like(packed)
    by_number[packed >> _GAME] = packed
    keys = by_number >> _KEY & _NUM_KEYS - 1
    upper = ((keys & 7) * LANES + (by_number & 7)).astype(np.uint8)
    scores = (by_number >> _SCORE & 0x7FF).astype(np.int32)
    scores[upper >= BONUS_AT] += BONUS
    counts = (by_number >> _MOVES & 0xFF).astype(np.int32)
    return PlayedGames(scores, upper, (keys >> 3 & 1).astype(np.bool_), counts, moves if keep_moves else None)
