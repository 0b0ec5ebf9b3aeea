"""What each part of the champion's training is worth: a study of our own, judged by best responses and exploiters."""

from mendax.report.study import Part, Study

STUDY = Study(
    name="champion",
    about="Our own: the champion of Liar's Dice with one part of its training left out at a time",
    citation="Ours, 2026, in docs/champion-training.md; not published elsewhere",
    parts=(
        Part(
            "small-game",
            "At most two dice each, judged by best responses with one die each; on a CPU",
            "mendax.games.liars_dice.study.champion.small_game:reproduce",
            "small-game",
        ),
        Part(
            "one-die",
            "One die each, long trainings, judged by best responses; on a GPU",
            "mendax.games.liars_dice.study.champion.small_game:reproduce_one_die",
            "one-die",
        ),
        Part(
            "exploiters",
            "Five dice each, judged by exploiters; on a GPU",
            "mendax.games.liars_dice.study.champion.runs:reproduce",
        ),
    ),
)
