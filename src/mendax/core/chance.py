"""The word *Chance*: where a match's chance outcomes come from.

A generator handed to `play_match` draws them. A source may instead have fixed them beforehand, so that whoever
runs the match cannot choose them as it goes on.
"""

from __future__ import annotations

from typing import Any, Protocol

from mendax.core.game import AnyGame


class Chance(Protocol):
    """A source of chance outcomes, asked for one after the other."""

    def draw(self, game: AnyGame, state: Any) -> Any:
        """The next chance outcome of a match in this state."""
