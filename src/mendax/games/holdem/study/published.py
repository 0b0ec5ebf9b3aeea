"""What the thesis on SoarBot published, each number with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mendax.games.holdem.statistics import SHARK_HANDS

CITATION: Final = (
    "Robert I. Follek: SoarBot: A Rule-Based System For Playing Poker. Master's thesis, School of Computer Science and "
    "Information Systems, Pace University, May 2003"
)
SMALL_BET: Final = 10.0
"""Dollars (section 3.1.1)."""
WINDOW: Final = 10
"""Days of the moving average (Table 3-1)."""
LEAST_HANDS: Final = 500
"""Of a day in Table 3-1; days with fewer are left out there."""


@dataclass(frozen=True, slots=True)
class Day:
    """A row of Table 3-1 or 3-3."""

    date: str
    """Month, day and year, as printed."""
    hands: int
    dollars: float
    """Won or lost a hand."""
    average: float | None = None
    """The 10-day weighted moving average; none in the first nine rows, nor in Table 3-3."""


MIXED_DAYS: Final = (
    Day("10/25/02", 515, -0.48),
    Day("10/28/02", 615, -3.56),
    Day("11/05/02", 540, -4.16),
    Day("11/11/02", 1124, -1.24),
    Day("11/13/02", 1402, 0.65),
    Day("11/14/02", 1787, -0.23),
    Day("11/15/02", 851, -0.47),
    Day("11/16/02", 1029, -1.10),
    Day("11/23/02", 1593, -1.39),
    Day("12/02/02", 877, 3.38, -0.62),
    Day("12/03/02", 1750, -0.86, -0.66),
    Day("12/05/02", 1780, -1.08, -0.58),
    Day("12/06/02", 1036, 0.62, -0.34),
    Day("12/07/02", 2159, -1.06, -0.38),
    Day("12/09/02", 515, -4.22, -0.63),
    Day("12/10/02", 1068, 0.26, -0.61),
    Day("12/12/02", 663, -0.43, -0.61),
    Day("12/13/02", 1182, 0.22, -0.49),
    Day("12/14/02", 544, 4.33, -0.14),
    Day("12/15/02", 1121, 0.98, -0.30),
    Day("12/30/02", 1181, -1.78, -0.37),
    Day("01/01/03", 541, -1.89, -0.32),
    Day("01/03/03", 1339, -1.53, -0.57),
    Day("01/10/03", 714, -1.76, -0.55),
    Day("01/11/03", 1099, 0.05, -0.28),
    Day("01/13/03", 1606, -1.23, -0.49),
    Day("01/14/03", 594, -0.63, -0.51),
    Day("01/15/03", 828, 0.18, -0.54),
    Day("01/17/03", 1118, 1.89, -0.53),
    Day("01/20/03", 1873, 0.32, -0.54),
    Day("01/22/03", 810, -0.01, -0.36),
    Day("01/23/03", 2545, -0.81, -0.38),
    Day("01/26/03", 1858, -0.33, -0.26),
    Day("01/27/03", 592, -3.03, -0.30),
    Day("01/28/03", 1003, -0.99, -0.39),
)
"""Table 3-1: mixed games of people and bots (section 3.1)."""

BOT_DAYS: Final = (
    Day("02/02/03", 5435, -0.70),
    Day("02/03/03", 2152, -0.99),
    Day("02/04/03", 2469, -1.45),
    Day("02/05/03", 1491, -1.54),
)
"""Table 3-3: games of bots only (section 3.2)."""

EARLY_DOLLARS, LATE_DOLLARS = -0.60, -0.35
"""What the moving average is said to have improved from and to, roughly (section 3.1.1)."""
BOTS_DOLLARS: Final = -1.02
"""A hand in games of bots only (section 3.2.1)."""
POKI_DOLLARS: Final = 0.95
"""What Pokibot won a hand in mixed games, over half a million hands (section 3.1.1)."""
RANKED_FROM: Final = SHARK_HANDS
"""Hands that a player needed to be ranked (Table 3-2)."""
RANKED_PLAYERS: Final = 513
"""Players with as many hands (Table 3-2)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of Table 3-2."""

    name: str
    small_bets: float
    """Won or lost a hand."""


SHARKS: Final = (
    Ranked("swill", 0.5029),
    Ranked("peteux", 0.4471),
    Ranked("frodo", 0.35),
    Ranked("sirwang", 0.3234),
    Ranked("rocko", 0.2943),
    Ranked("illarionb", 0.2925),
    Ranked("ducks", 0.2382),
    Ranked("will", 0.2308),
    Ranked("wmbot", 0.2032),
    Ranked("willbot", 0.2011),
)
"""Table 3-2, the best ten on February 5, 2003."""
FISH: Final = (
    Ranked("svmbot", -2.260),
    Ranked("livermore", -0.546),
    Ranked("skarbie", -0.522),
    Ranked("mona", -0.424),
    Ranked("fembot", -0.413),
    Ranked("docmike", -0.409),
    Ranked("toonman", -0.37),
    Ranked("izedss", -0.366),
    Ranked("mrgekko", -0.363),
    Ranked("amateur", -0.361),
)
"""Table 3-2, the worst ten; `svmbot` is a bot, the others are people."""

RULE_COUNTS: Final = {
    "analysis.soar": 33,
    "preflop_loose.soar": 11 + 7,
    "flop.soar": 22,
    "turn.soar": 27,
    "river.soar": 5,
}
"""Rules that the text counts (sections 2.2.4 to 2.2.9): for flop and turn the elaborations alone."""
RULES: Final = 150
"""In all, about (section 2.2)."""
RULE_FILES: Final = 9
