"""Blufpoker: three dice under a cup, rising bids, believe or call."""

from mendax.core.catalogue import GameEntry

_HERE = "mendax.games.blufpoker"

ENTRY = GameEntry(
    name="blufpoker",
    about="Three dice under a cup, rising bids, believe or call: two to eight players",
    rules=f"{_HERE}.rules:Blufpoker",
)
