"""A million games of best play: turn by turn through all games at once, games in like states together.

Games whose states share boxes and neighbouring upper totals share one valuation of the turn, eight
totals at a time as in the solver; each then walks through its own dice. They are the very dice the
arena would roll for the game of that number: the two are tested to agree game by game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit, prange

from mendax.core.streams import fold, key_of
from mendax.games.yahtzee.kernel.dice_sets import FACE, FIRST_ROLL, GROWN, NUM_SETS, POINTS, SETS, SHRUNK
from mendax.games.yahtzee.rules.scoring import BONUS, BONUS_AT
from mendax.games.yahtzee.solver.expected_score import RULE_NUMBER, score_yahtzee
from mendax.games.yahtzee.solver.optimum import Optimum
from mendax.games.yahtzee.solver.outcomes import value_turn
from mendax.games.yahtzee.solver.value_table import NUM_MASKS, WIDTH, Worth
from mendax.simd.float64x8 import LANES

_TASK: Final = 2048
"""Games a thread takes at a time."""
_NUM_KEYS: Final = NUM_MASKS * 2 * 8
"""A key is filled boxes, armed, and upper total / 8; games that share one are valued together."""
_KEY, _SCORE, _MOVES, _GAME = 3, 20, 31, 39
"""A game is one number, so that sorting moves all of it: the rest of the upper total, and from these bits on
the key, the points without an upper bonus, the number of moves, and the game's own number."""
MOST_GAMES: Final = 1 << 24
_PARTS: Final = np.array([[*parts, *[-1] * (6 - len(parts))] for parts in SHRUNK])
_SIZE: Final = np.array([len(dice) for dice in SETS])
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)


def _landings() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int16]]:
    """For every set, every way its missing dice can fall, one after the other, and the roll that makes."""
    ways: list[list[int]] = [[] for _ in SETS]
    for number in range(NUM_SETS - 1, -1, -1):
        grown = GROWN[number] if number < FIRST_ROLL else ()
        ways[number] = [roll for part in grown for roll in ways[part]] or [number]
    starts = np.cumsum([0, *map(len, ways)])[:-1]
    return starts, np.array([roll for part in ways for roll in part], dtype=np.int16)


_STARTS, _LANDING = _landings()


@dataclass(frozen=True, slots=True)
class Games:
    """How many games ended."""

    scores: npt.NDArray[np.int32]
    upper: npt.NDArray[np.uint8]
    """Upper totals, up to 63."""
    yahtzee: npt.NDArray[np.bool_]
    """Whether the Yahtzee box holds 50."""
    num_moves: npt.NDArray[np.int32]
    """Rolls, keeps and scores, counted as the match runner does."""
    moves: npt.NDArray[np.int16] | None
    """If asked for, by game and turn: roll, kept set, roll, kept set, roll, box; sets by number."""


@njit(cache=True, error_model="numpy")
def scramble(bits: int) -> int:
    """The heart of `core.chance.Stream`."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@njit(cache=True, error_model="numpy")
def turn_stream(first_key: int, round_key: int, game: int, turn: int) -> int:
    """Where a turn's stream of chance begins, by the keys of `stream_keys`: as in `arena.worker`."""
    if turn == 0:
        return scramble((first_key ^ np.uint64(game)) + _STEP)
    return scramble((scramble((round_key ^ np.uint64(game)) + _STEP) ^ np.uint64(turn)) + _STEP)


def stream_keys(seed: int) -> tuple[np.uint64, np.uint64]:
    """The keys of all games' first turns, and of their later ones."""
    # A later turn's name has four numbers (the seed, 0 for chance, the game, the turn): half of its key.
    return np.uint64(key_of(seed, 0)), np.uint64(fold(4, seed, 0))


@njit(cache=True, error_model="numpy")
def roll_rest(at: int, bits: int) -> tuple[int, int]:
    """Roll the dice missing in a set: the roll, as a set, and how far the stream has come.

    Five dice are drawn whatever is missing, since that needs no branch; those too many are left in the
    stream.
    """
    missing = 5 - _SIZE[at]
    fallen, index = 0, 0
    for die in range(5):
        ahead = bits + np.uint64(die + 1) * _STEP
        chance = np.float64(np.int64(scramble(ahead) >> np.uint64(11))) * 2.0**-53
        fallen = fallen * 6 + np.int64(chance * 6)
        index = fallen if die + 1 == missing else index
    return np.int64(_LANDING[_STARTS[at] + index]), bits + np.uint64(missing) * _STEP


