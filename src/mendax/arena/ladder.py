"""The ladder: ratings of each game's agents, from tournaments among themselves, as one file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mendax.arena.summary import Summary
from mendax.core.catalogue import GameEntry
from mendax.core.errors import MendaxError


@dataclass(frozen=True, slots=True)
class RatedAgent:
    """An agent's rating among those it met."""

    name: str
    rating: float
    """Points as in chess around a mean of 0, or money a hand."""
    ci95: tuple[float, float]
    games: int
    """Games or hands that it played."""

    def to_json(self) -> dict[str, Any]:
        """The line as JSON."""
        return {"name": self.name, "rating": self.rating, "ci95": list(self.ci95), "games": self.games}


@dataclass(frozen=True, slots=True)
class RatedGame:
    """The agents of one game, the strongest first."""

    game: str
    date: str
    """When the tournament was played: YYYY-MM-DD."""
    seed: int
    games: int
    """Games of the whole tournament."""
    unit: str
    """What a rating is counted in: points, or money a hand."""
    agents: tuple[RatedAgent, ...]

    @classmethod
    def of(cls, summary: Summary, date: str) -> RatedGame:
        """The ratings of a tournament."""
        rated = [
            RatedAgent(line.name, round(line.rating.points, 3), _rounded(line.rating.ci95), line.games)
            for line in summary.agents
            if line.rating is not None
        ]
        rated.sort(key=lambda agent: -agent.rating)
        unit = next((line.rating.unit for line in summary.agents if line.rating is not None), "") or "points"
        return cls(summary.game, date, summary.seed, summary.games, unit, tuple(rated))

    def to_json(self) -> dict[str, Any]:
        """The game as JSON."""
        return {
            "game": self.game,
            "date": self.date,
            "seed": self.seed,
            "games": self.games,
            "unit": self.unit,
            "agents": [agent.to_json() for agent in self.agents],
        }


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of all games."""

    games: tuple[RatedGame, ...] = ()

    def with_game(self, rated: RatedGame) -> Ladder:
        """The same with a game's new ratings in the place of its old ones."""
        name = rated.game.partition(":")[0]
        others = [one for one in self.games if one.game.partition(":")[0] != name]
        return Ladder(tuple(sorted((*others, rated), key=lambda one: one.game)))

    def to_json(self) -> dict[str, Any]:
        """The ladder as JSON, with the date of the newest tournament."""
        date = max((one.date for one in self.games), default="")
        return {"date": date, "games": [one.to_json() for one in self.games]}


def read_ladder(path: Path) -> Ladder:
    """A ladder from a file; raises a `MendaxError` if it is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Ladder(tuple(_read_game(one) for one in found["games"]))
    except OSError as error:
        raise MendaxError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise MendaxError(f"{path} is no ladder of `mendax ladder`") from None


def _read_game(found: Mapping[str, Any]) -> RatedGame:
    agents = tuple(
        RatedAgent(str(one["name"]), float(one["rating"]), _rounded(one["ci95"]), int(one["games"]))
        for one in found["agents"]
    )
    numbers = int(found["seed"]), int(found["games"])
    return RatedGame(str(found["game"]), str(found["date"]), *numbers, str(found["unit"]), agents)


def _rounded(ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    return round(float(low), 3), round(float(high), 3)


def rated_text(entry: GameEntry) -> str:
    """The game at whose table a game's agents are rated."""
    return f"{entry.name}:{entry.rated_at}" if entry.rated_at else entry.name
