"""What the study of Soar agents computes: Figure 2, the trainings, and the open questions."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from mendax.arena.engines.workload import Planned, PlannedChains, PlannedGames, known
from mendax.arena.learning import Course, play_block
from mendax.arena.schedule import Schedule, pair_up, rotations
from mendax.core.catalogue import build_agent
from mendax.games.liars_dice.agents.learner import PRESETS, DiceLearnerFactory
from mendax.games.liars_dice.agents.twins.agent import TwinFactory
from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.study.learning.plan import FULL, OPPONENT, planned_runs
from mendax.games.liars_dice.study.learning.questions import FOUR_OPPONENT, VARIANTS
from mendax.games.liars_dice.study.published import FIGURE_2, GAMES, ORDERINGS
from mendax.games.liars_dice.study.runs import AGENTS

LOOKED_AT: Final = 4
"""Learned players of which questions are asked: three that are named, and the best."""
WARM: Final = 40
"""Games that a learner learns from before it is timed: its first ones, without a rule, are the slowest."""
ROUND_ROBIN_SECONDS: Final = 5.0
"""Of one core: 112,000 games of native twins; a thousand of a pair were measured to take 0.044 s."""


def workload() -> tuple[Planned, ...]:
    """Figure 2, then the trainings, then matches of what was learned."""
    four, two = LiarsDice(players=4), LiarsDice(players=2)
    pairings = tuple(pair_up(AGENTS.index(x), AGENTS.index(y), ORDERINGS) for x, y in FIGURE_2)
    soar = tuple((name, build_agent(four.name, name)) for name in AGENTS)
    # There is no learned player before the trainings: the simplest untrained one stands in, which takes longer.
    match = (("p", build_agent(two.name, "p")), (OPPONENT, TwinFactory(OPPONENT)))
    at_four = (("p", build_agent(four.name, "p")), (FOUR_OPPONENT, TwinFactory(FOUR_OPPONENT)))
    return (
        PlannedGames("Figure 2", four, soar, Schedule(pairings, GAMES * len(ORDERINGS))),
        PlannedChains("trainings and tests", measured_runs),
        known("the eight at two seats", ROUND_ROBIN_SECONDS),
        PlannedGames(
            "which rules matter",
            two,
            match,
            Schedule((rotations([0, 1]),), FULL.match),
            times=LOOKED_AT * len(VARIANTS),
        ),
        PlannedGames(
            "one against three", four, at_four, Schedule((rotations([0, 1, 1, 1]),), FULL.match), times=LOOKED_AT
        ),
    )


def measured_runs(seconds: float) -> tuple[tuple[float, ...], ...]:
    """The steps of every run, a test before each block and one at the end."""
    rates = {preset: measured_games(preset, seconds) for preset in PRESETS}
    found = []
    for run in planned_runs(FULL):
        block, test = (FULL.games * rate for rate in rates[run.preset])
        found.append((test, *[block, test] * run.blocks))
    return tuple(found)


def measured_games(preset: str, seconds: float) -> tuple[float, float]:
    """CPU seconds of a game of training, and of a test by the native twin."""
    game = LiarsDice(players=2)
    learner = DiceLearnerFactory(preset)(game, Random(0))
    course = Course(game, DiceLearnerFactory(preset), (TwinFactory(OPPONENT),), 1, WARM, 1, Path(), 200)
    play_block(course, learner.agent, 0)
    games, began = 0, time.process_time()
    few = Course(game, DiceLearnerFactory(preset), (TwinFactory(OPPONENT),), 1, 5, 1, Path())
    while not games or time.process_time() - began < seconds:
        play_block(few, learner.agent, 20 + games // 5)
        games += 5
    training = (time.process_time() - began) / games
    native = DiceLearnerFactory(preset, native_tests=True)(game, Random(0))
    native.take(learner.learned())
    tested = partial(native.agent, learn=False)
    play_block(course, tested, 0, test=True)  # reads the rules, and compiles
    began = time.process_time()
    play_block(course, tested, 1, test=True)
    found = training, (time.process_time() - began) / course.test
    learner.close()
    native.close()
    return found
