"""The thesis on one-die Liar's Dice, made again."""

from mendax.report.study import Study

STUDY = Study(
    name="one-die",
    about="The thesis on one-die Liar's Dice: Table 1 and what lies behind it",
    citation="",
    run="mendax.games.one_die.study.runs:reproduce",
)
