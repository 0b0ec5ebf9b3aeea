"""The numbers of the study, as its report and `numbers.json` have them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

LEVEL: Final = 0.01
"""Of significance, as in the paper."""


@dataclass(frozen=True, slots=True)
class OrderingResult:
    """A pair in one ordering of its seats."""

    ordering: str
    games: int
    wins: float
    """Of the second agent of the pair."""
    by_seat: tuple[float, ...]
    """Wins of each seat."""
    dominates: bool
    """Whether every seat of the second agent won more than every seat of the first."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """A line of Figure 2."""

    first: str
    second: str
    """The one that the paper found dominant."""
    games: int
    wins: float
    """Of the second."""
    win_rate: float
    ci95: tuple[float, float]
    p_value: float
    published: float
    """The rate in the paper."""
    earlier: float
    """The rate of our agents before their readings of the paper were mended."""
    same_direction: bool
    """Whether the second won more than half, as published."""
    orderings: tuple[OrderingResult, ...]

    @property
    def name(self) -> str:
        """The pair as the figure writes it, from the loser to the winner: `P → PH`."""
        return f"{self.first.upper()} → {self.second.upper()}"

    @property
    def verdict(self) -> str:
        """Whether the direction is that of the paper."""
        if self.p_value >= LEVEL:
            return "not decided"
        return "as published" if self.same_direction else "the other way"


@dataclass(frozen=True, slots=True)
class SoarDiceNumbers:
    """All numbers of the study."""

    game: str
    games_per_ordering: int
    planned_per_ordering: int
    """More than were played if the run was stopped."""
    games: int
    seed: int
    seconds: float
    moves: int
    pairs: tuple[PairResult, ...]
    forfeits: int

    @property
    def distance(self) -> float:
        """The mean distance of our rates from the published ones."""
        return sum(abs(pair.win_rate - pair.published) for pair in self.pairs) / len(self.pairs)

    @property
    def earlier_distance(self) -> float:
        """The same of the agents before they were mended."""
        return sum(abs(pair.earlier - pair.published) for pair in self.pairs) / len(self.pairs)

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        found = {"paper": "soar-dice", **asdict(self)}
        return {**found, "distance": self.distance, "earlier_distance": self.earlier_distance}
