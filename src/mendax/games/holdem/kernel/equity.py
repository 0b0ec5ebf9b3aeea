# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""Equity: what part of the pot a hand wins on average if everybody stays to the showdown.

Exact equity goes through every board, and against one unknown holding through every holding too. Sampled equity draws
boards and opponents from a generator and says how far off it may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numba import njit

from mendax.core.errors import MendaxError
from mendax.core.streams import key_of
from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, check_cards, hand_value
from mendax.games.holdem.kernel.holdings import (
    BOARD,
    HOLDING_BITS,
    HOLDING_KEYS,
    NUM_HOLDINGS,
    Sums,
    Weights,
    deal,
    full_boards,
    sums_of,
    unseen_cards,
)
from mendax.games.holdem.kernel.tables import MOST, Numbers, evaluator_table

MOST_HANDS: Final = 10
_PARTS: Final = 2520
"""A pot can be divided by every number up to ten."""
_TASK: Final = 8192
"""Samples in a task; each task has a random stream of its own."""
_fast = njit(cache=True, error_model="numpy", nogil=True)


def count_json(number: float) -> float:
    """A count or a weight: a whole number where it is one."""
    return int(number) if number == int(number) else number


@dataclass(frozen=True, slots=True)
class Equity:
    """How one hand fares over all boards, or over all boards and holdings of one opponent."""

    win: float
    """In how many cases, or with what weight, it is the only best hand."""
    tie: float
    lose: float
    equity: float
    """The part of the pot it wins on average."""

    def to_json(self) -> dict[str, float]:
        """Counts, and the equity."""
        counts = {name: count_json(getattr(self, name)) for name in ("win", "tie", "lose")}
        return {**counts, "equity": self.equity}


@dataclass(frozen=True, slots=True)
class SampledEquity:
    """How a hand fared in sampled deals, as rates."""

    win: float
    tie: float
    lose: float
    equity: float
    standard_error: float
    """Of the equity."""
    samples: int

    def to_json(self) -> dict[str, float]:
        """All fields by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def check_hands(hands: Sequence[Sequence[int]], board: Sequence[int], others: int = 0) -> None:
    """Raise a `MendaxError` unless these hands, a board and so many other hands can come from one deck."""
    if any(len(hand) != 2 for hand in hands):
        raise MendaxError("a hand is two cards")
    if len(board) not in (0, 3, 4, 5):
        raise MendaxError(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    if not 2 <= len(hands) + others <= MOST_HANDS:
        raise MendaxError(f"from 2 to {MOST_HANDS} hands can be compared, not {len(hands) + others}")
    check_cards(*hands, board)


@_fast
def _showdowns(table: Numbers, boards: Numbers, bits: Numbers, hands: Numbers, hand_bits: Numbers) -> Numbers:
    """For each hand: wins, ties, losses, and its share of the pots in parts."""
    number = len(hands)
    found = np.zeros((number, 4), dtype=np.int64)
    values = np.empty(number, dtype=np.int64)
    for at in range(len(boards)):
        best, winners = 0, 0
        for hand in range(number):
            value = hand_value(table, MOST, boards[at] + hands[hand], bits[at] + hand_bits[hand])
            values[hand] = value
            winners = 1 if value > best else winners + (value == best)
            best = max(best, value)
        for hand in range(number):
            has_won = values[hand] == best
            found[hand, np.int64(winners > 1) if has_won else 2] += 1
            found[hand, 3] += _PARTS // winners if has_won else 0
    return found


def exact_equity(
    hands: Sequence[Sequence[int]], board: Sequence[int] = (), dead: Sequence[int] = (), workers: int = 1
) -> tuple[Equity, ...]:
    """The equity of each of some known hands, over every board that is possible.

    >>> [(int(one.win), int(one.tie), int(one.lose)) for one in exact_equity([(48, 49), (46, 47)])]
    [(1388072, 6538, 317694), (317694, 6538, 1388072)]
    """
    check_hands(hands, board)
    check_cards(*hands, board, dead)
    table = evaluator_table()
    keys, bits = sums_of(np.array(hands, dtype=np.uint8))
    unseen = unseen_cards(*(card for group in (*hands, board, dead) for card in group))

    def part(boards: Sums) -> Numbers:
        return _showdowns(table, *boards, keys, bits)

    with ThreadPoolExecutor(workers) as pool:
        found: Any = sum(pool.map(part, full_boards(board, unseen)))
    all_ = int(found[0, :3].sum())
    return tuple(Equity(int(row[0]), int(row[1]), int(row[2]), float(row[3] / (all_ * _PARTS))) for row in found)


@_fast
def against_holdings(
    table: Numbers,
    number: int,
    boards: Numbers,
    bits: Numbers,
    hand: Numbers,
    weights: Weights,
    now: Numbers,
    totals: Weights,
) -> None:
    """Compare a hand of `number` cards, board included, with every holding on every board.

    A holding's weight is added to `totals`, in the row that `now` gives for the holding and in the column of the
    outcome: ahead, tied or behind. `hand` is the sum of the hand's keys and of its bits.
    """
    for at in range(len(boards)):
        board, seen = boards[at], bits[at] + hand[1]
        own = hand_value(table, number, board + hand[0], seen)
        for holding in range(NUM_HOLDINGS):
            if HOLDING_BITS[holding] & seen:
                continue
            other = hand_value(table, number, board + HOLDING_KEYS[holding], bits[at] + HOLDING_BITS[holding])
            totals[now[holding], 1 + (other > own) - (own > other)] += weights[holding]


def hand_sums(hole: Sequence[int]) -> Numbers:
    """The sum of a hand's keys and of its bits, as one array."""
    return np.array(sums_of(np.array(hole, dtype=np.uint8)), dtype=np.uint64)


