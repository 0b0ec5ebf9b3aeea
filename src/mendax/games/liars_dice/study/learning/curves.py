"""Learning curves: win rates by block with intervals, over games and over runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mendax.arena.learning_log import Block, LearningLog, num_trained
from mendax.arena.statistics import wilson
from mendax.arena.student import t95


@dataclass(frozen=True, slots=True)
class TestPoint:
    """A test: games with learning and chunking off."""

    __test__ = False  # for pytest, which takes the name for a test's

    blocks: int
    """How many blocks it had learned from."""
    games: int
    wins: float
    rules: int
    """The rules it had."""
    turns: int
    deliberated: int
    """Turns that entered a subgoal."""

    @property
    def rate(self) -> float:
        """Games won."""
        return self.wins / self.games

    @classmethod
    def of(cls, block: Block) -> TestPoint:
        """A line of the log."""
        found = block.measures
        return cls(
            block.number,
            len(block.scores),
            sum(block.scores),
            int(found.get("rules", 0)),
            int(found.get("turns", 0)),
            int(found.get("deliberated", 0)),
        )


@dataclass(frozen=True, slots=True)
class RunCurve:
    """The tests of one run, in order."""

    seed: int
    points: tuple[TestPoint, ...]
    trained: int = 0
    """Blocks that it has learned from: one more than the last test if a run was stopped before a test."""

    @property
    def blocks(self) -> int:
        """How many blocks the last test comes after."""
        return self.points[-1].blocks

    def at(self, blocks: int) -> TestPoint | None:
        """The test after so many blocks."""
        return self.points[blocks] if blocks < len(self.points) else None


@dataclass(frozen=True, slots=True)
class Rate:
    """Games won in one test or in several, of all runs of an agent."""

    games: int
    wins: float
    by_run: tuple[float, ...]
    """The rate of each run."""
    trained: bool = True
    """Whether anything was learned before: runs differ only then."""

    @property
    def rate(self) -> float:
        """Over all games."""
        return self.wins / self.games

    @property
    def ci95(self) -> tuple[float, float]:
        """Over games: Wilson's interval."""
        return wilson(self.wins, self.games)

    @property
    def ci95_runs(self) -> tuple[float, float] | None:
        """Over runs: Student's t interval of the runs' rates; `None` for a single run."""
        count = len(self.by_run)
        if count < 2:
            return None
        mean = sum(self.by_run) / count
        spread = math.sqrt(sum((rate - mean) ** 2 for rate in self.by_run) / (count - 1))
        half = t95(count - 1) * spread / math.sqrt(count)
        return max(0.0, mean - half), min(1.0, mean + half)

    def variance(self, between: float) -> float:
        """Of the rate: that of the games, and that between runs where something was learned."""
        # One imagined win and loss keep it from zero where all games went one way.
        smooth = (self.wins + 1) / (self.games + 2)
        return smooth * (1 - smooth) / self.games + (between / len(self.by_run) if self.trained else 0.0)

    def to_json(self) -> dict[str, Any]:
        """The rate with its intervals."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.rate,
            "ci95": list(self.ci95),
            "ci95_runs": None if self.ci95_runs is None else list(self.ci95_runs),
            "runs": len(self.by_run),
        }


@dataclass(frozen=True, slots=True)
class AgentCurve:
    """All runs of one agent."""

    name: str
    runs: tuple[RunCurve, ...]
    blocks: int
    """The last test that is compared: at least half of the runs have it, and it is not beyond the planned blocks."""

    @property
    def title(self) -> str:
        """As the paper writes it: `PM-0`."""
        return title(self.name)

    def rate(self, first: int, last: int | None = None) -> Rate:
        """Games won in the tests from `first` to `last`, of the runs that have all of them."""
        last = first if last is None else last
        chosen = [run.points[first : last + 1] for run in self.runs if run.blocks >= last]
        games = sum(point.games for points in chosen for point in points)
        wins = sum(point.wins for points in chosen for point in points)
        by_run = [sum(p.wins for p in points) / sum(p.games for p in points) for points in chosen]
        return Rate(games, wins, tuple(by_run), last > 0)

    def rules(self, blocks: int) -> float:
        """The mean number of rules after so many blocks."""
        found = [point.rules for run in self.runs if (point := run.at(blocks)) is not None]
        return sum(found) / len(found)

    def deliberated(self, blocks: int) -> tuple[int, int]:
        """Turns of the test after so many blocks that entered a subgoal, and all turns."""
        found = [point for run in self.runs if (point := run.at(blocks)) is not None]
        return sum(point.deliberated for point in found), sum(point.turns for point in found)

    def to_json(self) -> dict[str, Any]:
        """Every test of every run, and the rates over runs."""
        by_block = [{"blocks": at, **self.rate(at).to_json(), "rules": self.rules(at)} for at in range(self.blocks + 1)]
        return {"agent": self.name, "by_block": by_block, "runs": [asdict(run) for run in self.runs]}


def title(name: str) -> str:
    """An agent as the paper writes it.

    >>> title("pm-0"), title("p-#-q-learning")
    ('PM-0', 'P-#, Q-learning')
    """
    preset, _, policy = name.partition("-q-")
    return preset.upper() + (f", Q-{policy}" if policy else "")


def read_run(folder: Path, seed: int) -> RunCurve | None:
    """The run of a seed, from its folder of the trainings; `None` if no test is finished."""
    log = LearningLog(folder / f"seed-{seed}")
    blocks = log.blocks()
    points = tuple(TestPoint.of(block) for block in blocks if block.test)
    if not points:
        return None
    trained = num_trained(blocks)
    return RunCurve(seed, points, trained)


def agent_curve(name: str, runs: Iterable[RunCurve], planned: int) -> AgentCurve:
    """The runs of an agent, of which the planned blocks are compared."""
    found = tuple(runs)
    reached = sorted((run.blocks for run in found), reverse=True)
    return AgentCurve(name, found, min(planned, reached[(len(found) - 1) // 2]))


def between_runs(curves: Sequence[AgentCurve]) -> tuple[float, int]:
    """The variance of the win rate between runs of one agent beyond that of games, and its degrees of freedom.

    One number for all agents: two runs alone would say little. It is pooled over agents and over all tests that come
    after learning; the degrees of freedom are those of one test.
    """
    excess, weight, freedom = 0.0, 0, 0
    for curve in curves:
        for at in range(1, curve.blocks + 1):
            points = [point for run in curve.runs if (point := run.at(at)) is not None]
            if len(points) < 2:
                continue
            mean = sum(point.rate for point in points) / len(points)
            seen = sum((point.rate - mean) ** 2 for point in points) / (len(points) - 1)
            by_games = sum(point.rate * (1 - point.rate) / point.games for point in points) / len(points)
            excess += (len(points) - 1) * (seen - by_games)
            weight += len(points) - 1
        freedom += max(0, sum(run.blocks >= curve.blocks for run in curve.runs) - 1) if curve.blocks else 0
    return (max(0.0, excess / weight) if weight else 0.0), freedom


@dataclass(frozen=True, slots=True)
class Trend:
    """A straight line through tests: by how much the win rate rises in ten blocks, and its standard error."""

    rise: float
    error: float


def trend(points: Sequence[TestPoint]) -> Trend:
    """Least squares; the error is that of the games or that of the scatter around the line, whichever is larger."""
    count = len(points)
    centre = sum(point.blocks for point in points) / count
    mean = sum(point.rate for point in points) / count
    square = sum((point.blocks - centre) ** 2 for point in points)
    slope = sum((point.blocks - centre) * (point.rate - mean) for point in points) / square
    scatter = sum((point.rate - mean - slope * (point.blocks - centre)) ** 2 for point in points)
    by_games = sum(point.rate * (1 - point.rate) / point.games for point in points) / count
    variance = max(by_games, scatter / (count - 2) if count > 2 else 0.0)
    return Trend(10 * slope, 10 * math.sqrt(variance / square))
