# mypy: disable-error-code="untyped-decorator, arg-type, assignment, no-any-return"
"""What the card abstraction looks at.

On flop and turn: how the strength on the river is distributed over all cards to come, as a cumulative distribution.
Its mean is the equity, and its spread tells draws from made hands. The distance of two such rows is close to the earth
mover's distance. On the river: the equity against each of some clusters of starting hands, since opponents' ranges are
not uniform (after Johanson, Burch, Valenzano and Bowling, 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.games.holdem.kernel.evaluate import CARD_BITS
from mendax.games.holdem.kernel.holdings import HOLDING_BITS, NUM_HOLDINGS
from mendax.games.holdem.kernel.tables import Numbers, evaluator_table
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.solver.boards import CLASSES, NUM_CLASSES
from mendax.games.holdem.solver.river_strengths import (
    MOST_STRENGTH,
    fast,
    new_scratch,
    rank_holdings,
    strengths,
)

Features: TypeAlias = npt.NDArray[np.float32]

BINS: Final = 20
"""Steps of the cumulative distribution on flop and turn."""
CLUSTERS: Final = 8
"""Clusters of starting hands that the river's equities are against."""


@fast
def bin_of(strength: int) -> int:
    """The bin of a strength, all of them equally wide."""
    return strength * BINS // (MOST_STRENGTH + 1)


@fast
def _count_rivers(table: Numbers, board: Numbers, counts: Numbers) -> None:
    """Add to `counts`, by holding and bin, the strengths on all full boards that begin with a board of 3 or 4 cards."""
    scratch, found = new_scratch(), np.zeros(NUM_HOLDINGS, np.int16)
    full = np.zeros(5, np.int64)
    size = len(board)
    full[:size] = board
    for turn in range(NUM_CARDS if size == 3 else 1):
        if size == 3:
            full[3] = turn
            if (full[:3] == turn).any():
                continue
        for river in range(turn + 1 if size == 3 else 0, NUM_CARDS):
            if (full[:4] == river).any():
                continue
            full[4] = river
            strengths(table, full, found, scratch)
            for holding in range(NUM_HOLDINGS):
                if found[holding] >= 0:
                    counts[holding, bin_of(found[holding])] += 1


def river_distributions(board: Sequence[int] | Numbers) -> Features:
    """By holding: the cumulative distribution of its strength on the river, from a board of three or four cards.

    Holdings with a card of the board have no row of use.
    """
    counts = np.zeros((NUM_HOLDINGS, BINS), np.int32)
    _count_rivers(evaluator_table(), np.array(board, np.int64), counts)
    number = 1081 if len(board) == 3 else 46
    return np.cumsum(counts, axis=1).astype(np.float32) / np.float32(number)


@fast
def _river_equities(table: Numbers, board: Numbers, holdings: Numbers, clusters: Numbers, found: Features) -> None:
    """Write, for each of some holdings, its equity against each cluster; 1/2 where a cluster has no holding left."""
    values = np.zeros(NUM_HOLDINGS, np.int16)
    rank_holdings(table, board, values)
    won, met = np.zeros(CLUSTERS, np.int64), np.zeros(CLUSTERS, np.int64)
    for row in range(len(holdings)):
        own, bits = values[holdings[row]], HOLDING_BITS[holdings[row]]
        won[:], met[:] = 0, 0
        for other in range(NUM_HOLDINGS):
            value = values[other]
            if value >= 0 and not HOLDING_BITS[other] & bits:
                cluster = clusters[other]
                won[cluster] += 1 + (own > value) - (own < value)
                met[cluster] += 2
        for cluster in range(CLUSTERS):
            found[row, cluster] = won[cluster] / met[cluster] if met[cluster] else 0.5


def river_equities(board: Sequence[int] | Numbers, holdings: Numbers, clusters: Numbers) -> Features:
    """By holding of those given: its equity on a full board against each cluster, by `clusters` of all holdings."""
    found = np.zeros((len(holdings), CLUSTERS), np.float32)
    _river_equities(evaluator_table(), np.array(board, np.int64), holdings, clusters, found)
    return found


@fast
def nearest(feature: Features, centres: Features, distances: Features) -> int:
    """The nearest of some centres, which are columns: the additions are the same in any order of vectors."""
    distances[:] = 0
    for place in range(len(feature)):
        for centre in range(centres.shape[1]):
            off = feature[place] - centres[place, centre]
            distances[centre] += off * off
    best = 0
    for centre in range(1, len(distances)):
        if distances[centre] < distances[best]:
            best = centre
    return best


@fast
def assign(features: Features, centres: Features, found: Numbers) -> None:
    """Write the nearest centre of each row."""
    distances = np.zeros(centres.shape[1], np.float32)
    for row in range(len(features)):
        found[row] = nearest(features[row], centres, distances)


def free_holdings(board: Sequence[int] | Numbers) -> Numbers:
    """The holdings that have no card of a board."""
    bits = CARD_BITS[np.array(board, np.int64)].sum(dtype=np.uint64)
    return np.flatnonzero((HOLDING_BITS & bits) == 0)


@fast
def _count_boards(table: Numbers, boards: Numbers, counts: Numbers) -> None:
    scratch, found = new_scratch(), np.zeros(NUM_HOLDINGS, np.int16)
    for row in range(len(boards)):
        strengths(table, boards[row], found, scratch)
        for holding in range(NUM_HOLDINGS):
            if found[holding] >= 0:
                counts[CLASSES[holding], bin_of(found[holding])] += 1


def starting_distributions(boards: Numbers) -> Features:
    """By starting hand: the cumulative distribution of its strength on some full boards."""
    counts = np.zeros((NUM_CLASSES, BINS), np.int64)
    _count_boards(evaluator_table(), boards, counts)
    return np.asarray(np.cumsum(counts, axis=1) / counts.sum(axis=1, keepdims=True), np.float32)