@njit(cache=True, error_model="numpy")
def best_part(own: Worth, best: Worth, at: int, lane: int) -> int:
    """Which set is kept of a roll: down from the roll along equal best values; of equal ones the larger."""
    highest = best[at * LANES + lane]
    while own[at * LANES + lane] != highest:
        part = 0
        while best[_PARTS[at, part] * LANES + lane] != highest:
            part += 1
        at = _PARTS[at, part]
    return at


@njit(cache=True, error_model="numpy")
def best_box(mask: int, armed: int, upper: int, roll: int, worth: Worth, rules: int) -> tuple[int, int, float]:
    """The best box for a last roll, its points, and extra points; of equal ones the earlier."""
    top, chosen, gained, more = -1.0, -1, 0, 0.0
    for box in range(13):
        if (mask >> box) & 1:
            continue
        points, extra, now = POINTS[roll, box], 0.0, armed
        if FACE[roll]:
            points, extra = score_yahtzee(mask, armed, box, FACE[roll], points, rules)
            if points < 0:
                continue
            now = 1 if box == 11 else armed
        after = ((mask | (1 << box)) * 2 + now) * WIDTH + upper + (points if box < 6 else 0)
        value = worth[after] + (points + extra)
        if value > top:
            top, chosen, gained, more = value, box, points, extra
    return chosen, gained, more


@njit(cache=True, parallel=True, error_model="numpy")
def _play_turn(
    turn: int,
    first: int,
    stream: tuple[int, int],
    tasks: npt.NDArray[np.int64],
    games: npt.NDArray[np.int64],
    worth: Worth,
    rules: int,
    moves: npt.NDArray[np.int16],
) -> None:
    """One turn of every game, each written back where it stood."""
    for index in prange(tasks.shape[0]):
        key = games[tasks[index, 0]] >> _KEY & _NUM_KEYS - 1
        mask, armed, upper = key >> 4, (key >> 3) & 1, (key & 7) * LANES
        work = np.empty((4, NUM_SETS * LANES))
        value_turn(work, mask, armed, upper, worth, rules)
        # What was chosen once in a state is chosen again.
        known = np.full((2, NUM_SETS * LANES), -1, dtype=np.int16)
        boxes = np.full((3, NUM_SETS * LANES), -1, dtype=np.int16)
        for position in range(tasks[index, 0], tasks[index, 1]):
            packed = games[position]
            lane, game = packed & 7, packed >> _GAME
            at, bits = roll_rest(0, turn_stream(stream[0], stream[1], first + game, turn))
            num_moves = 6
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
                box, points, extra = best_box(mask, armed, upper + lane, at - FIRST_ROLL, worth, rules)
                boxes[0, place], boxes[1, place], boxes[2, place] = box, points, extra
            box, points = np.int64(boxes[0, place]), np.int64(boxes[1, place])
            if moves.size:
                moves[game, turn, 5] = box
            total = min(BONUS_AT, upper + lane + points) if box < 6 else upper + lane
            now = 1 if box == 11 and points == 50 else armed
            key_after = ((mask | (1 << box)) * 2 + now) * 8 + total // LANES
            kept_fields = packed & ~((_NUM_KEYS - 1 << _KEY) | 7)
            gained = (points + np.int64(boxes[2, place]) << _SCORE) + (num_moves << _MOVES)
            games[position] = kept_fields + gained + (key_after << _KEY) + total % LANES


@njit(cache=True, error_model="numpy")
def _group(games: npt.NDArray[np.int64], ordered: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
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
    table: Optimum, games: int, seed: int, *, first: int = 0, turns: int = 13, keep_moves: bool = False
) -> Games:
    """Play games by the highest value, from number `first` on; a number and a seed make a game."""
    if games > MOST_GAMES:
        raise ValueError(f"at most {MOST_GAMES:,} games at a time")
    packed = np.arange(games, dtype=np.int64) << _GAME
    ordered = np.empty_like(packed)
    moves = np.empty((games, turns, 6) if keep_moves else (0, 0, 0), dtype=np.int16)
    worth, rules = table.worth.reshape(-1), RULE_NUMBER[table.rules]
    for turn in range(turns):
        tasks = _group(packed, ordered)
        _play_turn(turn, first, stream_keys(seed), tasks, ordered, worth, rules, moves)
        packed, ordered = ordered, packed
    by_number = np.empty_like(packed)
    by_number[packed >> _GAME] = packed
    keys = by_number >> _KEY & _NUM_KEYS - 1
    upper = ((keys & 7) * LANES + (by_number & 7)).astype(np.uint8)
    scores = (by_number >> _SCORE & 0x7FF).astype(np.int32)
    scores[upper >= BONUS_AT] += BONUS
    counts = (by_number >> _MOVES & 0xFF).astype(np.int32)
    return Games(scores, upper, (keys >> 3 & 1).astype(np.bool_), counts, moves if keep_moves else None)
