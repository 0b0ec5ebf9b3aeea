# mypy: disable-error-code="untyped-decorator, no-any-return, return-value, call-overload, assignment"
"""Whole hands on one row of numbers: the betting step by step, the showdown, and random hands on all processors.

A hand in progress is a row; the columns are named below. Players are named by their position: 0 is the first seat left
of the button, and the button is the last position. So the first in a set of positions, a bit for each, acts first
after the flop and gets the odd chips. A choice is 0 to fold, 1 to check or call, 2 to bet or raise. The deck has each
position's first card, then each position's second card, then the board.

The functions change the row in place and check nothing; `play_hand` does, for one hand with a deck and choices given.
`rules/game.py` is the authority: tests compare the two at every step.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Final

import numpy as np
from numba import njit

from mendax.core.errors import IllegalAction, MendaxError
from mendax.core.streams import key_of
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, check_cards, hand_value
from mendax.games.holdem.kernel.holdings import BOARD, deal
from mendax.games.holdem.kernel.tables import MOST, Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.rules.types import BET_SIZES, BIG_BLIND, SMALL_BLIND
from mendax.simd.streams import STEP, scramble

compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True, _nrt=False)
"""Nothing here allocates an array, so reference counting is off (`_nrt`)."""

MOST_PLAYERS: Final = 10
FOLD, CALL, RAISE = 0, 1, 2
"""The choices; a check is a call that costs nothing, a bet is the first raise."""
STAGE: Final = 0
"""0 to 3 from before the flop to the river; `OVER` when nobody acts any more."""
OVER: Final = 4
TURN: Final = 1
"""Whose turn it is, by position."""
ACTIVE: Final = 2
"""Who has not folded, a bit for each position."""
WAITING: Final = 3
"""Who must still act in this stage, a bit for each position."""
LEVEL: Final = 4
"""Chips that everybody who stays in must have put in, over all stages."""
RAISES: Final = 5
"""Bets and raises in this stage; the big blind is none."""
PAID: Final = 6
"""From here on: chips put in by each position."""
WIDTH: Final = PAID + MOST_PLAYERS

_BETS: Final = np.array([*BET_SIZES, 0], dtype=np.int64)
_FIRST: Final = np.array([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << MOST_PLAYERS)], dtype=np.int8)
"""By set of positions: the first of them."""
_TASK: Final = 4096
"""Hands in a task; each task has a random stream of its own."""
_HALF: Final = np.uint64(32)


@compiled
def begin(row: Numbers, players: int) -> None:
    """Make a row the start of a hand: the blinds are posted. With two players the button posts the small one."""
    for position in range(players):
        row[PAID + position] = 0
    big = 1 if players > 2 else 0
    row[PAID + big] = BIG_BLIND
    row[PAID + 1 - big] = SMALL_BLIND
    row[STAGE] = 0
    row[TURN] = big + 1 if big + 1 < players else 0
    row[ACTIVE] = (1 << players) - 1
    row[WAITING] = row[ACTIVE]
    row[LEVEL] = BIG_BLIND
    row[RAISES] = 0


@compiled
def legal(row: Numbers, cap: int) -> int:
    """The legal choices, a bit for each: a fold only when there is something to call, a raise up to the cap.

    `cap` raises are allowed in a stage, over the big blind before the flop and over the first bet after it.
    """
    must_pay = row[LEVEL] > row[PAID + row[TURN]]
    may_raise = row[RAISES] < cap + (row[STAGE] > 0)
    return np.int64(must_pay) | 2 | np.int64(may_raise) << 2


@compiled
def act(row: Numbers, choice: int) -> None:
    """The player whose turn it is acts; the turn goes on, or a stage is closed, or the betting is over."""
    turn = row[TURN]
    own = 1 << turn
    waiting = row[WAITING] & ~own
    if choice == FOLD:
        row[ACTIVE] ^= own
        active = row[ACTIVE]
        if active & (active - 1) == 0:  # one player is left, who need not act
            row[STAGE] = OVER
            row[WAITING] = 0
            return
    else:
        if choice == RAISE:
            row[LEVEL] += _BETS[row[STAGE]]
            row[RAISES] += 1
            waiting = row[ACTIVE] & ~own
        row[PAID + turn] = row[LEVEL]
    if waiting:
        later = waiting >> turn << turn
        row[TURN] = _FIRST[later if later else waiting]
    else:
        row[STAGE] += 1
        row[RAISES] = 0
        waiting = row[ACTIVE]
        row[TURN] = _FIRST[waiting]
    row[WAITING] = waiting


@compiled
def settle(row: Numbers, players: int, table: Numbers, deck: Numbers, gains: Numbers) -> bool:
    """Pay out the pot: write what each position has won or lost. Return whether there was a showdown."""
    pot = 0
    for position in range(players):
        gains[position] = -row[PAID + position]
        pot += row[PAID + position]
    active = row[ACTIVE]
    if active & (active - 1) == 0:
        gains[_FIRST[active]] += pot
        return False
    board, board_bits = NO_CARDS, np.uint64(0)
    for place in range(2 * players, 2 * players + BOARD):
        board += CARD_KEYS[deck[place]]
        board_bits += CARD_BITS[deck[place]]
    best, winners, number = 0, 0, 0
    while active:
        position = _FIRST[active]
        active &= active - 1
        one, two = deck[position], deck[position + players]
        value = hand_value(
            table, MOST, board + CARD_KEYS[one] + CARD_KEYS[two], board_bits + CARD_BITS[one] + CARD_BITS[two]
        )
        if value > best:
            best, winners, number = value, 1 << position, 1
        elif value == best:
            winners |= 1 << position
            number += 1
    share = pot // number
    gains[_FIRST[winners]] += pot - number * share  # odd chips
    while winners:
        gains[_FIRST[winners]] += share
        winners &= winners - 1
    return True


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a hand, and how the hand stood before it."""

    position: int
    stage: int
    legal: int
    """The legal choices, a bit for each."""
    pot: int
    choice: int


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as the kernel played it."""

    steps: tuple[Step, ...]
    showdown: bool
    gains: tuple[int, ...]
    """Chips won and lost, by position."""


def play_hand(players: int, deck: Sequence[int], choices: Sequence[int], raises: int = 3) -> PlayedHand:
    """Play a hand with these cards and choices; as many are taken as it needs.

    >>> play_hand(2, range(9), [CALL, CALL, CALL, RAISE, FOLD]).gains
    (-2, 2)
    """
    _check_table(players, raises)
    check_cards(deck)
    if len(deck) < 2 * players + BOARD:
        raise MendaxError(f"{players} players need {2 * players + BOARD} cards, not {len(deck)}")
    row, steps, left = np.zeros(WIDTH, dtype=np.int64), list[Step](), iter(choices)
    begin(row, players)
    while row[STAGE] != OVER:
        may, choice = int(legal(row, raises)), next(left, None)
        if choice is None:
            raise MendaxError(f"the hand is not over after {len(steps)} choices")
        if choice not in (FOLD, CALL, RAISE) or not may >> choice & 1:
            raise IllegalAction(f"choice {len(steps) + 1}: {choice} is not legal there")
        steps.append(Step(int(row[TURN]), int(row[STAGE]), may, int(row[PAID:].sum()), choice))
        act(row, choice)
    gains = np.zeros(players, dtype=np.int64)
    showdown = settle(row, players, evaluator_table(), np.array(deck, dtype=np.uint8), gains)
    return PlayedHand(tuple(steps), bool(showdown), tuple(gains.tolist()))


def _check_table(players: int, raises: int) -> None:
    if not 2 <= players <= MOST_PLAYERS:
        raise MendaxError(f"there are 2 to {MOST_PLAYERS} players, not {players}")
    if raises < 0:
        raise MendaxError("there is no negative number of raises")


@compiled
def random_hand(
    row: Numbers, players: int, cap: int, table: Numbers, deck: Numbers, gains: Numbers, bits: int
) -> tuple[int, int, bool]:
    """Deal and play a hand, every legal choice equally likely.

    Returns the state of the stream, the number of actions, and whether there was a showdown.
    """
    bits = deal(deck, 2 * players + BOARD, bits)
    begin(row, players)
    num_actions = 0
    while row[STAGE] != OVER:
        bits += STEP
        may = legal(row, cap)
        must_pay = may & 1
        num_choices = np.uint64(must_pay + 1 + (may >> 2))
        act(row, 1 - must_pay + np.int64(((scramble(bits) >> _HALF) * num_choices) >> _HALF))
        num_actions += 1
    return bits, num_actions, settle(row, players, table, deck, gains)


@compiled
def _play(
    row: Numbers, players: int, cap: int, table: Numbers, deck: Numbers, gains: Numbers, key: int, sums: Numbers
) -> None:
    """Play a task's hands, `sums[0]` of them; add actions, showdowns and gains by position to the rest of `sums`."""
    bits = key
    for _ in range(sums[0]):
        bits, num_actions, showdown = random_hand(row, players, cap, table, deck, gains, bits)
        sums[1] += num_actions
        sums[2] += showdown
        for position in range(players):
            sums[3 + position] += gains[position]


