"""What the study of learning Yahtzee computes: trainings, each on a core, and how the players play."""

from __future__ import annotations

from typing import Final

from mendax.arena.engines.workload import Planned, PlannedChains, known
from mendax.games.yahtzee.rules.scoring import NUM_BOXES
from mendax.games.yahtzee.study.trainings import ANALYSED, FULL, Training, trainings

SECONDS_A_GAME: Final = 0.016
"""CPU seconds of one core for a game of `base`, measured over 400 games of its training: to play it and to learn."""
LAYERS: Final = 3
WIDTH: Final = 600
"""Of the network of `base`."""
COMPILE_SECONDS: Final = 16.0
"""CPU seconds before the first game of `base`, measured."""
JUDGING_SECONDS: Final = 0.0014
"""CPU seconds of one core for a game that `base` is judged by, measured over 8,000 games."""
ANALYSIS_SECONDS: Final = 60.0
"""Of one player's decisions: estimated and not measured."""


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
    """Seconds of one core. Other networks than that of `base` are taken to cost in proportion to their weights, and
    each pass over the games twice as much as playing them.
    """
    plan = training.plan
    weights = (1 + plan.network.layers) * plan.network.width**2 / ((1 + LAYERS) * WIDTH**2)
    passes = (1 + 2 * plan.learning.epochs) / 3
    seconds = plan.games * SECONDS_A_GAME * passes + FULL.evaluation * JUDGING_SECONDS
    return COMPILE_SECONDS + seconds * weights * plan.task.turns / NUM_BOXES
