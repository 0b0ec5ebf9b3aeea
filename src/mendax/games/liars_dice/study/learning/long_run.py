"""The one run that goes on beyond the paper's blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mendax.arena.statistics import wilson
from mendax.games.liars_dice.study.learning.curves import AgentCurve, Trend, trend

WINDOW = 5
"""Tests that are taken together."""


@dataclass(frozen=True, slots=True)
class Window:
    """Tests in a row."""

    first: int
    last: int
    games: int
    wins: float

    @property
    def rate(self) -> float:
        """Games won."""
        return self.wins / self.games

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's interval."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class LongRun:
    """The longest run of an agent, and whether it still rises."""

    agent: str
    seed: int
    blocks: int
    windows: tuple[Window, ...]
    first: int
    """The first test of the line."""
    line: Trend
    """Through the second half of the tests."""
    rules: tuple[int, ...]
    """After every block."""


def longest_run(curves: Sequence[AgentCurve], agent: str) -> LongRun | None:
    """The longest run of an agent; `None` if it has fewer than four blocks."""
    runs = [run for curve in curves if curve.name == agent for run in curve.runs]
    run = max(runs, key=lambda each: each.blocks, default=None)
    if run is None or run.blocks < 4:
        return None
    windows = []
    for first in range(1, run.blocks + 1, WINDOW):
        chosen = run.points[first : first + WINDOW]
        windows.append(Window(first, chosen[-1].blocks, sum(p.games for p in chosen), sum(p.wins for p in chosen)))
    half = run.blocks // 2
    rules = tuple(point.rules for point in run.points)
    return LongRun(agent, run.seed, run.blocks, tuple(windows), half, trend(run.points[half:]), rules)
