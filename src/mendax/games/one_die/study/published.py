"""What the thesis published, each number with its section."""

from __future__ import annotations

from typing import Final

CITATION: Final = (
    "Trevor Johnson: An evaluation of how Dynamic Programming and Game Theory are applied to Liar's Dice. "
    "Honours thesis, Rhodes University, November 2007"
)

# Section 4.2. The first two matrices of the full game took "over ten hours"; with the top call left
# out of the strategies the first matrix alone still took seven.
THESIS_SECONDS: Final = 10 * 3600.0
THESIS_TIME: Final = "The thesis needed over ten hours for its matrices, and seven after shrinking them (section 4.2)."

TABLE_1: Final = {"tree": {"tree": 3703, "matrix": 1297}, "matrix": {"tree": 2275, "matrix": 2725}}
"""Wins by who goes first: 5,000 games each (section 5.1, Table 1)."""
TABLE_2: Final = {
    "player one": {"player one": 35, "player two": 25},
    "player two": {"player one": 29, "player two": 31},
}
"""Two people (section 5.2, Table 2)."""
TABLE_3: Final = {"matrix": {"matrix": 36, "person": 24}, "person": {"matrix": 28, "person": 32}}
"""Matrix against a person (section 5.3, Table 3; the text says sixty games, the table adds up to 120)."""
TABLE_4: Final = {"tree": {"tree": 33, "person": 27}, "person": {"tree": 18, "person": 42}}
"""Tree against a person (section 5.4, Table 4; the text says thirty games each, the table has sixty each)."""
