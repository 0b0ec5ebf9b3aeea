"""What the paper on Soar agents published, each number with its place."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
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

FIGURE_2: Final[dict[tuple[str, str], int]] = {
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
    ("p", "e"): 69,
    ("pm", "em"): 67,
    ("ph", "eh"): 63,
    ("pmh", "emh"): 58,
}
"""Percent of games won by the second of each pair, the dominant one.

Our copy of the paper has the figure's numbers but not its lines. The text names one (EM to EH) and says that all
lines point to the agent with more knowledge, and to E from P; the others are put on the lines by the figure's order,
the same in both families. The four numbers between the families are in the order of the text: 69, 67, 63, 58."""

LEARNING_BLOCKS: Final = 35
"""Blocks of training, each with a test (section "Learning")."""
LEARNING_GAMES: Final = 1000
"""Games of a block, and of a test (section "Learning")."""
LEARNING_RUNS: Final = 5
"""Independent runs, whose average is shown (section "Learning")."""
BASELINE_RULES: Final = 153_132
"""Rules of B-0 (section "Learning")."""


@dataclass(frozen=True, slots=True)
class DiceRule:
    """A rule of Figure 3, in the paper's situation."""

    number: int
    knowledge: str
    """The agent whose chunk it is: with the model, or without."""
    view: str
    """A position in which it is learned; what the rule does not test is ours."""
    action: str
    value: Fraction
    """Before tuning, by the paper's account of the odds."""
    tuned: float
    """As published, "tuned a few times"."""


_TWO = "seat=0 turn=0 round=0 opener=1"
FIGURE_3: Final = (
    DiceRule(
        1,
        "p",
        f"{_TWO} dice=3,4 hidden=3,4 cup=246 shown=-,- exacts=0,1 wild=1 said=1:4x5",
        "bid five 2s, no push",
        Fraction(-79, 81),
        -0.8754,
    ),
    DiceRule(
        2,
        "pm",
        f"{_TWO} dice=5,1 hidden=5,1 cup=12235 shown=-,- exacts=0,1 wild=1 said=1:2x1",
        "bid five 2s, pushing one 1 and two 2s",
        Fraction(1, 9),
        0.12,
    ),
    DiceRule(
        3,
        "pm",
        f"{_TWO} dice=3,3 hidden=3,2 cup=246 shown=-,1 exacts=0,1 wild=1 said=1:2x1+1",
        "challenge two 1s",
        Fraction(7, 18),
        0.38,
    ),
)
"""The three rules of Figure 3. `action` is how the rule's own words begin."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that the paper says of learning."""

    place: str
    text: str


_FOUR, _FIVE, _SIX = "Figure 4 and its text", "Figure 5 and its text", "Figure 6 and its text"
STATEMENTS: Final = {
    "all-improve": Statement(_FOUR, "All -0 agents significantly improve with experience"),
    "three-above-60": Statement(_FOUR, "Three of them win more than 60 % of their games in the end"),
    "b-0-like-p-0": Statement(_FOUR, "B-0 and P-0 learn at about the same rate"),
    "ph-0-fastest": Statement(_FOUR, "PH-0 learns fastest early on"),
    "ph-0-levels-off": Statement(_FOUR, "PH-0 appears to level off just above 60 %"),
    "pmh-0-slower-than-ph-0": Statement(_FOUR, "PMH-0 learns slower than PH-0"),
    "pmh-0-still-improving": Statement(_FOUR, "PMH-0 appears to improve even at 35,000 games"),
    "pm-0-starts-slower": Statement(_FOUR, "PM-0 starts slower than PH-0 and PMH-0"),
    "pm-0-highest": Statement(_FOUR, "PM-0 is the best of the -0 agents in the end"),
    "pm-0-wins-70": Statement(_FOUR, "PM-0 wins 70 % of its games in the end"),
    "pm-0-still-improving": Statement(_FOUR, "PM-0 appears to improve even after 35,000 games"),
    "finer-is-better": Statement(_FIVE, "PM-0, PH-0 and PMH-0 perform better than B-0 and P-0"),
    "ten-times-the-rules": Statement(_FIVE, "With the model there are an order of magnitude more rules"),
    "rules-early-and-late": Statement(
        _FIVE, "P and PH learn their rules early; PM and PMH learn new ones throughout, with no end in sight"
    ),
    "better-start": Statement(_SIX, "Initial performance of the -# agents is significantly better, for all of them"),
    "p-and-ph-quickly": Statement(_SIX, "P-# and PH-# achieve high performance quickly, with a little tuning"),
    "pm-#-slower": Statement(_SIX, "PM-# gets an initial boost, and then learns slower than PM-0"),
    "pmh-#-slower": Statement(_SIX, "PMH-# learns slower than PMH-0"),
    "challenges": Statement(_SIX, "Hypothesis: tuning of challenges is responsible for the gain of P-# and PH-#"),
    "no-subgoal": Statement(
        "Learning, capability 3", "Chunks fill out the value function, ultimately without a need for deliberation"
    ),
    "pmh-best-of-two": Statement("Learning, evaluation", "PMH is the best hand-coded agent for two players"),
    "four-players": Statement(
        "Discussion", "A learned player's performance, if duplicated at four seats, should dominate the E agents"
    ),
}
"""The findings on learning, by a name of ours."""
