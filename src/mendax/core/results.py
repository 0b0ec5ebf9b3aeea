"""The word *Result*: what a computation returns, a frozen dataclass with a JSON form; and money won over hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class Result(Protocol):
    """A finished computation: typed fields for Python, `to_json` for programs, `str()` for people."""

    def to_json(self) -> dict[str, Any]:
        """The result as JSON, with the stable names of `docs/index.md`."""


@dataclass(frozen=True, slots=True)
class Winnings:
    """What a player won and lost over many hands, in the game's unit."""

    name: str
    hands: int
    total: float
    squares: float
    """The sum of the squares of what each hand paid."""
