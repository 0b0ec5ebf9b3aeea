"""Texas Hold'em: fixed limit, two to ten players, play money."""

from mendax.core.catalogue import GameEntry

_HERE = "mendax.games.holdem"

ENTRY = GameEntry(
    name="holdem",
    about="Fixed-limit Texas Hold'em for two to ten players",
    rules=f"{_HERE}.rules:Holdem",
)
