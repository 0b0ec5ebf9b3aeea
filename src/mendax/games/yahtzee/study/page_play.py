"""How the players play: scores reached, boxes used, points lost and where, and what goes wrong in training."""

from __future__ import annotations

from typing import Final

from mendax.games.yahtzee.rules.scoring import BOXES, Box
from mendax.games.yahtzee.study.data import Anatomy, Standing, Study, box_words, find_box
from mendax.games.yahtzee.study.figures import fill_turns, first_boxes, label, lower_points, upper_points
from mendax.games.yahtzee.study.page_parts import begin, beside, draw, note_players, players, points
from mendax.games.yahtzee.study.published import SCORE_LEVELS
from mendax.report.page import Report, percent

GAP: Final = 5.0
"""Points between seeds of one training that need a word."""
FALL: Final = 10.0
"""Points below its own best look at which a training counts as fallen; a look's standard error is about two points."""
_WORST: Final = 3
"""Costly mistakes shown of each player."""


def add_play(report: Report, study: Study) -> None:
    """Table 4, Figures 17 to 20, and where points are lost."""
    _distribution(report, study)
    _boxes(report, study)
    _regret(report, study)
    _costly(report, study)


def chance(share: float) -> str:
    """A probability, with enough digits to be one.

    >>> chance(0.86357), chance(0.0000123), chance(0.0)
    ('86.36 %', '0.0012 %', '0')
    """
    if share == 0:
        return "0"
    return percent(share, 2) if share >= 0.001 else f"{100 * share:.2g} %"


def judged(player: Anatomy) -> str:
    """How a player's numbers were found."""
    return "exact" if player.exact else f"{player.games:,} games"


def _distribution(report: Report, study: Study) -> None:
    report.heading("Table 4: how the scores are spread")
    note_players(report, study)
    shown = players(study)
    if not shown:
        report.text("Table 4 is left out: no player was looked at.")
        return
    report.table(
        "Table 4: share of games with so many points or more. Of a training, the play of one seed.",
        ["points", *(f"{label(player.player)} ({judged(player)})" for player in shown)],
        [
            [
                f"{level:,}",
                *(chance(player.at_least[level]) if level in player.at_least else "–" for player in shown),
            ]
            for level in SCORE_LEVELS
        ],
    )


def shortfalls(player: Anatomy, best: Anatomy) -> list[tuple[str, float]]:
    """Points that the player makes less than the best play, box by box and for both bonuses; the largest first."""
    gaps = [(box_words(box), best.boxes[box].mean - player.boxes[box].mean) for box in BOXES]
    gaps += [("upper bonus", best.upper_bonus - player.upper_bonus), ("further Yahtzees", best.extra - player.extra)]
    return sorted(gaps, key=lambda gap: -gap[1])


def _boxes(report: Report, study: Study) -> None:
    report.heading("Boxes")
    shown = players(study)
    draw(report, 17, "upper section and bonus scores", upper_points(shown), "Mean points a game.")
    draw(report, 18, "lower section scores", lower_points(shown), "Mean points a game.")
    best = study.anatomies.get("optimal")
    for player in players(study, "optimal"):
        if best is None:
            break
        gaps = shortfalls(player, best)
        less = ", ".join(f"{name} {gap:.2f}" for name, gap in gaps[:3] if gap >= 0.005)
        more = ", ".join(f"{name} {-gap:.2f}" for name, gap in gaps[:-4:-1] if gap <= -0.005)
        zero = max(BOXES, key=lambda box: player.boxes[box].zero_rate - best.boxes[box].zero_rate)
        text = (
            f"{begin(label(player.player))}, at {points(player.mean, player.error)} {beside(player.mean, best.mean)} the "
            f"optimum: fewer points than best play in {less or 'no box'}; more in {more or 'none'}."
        )
        if player.boxes[zero].zero_rate > best.boxes[zero].zero_rate:
            text += (
                f" Most of all it scratches {box_words(zero)} more often than best play: "
                f"{percent(player.boxes[zero].zero_rate)} against {percent(best.boxes[zero].zero_rate)} of games."
            )
        report.text(text)
    draw(
        report,
        19,
        "first category chosen",
        first_boxes(shown),
        "Share of games in which the box is the first one filled.",
    )
    draw(
        report,
        20,
        "median fill turn",
        fill_turns(shown),
        "The source names key categories; here are all thirteen, by games played.",
    )


