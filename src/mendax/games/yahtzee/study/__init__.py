"""The paper on learning Yahtzee, reproduced."""

from mendax.games.yahtzee.published import CITATION
from mendax.report.study import Study

STUDY = Study(
    name="yahtzee-rl",
    about="The paper on learning Yahtzee: its tables and figures with real data, beside the exact optimum",
    citation=CITATION,
    run="mendax.games.yahtzee.study.runs:reproduce",
    workload="mendax.games.yahtzee.study.workload:workload",
)
