"""A random generator that costs nothing to seed.

Every game of a tournament gets streams of its own, so that any game can be played again alone and
results do not depend on who played it. Seeding Python's own generator takes five microseconds, and
a short game needs three streams: that is as long as the game itself. This one keeps 64 bits
(Steele, Lea and Flood's SplitMix64) and is otherwise a `random.Random`.
"""

from __future__ import annotations

from random import Random
from typing import Any

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_UNIT = 2.0**-53


def _scramble(bits: int) -> int:
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
    return bits ^ bits >> 31


def key_of(*numbers: int) -> int:
    """A key for `Stream.branch`."""
    return fold(len(numbers), *numbers)


def fold(bits: int, *numbers: int) -> int:
    """A key so far, and more numbers of it."""
    for number in numbers:
        bits = _scramble((bits ^ number) + _STEP & _MASK)
    return bits


class Stream(Random):
    """A stream of randomness named by whole numbers of up to 64 bits.

    >>> Stream(7, 0, 1).random() == Stream(7, 0, 1).random()
    True
    >>> Stream(7, 0, 1).random() == Stream(7, 1, 0).random()
    False
    """

    def __new__(cls, *name: int) -> Stream:
        """Python's generator wants to seed itself; ours does it below."""
        return super().__new__(cls)

    def __init__(self, *name: int) -> None:
        self.name(*name)

    def name(self, *numbers: int) -> None:
        """Become the stream of that name, from its beginning."""
        self._bits = key_of(*numbers)
        self.gauss_next = None

    def branch(self, key: int, number: int) -> None:
        """Become one of the many streams under a key (`key_of`): the quick way to name one a game."""
        bits = (key ^ number) + _STEP & _MASK
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
        self._bits = bits ^ bits >> 31
        self.gauss_next = None

    def random(self) -> float:
        """A number from 0 up to 1."""
        self._bits = bits = (self._bits + _STEP) & _MASK
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
        return ((bits ^ bits >> 31) >> 11) * _UNIT

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        if k < 0:
            raise ValueError("number of bits must not be negative")
        found, missing = 0, k
        while missing > 0:
            self._bits = (self._bits + _STEP) & _MASK
            found = found << 64 | _scramble(self._bits)
            missing -= 64
        return found >> -missing if missing < 0 else found

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Become the stream of one number."""
        self.name(a if isinstance(a, int) else Random(a).getrandbits(64))

    def getstate(self) -> tuple[Any, ...]:
        """What `setstate` takes."""
        return (self._bits, self.gauss_next)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go back to where `getstate` was called."""
        self._bits, self.gauss_next = state
