"""The paper on Blufpoker and its authors' results, reproduced."""

from mendax.games.blufpoker.study.published import CITATION
from mendax.report.study import Study

STUDY = Study(
    name="blufpoker",
    about="The knowledge agent of the paper on Blufpoker: its authors' six line-ups, and what it knew",
    citation=CITATION,
    run="mendax.games.blufpoker.study.runs:reproduce",
    workload="mendax.games.blufpoker.study.workload:workload",
)
