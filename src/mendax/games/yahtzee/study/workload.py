"""What the study of learning Yahtzee computes: trainings, each on a core, and how the players play."""

from __future__ import annotations

from typing import Final

from mendax.arena.engines.workload import Planned, PlannedChains, known
from mendax.games.yahtzee.study.trainings import ANALYSED, FULL, Training, trainings

SECONDS_A_GAME: Final = {}
"""CPU seconds of one core, measured with short trainings: of a game, or of a turn where single turns are learned."""
START_SECONDS: Final = 30.0
"""Compiling, and judging the player by 100,000 games."""
ANALYSIS_SECONDS: Final = 60.0
"""Of one player's decisions."""


def workload() -> tuple[Planned, ...]:
    """The trainings, those that begin with another one's network after it, and the analyses."""
    wanted = [each for each in trainings(FULL).values() if not each.same_as]
    first = [each for each in wanted if not each.start]
    second = [each for each in wanted if each.start]
    analyses = (ANALYSIS_SECONDS,) * (3 + len(ANALYSED))
    return (
        PlannedChains("trainings", lambda seconds: _chains(first)),
        PlannedChains("trainings that begin with a network", lambda seconds: _chains(second)),
        known("analyses and the page", sum(analyses)),
    )


def _chains(wanted: list[Training]) -> tuple[tuple[float, ...], ...]:
    return tuple((training_seconds(each),) for each in wanted for _ in range(FULL.seeds))


def training_seconds(training: Training) -> float:
    """Seconds of one core."""
    kind = next((name for name in SECONDS_A_GAME if training.name == name), "")
    if not kind:
        kind = "single-turn" if training.name.startswith("turn-") else "base"
    return START_SECONDS + training.plan.games * SECONDS_A_GAME[kind]
