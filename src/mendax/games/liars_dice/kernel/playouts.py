# mypy: disable-error-code="untyped-decorator, return-value, assignment"
"""Whole random games on the kernel: every legal action equally often, on all processors.

A random seat does not list its actions to pick one. With `a` answers, `b` bids and `p` pushes (none
included) there are a + b * p legal actions, so one number below that says which it is.
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

TASK: Final = 4096
"""Games that one processor takes at a time; each task has a stream of its own."""
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
_INVERSE: Final = np.array([0, *(-(-(1 << 32) // number) for number in range(1, 65))], dtype=np.uint64)
"""To divide by a number of pushes: what is divided has less than 16 bits, so the quotient is right."""
_NTH_SEAT: Final = np.array(
    [([seat for seat in range(SEATS) if mask >> seat & 1] + [0] * SEATS)[:SEATS] for mask in range(1 << SEATS)],
    dtype=np.uint8,
)
"""The seats of a set of seats, a bit each."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What many random games came to."""

    wins: tuple[int, ...]
    """By seat."""
    rounds: int
    actions: int
    """What the seats said; chance is not counted."""


@compiled
def scramble(bits: int) -> int:
    """The heart of `core.chance.Stream`: SplitMix64."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@compiled
def below(half: int, number: int) -> int:
    """A whole number below another, from 32 random bits."""
    return np.int64((half * np.uint64(number)) >> _HALF)


@compiled
def fall(law: Numbers, book: Numbers, number: int, half: int) -> int:
    """How some dice fall: the number of a set."""
    return np.int64(book[law[FIRST_ROLL + number] + below(half, law[WAYS + number])])


@compiled
def random_game(row: Numbers, law: Numbers, book: Numbers, bits: int) -> tuple[int, int]:
    """One game from its beginning to its end; how far the stream has come, and how many actions it took.

    Most actions are bids, and a bid needs little of the kernel. So what a round changes stands in variables
    here, and the row is kept up to date where a round ends: there the kernel itself says what it comes to.
    """
    reset(row, law, book)
    players, faces = law[PLAYERS], law[FACES]
    num_actions = 0
    while row[PHASE] != OVER:
        bits += _STEP
        opener = np.int64(row[NEXT_OPENER])
        if law[OPENS] == RANDOM_OPENS or opener == NOBODY:
            opener = np.int64(_NTH_SEAT[row[IN_PLAY], below(scramble(bits) >> _HALF, row[LEFT])])
        open_round(row, law, book, opener)
        special = row[SPECIAL] != 0
        may_pass = 0  # a bit for each seat that could
        for seat in range(players):
            bits += _STEP
            number = row[DICE + seat]
            row[CUPS + seat] = fall(law, book, number, scramble(bits) >> _HALF)
            may_pass |= (number > 1) << seat
        may_pass *= law[PASSES]
        turn, last, before, bidder = opener, NOBODY, NOBODY, NOBODY
        bid, num_passes = 0, 0
        top, exacts = row[TOTAL] * faces, np.int64(row[EXACTS])
        while True:
            bits += _STEP
            found = scramble(bits)
            num_actions += 1
            dice = SETS + 4 * row[CUPS + turn]
            through = (num_passes > 0) & (before != turn)
            exact = exacts >> turn & (bidder != turn)
            num_answers = (1 + through + exact + (may_pass >> turn & 1)) * (bid > 0)
            step, bids = 1, top - bid
            if special and bid and row[DICE + turn] > 1:
                step, bids = faces, bids // faces
            pushes = law[dice + NUM_PUSHES]
            pick = below(found >> _HALF, num_answers + bids * pushes)
            if pick >= num_answers:
                pick -= num_answers
                number = np.int64(np.uint64(pick) * _INVERSE[pushes] >> _HALF)
                bid += (1 + number) * step
                bidder, num_passes = turn, 0
                push = SETS + 4 * np.int64(book[law[dice + FIRST_PUSH] + pick - number * pushes])
                rolled = fall(law, book, law[dice + SIZE] - law[push + SIZE], found & _LOW)
                # Without branches: a wrong guess at what chance does costs more than a roll for nothing.
                row[SHOWN + turn] += law[push + PACKED]
                row[CUPS + turn] = rolled if push != SETS else row[CUPS + turn]
                may_pass |= (law[PASSES] & (push != SETS)) << turn
            elif pick == through + exact + 1:
                num_passes = min(num_passes + 1, 2)
                may_pass &= ~(1 << turn)
            else:
                break
            before, last, turn = last, turn, np.int64(row[NEXT + turn])
        if pick == 0:
            word = CHALLENGE_PASS if num_passes else CHALLENGE_BID
        elif pick == through:
            word = CHALLENGE_BID if num_passes == 1 else CHALLENGE_FIRST_PASS
        else:
            word = EXACT
        row[TURN], row[LAST], row[BEFORE], row[BID], row[BIDDER] = turn, last, before, bid, bidder
        end_round(row, law, book, word)
    return bits, num_actions


@compiled
def _play(row: Numbers, law: Numbers, book: Numbers, key: int, games: int, sums: Numbers) -> None:
    """A task's games; `sums` gets the rounds, the actions and each seat's wins."""
    bits = key
    for _ in range(games):
        bits, num_actions = random_game(row, law, book, bits)
        sums[0] += row[ROUNDS]
        sums[1] += num_actions
        for seat in range(law[PLAYERS]):
            sums[2 + seat] += row[DICE + seat] > 0


def random_games(game: LiarsDice, games: int, seed: int = 0, workers: int | None = None) -> Playouts:
    """Many random games. The same seed gives the same games on any number of processors."""
    law, book = tables(game)
    sizes = [TASK] * (games // TASK) + ([games % TASK] if games % TASK else [])
    sums = np.zeros((len(sizes), 2 + game.players), dtype=np.int64)

    def play(task: int) -> None:
        _play(start(game), law, book, np.uint64(key_of(seed, task)), sizes[task], sums[task])

    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        list(pool.map(play, range(len(sizes))))
    rounds, actions, *wins = map(int, sums.sum(axis=0))
    return Playouts(tuple(wins), rounds, actions)
