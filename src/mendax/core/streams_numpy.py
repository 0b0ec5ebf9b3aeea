"""The random streams of `mendax.core.streams` for many games at once, as NumPy arrays of 64 bits."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.core import streams

Bits: TypeAlias = npt.NDArray[np.uint64]
STEP: Final = np.uint64(streams.STEP)


def scramble(bits: Bits) -> Bits:
    """SplitMix64's output function."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(streams.MIX_1)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(streams.MIX_2)
    return bits ^ (bits >> np.uint64(31))


def fold(bits: Bits, number: Bits | int) -> Bits:
    """Keys extended by one more number each."""
    return scramble((bits ^ np.asarray(number, np.uint64)) + STEP)


def chance_stream(seed: int, deals: Bits, number: int) -> Bits:
    """Where the arena's chance begins for deals, in the round after `number` finished ones."""
    if number == 0:
        return fold(np.asarray(streams.deal_key(seed), np.uint64), deals)
    return fold(fold(np.asarray(streams.round_key(seed), np.uint64), deals), number)


def uniform(bits: Bits) -> npt.NDArray[np.float64]:
    """The numbers from 0 up to 1 that streams give when they have come to `bits`."""
    return np.asarray((scramble(bits) >> np.uint64(11)) * streams.UNIT)
