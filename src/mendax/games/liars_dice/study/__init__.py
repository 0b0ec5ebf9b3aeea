"""The paper on Soar agents that play Liar's Dice, reproduced."""

from mendax.games.liars_dice.study.published import CITATION
from mendax.report.study import Part, Study

STUDY = Study(
    name="soar-dice",
    about="The paper on Soar agents at Liar's Dice: Figures 2 to 7",
    citation=CITATION,
    parts=(
        Part(
            "figure-2",
            "Figure 2, every pair of the eight agents in four orderings",
            "mendax.games.liars_dice.study.runs:reproduce",
        ),
        Part(
            "learning",
            "Figures 3 to 7, the nine learning agents, and the paper's open questions",
            "mendax.games.liars_dice.study.learning.runs:reproduce",
            "learning",
        ),
    ),
    workload="mendax.games.liars_dice.study.workload:workload",
)
