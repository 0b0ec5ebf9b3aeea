"""Training without the tables of all boards, which take minutes: any buckets will do for it."""

from __future__ import annotations

import numpy as np
import pytest

from mendax.games.holdem.kernel.holdings import NUM_HOLDINGS
from mendax.games.holdem.solver import training
from mendax.games.holdem.solver.abstraction import Abstraction, Buckets
from mendax.games.holdem.solver.boards import CHANGED_HOLDINGS, board_classes
from mendax.games.holdem.solver.dealing import BucketTables
from mendax.games.holdem.solver.features import BINS, CLUSTERS


def random_abstraction(buckets: Buckets, seed: int = 0, *rest: object) -> Abstraction:
    rng = np.random.default_rng(seed)
    flop, turn, river = (
        rng.random((width, number), np.float32) for width, number in zip((BINS, BINS, CLUSTERS), buckets, strict=True)
    )
    return Abstraction(rng.integers(0, CLUSTERS, 169).astype(np.uint8), (flop, turn, river))


def random_tables(abstraction: Abstraction, *rest: object) -> BucketTables:
    """Any buckets for any board: training does not depend on what they mean."""
    rng, (flops, turns) = np.random.default_rng(0), (board_classes(3), board_classes(4))
    return BucketTables(
        rng.integers(0, abstraction.numbers[1], (len(flops.boards), NUM_HOLDINGS), np.int16),
        flops.number,
        flops.change,
        rng.integers(0, abstraction.numbers[2], (len(turns.boards), NUM_HOLDINGS), np.int16),
        turns.number,
        turns.change,
        CHANGED_HOLDINGS,
        abstraction.centres[2],
        abstraction.holding_clusters,
    )


def make_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let training use these."""
    monkeypatch.setattr(training, "fit", random_abstraction)
    monkeypatch.setattr(training, "bucket_tables", random_tables)
