"""Published numbers, each in one place with its source."""

from __future__ import annotations

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
