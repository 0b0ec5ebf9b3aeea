"""How long work takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of one call, by a clock."""
    began = clock()
    work()
    return clock() - began


def median_seconds(work: Callable[[], object], repeats: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of a call, the median of some; whoever wants it warm calls it once before."""
    return median(seconds_of(work, clock) for _ in range(repeats))
