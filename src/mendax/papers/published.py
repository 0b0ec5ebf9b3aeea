"""Published numbers, each in one place with its source."""

from __future__ import annotations

from dataclasses import dataclass

THESIS = "The thesis on two-player, one-die Liar's Dice (tree and matrix agents)"

# Section 4.2. The first two matrices of the full game took "over ten hours"; with the top call left
# out of the strategies the first matrix alone still took seven.
THESIS_SECONDS = 10 * 3600.0
THESIS_TIME = "The thesis needed over ten hours for its matrices, and seven after shrinking them (section 4.2)."

TABLE_1 = {"tree": {"tree": 3703, "matrix": 1297}, "matrix": {"tree": 2275, "matrix": 2725}}
"""Wins by who goes first: 5,000 games each (section 5.1, Table 1)."""
TABLE_2 = {
    "player one": {"player one": 35, "player two": 25},
    "player two": {"player one": 29, "player two": 31},
}
"""Two people (section 5.2, Table 2)."""
TABLE_3 = {"matrix": {"matrix": 36, "person": 24}, "person": {"matrix": 28, "person": 32}}
"""Matrix against a person (section 5.3, Table 3; the text says sixty games, the table adds up to 120)."""
TABLE_4 = {"tree": {"tree": 33, "person": 27}, "person": {"tree": 18, "person": 42}}
"""Tree against a person (section 5.4, Table 4; the text says thirty games each, the table has sixty each)."""

SOAR_STUDY = "The study of Soar agents that play multi-player Liar's Dice (results section, Figure 2)"
SOAR_ORDERINGS = ("XXXY", "YYYX", "XXYY", "XYXY")
SOAR_GAMES = 1000
"""For each ordering, so 4,000 for each pair."""
SOAR_SIGNIFICANT = 2082
"""Victories of 4,000 that the study calls significant (two-sided binomial test, p = 0.01)."""

FIGURE_2: dict[tuple[str, str], int | None] = {
    ("p", "pm"): 55,
    ("p", "ph"): 63,
    ("pm", "ph"): 56,
    ("pm", "pmh"): 63,
    ("ph", "pmh"): 62,
    ("p", "pmh"): 75,
    ("e", "em"): 55,
    ("e", "eh"): 58,
    ("em", "eh"): 52,
    ("em", "emh"): 59,
    ("eh", "emh"): 58,
    ("e", "emh"): 66,
    ("p", "e"): None,
    ("pm", "em"): None,
    ("ph", "eh"): None,
    ("pmh", "emh"): None,
}
"""Percent of games won by the second of each pair, the dominant one.

The source has the figure's numbers but not its lines. The text names one (EM to EH, 2,080 victories) and
says that all lines point to the agent with more knowledge, and to E from P; the others are put on the
lines by the figure's order, the same in both families. Which of the four between the families is which
cannot be told."""
FIGURE_2_BETWEEN = (69, 67, 63, 58)
"""The four lines from P agents to E agents, in the order in which they stand in the source."""

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
