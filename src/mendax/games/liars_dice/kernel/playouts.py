# mypy: disable-error-code="untyped-decorator, return-value, assignment"
"""Whole random games on the kernel: every legal action equally often, on all processors.

A random seat does not list its actions to draw one. With `a` answers, `b` bids and `p` pushes (no push included)
there are a + b * p legal actions, so one random number below that names the action.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Final

import numpy as np

from mendax.core.streams import key_of
from mendax.games.liars_dice.kernel.step import (
    BEFORE,
    BID,
    BIDDER,
    CHALLENGE_BID,
    CHALLENGE_FIRST_PASS,
    CHALLENGE_PASS,
    CUPS,
    DICE,
    EXACT,
    EXACTS,
    IN_PLAY,
    LAST,
    LEFT,
    NEXT,
    NEXT_OPENER,
    NOBODY,
    OVER,
    PHASE,
    ROUNDS,
    SEATS,
    SHOWN,
    SPECIAL,
    TOTAL,
    TURN,
    compiled,
    end_round,
    open_round,
    reset,
    start,
)
from mendax.games.liars_dice.kernel.tables import (
    FACES,
    FIRST_PUSH,
    FIRST_ROLL,
    NUM_PUSHES,
    OPENS,
    PACKED,
    PASSES,
    PLAYERS,
    RANDOM_OPENS,
    SETS,
    SIZE,
    WAYS,
    Numbers,
    tables,
)
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.simd.streams import STEP, scramble

TASK: Final = 4096
"""Games in a task; each task has a random stream of its own."""
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
_INVERSE: Final = np.array([0, *(-(-(1 << 32) // number) for number in range(1, 65))], dtype=np.uint64)
"""To divide by a number of pushes with a multiplication; exact for dividends of less than 16 bits."""
_NTH_SEAT: Final = np.array(
    [([seat for seat in range(SEATS) if mask >> seat & 1] + [0] * SEATS)[:SEATS] for mask in range(1 << SEATS)],
    dtype=np.uint8,
)
"""By set of seats, a bit for each, and a number: the seat of that number in the set."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of many random games."""

    wins: tuple[int, ...]
    """By seat."""
    rounds: int
    actions: int
    """Actions of seats; chance is not counted."""


@compiled
def below(half: int, number: int) -> int:
    """A whole number below another, from 32 random bits."""
    return np.int64((half * np.uint64(number)) >> _HALF)


@compiled
def fall(params: Numbers, lists: Numbers, number: int, half: int) -> int:
    """A roll of some dice, as a set number, from 32 random bits."""
    return np.int64(lists[params[FIRST_ROLL + number] + below(half, params[WAYS + number])])


@compiled
def random_game(row: Numbers, params: Numbers, lists: Numbers, bits: int) -> tuple[int, int]:
    """Play one game to its end; return the state of the stream and the number of actions.

    Most actions are bids, and a bid changes little. So what changes within a round is held in local variables, and
    the row is brought up to date where a round ends: `end_round` of the kernel does the rest.
    """
    reset(row, params, lists)
    players, faces = params[PLAYERS], params[FACES]
    num_actions = 0
    while row[PHASE] != OVER:
        bits += STEP
        opener = np.int64(row[NEXT_OPENER])
        if params[OPENS] == RANDOM_OPENS or opener == NOBODY:
            opener = np.int64(_NTH_SEAT[row[IN_PLAY], below(scramble(bits) >> _HALF, row[LEFT])])
        open_round(row, params, lists, opener)
        special = row[SPECIAL] != 0
        may_pass = 0  # a bit for each seat that may
        for seat in range(players):
            bits += STEP
            number = row[DICE + seat]
            row[CUPS + seat] = fall(params, lists, number, scramble(bits) >> _HALF)
            may_pass |= (number > 1) << seat
        may_pass *= params[PASSES]
        turn, last, before, bidder = opener, NOBODY, NOBODY, NOBODY
        bid, num_passes = 0, 0
        top, exacts = row[TOTAL] * faces, np.int64(row[EXACTS])
        while True:
            bits += STEP
            found = scramble(bits)
            num_actions += 1
            dice = SETS + 4 * row[CUPS + turn]
            through = (num_passes > 0) & (before != turn)
            exact = exacts >> turn & (bidder != turn)
            num_answers = (1 + through + exact + (may_pass >> turn & 1)) * (bid > 0)
            step, bids = 1, top - bid
            if special and bid and row[DICE + turn] > 1:
                step, bids = faces, bids // faces
            pushes = params[dice + NUM_PUSHES]
            pick = below(found >> _HALF, num_answers + bids * pushes)
            if pick >= num_answers:
                pick -= num_answers
                number = np.int64(np.uint64(pick) * _INVERSE[pushes] >> _HALF)
                bid += (1 + number) * step
                bidder, num_passes = turn, 0
                push = SETS + 4 * np.int64(lists[params[dice + FIRST_PUSH] + pick - number * pushes])
                rolled = fall(params, lists, params[dice + SIZE] - params[push + SIZE], found & _LOW)
                # Without branches: a mispredicted branch costs more than an unneeded roll.
                row[SHOWN + turn] += params[push + PACKED]
                row[CUPS + turn] = rolled if push != SETS else row[CUPS + turn]
                may_pass |= (params[PASSES] & (push != SETS)) << turn
            elif pick == through + exact + 1:
                num_passes = min(num_passes + 1, 2)
                may_pass &= ~(1 << turn)
            else:
                break
            before, last, turn = last, turn, np.int64(row[NEXT + turn])
        if pick == 0:
            code = CHALLENGE_PASS if num_passes else CHALLENGE_BID
        elif pick == through:
            code = CHALLENGE_BID if num_passes == 1 else CHALLENGE_FIRST_PASS
        else:
            code = EXACT
        row[TURN], row[LAST], row[BEFORE], row[BID], row[BIDDER] = turn, last, before, bid, bidder
        end_round(row, params, lists, code)
    return bits, num_actions


@compiled
def _play(row: Numbers, params: Numbers, lists: Numbers, key: int, games: int, sums: Numbers) -> None:
    """Play a task's games; add rounds, actions and each seat's wins to `sums`."""
    bits = key
    for _ in range(games):
        bits, num_actions = random_game(row, params, lists, bits)
        sums[0] += row[ROUNDS]
        sums[1] += num_actions
        for seat in range(params[PLAYERS]):
            sums[2 + seat] += row[DICE + seat] > 0


def random_games(game: LiarsDice, games: int, seed: int = 0, workers: int | None = None) -> Playouts:
    """Many random games. The same seed gives the same games on any number of processors."""
    params, lists = tables(game)
    sizes = [TASK] * (games // TASK) + ([games % TASK] if games % TASK else [])
    sums = np.zeros((len(sizes), 2 + game.players), dtype=np.int64)

    def play(task: int) -> None:
        _play(start(game), params, lists, np.uint64(key_of(seed, task)), sizes[task], sums[task])

    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        list(pool.map(play, range(len(sizes))))
    rounds, actions, *wins = map(int, sums.sum(axis=0))
    return Playouts(tuple(wins), rounds, actions)
