"""The numbers of the study, as its report and `numbers.json` have them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from mendax.arena.statistics import wilson

Ends = tuple[float, float]
"""The ends of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class PublishedWins:
    """Wins that the thesis counted, with a Wilson interval."""

    wins: int
    games: int
    ci95: Ends

    @classmethod
    def of(cls, wins: int, games: int) -> PublishedWins:
        """A count with its interval."""
        return cls(wins, games, wilson(wins, games))

    @property
    def win_rate(self) -> float:
        """Wins by games."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class PlayedWins:
    """Wins counted here, with a Wilson interval."""

    wins: int
    games: int
    win_rate: float
    ci95: Ends


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """A line of Table 1: the wins of the agent that goes first."""

    first: str
    second: str
    published: PublishedWins
    ours: PlayedWins
    exact: float
    """Its win rate by the whole game tree."""
    published_p_value: float
    """Two-sided binomial test of the published count against the exact rate."""


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """One reading of the matrix agent's description, and how it does against tree."""

    rows: str
    value: str
    columns: str
    choice: str
    tree_first: float
    """How often tree wins, going first; exact."""
    matrix_first: float
    """How often matrix wins, going first; exact."""
    exploitability: float
    log_likelihood: float
    """Of Table 1 under this reading."""
    taken: bool
    """Whether this is the agent `matrix`."""


@dataclass(frozen=True, slots=True)
class BestResponse:
    """What a best response wins from an agent."""

    agent: str
    exploitability: float
    response_first: float
    """How often it wins, going first."""
    response_second: float


@dataclass(frozen=True, slots=True)
class SubgameValue:
    """The value to the one who rolls after an accepted call; 0 stands for the start."""

    accepted: int
    value: float


@dataclass(frozen=True, slots=True)
class Opening:
    """The first round of an equilibrium."""

    calls: tuple[tuple[float, ...], ...]
    """By roll: how often each call is made."""
    accepts: tuple[float, ...]
    """By call: how often it is accepted."""


@dataclass(frozen=True, slots=True)
class OneDieNumbers:
    """All numbers of the study."""

    games: int
    seed: int
    table_1: tuple[FirstSeat, ...]
    readings: tuple[ReadingResult, ...]
    """The likeliest first."""
    exploitability: tuple[BestResponse, ...]
    value: float
    solve_exploitability: float
    seconds: float
    """Time to solve the game."""
    subgames: tuple[SubgameValue, ...]
    strategy: Opening

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {"paper": "one-die", **asdict(self)}
