"""Boards and starting hands up to an exchange of suits: 1,755 flops, 16,432 boards of four cards, 169 hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np

from mendax.games.holdem.kernel.holdings import HOLDINGS
from mendax.games.holdem.kernel.tables import Numbers
from mendax.games.holdem.rules.cards import NUM_CARDS

SUIT_CHANGES: Final = np.array(list(permutations(range(4))), dtype=np.int64)
"""The 24 exchanges of suits: what each suit becomes."""
CHANGED_CARDS: Final = np.array(
    [[card & ~3 | change[card & 3] for card in range(NUM_CARDS)] for change in SUIT_CHANGES]
)
"""By exchange and card: what the card becomes."""
BINOMIALS: Final = np.array([[comb(card, number) for number in range(6)] for card in range(NUM_CARDS)])
NUM_CLASSES: Final = 169


def _changed_holdings() -> Numbers:
    cards = np.sort(CHANGED_CARDS[:, HOLDINGS], axis=2)
    low, high = cards[:, :, 0], cards[:, :, 1]
    return np.asarray(low * (2 * NUM_CARDS - 1 - low) // 2 + high - low - 1, np.int16)


CHANGED_HOLDINGS: Final = _changed_holdings()
"""By exchange and holding: the number of the holding that it becomes."""


def _classes() -> Numbers:
    low, high = HOLDINGS[:, 0] >> 2, HOLDINGS[:, 1] >> 2
    suited = HOLDINGS[:, 0] & 3 == HOLDINGS[:, 1] & 3
    return np.where(suited, 13 * low + high, 13 * high + low).astype(np.int16)


CLASSES: Final = _classes()
"""By holding: its starting hand, 0 to 168. Suited ones are above the diagonal of a 13 x 13 square, pairs on it."""


def board_rank(cards: Numbers) -> Numbers:
    """The place of sorted boards, a row each, among all boards of as many cards."""
    places = np.arange(cards.shape[-1])
    return np.asarray(BINOMIALS[cards, places + 1].sum(axis=-1))


@dataclass(frozen=True, slots=True, eq=False)
class BoardClasses:
    """All boards of so many cards, in classes that differ by an exchange of suits only."""

    boards: Numbers
    """By class: the cards of its first board."""
    sizes: Numbers
    """By class: how many boards it has."""
    number: Numbers
    """By `board_rank`: the class."""
    change: Numbers
    """By `board_rank`: an exchange that makes the board the first one of its class."""


@lru_cache(maxsize=2)
def board_classes(cards: int) -> BoardClasses:
    """The classes of boards of three or four cards.

    >>> [len(board_classes(cards).boards) for cards in (3, 4)]
    [1755, 16432]
    """
    boards = np.array(list(combinations(range(NUM_CARDS), cards)), dtype=np.int64)
    boards = boards[np.argsort(board_rank(boards))]
    ranks = np.array([board_rank(np.sort(changed[boards], axis=1)) for changed in CHANGED_CARDS])
    change, first = ranks.argmin(axis=0), ranks.min(axis=0)
    chosen, number, sizes = np.unique(first, return_inverse=True, return_counts=True)
    return BoardClasses(boards[chosen], sizes, number.astype(np.int32), change.astype(np.int8))
