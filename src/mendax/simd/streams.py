"""The random streams of `mendax.core.streams`, compiled by Numba: a stream is its 64 bits."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from mendax.core import streams

STEP: Final = np.uint64(streams.STEP)
_MIX_1: Final = np.uint64(streams.MIX_1)
_MIX_2: Final = np.uint64(streams.MIX_2)
_UNIT: Final = streams.UNIT

_compiled = njit(cache=True, error_model="numpy", nogil=True, forceinline=True)


@_compiled
def scramble(bits: int) -> int:
    """SplitMix64's output function."""
    bits = (bits ^ (bits >> np.uint64(30))) * _MIX_1
    bits = (bits ^ (bits >> np.uint64(27))) * _MIX_2
    return bits ^ (bits >> np.uint64(31))


@_compiled
def fold(bits: int, number: int) -> int:
    """A key extended by one more number."""
    return scramble((bits ^ np.uint64(number)) + STEP)


@_compiled
def uniform(bits: int) -> float:
    """The number from 0 up to 1 that a stream gives when it has come to `bits`."""
    return np.float64(np.int64(scramble(bits) >> np.uint64(11))) * _UNIT


def chance_keys(seed: int) -> tuple[np.uint64, np.uint64]:
    """The keys of the arena's chance that `chance_stream` takes: of first rounds, and of later ones."""
    return np.uint64(streams.deal_key(seed)), np.uint64(streams.round_key(seed))


@_compiled
def chance_stream(deal_key: int, round_key: int, deal: int, number: int) -> int:
    """Where the arena's chance begins for a deal, in the round after `number` finished ones."""
    if number == 0:
        return fold(deal_key, deal)
    return fold(fold(round_key, deal), number)
