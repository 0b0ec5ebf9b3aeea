"""The study of Soar agents that play Liar's Dice, made again."""

from mendax.report.study import Study

STUDY = Study(
    name="soar-dice",
    about="The study of Soar agents at Liar's Dice: Figure 2, every pair in four orderings",
    citation="",
    run="mendax.games.liars_dice.study.runs:reproduce",
)