@dataclass(frozen=True, slots=True)
class RandomHands:
    """The results of many random hands."""

    hands: int
    actions: int
    showdowns: int
    gains: tuple[int, ...]
    """Chips won and lost, by position."""


def random_hands(players: int, hands: int, seed: int = 0, raises: int = 3, workers: int | None = None) -> RandomHands:
    """Many random hands. The same seed gives the same hands on any number of processors."""
    _check_table(players, raises)
    if hands < 0:
        raise MendaxError("there is no negative number of hands")
    table, tasks = evaluator_table(), -(-hands // _TASK)
    sums = np.zeros((tasks, 3 + players), dtype=np.int64)
    sums[:, 0] = [min(_TASK, hands - task * _TASK) for task in range(tasks)]

    def play(task: int) -> None:
        row, gains = np.zeros(WIDTH, dtype=np.int64), np.zeros(players, dtype=np.int64)
        deck = np.arange(NUM_CARDS, dtype=np.uint8)
        _play(row, players, raises, table, deck, gains, np.uint64(key_of(seed, task)), sums[task])

    with ThreadPoolExecutor(workers or cpu_count()) as pool:
        list(pool.map(play, range(tasks)))
    num_hands, actions, showdowns, *gains = map(int, sums.sum(axis=0))
    return RandomHands(num_hands, actions, showdowns, tuple(gains))
