"""The study of learning Yahtzee, made again."""

from mendax.report.study import Study

STUDY = Study(
    name="yahtzee-rl",
    about="The study of learning Yahtzee: its tables and figures with real data, beside the exact optimum",
    citation="",
    run="mendax.games.yahtzee.study.runs:reproduce",
)
