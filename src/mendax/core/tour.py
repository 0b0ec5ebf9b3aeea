"""The word *Tour*: what `mendax tour` shows a newcomer of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tour:
    """A short tournament with a text before and after it."""

    agents: tuple[str, ...]
    games: int
    """For each pair."""
    before: str
    after: str
    seed: int = 1