def weights_or_ones(weights: Weights | None) -> Weights:
    """Weights of all holdings, the same for each if none are given."""
    if weights is None:
        return np.ones(NUM_HOLDINGS)
    found = np.ascontiguousarray(weights, dtype=np.float64)
    if found.shape != (NUM_HOLDINGS,) or not np.isfinite(found).all() or (found < 0).any():
        raise MendaxError(f"weights are {NUM_HOLDINGS} numbers, none of them negative")
    return found


def equity_against_one(
    hole: Sequence[int], board: Sequence[int] = (), weights: Weights | None = None, workers: int = 1
) -> Equity:
    """The exact equity against one unknown holding, over every board and holding; takes seconds before the flop."""
    check_hands([hole], board, others=1)
    table, chances, hand = evaluator_table(), weights_or_ones(weights), hand_sums(hole)
    nothing = np.zeros(NUM_HOLDINGS, dtype=np.int8)

    def part(boards: Sums) -> Weights:
        totals = np.zeros((1, 3))
        against_holdings(table, MOST, *boards, hand, chances, nothing, totals)
        return totals[0]

    with ThreadPoolExecutor(workers) as pool:
        found: Any = sum(pool.map(part, full_boards(board, unseen_cards(*hole, *board))))
    win, tie, lose = map(float, found)
    all_ = win + tie + lose
    if not all_:
        raise MendaxError("every possible holding has weight 0")
    return Equity(win, tie, lose, (win + tie / 2) / all_)


@_fast
def _sample(
    table: Numbers, deck: Numbers, start: Numbers, hands: Numbers, others: int, missing: int, key: int, samples: int
) -> Numbers:
    """How often the first hand shares the pot with how many, itself included; 0 stands for a loss.

    `start` is the sum of the board's keys and of its bits; `hands` has a row for each known hand. The deck is shuffled
    in place: a shuffle may begin with any order.
    """
    found = np.zeros(MOST_HANDS + 1, dtype=np.int64)
    bits = key
    for _ in range(samples):
        bits = deal(deck, missing + 2 * others, bits)
        board, board_bits = start[0], start[1]
        for place in range(missing):
            board += CARD_KEYS[deck[place]]
            board_bits += CARD_BITS[deck[place]]
        own = hand_value(table, MOST, board + hands[0, 0], board_bits + hands[0, 1])
        winners, is_best = 1, True
        for other in range(1, len(hands) + others):
            if other < len(hands):
                value = hand_value(table, MOST, board + hands[other, 0], board_bits + hands[other, 1])
            else:
                place = missing + 2 * (other - len(hands))
                one, two = deck[place], deck[place + 1]
                value = hand_value(
                    table,
                    MOST,
                    board + CARD_KEYS[one] + CARD_KEYS[two],
                    board_bits + CARD_BITS[one] + CARD_BITS[two],
                )
            is_best &= value <= own
            winners += value == own
        found[winners if is_best else 0] += 1
    return found


def sampled_equity(
    hole: Sequence[int],
    opponents: int = 1,
    board: Sequence[int] = (),
    known: Sequence[Sequence[int]] = (),
    samples: int = 100_000,
    *,
    rng: Random,
    workers: int = 1,
) -> SampledEquity:
    """The equity against some unknown hands, and known ones if there are any, from sampled deals.

    The same generator gives the same result on any number of threads.
    """
    check_hands([hole, *known], board, opponents)
    if opponents < 0 or samples < 2:
        raise MendaxError("there must be at least two samples, and no negative number of opponents")
    table, seed = evaluator_table(), rng.getrandbits(64)
    unseen = unseen_cards(*(card for group in (hole, board, *known) for card in group))
    key, bit = sums_of(np.array(board, dtype=np.uint8))
    start = np.array([key + NO_CARDS, bit], dtype=np.uint64)
    hands = np.array([hand_sums(hand) for hand in (hole, *known)], dtype=np.uint64)

    def part(task: int) -> Numbers:
        size = min(_TASK, samples - task * _TASK)
        stream = np.uint64(key_of(seed, task))
        return _sample(table, unseen.copy(), start, hands, opponents, BOARD - len(board), stream, size)

    with ThreadPoolExecutor(workers) as pool:
        found = np.sum(list(pool.map(part, range(-(-samples // _TASK)))), axis=0)
    rates = [int(count) / samples for count in found]
    shares = [1 / winners if winners else 0.0 for winners in range(len(rates))]
    equity = sum(rate * share for rate, share in zip(rates, shares, strict=True))
    spread = sum(rate * (share - equity) ** 2 for rate, share in zip(rates, shares, strict=True))
    error = sqrt(spread / (samples - 1))
    return SampledEquity(rates[1], sum(rates[2:]), rates[0], equity, error, samples)
