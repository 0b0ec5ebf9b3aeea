# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""Deals for the solver: random cards, the buckets of both players in every stage, and who wins at the showdown.

The buckets of flop and turn come from tables over all boards up to an exchange of suits, which are made once for an
abstraction and kept in the cache folder. Those of the river are computed for each deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from os import cpu_count
from typing import Any, Final, NamedTuple

import numpy as np

from mendax.core.errors import MendaxError, Stopped
from mendax.core.files import cache_folder, writing_whole
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, NUM_HOLDINGS, deal
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.solver.abstraction import Abstraction
from mendax.games.holdem.solver.boards import BINOMIALS, CHANGED_HOLDINGS, CLASSES, board_classes
from mendax.games.holdem.solver.features import (
    CLUSTERS,
    Features,
    assign,
    free_holdings,
    nearest,
    river_distributions,
)
from mendax.games.holdem.solver.river_strengths import BLOCKED, fast, rank_holdings
from mendax.simd.streams import fold
from mendax.theory.staged_tree import Deals

Report = Callable[[float, str], None]
_TASK: Final = 32
"""Boards between two reports."""


class BucketTables(NamedTuple):
    """Buckets of flop and turn by class of boards and by holding, and how a board finds its class."""

    flop: Numbers
    flop_number: Numbers
    flop_change: Numbers
    turn: Numbers
    turn_number: Numbers
    turn_change: Numbers
    changed: Numbers
    river: Features
    clusters: Numbers


def bucket_tables(abstraction: Abstraction, report: Report, stopped: Callable[[], bool]) -> BucketTables:
    """The tables of an abstraction: from the cache folder if they are there, else made and kept."""
    name = hashlib.sha256(b"1" + b"".join(each.tobytes() for each in abstraction.centres[:2])).hexdigest()[:16]
    path = cache_folder() / f"holdem-buckets-{name}.npz"
    classes = board_classes(3), board_classes(4)
    made: tuple[Numbers, ...] | None = None
    with suppress(OSError, ValueError, KeyError), np.load(path) as file:
        found = file["flop"], file["turn"]
        if [each.shape for each in found] == [(len(each.boards), NUM_HOLDINGS) for each in classes]:
            made = found
    if made is None:
        made = _make(abstraction, report, stopped)
        # A cache that cannot be written is no error: the tables are made again next time.
        with suppress(OSError, MendaxError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with writing_whole(path) as aside, aside.open("wb") as into:
                np.savez(into, flop=made[0], turn=made[1])
    flops, turns = classes
    return BucketTables(
        made[0],
        flops.number,
        flops.change,
        made[1],
        turns.number,
        turns.change,
        CHANGED_HOLDINGS,
        abstraction.centres[2],
        abstraction.holding_clusters,
    )


def _make(abstraction: Abstraction, report: Report, stopped: Callable[[], bool]) -> tuple[Numbers, Numbers]:
    """The buckets of all holdings on all classes of flops and turns."""
    found = []
    for size, part, before in ((3, 0.8, 0.0), (4, 0.2, 0.8)):  # a flop takes some forty times as long
        boards, centres = board_classes(size).boards, abstraction.centres[size - 3]
        table = np.full((len(boards), NUM_HOLDINGS), BLOCKED, np.int16)

        def fill(number: int, boards: Numbers = boards, centres: Features = centres, table: Numbers = table) -> None:
            free = free_holdings(boards[number])
            some = np.zeros(len(free), np.int16)
            assign(river_distributions(boards[number])[free], centres, some)
            table[number, free] = some

        with ThreadPoolExecutor(cpu_count()) as pool:
            for begin in range(0, len(boards), _TASK):
                if stopped():
                    raise Stopped("stopped while the tables of buckets were made; nothing is kept of them")
                list(pool.map(fill, range(begin, min(begin + _TASK, len(boards)))))
                report(before + part * begin / len(boards), f"buckets of {'flops' if size == 3 else 'turns'}")
        found.append(table)
    return found[0], found[1]


@fast
def _number(one: int, two: int) -> int:
    low, high = min(one, two), max(one, two)
    return low * (2 * NUM_CARDS - 1 - low) // 2 + high - low - 1


@fast
def _rank(board: Numbers, size: int) -> int:
    """`board_rank` of the first cards of a board, which are sorted in place."""
    for place in range(1, size):
        card, at = board[place], place
        while at > 0 and board[at - 1] > card:
            board[at] = board[at - 1]
            at -= 1
        board[at] = card
    found = 0
    for place in range(size):
        found += BINOMIALS[board[place], place + 1]
    return found


@fast
def _deal(table: Numbers, tables: Any, key: int, buckets: Numbers, outcomes: Any) -> None:
    """Fill the buckets and outcomes of some deals; each has a random stream of its own."""
    deck, board = np.arange(NUM_CARDS, dtype=np.uint8), np.zeros(5, np.int64)
    values, holdings = np.zeros(NUM_HOLDINGS, np.int16), np.zeros(2, np.int64)
    won, met = np.zeros((2, CLUSTERS), np.int64), np.zeros((2, CLUSTERS), np.int64)
    feature, distances = np.zeros(CLUSTERS, np.float32), np.zeros(tables.river.shape[1], np.float32)
    for number in range(len(outcomes)):
        for card in range(NUM_CARDS):
            deck[card] = card
        deal(deck, 9, fold(key, number))
        holdings[0], holdings[1] = _number(deck[0], deck[2]), _number(deck[1], deck[3])
        for place in range(5):
            board[place] = deck[4 + place]
        rank_holdings(table, board, values)
        flop, turn = _rank(board, 3), _rank(board, 4)
        won[:], met[:] = 0, 0
        for other in range(NUM_HOLDINGS):
            value = values[other]
            if value >= 0:
                cluster = tables.clusters[other]
                for seat in range(2):
                    if not HOLDING_BITS[other] & HOLDING_BITS[holdings[seat]]:
                        own = values[holdings[seat]]
                        won[seat, cluster] += 1 + (own > value) - (own < value)
                        met[seat, cluster] += 2
        for seat in range(2):
            holding = holdings[seat]
            buckets[number, seat, 0] = CLASSES[holding]
            changed = tables.changed[tables.flop_change[flop], holding]
            buckets[number, seat, 1] = tables.flop[tables.flop_number[flop], changed]
            changed = tables.changed[tables.turn_change[turn], holding]
            buckets[number, seat, 2] = tables.turn[tables.turn_number[turn], changed]
            for cluster in range(CLUSTERS):
                feature[cluster] = won[seat, cluster] / met[seat, cluster] if met[seat, cluster] else 0.5
            buckets[number, seat, 3] = nearest(feature, tables.river, distances)
        outcomes[number] = np.sign(values[holdings[0]] - values[holdings[1]])


def deal_hands(tables: BucketTables, key: int, number: int) -> Deals:
    """So many random deals; the same key gives the same."""
    deals = Deals(np.zeros((number, 2, 4), np.int32), np.zeros(number))
    _deal(evaluator_table(), tables, np.uint64(key), deals.buckets, deals.outcomes)
    return deals
