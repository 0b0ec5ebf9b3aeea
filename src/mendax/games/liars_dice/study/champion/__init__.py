"""What each part of the champion's training is worth: a study of our own, judged by exploiters."""

from mendax.report.study import Study

STUDY = Study(
    name="champion",
    about="Our own: the champion of Liar's Dice with one part of its training left out at a time, judged by exploiters",
    citation="Ours, 2026, in docs/champion.md; not published elsewhere",
    run="mendax.games.liars_dice.study.champion.runs:reproduce",
)
