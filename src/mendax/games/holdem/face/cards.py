"""Cards drawn in text."""

from __future__ import annotations

from typing import Final

from mendax.games.holdem.rules.cards import RANKS, Cards

SUIT_SIGNS: Final = "♣♦♥♠"
BLANK: Final = "  "


def card_sign(card: int) -> str:
    """The card as it is drawn.

    >>> card_sign(51)
    'A♠'
    """
    return RANKS[card >> 2] + SUIT_SIGNS[card & 3]


def draw_cards(cards: Cards, places: int = 0) -> list[str]:
    """Cards side by side in three lines; empty places are drawn blank.

    >>> print(*draw_cards((51, 0)), sep="\\n")
    ┌──┐ ┌──┐
    │A♠│ │2♣│
    └──┘ └──┘
    """
    signs = [*map(card_sign, cards), *[BLANK] * (places - len(cards))]
    return [
        " ".join("┌──┐" for _ in signs),
        " ".join(f"│{sign}│" for sign in signs),
        " ".join("└──┘" for _ in signs),
    ]
