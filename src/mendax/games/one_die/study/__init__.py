"""The thesis on one-die Liar's Dice, reproduced."""

from mendax.games.one_die.study.published import CITATION
from mendax.report.study import Study

STUDY = Study(
    name="one-die",
    about="The thesis on one-die Liar's Dice: Table 1 and what lies behind it",
    citation=CITATION,
    run="mendax.games.one_die.study.runs:reproduce",
    workload="mendax.games.one_die.study.workload:workload",
)
