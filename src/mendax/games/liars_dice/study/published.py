"""What the paper on Soar agents published, each number with its place."""

from __future__ import annotations

from typing import Final

CITATION: Final = (
    "John E. Laird, Nate Derbinsky and Miller Tinkerhess: A Case Study in Integrating Probabilistic Decision Making "
    "and Learning in a Symbolic Cognitive Architecture: Soar Plays Dice. Advances in Cognitive Systems: Papers from "
    "the 2011 AAAI Fall Symposium (FS-11-01)"
)
ORDERINGS: Final = ("XXXY", "YYYX", "XXYY", "XYXY")
"""The seatings of a pair (section "Results")."""
GAMES: Final = 1000
"""Games for each ordering (section "Results")."""
PAIR_GAMES: Final = GAMES * len(ORDERINGS)
"""Games for each pair (Figure 2)."""
SIGNIFICANT: Final = 2082
"""Victories of 4,000 that the paper calls significant: two-sided binomial test, p = 0.01 (section "Results")."""
EM_TO_EH: Final = 2080
"""Victories of EH over EM, the one line of Figure 2 whose count the text gives (section "Results")."""

FIGURE_2: Final[dict[tuple[str, str], int | None]] = {
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

Our copy of the paper has the figure's numbers but not its lines. The text names one (EM to EH) and says that all
lines point to the agent with more knowledge, and to E from P; the others are put on the lines by the figure's order,
the same in both families. Which of the four numbers between the families belongs to which pair cannot be known."""
FIGURE_2_BETWEEN: Final = (69, 67, 63, 58)
"""The four lines from P agents to E agents, in the order in which they stand in the paper."""
