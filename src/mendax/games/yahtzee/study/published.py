"""What the Yahtzee study and the field published, each number with its place."""

from __future__ import annotations

from dataclasses import dataclass

YAHTZEE_STUDY = "The study of reinforcement learning techniques for solitaire Yahtzee"
YAHTZEE_GAMES = 1_000_000
"""The training budget of full-game agents (section 5.2.1, Table 3); single turns have that of half as many games."""
YAHTZEE_OPTIMUM = 254.59
"""Mean score of the best play (section 2.3)."""
YAHTZEE_EVALUATION = 10_000
"""Games that a player is judged by (section 4.6)."""
ENTROPY_REGIMES = {
    "low": ((0.005, 0.001), (0.01, 0.002)),
    "baseline": ((0.01, 0.002), (0.02, 0.005)),
    "high": ((0.02, 0.005), (0.04, 0.01)),
}
"""First and last entropy bonus, for rolling and for scoring (Table 1; not placeholders)."""
SCORE_LEVELS = (50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500)
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


YAHTZEE_LATER = {
    "a2c": LearnedYahtzee("A2C, a later version of the study", 241.78, 1_000_000, 56.84, 0.2493, 0.3405),
    "a2c-250k": LearnedYahtzee("A2C, a later version of the study", 230.38, 250_000),
    "ppo": LearnedYahtzee("PPO, a later version of the study", 230.20, 250_000),
    "reinforce": LearnedYahtzee("REINFORCE, a later version of the study", 203.73, 1_000_000),
    "yahtzotron": LearnedYahtzee("Yahtzotron, A2C after supervised lessons", 235.9, remark="own rules, optimum 246.35"),
}
"""What the field reported after the study's draft, whose own tables and figures hold placeholders."""
