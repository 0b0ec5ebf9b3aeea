"""What the paper on learning Yahtzee and the literature published, each number with its place.

It lies beside the rules, not in `study`, because presets and tests use these numbers too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mendax.games.yahtzee.rules.scoring import Rules

CITATION: Final = (
    "Nicholas A. Pape: Yahtzee: Reinforcement Learning Techniques for Stochastic Combinatorial Games. 2025, "
    "arXiv:2601.00007; here in an earlier draft"
)
TRAINING_GAMES: Final = 1_000_000
"""The training budget of full-game agents (section 5.2.1, Table 3); single turns have that of half as many games."""
EVALUATION_GAMES: Final = 10_000
"""Games of a final evaluation (section 4.6)."""
OPTIMUM: Final = 254.59
"""Mean score of the best play (section 2.3, after Verhoeff 1999)."""
EXPECTED_SCORES: Final[Mapping[Rules, float]] = {
    Rules.FORCED: 254.58772873449593,
    Rules.FREE: 254.58960948196315,
    Rules.NO_JOKER: 253.97024118978018,
    Rules.NO_BONUS: 245.87077451411164,
}
"""The same by variant of the rules, to all digits: independent exact solvers agree on these. The paper's figure is
that of the free joker."""
ENTROPY_REGIMES: Final[Mapping[str, tuple[tuple[float, float], tuple[float, float]]]] = {
    "low": ((0.005, 0.001), (0.01, 0.002)),
    "baseline": ((0.01, 0.002), (0.02, 0.005)),
    "high": ((0.02, 0.005), (0.04, 0.01)),
}
"""First and last entropy bonus, for rolling and for scoring (Table 1)."""
SCORE_LEVELS: Final = (50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500)
"""Table 4 asks how often each is reached."""


@dataclass(frozen=True, slots=True)
class LearnedYahtzee:
    """A published result of an agent that learned Yahtzee."""

    agent: str
    mean: float
    games: int | None = None
    std: float | None = None
    bonus_rate: float | None = None
    yahtzee_rate: float | None = None
    remark: str = ""


LATER: Final[Mapping[str, LearnedYahtzee]] = {
    "a2c": LearnedYahtzee("A2C, final version of the paper", 241.78, 1_000_000, 56.84, 0.2493, 0.3405),
    "a2c-250k": LearnedYahtzee("A2C, final version of the paper", 230.38, 250_000),
    "ppo": LearnedYahtzee("PPO, final version of the paper", 230.20, 250_000),
    "reinforce": LearnedYahtzee("REINFORCE, final version of the paper", 203.73, 1_000_000),
    "yahtzotron": LearnedYahtzee(
        "Yahtzotron (Häfner 2021), A2C after supervised lessons", 235.9, remark="own rules, optimum 246.35"
    ),
}
"""Published after the draft, whose own tables and figures hold placeholders."""
