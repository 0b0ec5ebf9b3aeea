"""The evaluator's tables.

Hands are numbered from 1, the worst of 7,462 five-card classes, to 7,462, the royal flush; a hand of six or seven cards
has the number of its best five.

Without a flush only the ranks count. The counts of the seven low ranks, read as digits in base 5, are one number; those
of the six high ranks are another. Hands whose high ranks are the same lie together in `VALUES`, in the order of their
low ranks. So the entry of a hand is where its high ranks begin plus the place of its low ranks: two small tables, no
hash, no gap and no search for keys. A flush goes by the set of its ranks. All tables are one array, which fits into the
second-level cache of a processor; they are built in about a tenth of a second.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mendax.games.holdem.rules.cards import RANKS
from mendax.games.holdem.rules.ranking import Kind

Numbers: TypeAlias = NDArray[np.integer[Any]]
"""An array of whole numbers."""

NUM_RANKS: Final = len(RANKS)
CLASSES: Final = 7462
"""Values go from 1 to this one."""
LOW_RANKS: Final = 7
HIGH_RANKS: Final = NUM_RANKS - LOW_RANKS
FEWEST: Final = 5
MOST: Final = 7
"""A hand has from five to seven cards."""

_NUM_LOW: Final = 5**LOW_RANKS
NUM_HIGH: Final = 5**HIGH_RANKS
FLUSHES: Final = 0
"""From here on in the table: the value of a flush, by the set of its ranks, a bit for each."""
LOW: Final = FLUSHES + (1 << NUM_RANKS)
"""From here on: the place of the low ranks among those of as many cards, by their digits."""
HIGH: Final = LOW + _NUM_LOW
"""From here on, for hands of five, six and seven cards: where the high ranks begin, by their digits."""
VALUES: Final = (HIGH + 3 * NUM_HIGH, HIGH + 3 * NUM_HIGH + 6_175, HIGH + 3 * NUM_HIGH + 6_175 + 18_395)
"""From here on: the values of hands of five, six and seven cards without a flush."""
SIZE: Final = VALUES[2] + 2 * (1 << 16)
"""More than the values need: a row with a card twice has no value, but must not be read outside of the table."""

_FIRST_VALUES: Final = np.array([1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453])
"""By kind: its lowest value."""


def kind_of(value: int) -> Kind:
    """The kind of hand that a value belongs to.

    >>> kind_of(7462).name, kind_of(1).name
    ('STRAIGHT_FLUSH', 'HIGH_CARD')
    """
    return Kind(int(np.searchsorted(_FIRST_VALUES, value, side="right")) - 1)


def kinds_of(values: Numbers) -> Numbers:
    """The kinds of many values, as numbers."""
    return np.searchsorted(_FIRST_VALUES, values, side="right") - 1


def _counts(ranks: int, most: int) -> Numbers:
    """Every way to have at most so many cards of some ranks, four of a rank at most: a row of counts each."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(ranks):
        rows = [(*row, count) for row in rows for count in range(5) if sum(row) + count <= most]
    return np.array(rows)


def _highest(marked: NDArray[np.bool_]) -> Numbers:
    """By row: the highest marked rank, -1 if none is."""
    return np.where(marked.any(axis=1), NUM_RANKS - 1 - np.argmax(marked[:, ::-1], axis=1), -1)


def _straight(held: NDArray[np.bool_]) -> Numbers:
    """By row: the top rank of the best straight, -1 if there is none; the ace is also below the deuce."""
    wheel = np.concatenate([held[:, -1:], held], axis=1)
    ends = np.stack([wheel[:, top - 3 : top + 2].all(axis=1) for top in range(3, NUM_RANKS)], axis=1)
    return np.where(ends.any(axis=1), NUM_RANKS - 1 - np.argmax(ends[:, ::-1], axis=1), -1)


def _code(kind: int, *ranks: Numbers) -> Numbers:
    """A number that orders hands: the kind, then the ranks that decide."""
    code = np.full(len(ranks[0]), kind)
    for place in range(5):
        code = code << 4 | (ranks[place] if place < len(ranks) else 0)
    return code


