"""The thesis on SoarBot: its tables, and SoarBot among our players."""

from mendax.games.holdem.study.published import CITATION
from mendax.report.study import Study

STUDY = Study(
    name="soarbot",
    about="The thesis on SoarBot: Tables 3-1 to 3-3, what their spread says, and SoarBot among our players",
    citation=CITATION,
    run="mendax.games.holdem.study.runs:reproduce",
    workload="mendax.games.holdem.study.workload:workload",
)
