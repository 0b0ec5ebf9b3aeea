"""Random streams: a generator that is cheap to seed, and the names of the arena's streams.

Every game of a tournament gets streams of its own, so that any game can be played again alone and
results do not depend on who played it. Seeding Python's own generator takes five microseconds, and
a short game needs three streams: that is as long as the game itself. This one keeps 64 bits
(Steele, Lea and Flood's SplitMix64) and is otherwise a `random.Random`.

The same streams exist for whole arrays in `mendax.core.streams_numpy` and compiled in
`mendax.simd.streams`; a test holds the three together.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from struct import unpack
from typing import Any, Final

MASK: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
"""What a stream's 64 bits grow by with every number drawn."""
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
"""SplitMix64's two multipliers."""
UNIT: Final = 2.0**-53
"""The distance of two neighbouring uniform numbers."""


def scramble(bits: int) -> int:
    """SplitMix64's output function."""
    bits = (bits ^ bits >> 30) * MIX_1 & MASK
    bits = (bits ^ bits >> 27) * MIX_2 & MASK
    return bits ^ bits >> 31


def key_of(*numbers: int) -> int:
    """The 64 bits that stand for a list of numbers: where the stream of that name begins."""
    return fold(len(numbers), *numbers)


def fold(bits: int, *numbers: int) -> int:
    """The key of some numbers, extended by more of them."""
    for number in numbers:
        bits = scramble((bits ^ number) + STEP & MASK)
    return bits


# The arena's streams. A run has a seed; its chance goes by the deal and the round. The first round of a deal and
# the later ones are named differently, because games without rounds are named the short way. Agents' own
# randomness goes by the game and the seat: `AgentStreams`.

_CHANCE = 0


def deal_key(seed: int) -> int:
    """The key of all deals' chance: `Stream.branch(deal_key(seed), deal)` is the chance of a deal's first round."""
    return key_of(seed, _CHANCE)


def round_key(seed: int) -> int:
    """The key of all later rounds' chance: `fold(round_key(seed), deal, number)` is where a round's stream begins."""
    return fold(4, seed, _CHANCE)  # a name of four numbers, of which two are still to come


class Stream(Random):
    """A stream of randomness named by whole numbers of up to 64 bits.

    >>> Stream(7, 0, 1).random() == Stream(7, 0, 1).random()
    True
    >>> Stream(7, 0, 1).random() == Stream(7, 1, 0).random()
    False
    """

    def __new__(cls, *name: int) -> Stream:
        """Skip the seeding of Python's own generator."""
        return super().__new__(cls)

    def __init__(self, *name: int) -> None:
        self.name(*name)

    def name(self, *numbers: int) -> None:
        """Become the stream of that name, from its beginning."""
        self._bits = key_of(*numbers)
        self.gauss_next = None

    def name_round(self, seed: int, deal: int, number: int) -> None:
        """Become the chance of a later round of a deal in the arena; `number` rounds are finished."""
        self._bits = fold(round_key(seed), deal, number)
        self.gauss_next = None

    def begin(self, bits: int) -> None:
        """Become the stream that begins with these 64 bits."""
        self._bits = bits
        self.gauss_next = None

    def branch(self, key: int, number: int) -> None:
        """Become one of the many streams under a key: the quick way to name one a game."""
        bits = (key ^ number) + STEP & MASK
        bits = (bits ^ bits >> 30) * MIX_1 & MASK
        bits = (bits ^ bits >> 27) * MIX_2 & MASK
        self._bits = bits ^ bits >> 31
        self.gauss_next = None

    def random(self) -> float:
        """A number from 0 up to 1."""
        self._bits = bits = (self._bits + STEP) & MASK
        bits = (bits ^ bits >> 30) * MIX_1 & MASK
        bits = (bits ^ bits >> 27) * MIX_2 & MASK
        return ((bits ^ bits >> 31) >> 11) * UNIT

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        if k < 0:
            raise ValueError("number of bits must not be negative")
        found, missing = 0, k
        while missing > 0:
            self._bits = (self._bits + STEP) & MASK
            found = found << 64 | scramble(self._bits)
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


class AgentStreams:
    """The generators of all seats of a game, which lead neither to the dice nor to each other.

    SplitMix64 can be run backwards, so whoever holds a generator can find where it began. These begin with a
    hash of seed, game and seat: that tells nothing about the seed, which the dice come from.

    >>> agents = AgentStreams(seed=7, seats=2)
    >>> agents.name(game=0)
    >>> agents.seats[0].random() != agents.seats[1].random()
    True
    """

    def __init__(self, seed: int, seats: int) -> None:
        self.seats = tuple(Stream() for _ in range(seats))
        name = (seed & MASK).to_bytes(8, "little")
        self._blocks = [
            (
                blake2b(name + bytes([first]), person=b"mendax agents"),
                self.seats[first : first + 8],
            )
            for first in range(0, seats, 8)
        ]

    def name(self, game: int) -> None:
        """Become the generators of the game of that number in a run, from their beginning."""
        number = game.to_bytes(8, "little")
        for prefix, streams in self._blocks:
            block = prefix.copy()
            block.update(number)
            for stream, bits in zip(streams, unpack("<8Q", block.digest()), strict=False):
                stream.begin(bits)
