"""Card abstraction: the 169 starting hands, and on flop, turn and river buckets of holdings with similar prospects.

Buckets are the cells of k-means over the features of `features.py`. The centres are fitted to random boards once and
stored with a strategy, so that the bucket of any holding can be computed while playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core.errors import Stopped
from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules import Stage
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.games.holdem.solver.boards import CLASSES, NUM_CLASSES
from mendax.games.holdem.solver.features import (
    CLUSTERS,
    Features,
    assign,
    free_holdings,
    river_distributions,
    river_equities,
    starting_distributions,
)
from mendax.games.holdem.solver.river_strengths import BLOCKED

Buckets: TypeAlias = tuple[int, int, int]
"""How many there are on flop, turn and river."""

BUCKETS: Final = (1000, 600, 400)
"""The betting has nine times as many nodes in each stage as in the one before, so buckets of the flop cost least."""
FIT_BOARDS: Final = (400, 1500, 3000)
"""Random boards of flop, turn and river that the centres are fitted to."""
_FIT_HOLDINGS: Final = (150, 40, 20)
"""Random holdings of each."""
STARTING_BOARDS: Final = 20_000
"""Random full boards that starting hands are compared on."""
_ROUNDS: Final = 30
"""Iterations of k-means."""
_SALT: Final = 20_131_122


@dataclass(frozen=True, slots=True, eq=False)
class Abstraction:
    """Says which bucket a holding is in."""

    clusters: npt.NDArray[np.uint8]
    """By starting hand: its cluster."""
    centres: tuple[Features, Features, Features]
    """For flop, turn and river: a column for each bucket."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """By stage, from before the flop on: how many buckets there are."""
        return NUM_CLASSES, *(each.shape[1] for each in self.centres)

    @property
    def holding_clusters(self) -> npt.NDArray[np.uint8]:
        """By holding: its cluster."""
        return self.clusters[CLASSES]

    def equity(self, stage: int, bucket: int) -> float:
        """About how much of the pot a bucket of flop, turn or river (stages 1 to 3) wins against unknown cards."""
        centre = self.centres[stage - 1][:, bucket]
        if stage == Stage.RIVER:
            return float(centre @ np.bincount(self.holding_clusters, minlength=CLUSTERS)) / NUM_HOLDINGS
        return float(_middles(centre[None])[0])

    def buckets(self, board: Sequence[int]) -> Numbers:
        """By holding: its bucket with a board of 0, 3, 4 or 5 cards; `BLOCKED` if it has a card of the board."""
        if not board:
            return CLASSES
        return _kept_buckets(self, tuple(board))

    def bucket(self, holding: int, board: Sequence[int]) -> int:
        """The bucket of one holding that has no card of the board."""
        return int(self.assign(np.array([holding]), board)[0] if board else CLASSES[holding])

    def assign(self, holdings: Numbers, board: Sequence[int]) -> Numbers:
        """The buckets of some holdings that have no card of a board of 3, 4 or 5 cards."""
        if len(board) == 5:
            features = river_equities(board, holdings, self.holding_clusters)
        else:
            features = kept_distributions(tuple(sorted(board)))[holdings]
        found = np.zeros(len(holdings), np.int16)
        assign(features, self.centres[len(board) - 3], found)
        return found


def _middles(centres: Features) -> npt.NDArray[np.float64]:
    """The means of cumulative distributions, a row each."""
    return np.asarray(1 - (centres.sum(axis=1, dtype=np.float64) - 0.5) / centres.shape[1])


@lru_cache(maxsize=16)
def _kept_buckets(abstraction: Abstraction, board: tuple[int, ...]) -> Numbers:
    """The buckets of all holdings; those of the last boards are kept, since several turns ask for the same."""
    found, free = np.full(NUM_HOLDINGS, BLOCKED, np.int16), free_holdings(board)
    found[free] = abstraction.assign(free, board)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=256)
def kept_distributions(board: tuple[int, ...]) -> Features:
    """`river_distributions`; those of the last boards are kept, since two seats and several turns ask for the same."""
    return river_distributions(board)


def fit(
    buckets: Buckets = BUCKETS,
    seed: int = 0,
    report: Callable[[int], None] = lambda done: None,
    stopped: Callable[[], bool] = lambda: False,
    *,
    boards: tuple[int, int, int] = FIT_BOARDS,
    starting_boards: int = STARTING_BOARDS,
) -> Abstraction:
    """Fit the centres to random boards; `report` is told how many boards are done."""
    rng = np.random.default_rng([seed, _SALT])
    full = np.array([rng.permutation(NUM_CARDS)[:5] for _ in range(starting_boards)])
    counts = np.bincount(CLASSES, minlength=NUM_CLASSES)
    # A starting hand counts as often as it is dealt.
    starting = np.repeat(starting_distributions(full), counts, axis=0)
    of_holding = _k_means(starting, CLUSTERS, rng)[1]
    clusters = np.asarray(of_holding[np.cumsum(counts) - 1], np.uint8)
    done, centres = 0, list[Features]()
    for stage, (number, size) in enumerate(zip(boards, _FIT_HOLDINGS, strict=True)):
        rows = []
        for _ in range(number):
            board = rng.permutation(NUM_CARDS)[: stage + 3]
            chosen = rng.choice(free_holdings(board), size, replace=False)
            rows.append(
                river_equities(board, chosen, clusters[CLASSES]) if stage == 2 else river_distributions(board)[chosen]
            )
            done += 1
            report(done)
            if stopped():
                raise Stopped("stopped while the buckets were fitted; nothing is kept of them")
        found = _k_means(np.concatenate(rows), buckets[stage], rng)[0]
        # Buckets are numbered from weak to strong; on the river by the plain mean over the clusters.
        order = found.mean(axis=1, dtype=np.float64) if stage == 2 else _middles(found)
        centres.append(np.ascontiguousarray(found[np.argsort(order, kind="stable")].T))
    return Abstraction(clusters, (centres[0], centres[1], centres[2]))


def _k_means(rows: Features, number: int, rng: np.random.Generator) -> tuple[Features, Numbers]:
    """Centres and the nearest centre of each row; the first centres are drawn far from each other (k-means++)."""
    import warnings

    from scipy.cluster.vq import kmeans2

    # SciPy's own k-means++ computes all distances again for each centre.
    begin = [rows[rng.integers(len(rows))]]
    away = np.full(len(rows), np.inf)
    for _ in range(number - 1):
        away = np.minimum(away, ((rows - begin[-1]) ** 2).sum(axis=1, dtype=np.float64))
        begin.append(rows[np.searchsorted(np.cumsum(away), rng.random() * away.sum())])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an empty cell keeps its centre, which does no harm
        centres, cells = kmeans2(rows, np.array(begin), iter=_ROUNDS, minit="matrix")
    return np.asarray(centres, np.float32), cells
