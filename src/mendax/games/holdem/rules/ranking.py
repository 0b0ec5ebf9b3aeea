"""Which hand is better: the exact order of poker hands, written for clearness. A fast kernel is tested against it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from mendax.games.holdem.rules.cards import RANK_NAMES, Card

WHEEL: Final = 0b1_0000_0000_1111
"""The ranks of A2345, a bit each: the one straight where the ace is low."""
FIVE: Final = 3
"""The rank that a wheel is as high as."""


class Kind(IntEnum):
    """The nine kinds of hands, the lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class Hand(NamedTuple):
    """How good the best five cards are; hands compare as they win, and equal hands share the pot."""

    kind: Kind
    ranks: tuple[int, ...]
    """What decides within the kind, the most important first: of a full house the three, then the pair."""

    def __str__(self) -> str:
        """The hand in words.

        >>> from mendax.games.holdem.rules.cards import parse_cards
        >>> str(best_hand(parse_cards("AdAc3h3sKd")))
        'two pair, aces and threes'
        """
        names = [RANK_NAMES[rank] for rank in self.ranks]
        match self.kind:
            case Kind.HIGH_CARD:
                return f"{names[0]} high"
            case Kind.PAIR:
                return f"a pair of {_plural(names[0])}"
            case Kind.TWO_PAIR:
                return f"two pair, {_plural(names[0])} and {_plural(names[1])}"
            case Kind.THREE_OF_A_KIND:
                return f"three {_plural(names[0])}"
            case Kind.FULL_HOUSE:
                return f"a full house, {_plural(names[0])} over {_plural(names[1])}"
            case Kind.FOUR_OF_A_KIND:
                return f"four {_plural(names[0])}"
        return f"a {self.kind.name.lower().replace('_', ' ')}, {names[0]} high"


def _plural(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best five of up to seven cards; with fewer than five, what they are worth so far.

    >>> from mendax.games.holdem.rules.cards import parse_cards
    >>> best_hand(parse_cards("Ad2c3h4s5dKhKs"))
    Hand(kind=<Kind.STRAIGHT: 4>, ranks=(3,))
    """
    counts = [0] * 13
    suits = [0] * 4
    present = 0
    for card in cards:
        counts[card >> 2] += 1
        suits[card & 3] += 1
        present |= 1 << (card >> 2)
    flush: list[int] = []
    if max(suits) >= 5:
        suit = suits.index(max(suits))
        flush = sorted((card >> 2 for card in cards if card & 3 == suit), reverse=True)
        top = straight_top(_bits(flush))
        if top is not None:
            return Hand(Kind.STRAIGHT_FLUSH, (top,))
    # Every rank, those with more cards first, and of equally many the higher first.
    ranks = sorted((rank for rank in range(13) if counts[rank]), key=lambda rank: (counts[rank], rank), reverse=True)
    most = counts[ranks[0]]
    second = counts[ranks[1]] if len(ranks) > 1 else 0
    if most == 4:
        return Hand(Kind.FOUR_OF_A_KIND, (ranks[0], *_kickers(ranks[1:], 1)))
    if most == 3 and second >= 2:
        return Hand(Kind.FULL_HOUSE, (ranks[0], ranks[1]))
    if flush:
        return Hand(Kind.FLUSH, tuple(flush[:5]))
    top = straight_top(present)
    if top is not None:
        return Hand(Kind.STRAIGHT, (top,))
    if most == 3:
        return Hand(Kind.THREE_OF_A_KIND, (ranks[0], *_kickers(ranks[1:], 2)))
    if most == 2 and second == 2:
        return Hand(Kind.TWO_PAIR, (ranks[0], ranks[1], *_kickers(ranks[2:], 1)))
    if most == 2:
        return Hand(Kind.PAIR, (ranks[0], *ranks[1:4]))
    return Hand(Kind.HIGH_CARD, tuple(ranks[:5]))


def straight_top(present: int) -> int | None:
    """The highest rank of the best straight among these ranks, a bit each; `None` when there is none."""
    run = present & present >> 1 & present >> 2 & present >> 3 & present >> 4
    if run:
        return run.bit_length() + 3
    return FIVE if present & WHEEL == WHEEL else None


def _bits(ranks: Iterable[int]) -> int:
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits


def _kickers(ranks: list[int], number: int) -> list[int]:
    """The highest of the other ranks: a third pair counts as one high card."""
    return sorted(ranks, reverse=True)[:number]