def _tops(counts: Numbers, number: int, *used: Numbers) -> list[Numbers]:
    """The highest ranks beside those used, that many; ranks that are not there count as the deuce."""
    left = counts > 0
    rows = np.arange(len(counts))
    found: list[Numbers] = []
    for rank in (*used, *[None] * number):
        if rank is None:
            rank = np.maximum(_highest(left), 0)
            found.append(rank)
        left[rows, rank] = False
    return found


def _rank_codes(counts: Numbers) -> Numbers:
    """The code of the best five cards by rank alone, for each row of counts."""
    best = _code(Kind.HIGH_CARD, *_tops(counts, 5))
    rows = np.arange(len(counts))

    def where(kind: Kind, holds: NDArray[np.bool_], *ranks: Numbers) -> None:
        best[holds] = _code(kind, *ranks)[holds]

    pair = _highest(counts >= 2)
    less = counts.copy()
    less[rows, pair] = 0
    second = _highest(less >= 2)
    where(Kind.PAIR, pair >= 0, pair, *_tops(counts, 3, pair))
    where(Kind.TWO_PAIR, second >= 0, pair, second, *_tops(counts, 1, pair, second))
    trips = _highest(counts >= 3)
    where(Kind.THREE_OF_A_KIND, trips >= 0, trips, *_tops(counts, 2, trips))
    straight = _straight(counts > 0)
    where(Kind.STRAIGHT, straight >= 0, straight)
    less = counts.copy()
    less[rows, trips] = 0
    over = _highest(less >= 2)
    where(Kind.FULL_HOUSE, (trips >= 0) & (over >= 0), trips, over)
    quads = _highest(counts == 4)
    where(Kind.FOUR_OF_A_KIND, quads >= 0, quads, *_tops(counts, 1, quads))
    return best


def _flush_codes(held: NDArray[np.bool_]) -> Numbers:
    """The code of the best five cards of one suit, for each set of at least five ranks."""
    straight = _straight(held)
    flush = _code(Kind.FLUSH, *_tops(held.astype(np.int64), 5))
    return np.where(straight >= 0, _code(Kind.STRAIGHT_FLUSH, straight), flush)


@lru_cache(maxsize=1)
def evaluator_table() -> Numbers:
    """All tables of the evaluator in one array, built when first asked for."""
    table = np.zeros(SIZE, dtype=np.uint16)
    low, high = _counts(LOW_RANKS, MOST), _counts(HIGH_RANKS, MOST)
    low_sizes, high_sizes = low.sum(axis=1), high.sum(axis=1)
    low_keys, high_keys = low @ 5 ** np.arange(LOW_RANKS), high @ 5 ** np.arange(HIGH_RANKS)
    by_size = [np.flatnonzero(low_sizes == size) for size in range(MOST + 1)]
    for rows in by_size:
        table[LOW + low_keys[rows]] = np.arange(len(rows))
    codes = []
    for number in range(FEWEST, MOST + 1):
        fitting = [by_size[number - size] if size <= number else [] for size in high_sizes]
        lengths = np.array([len(rows) for rows in fitting])
        table[HIGH + (number - FEWEST) * NUM_HIGH + high_keys] = np.cumsum(lengths) - lengths
        low_rows = np.concatenate(fitting).astype(np.int64)
        codes.append(_rank_codes(np.concatenate([low[low_rows], np.repeat(high, lengths, axis=0)], axis=1)))
    sets = np.arange(1 << NUM_RANKS)
    held = (sets[:, None] >> np.arange(NUM_RANKS) & 1).astype(bool)
    enough = held.sum(axis=1) >= FEWEST
    flushes = _flush_codes(held[enough])
    classes = np.unique(np.concatenate([codes[0], flushes]))
    table[FLUSHES + sets[enough]] = 1 + np.searchsorted(classes, flushes)
    for begin, found in zip(VALUES, codes, strict=True):
        table[begin : begin + len(found)] = 1 + np.searchsorted(classes, found)
    table.setflags(write=False)
    return table
