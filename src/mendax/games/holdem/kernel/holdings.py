# mypy: disable-error-code="untyped-decorator, arg-type, assignment"
"""The 1,326 holdings of two cards, numbered; boards as sums of keys and bits; dealing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mendax.games.holdem.kernel.evaluate import CARD_BITS, CARD_KEYS, NO_CARDS, compiled
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS
from mendax.simd.streams import STEP, scramble

Weights: TypeAlias = NDArray[np.float64]
"""A weight for each holding; those that share a card with what is seen do not count."""
Sums: TypeAlias = tuple[Numbers, Numbers]
"""The keys and the bits of some sets of cards."""

BOARD: Final = 5
"""Cards of a full board."""
HOLDINGS: Final = np.array(list(combinations(range(NUM_CARDS), 2)), dtype=np.uint8)
"""By number: the two cards of a holding, the lower one first."""
NUM_HOLDINGS: Final = len(HOLDINGS)
HOLDING_KEYS: Final = CARD_KEYS[HOLDINGS].sum(axis=1)
HOLDING_BITS: Final = CARD_BITS[HOLDINGS].sum(axis=1)
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)


def holding_number(one: int, other: int) -> int:
    """The number of a holding, its cards in any order.

    >>> HOLDINGS[holding_number(51, 7)].tolist()
    [7, 51]
    """
    low, high = sorted((one, other))
    return low * (2 * NUM_CARDS - 1 - low) // 2 + high - low - 1


def sums_of(cards: Numbers) -> Sums:
    """Keys and bits of sets of cards, a row each."""
    return CARD_KEYS[cards].sum(axis=-1, dtype=np.uint64), CARD_BITS[cards].sum(axis=-1, dtype=np.uint64)


def unseen_cards(*seen: int) -> Numbers:
    """The rest of the deck."""
    rest = np.ones(NUM_CARDS, dtype=np.bool_)
    rest[list(seen)] = False
    return np.flatnonzero(rest).astype(np.uint8)


@compiled
def deal(deck: Numbers, number: int, bits: int) -> int:
    """Shuffle the first cards of a deck, which may begin in any order; return the state of the stream.

    A random number of 64 bits gives two cards.
    """
    found = np.uint64(0)
    for place in range(number):
        if place & 1:
            found >>= _HALF
        else:
            bits += STEP
            found = scramble(bits)
        pick = place + np.int64(((found & _LOW) * np.uint64(len(deck) - place)) >> _HALF)
        deck[place], deck[pick] = deck[pick], deck[place]
    return bits


@compiled
def _fill(unseen: Numbers, number: int, key: int, bit: int, keys: Numbers, bits: Numbers) -> None:
    """Write the sums of every choice of `number` cards, in lexicographic order, each added to a beginning."""
    if number == 0:
        keys[0], bits[0] = key, bit
        return
    chosen, filled = np.arange(number), 0
    while True:
        # All but the last card stand; the last runs through the rest.
        some_key, some_bits = key, bit
        for place in range(number - 1):
            some_key += CARD_KEYS[unseen[chosen[place]]]
            some_bits += CARD_BITS[unseen[chosen[place]]]
        for last in range(chosen[number - 2] + 1 if number > 1 else 0, len(unseen)):
            keys[filled] = some_key + CARD_KEYS[unseen[last]]
            bits[filled] = some_bits + CARD_BITS[unseen[last]]
            filled += 1
        place = number - 2
        while place >= 0 and chosen[place] == len(unseen) - number + place:
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for later in range(place + 1, number - 1):
            chosen[later] = chosen[later - 1] + 1


def completions(board: Sequence[int], unseen: Numbers, number: int) -> Sums:
    """Keys (`NO_CARDS` included) and bits of a board with every choice of `number` more cards."""
    size = comb(len(unseen), number)
    keys, bits = np.empty(size, dtype=np.uint64), np.empty(size, dtype=np.uint64)
    if size:
        key, bit = sums_of(np.array(board, dtype=np.uint8))
        _fill(unseen, number, key + NO_CARDS, bit, keys, bits)
    return keys, bits


def full_boards(board: Sequence[int], unseen: Numbers) -> Iterator[Sums]:
    """All boards of five cards, in parts of at most some hundred thousand."""
    missing = BOARD - len(board)
    if missing < 3:
        yield completions(board, unseen, missing)
        return
    for place, first in enumerate(unseen.tolist()):
        yield completions((*board, first), unseen[place + 1 :], missing - 1)
