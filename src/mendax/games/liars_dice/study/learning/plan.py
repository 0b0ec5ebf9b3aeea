"""Which learning agents are trained, with which seeds and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mendax.arena.learning import Course
from mendax.games.liars_dice.agents.learner import PRESETS
from mendax.games.liars_dice.agents.training import Training

ZERO: Final = ("b-0", "p-0", "pm-0", "ph-0", "pmh-0")
"""The agents whose values begin at 0 (Figure 4)."""
COMPUTED: Final = ("p-#", "pm-#", "ph-#", "pmh-#")
"""The agents whose values begin with what deliberation computes (Figure 6)."""
LONG: Final = "pm-0"
"""The agent whose first run goes on beyond the paper's 35 blocks."""
COMPARED: Final = "p-#"
"""The agent that also learns by Q-learning."""
Q_LEARNING: Final = "q-learning"
OPPONENT: Final = "pmh"
FIRST_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Size:
    """How much is played."""

    folder: str
    """Of the trainings; that of the questions' data ends alike. Quick and full do not mix."""
    blocks: int
    games: int
    """Of a block, and of a test."""
    runs: int
    more_runs: int
    """Runs of the agents in `more`."""
    more: tuple[str, ...]
    long: int
    """Blocks of the one run that goes on."""
    match: int
    """Games of each match of a learned player."""
    pair: int
    """Games of each pair of the round robin."""
    sample: int
    """Games at four seats in which turns are counted."""


FULL: Final = Size("runs", 10, 1000, 2, 5, ("p-#", "ph-#", "pm-0"), 40, 1000, 4000, 100)
QUICK: Final = Size("runs-quick", 3, 40, 1, 1, (), 4, 20, 1000, 5)


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One learner's run."""

    preset: str
    seed: int
    blocks: int
    policy: str = "sarsa"

    @property
    def name(self) -> str:
        """The agent's name, which is also that of the folder of its runs."""
        return self.preset if self.policy == "sarsa" else f"{self.preset}-{self.policy}"

    def course(self, runs: Path, games: int) -> Course:
        """What it is to do; its folder is begun, or a `MendaxError` says that it holds another run."""
        training = Training(
            self.preset, self.blocks, games, OPPONENT, native=True, policy=self.policy, native_tests=True
        )
        (found,) = training.courses(runs / self.name, [self.seed])
        return found


def planned_runs(size: Size, seed: int = 0) -> list[PlannedRun]:
    """All runs of the study, the longest first, then seed by seed; `seed` is added to the fixed seeds."""
    found = []
    for at in range(max(size.runs, size.more_runs)):
        for preset in PRESETS:
            if at < (size.more_runs if preset in size.more else size.runs):
                goes_on = preset == LONG and at == 0
                found.append(PlannedRun(preset, FIRST_SEED + seed + at, size.long if goes_on else size.blocks))
        if at < size.runs:
            found.append(PlannedRun(COMPARED, FIRST_SEED + seed + at, size.blocks, Q_LEARNING))
    return sorted(found, key=lambda run: -run.blocks)


def names(runs: Sequence[PlannedRun]) -> list[str]:
    """The agents of the runs, each once, in the order of the presets."""
    order = [*PRESETS, f"{COMPARED}-{Q_LEARNING}"]
    return sorted({run.name for run in runs}, key=order.index)
