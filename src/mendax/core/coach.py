"""The word *Coach*: a reviewer of finished matches."""

from __future__ import annotations

from typing import Any, Protocol

from mendax.core.game import Seat
from mendax.core.record import Record


class Review(Protocol):
    """How one seat played a match: data for programs, and text for people by `str()`."""

    def summary(self) -> str:
        """A few lines for the player who has just finished."""

    def to_json(self) -> dict[str, Any]:
        """The review as JSON."""


class Coach(Protocol):
    """Reviews finished matches. It gets the whole record, and its reviews show nothing that the game keeps hidden."""

    def review(self, record: Record, seat: Seat) -> Review:
        """How a seat played a match."""
