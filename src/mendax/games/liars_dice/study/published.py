"""What the Soar study published, each number with its place."""

from __future__ import annotations

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
