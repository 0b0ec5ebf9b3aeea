"""Games a second of the learning Soar agents, training and testing, against the native twin of PMH."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from mendax.arena.learning import Course, play_block
from mendax.bench import Line, Measured
from mendax.core.memory import bytes_in_use
from mendax.games.liars_dice.agents.learner import PRESETS, DiceLearnerFactory
from mendax.games.liars_dice.agents.twins.agent import TwinFactory
from mendax.games.liars_dice.rules import LiarsDice

GAMES = 200


def games(quick: bool = False) -> Measured:
    """Each agent learns from some games first, so that the rules that come up often are there."""
    game = LiarsDice(players=2, dice=2) if quick else LiarsDice(players=2)
    count, presets = (2, ("b-0",)) if quick else (GAMES, tuple(PRESETS))
    lines = []
    for preset in presets:
        make = DiceLearnerFactory(preset)
        course = Course(game, make, (TwinFactory("pmh"),), 1, count, 2, Path(), count)
        learner = make(game, Random(0))
        play_block(course, learner.agent, 0)
        for what, learn in (("training", True), ("testing", False)):
            began = time.perf_counter()
            play_block(course, partial(learner.agent, learn=learn), 1, test=not learn)
            lines.append(Line(f"{preset}: {what}", count / (time.perf_counter() - began), "games/s"))
            lines.append(Line(f"{preset}: memory after {what}", bytes_in_use() / 1e6, "MB"))
        native = DiceLearnerFactory(preset, native_tests=True)(game, Random(0))
        native.take(learner.learned())
        tested = partial(native.agent, learn=False)
        play_block(replace(course, test=1), tested, 0, test=True)  # reads the rules, and compiles
        began = time.perf_counter()
        play_block(course, tested, 1, test=True)
        lines.append(Line(f"{preset}: testing, native", count / (time.perf_counter() - began), "games/s"))
        lines.append(Line(f"{preset}: rules", learner.measures()["rules"], "rules"))
        learner.close()
    note = f"Two players under the paper's rules, one core, {count} games each after {count} of learning."
    return Measured(tuple(lines), note)
