"""Cards: whole numbers from 0 to 51, and their notation (`Ad` is the ace of diamonds).

A card is 4 * rank + suit, with ranks 0 to 12 for 2 to ace and suits 0 to 3 for clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from mendax.core.errors import BadNotation

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
NUM_CARDS: Final = 52
TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of each card."""
RANK_NAMES: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_CARDS: Final = {text: card for card, text in enumerate(TEXTS)}


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 to 3 for clubs, diamonds, hearts and spades."""
    return card & 3


def card_text(card: Card) -> str:
    """The notation of a card.

    >>> card_text(0), card_text(51)
    ('2c', 'As')
    """
    return TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards one after the other, such as `AdQc`."""
    return "".join([TEXTS[card] for card in cards])


def parse_card(text: str) -> Card:
    """A card from its notation: a rank of 23456789TJQKA and a suit of cdhs; upper and lower case are the same.

    >>> parse_card("As")
    51
    """
    card = _CARDS.get(text[:1].upper() + text[1:].lower())
    if card is None:
        ten = "; the ten is written T" if text.startswith("10") else ""
        raise BadNotation(
            f"{text[:20]!r} is not a card: write a rank ({RANKS}) and a suit ({SUITS}), such as Ad or Tc{ten}"
        )
    return card


def parse_cards(text: str) -> Cards:
    """Different cards, written one after the other, with or without spaces or commas between them.

    >>> parse_cards("AdQc") == parse_cards("ad, qc")
    True
    """
    cards: list[Card] = []
    for part in text.replace(",", " ").split():
        if len(part) % 2 or "10" in part:
            raise BadNotation(f"{part[:40]!r} is not a row of cards of two signs each, such as AdQc; the ten is T")
        for start in range(0, len(part), 2):
            card = parse_card(part[start : start + 2])
            if card in cards:
                raise BadNotation(f"{card_text(card)} is there twice")
            cards.append(card)
    return tuple(cards)
