"""The paper on Soar agents that play Liar's Dice, reproduced."""

from mendax.games.liars_dice.study.published import CITATION
from mendax.report.study import Study

STUDY = Study(
    name="soar-dice",
    about="The paper on Soar agents at Liar's Dice: Figure 2, every pair in four orderings",
    citation=CITATION,
    run="mendax.games.liars_dice.study.runs:reproduce",
)
