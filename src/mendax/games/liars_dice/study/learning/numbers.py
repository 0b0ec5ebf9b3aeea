"""The numbers of Figures 3 to 7, as the report and `numbers.json` have them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from mendax.games.liars_dice.study.learning.curves import AgentCurve
from mendax.games.liars_dice.study.learning.evidence import Claim, Finding
from mendax.games.liars_dice.study.learning.figure_3 import FigureThree
from mendax.games.liars_dice.study.learning.long_run import LongRun
from mendax.games.liars_dice.study.learning.questions import Questions


@dataclass(frozen=True, slots=True)
class LearningNumbers:
    """All numbers of the part."""

    quick: bool
    seed: int
    """Added to the fixed seeds of the runs."""
    games_per_block: int
    planned_blocks: int
    planned_games: int
    games: int
    """Of the planned ones, training and tests."""
    curves: tuple[AgentCurve, ...]
    between_runs: float
    """The standard deviation of the win rate between runs of one agent, beyond that of games."""
    freedom: int
    findings: tuple[Finding, ...]
    figure_3: FigureThree
    policies: Claim | None
    """Q-learning against SARSA."""
    long_run: LongRun | None
    questions: Questions

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return {
            "paper": "soar-dice",
            "part": "learning",
            "quick": self.quick,
            "seed": self.seed,
            "games_per_block": self.games_per_block,
            "planned_blocks": self.planned_blocks,
            "planned_games": self.planned_games,
            "games": self.games,
            "between_runs": self.between_runs,
            "freedom": self.freedom,
            "findings": [finding.to_json() for finding in self.findings],
            "figure_3": asdict(self.figure_3),
            "policies": None
            if self.policies is None
            else {**asdict(self.policies), "verdict": self.policies.verdict.value},
            "long_run": None if self.long_run is None else asdict(self.long_run),
            "questions": self.questions.to_json(),
            "curves": [curve.to_json() for curve in self.curves],
        }
