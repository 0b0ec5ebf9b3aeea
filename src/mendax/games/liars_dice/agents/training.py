"""Training runs of the learning agents: tests and blocks of learning in turn, against one kind of opponent."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mendax.arena.engines.engine import Engine
from mendax.arena.learning import Course, plan_courses, read_curve, run_courses
from mendax.arena.learning_results import Learning
from mendax.core.agent import Factory
from mendax.core.catalogue import build_agent
from mendax.games.liars_dice.agents.learner import DiceLearnerFactory, check_game, find_preset
from mendax.games.liars_dice.agents.twins.agent import TwinFactory
from mendax.games.liars_dice.agents.twins.learned import LearnedTwin
from mendax.games.liars_dice.learning.settings import LEARNING, learning_settings
from mendax.games.liars_dice.rules import LiarsDice
from mendax.soar.learned_rules import LearnedRules

TWO_PLAYERS: Final = LiarsDice(players=2)


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained, against whom and for how long; the paper's training where nothing is said."""

    preset: str = "b-0"
    blocks: int = 35
    games: int = 1000
    """Of a block, and of a test."""
    against: str = "pmh"
    native: bool = False
    """Whether the opponent is played by its native twin."""
    policy: str = "sarsa"
    game: LiarsDice = TWO_PLAYERS
    native_tests: bool = False
    """Whether tests are played by the learner's native twin, and not by the kernel."""

    @property
    def name(self) -> str:
        """The learner's name in the run's files."""
        return self.preset if self.policy == "sarsa" else f"{self.preset} {self.policy}"

    @property
    def opponent(self) -> str:
        """The opponent's name in the run's files."""
        return f"twin of {self.against}" if self.native else self.against

    @property
    def tests_played_by(self) -> str:
        """What plays the tests in the learner's place, in the run's files; empty where it plays them itself."""
        return f"twin of {self.preset}" if self.native_tests else ""

    @property
    def num_games(self) -> int:
        """Games of one run, tests included."""
        return (2 * self.blocks + 1) * self.games

    def check(self) -> None:
        """Raise a `MendaxError` if there is no such training."""
        game = check_game(find_preset(self.preset), self.game)
        if self.native_tests:
            LearnedTwin(self.preset, LearnedRules(), LEARNING.temperature).check(game)
        learning_settings(self.policy)

    def run(
        self,
        out: Path,
        seeds: Sequence[int],
        *,
        workers: int | None = None,
        progress: Callable[[int], None] | None = None,
        engine: Engine | None = None,
    ) -> Learning:
        """Train a learner for each seed, here or on an engine; the same call goes on where it was stopped."""
        began = time.perf_counter()
        courses = self.courses(out, seeds)
        workers = workers or min(len(seeds), os.cpu_count() or 1)
        interrupted = run_courses(courses, workers=workers, progress=progress, engine=engine)
        curves = tuple(map(read_curve, courses))
        seconds = time.perf_counter() - began
        return Learning(self.game, self.name, courses[0].names, curves, seconds, interrupted, self.tests_played_by)

    def courses(self, out: Path, seeds: Sequence[int]) -> list[Course]:
        """What the learner of each seed is to do; the folder is begun, and one with another run is refused."""
        self.check()
        factory: Factory = TwinFactory(self.against) if self.native else build_agent(self.game, self.against)
        return plan_courses(
            self.game,
            (self.name, DiceLearnerFactory(self.preset, self.policy, self.native_tests)),
            [(self.opponent, factory)] * (self.game.seats - 1),
            matches=self.blocks * self.games,
            block=self.games,
            test=self.games,
            tests_played_by=self.tests_played_by,
            seeds=seeds,
            out=out,
        )
