"""The random streams of an agent at a table: one a decision, named by its seed and the number of the move."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

BUILDING: Final = b"b"
HEARING: Final = b"h"
ACTING: Final = b"a"
"""What an agent does with a stream."""


def first_bits(seed: bytes, doing: bytes, move: int) -> int:
    """Where a stream begins. A hash, because SplitMix64 can be run backwards: one stream tells nothing about others.

    >>> first_bits(b"seed", ACTING, 3) == first_bits(b"seed", ACTING, 4)
    False
    """
    name = blake2b(seed, digest_size=16, person=b"mendax table").digest()
    return int.from_bytes(blake2b(doing + move.to_bytes(8, "little"), digest_size=8, key=name).digest(), "little")