def _regret(report: Report, study: Study) -> None:
    report.heading("Regret: where points are lost")
    shown = players(study)
    if not shown:
        report.text("Nothing can be said of regret: no player was looked at.")
        return
    best = study.anatomies.get("optimal")
    report.text(
        "Every decision is set beside the best one by the exact solution: what it gave away is its regret, in points of the "
        "final score to be expected. Over a game these add up to what the player's mean falls short of the optimum, apart "
        "from luck. So the optimum less what is lost (the last column) tells a player's mean with far less noise than its "
        "scores do. Regret is of games played, of a training by one seed's network."
    )
    kinds = list(dict.fromkeys(kind for player in shown for kind in player.regret.by_kind))
    report.table(
        "Points lost, a game and a decision, and by kind of decision. Right: decisions that lost nothing.",
        ["", "mean", "lost a game", "a decision", "right", *kinds, "optimum − lost"],
        [
            [
                f"{label(player.player)} ({player.games:,} games)",
                points(player.mean, player.error),
                f"{player.regret.game:.2f}",
                f"{player.regret.decision:.4f}",
                percent(player.regret.right_rate, 2),
                *(f"{player.regret.by_kind.get(kind, 0.0):.2f}" for kind in kinds),
                f"{best.mean - player.regret.game:.2f}" if best else "–",
            ]
            for player in shown
        ],
    )
    report.table(
        "Points lost a game, by turn.",
        ["", *map(str, range(1, 14))],
        [[label(player.player), *(f"{lost:.2f}" for lost in player.regret.by_turn)] for player in shown],
    )
    report.table(
        "Points lost a game by choosing a box, by the box that was chosen.",
        ["", *map(box_words, BOXES)],
        [[label(player.player), *(f"{player.regret.by_box[box]:.2f}" for box in BOXES)] for player in shown],
    )
    for player in players(study, "optimal"):
        if player.regret.game > 0:
            report.text(_where(player))


def _where(player: Anatomy) -> str:
    """Where a player loses most."""
    regret = player.regret
    kind = max(regret.by_kind, key=lambda kind: regret.by_kind[kind])
    turn = max(range(len(regret.by_turn)), key=lambda turn: regret.by_turn[turn])
    box: Box = max(BOXES, key=lambda box: regret.by_box[box])
    early = sum(regret.by_turn[:4]) / regret.game
    return (
        f"{begin(label(player.player))} loses {regret.game:.2f} points a game, the largest part by '{kind}' ({regret.by_kind[kind]:.2f}); "
        f"its costliest turn is {turn + 1} ({regret.by_turn[turn]:.2f}), {percent(early, 0)} of all is lost in the first four "
        f"turns, and the box it chooses at the highest cost is {box_words(box)} ({regret.by_box[box]:.2f})."
    )


def _costly(report: Report, study: Study) -> None:
    rows = [
        [
            label(player.player),
            f"{mistake.dice} (roll {mistake.rolls})",
            ", ".join(str(find_box(name)) for name in mistake.open),
            str(mistake.upper),
            mistake.did,
            mistake.best,
            f"{mistake.loss:.2f}",
        ]
        for player in players(study, "optimal")
        for mistake in sorted(player.regret.costly, key=lambda mistake: -mistake.loss)[:_WORST]
    ]
    if rows:
        report.table(
            f"Costly mistakes: the {_WORST} worst single decisions seen of each player.",
            ["player", "dice", "open boxes", "upper total", "did", "best", "lost"],
            rows,
        )


def add_failures(report: Report, study: Study) -> None:
    """What went wrong in trainings, as far as their numbers tell."""
    report.heading("Failure modes")
    several = [standing for standing in study.distinct() if len(standing.runs) > 1]
    wide = sorted((standing for standing in several if standing.gap > GAP), key=lambda standing: -standing.gap)
    report.text(
        f"Of {len(several)} trainings with several seeds, {len(wide)} ended with more than {GAP:g} points between the best "
        "seed and the worst."
    )
    if wide:
        report.table(
            f"Trainings whose seeds differ by more than {GAP:g} points. A seed far below has settled on worse play, or learns "
            "more slowly; where its Yahtzees or bonuses are less than half of the best seed's, that is the worse optimum it found.",
            ["", "best seed", "worst seed", "bonus, best and worst", "Yahtzee, best and worst", "the worst seed"],
            [_gap_row(standing) for standing in wide],
        )
    falls = sorted(fallen(study), key=lambda fall: -fall[2])
    if falls:
        named = "; ".join(f"{name} seed {seed} by {lost:.1f}" for name, seed, lost in falls[:6])
        more = f", and {len(falls) - 6} more" if len(falls) > 6 else ""
        report.text(
            f"Ended more than {FALL:g} points below their own best look (1,000 games each): {named}{more}. What was learned "
            "was lost again."
        )
    else:
        report.text(f"No training ended more than {FALL:g} points below its own best look.")


def fallen(study: Study) -> list[tuple[str, int, float]]:
    """Trainings whose last look is far below their best one: name, seed, points."""
    found = []
    for standing in study.distinct():
        for run in standing.runs:
            looks = [row["greedy_score"] for row in run.rows if "greedy_score" in row]
            if looks and max(looks) - looks[-1] > FALL:
                found.append((standing.name, run.seed, max(looks) - looks[-1]))
    return found


def _gap_row(standing: Standing) -> list[str]:
    runs = sorted(standing.runs, key=lambda run: float(run.result["mean"]))
    worst, best = runs[0], runs[-1]
    low = [
        words
        for measure, words in (("yahtzee_rate", "few Yahtzees"), ("bonus_rate", "few bonuses"))
        if worst.result[measure] < best.result[measure] / 2
    ]
    return [
        f"{label(standing.name)} ({standing.name})",
        f"{best.result['mean']:.2f} (seed {best.seed})",
        f"{worst.result['mean']:.2f} (seed {worst.seed})",
        *(
            f"{percent(best.result[measure])}, {percent(worst.result[measure])}"
            for measure in ("bonus_rate", "yahtzee_rate")
        ),
        f"a worse optimum: {' and '.join(low)}" if low else "neither rate tells why",
    ]
