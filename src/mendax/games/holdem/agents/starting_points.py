"""Edward Hutchison's points for the two starting cards, with his bonus for position."""

from __future__ import annotations

from typing import Final

from mendax.core.game import Seat
from mendax.games.holdem.rules import Cards, blind_seats

CARD_POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16)
"""By rank, from the two to the ace; the ten has 11."""
GAP_POINTS: Final = (0, 3, 2, 1)
"""By the distance of the two ranks: connected, one gap, two gaps."""
PAIR, SUITED = 10, 4
MIDDLE, LATE = 3, 5
CALL_AT, RAISE_AT = 30, 34
"""With so many points one calls; with so many one raises, or calls a raise."""


def card_points(cards: Cards) -> int:
    """What two cards are worth before the flop. The ace is high: A2 is not connected.

    >>> from mendax.games.holdem.rules import parse_cards
    >>> [card_points(parse_cards(text)) for text in ("AcAd", "AhKh", "JsTs", "7c2d")]
    [42, 37, 30, 9]
    """
    one, two = cards
    points = CARD_POINTS[one >> 2] + CARD_POINTS[two >> 2]
    distance = abs((one >> 2) - (two >> 2))
    if distance == 0:
        points += PAIR
    elif distance < len(GAP_POINTS):
        points += GAP_POINTS[distance]
    return points + SUITED if one & 3 == two & 3 else points


def position_points(players: int, button: Seat, seat: Seat) -> int:
    """The bonus for position: late are the button and the seat before it, middle the three seats before these.

    The blinds and the seats before that are early; with two players the button is late and the other early.

    >>> [position_points(10, 9, seat) for seat in range(10)]
    [0, 0, 0, 0, 0, 3, 3, 3, 5, 5]
    """
    if players > 2 and seat in blind_seats(players, button):
        return 0
    before = (button - seat) % players
    if players == 2:
        return LATE if before == 0 else 0
    return LATE if before < 2 else MIDDLE if before < 5 else 0
