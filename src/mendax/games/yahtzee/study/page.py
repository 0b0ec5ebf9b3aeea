"""The Yahtzee learning report: the source's tables and figures with real numbers, and what follows from them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from mendax.games.yahtzee.study.data import Anatomy, Study, plan_differences, read_study
from mendax.games.yahtzee.study.figures import curves, finals, frontier, label, rates, tradeoff, turn_points
from mendax.games.yahtzee.study.page_ablations import add_ablations, effects
from mendax.games.yahtzee.study.page_parts import apart, beside, budget, devices, draw, note, points, ranking, seeds
from mendax.games.yahtzee.study.page_play import GAP, add_failures, add_play
from mendax.games.yahtzee.study.published import (
    YAHTZEE_EVALUATION,
    YAHTZEE_GAMES,
    YAHTZEE_LATER,
    YAHTZEE_OPTIMUM,
    YAHTZEE_STUDY,
    LearnedYahtzee,
)
from mendax.report.page import Report, percent

__all__ = ["Study", "read_study", "write"]

ALGORITHMS: Final = ("a2c", "a2c-paper", "ppo", "reinforce")
LATER: Final = {"a2c": "a2c", "a2c-paper": "a2c", "ppo": "ppo", "reinforce": "reinforce"}
"""Which later figure stands beside a training."""


def write(study: Study, path: Path) -> None:
    """The whole page."""
    report = Report("Learning to play Yahtzee: the study made again, with real numbers")
    _summary(report, study)
    _table_3(report, study)
    _single_turns(report, study)
    _algorithms(report, study)
    add_ablations(report, study)
    add_play(report, study)
    add_failures(report, study)
    _questions(report, study)
    _source(report, study)
    report.save(path)


def _summary(report: Report, study: Study) -> None:
    kinds = study.distinct()
    runs = [run for standing in kinds for run in standing.runs]
    devices = Counter(str(run.result["device"]) for run in runs)
    report.text(
        f"Source: {YAHTZEE_STUDY}, a draft whose tables and figures hold placeholders. So there are no numbers of its own to "
        "meet; a later version of it and others have published some, and those stand beside ours."
    )
    hours = sum(float(run.result["seconds"]) for run in runs) / 3600
    where = ", ".join(f"{device} ({count})" for device, count in devices.most_common())
    report.text(
        f"This page is made of {len(runs)} trainings of {len(kinds)} kinds, {hours:.2f} hours of training in all"
        + (f", on: {where}." if runs else ".")
        + (f" Begun but not finished, and not counted: {', '.join(study.unfinished)}." if study.unfinished else "")
    )
    short = _short(study)
    if short:
        report.text("In short: " + " ".join(short))


def _short(study: Study) -> list[str]:
    """The main numbers, as far as there are any."""
    best, ours, later = study.anatomies.get("optimal"), study.standing("a2c"), YAHTZEE_LATER["a2c"]
    parts = []
    if best is not None:
        parts.append(f"Best play scores {best.mean:.2f} points ({_judged(best)}).")
    if ours is not None:
        below = f", {beside(ours.mean, best.mean)} the optimum" if best is not None else ""
        parts.append(
            f"Our A2C scores {points(ours.mean, ours.error)} points ({seeds(ours)}) after {budget(ours)}{below} and "
            f"{beside(ours.mean, later.mean)} the {later.mean} that was later published for A2C after {later.games:,} games."
        )
    others = study.standings(("a2c-paper", "ppo", "reinforce", "single-turn"))
    if others:
        parts.append(f"With the source's own settings: {ranking(others)}.")
    model = study.anatomies.get("learned")
    if model is not None:
        below = f", {beside(model.mean, best.mean)} the optimum" if best is not None else ""
        parts.append(
            f"The after-state model, which learns what a card is worth and takes the odds of dice as known, scores "
            f"{model.mean:.2f}{below}."
        )
    return parts


def _judged(player: Anatomy) -> str:
    return "exactly" if player.exact else f"over {player.games:,} games"


def _table_3(report: Report, study: Study) -> None:
    report.heading("Table 3: full-game performance")
    names = (*ALGORITHMS, "single-turn")
    note(report, study, names)
    rows = []
    for name, (how, trained), published in (
        ("optimal", ("–", "–"), f"{YAHTZEE_OPTIMUM} (exact)"),
        ("learned", _lessons(study), "–"),
    ):
        player = study.anatomies.get(name)
        if player is None:
            report.text(f"The play of {label(name)} is missing, and so is its line.")
            continue
        rows.append(
            [
                label(name),
                how,
                points(player.mean, player.error),
                f"one player, {_judged(player)}",
                f"{player.std:.2f}",
                *(percent(rate) for rate in (player.bonus_rate, player.yahtzee_rate, player.at_least_250)),
                published,
                trained,
            ]
        )
    for standing in study.standings(names):
        later = YAHTZEE_LATER.get(LATER.get(standing.name, ""))
        rows.append(
            [
                label(standing.name),
                budget(standing),
                points(standing.mean, standing.error),
                seeds(standing),
                f"{standing.average('std'):.2f}",
                *(percent(standing.average(rate)) for rate in ("bonus_rate", "yahtzee_rate", "at_least_250")),
                _published(later) if later else "–",
                f"{standing.average('seconds'):,.0f} s, {devices(standing)}",
            ]
        )
    if not rows:
        report.text("Table 3 is left out: none of its players is there.")
        return
    report.table(
        "Table 3: full games by the most probable actions. ±: standard error over seeds, or of the games where there is one "
        "seed or player. SD: of a game's score. Published: later than the source, with its training budget (the optimum "
        "stands in the source). Training: the mean seconds of a seed, without compilation and looks; "
        "trainings that share a GPU take longer, so these times compare only what ran alone.",
        ["", "budget", "mean", "seeds", "SD", "bonus", "Yahtzee", "≥ 250", "published", "training"],
        rows,
    )
    later = YAHTZEE_LATER["a2c"]
    report.table(
        "The field, as published. Every number is its authors'.",
        ["agent", "games", "mean", "SD", "bonus", "Yahtzee", "remark"],
        [_field(line) for line in YAHTZEE_LATER.values()],
    )
    ours, paper = study.standing("a2c"), study.standing("a2c-paper")
    if ours is not None and later.bonus_rate is not None:
        report.text(
            f"Our A2C reaches the upper bonus in {percent(ours.average('bonus_rate'))} of games and a Yahtzee in "
            f"{percent(ours.average('yahtzee_rate'))}; the published A2C in {percent(later.bonus_rate)} and "
            f"{percent(later.yahtzee_rate or 0)}."
        )
    if ours is not None and paper is not None:
        report.table(
            "Where our A2C is not the source's: every setting of the two plans that differs (beside seed and games).",
            ["setting", "ours", "the source's"],
            [list(line) for line in plan_differences(ours.runs[0], paper.runs[0])],
        )


def _published(later: LearnedYahtzee) -> str:
    return f"{later.mean:.2f} ({later.games:,} games)" if later.games else f"{later.mean:.2f}"


def _field(line: LearnedYahtzee) -> list[str]:
    return [
        line.agent,
        f"{line.games:,}" if line.games else "–",
        f"{line.mean:.2f}" if line.games else f"{line.mean}",
        f"{line.std}" if line.std else "–",
        *(percent(rate, 2) if rate else "–" for rate in (line.bonus_rate, line.yahtzee_rate)),
        line.remark,
    ]


def _lessons(study: Study) -> tuple[str, str]:
    """What the packaged after-state model learned from, and how long it took, as its file says."""
    if "learned" not in study.anatomies:
        return "–", "–"
    from importlib.resources import files

    from safetensors import safe_open

    from mendax.games.yahtzee.agents.learned import MODEL

    with safe_open(str(files("mendax.games.yahtzee.agents") / MODEL), "numpy") as file:
        about = file.metadata()
    turns = int(about["games"]) * int(about["updates"])
    return f"{turns:,} turns", f"{float(about['seconds']):,.0f} s with compilation, {about['device']}"


def _single_turns(report: Report, study: Study) -> None:
    report.heading("Single turns")
    note(report, study, ("single-turn",))
    one = (("single-turn",),)
    draw(
        report,
        2,
        "single-turn agent during training",
        curves(study, one, "score", "points a turn", "turns learned from"),
        "Means of the turns learned from, so with exploration; the card a turn starts with is made up at random.",
    )
    draw(
        report,
        3,
        "full-game performance of the single-turn agent",
        curves(study, one, "greedy_score", "points a game, greedy", "turns learned from", optimum=True),
        "The same network in looks of 1,000 full games, which it was never taught.",
    )
    names = ("single-turn", *sorted(name for name in study.runs if name.startswith("turn-")))
    if len(names) == 1:
        report.text("Missing, and left out here: variations of the single-turn training (turn-…).")
    spots = turn_points(study, names)
    draw(
        report,
        4,
        "single-turn against full-game performance",
        tradeoff(study, names),
        "A point is a training, the mean over its seeds. Points a turn are those of the last log line, with exploration; "
        "points a game are those of the final evaluation.",
    )
    if len(spots) >= 3:
        edge = frontier(spots)
        report.text(
            f"On the frontier, of {len(spots)} trainings: {', '.join(label(spot[0]) for spot in edge)}. The correlation of "
            f"points a turn and points a game over these trainings is {_correlation(spots):+.2f}."
        )


def _correlation(spots: list[tuple[str, float, float]]) -> float:
    import numpy as np

    return float(np.corrcoef([spot[1] for spot in spots], [spot[2] for spot in spots])[0, 1])


def _algorithms(report: Report, study: Study) -> None:
    report.heading("REINFORCE, A2C and PPO")
    note(report, study, ALGORITHMS)
    found, best = study.standings(ALGORITHMS), study.anatomies.get("optimal")
    draw(
        report,
        5,
        "algorithm comparison, learning curves",
        curves(study, (ALGORITHMS,), "greedy_score", "points a game, greedy", optimum=True),
        "Looks of 1,000 full games by the most probable actions; means over seeds, bands from the worst seed to the best.",
    )
    names = (*ALGORITHMS, "single-turn")
    draw(
        report,
        6,
        "final performance, mean score",
        finals(study, names, "mean", "points a game", optimum=best.mean if best else None),
        "Squares are means over seeds, dots are seeds.",
    )
    draw(report, 7, "bonus and Yahtzee rates", rates(study, names), "Squares are means over seeds, dots are seeds.")
    if len(found) > 1:
        report.text(f"By mean, the best first: {ranking(found)}.")
    paper, ppo = study.standing("a2c-paper"), study.standing("ppo")
    if paper is not None and ppo is not None:
        report.text(
            f"PPO had {budget(ppo)}, the source's A2C {budget(paper)}. PPO ends {beside(ppo.mean, paper.mean)} "
            f"that A2C ({apart(ppo, paper)})."
        )


def _questions(report: Report, study: Study) -> None:
    report.heading("The source's five questions")
    for text in filter(None, (_first(study), _second(study), _third(study), _fourth(study), _fifth(study))):
        report.text(text)


def _first(study: Study) -> str:
    single, greedy = study.standing("single-turn"), study.anatomies.get("greedy")
    if single is None:
        return ""
    text = f"(i) A player taught single turns scores {points(single.mean, single.error)} in full games"
    return text + (f"; one that plays each turn best by itself scores {greedy.mean:.2f}." if greedy else ".")


def _second(study: Study) -> str:
    best, found = study.anatomies.get("optimal"), study.standings(ALGORITHMS)
    if best is None or not found:
        return ""
    top = max(found, key=lambda standing: standing.mean)
    run = max(top.runs, key=lambda run: float(run.result["mean"]))
    return (
        f"(ii) Within the budget the best algorithm is {label(top.name)}: {percent(top.mean / best.mean)} of the optimum's "
        f"points, and {percent(run.result['mean'] / best.mean)} with its best seed. {best.mean - top.mean:.2f} points are "
        f"left, with a standard error of {top.error:.2f}."
    )


def _third(study: Study) -> str:
    found = sorted(effects(study), key=lambda effect: effect[1])
    if not found:
        return ""
    worst = [effect for effect in found[:3] if effect[1] < 0]
    best = [effect for effect in found[:-4:-1] if effect[1] > 0]
    said = [
        ", ".join(f"{label(standing.name)} {gain:+.2f} ± {error:.2f}" for standing, gain, error in part)
        for part in (worst, best)
    ]
    return (
        f"(iii) What one change does to the mean, most harmful first: {said[0] or 'none'}; most useful first: "
        f"{said[1] or 'none'}."
    )


def _fourth(study: Study) -> str:
    wide = [standing for standing in study.distinct() if standing.gap > GAP]
    if not wide:
        return f"(iv) No training left seeds more than {GAP:g} points apart."
    widest = max(wide, key=lambda standing: standing.gap)
    return (
        f"(iv) Seeds do not end alike: {len(wide)} trainings left them more than {GAP:g} points apart, the widest "
        f"{label(widest.name)} with {widest.gap:.2f}. What the worse seeds lack stands above."
    )


def _fifth(study: Study) -> str:
    attention, base = study.standing("attention"), study.base
    if attention is None or base is None:
        return "(v) Nothing here is about several players: all of it is solitaire."
    return (
        f"(v) Nothing here is about several players: all of it is solitaire. The network that does not see the order of the "
        f"dice, self-attention, scores {points(attention.mean, attention.error)}, {beside(attention.mean, base.mean)} the "
        f"baseline ({apart(attention, base)})."
    )


def _source(report: Report, study: Study) -> None:
    report.heading("How the source was read")
    judged = sorted({int(run.result.get("evaluation_games", 0)) for runs in study.runs.values() for run in runs} - {0})
    if judged:
        report.text(
            f"The source judges a player by {YAHTZEE_EVALUATION:,} games; here: {' or '.join(f'{games:,}' for games in judged)}. "
            "It writes of a variance of 50, but its standard error of 0.5 follows from a standard deviation of 50."
        )
    other = [
        f"{standing.name} {budget(standing)}"
        for standing in study.standings(ALGORITHMS)
        if abs(standing.runs[0].result["games"] / YAHTZEE_GAMES - 1) > 0.02
    ]
    if other:
        report.text(
            f"Table 3 plans {YAHTZEE_GAMES:,} games for every full-game algorithm; another budget had: {', '.join(other)}."
        )
    for text in READING:
        report.text(text)


READING: Final = (
    "Rules: the score in section 3.1 has no bonus for further Yahtzees, but the optimum it names, 254.59, and its joker "
    "feature do. We play with that bonus and the forced joker; the optimum is then 254.5877. The figure of 254.5896 belongs to "
    "the joker that may be placed freely.",
    "Equations 12 to 16 add the entropy term to a loss that is made small, which would drive entropy down. The text calls it a "
    "bonus, and so do we: it is subtracted.",
    "Section 3.2 sets the discount to 1, Table 6 has 0.99 for A2C and PPO and 0.95 to 1 for REINFORCE. The source's presets "
    "follow the table; the discount of REINFORCE rises evenly through the training.",
    "Table 5 gives all algorithms a categorical keep, section 5.1.1 a Bernoulli one to single turns. Single turns follow "
    "the section, full games the table.",
    "Table 1 calls another schedule the baseline than Table 6 gives to A2C. Table 6 makes the algorithms, Table 1 the entropy "
    "regimes.",
    "The number of single turns and their batch are placeholders in section 5.1.1. We take 260 turns a batch, as many as "
    "twenty games have, and for a full study the turns of the 500,000 games in Table 3. What stands on the card when a single turn "
    "begins is not said; ours is made up at random.",
    "Dropout: what a decision is taught is judged by the network that took it, thinned in the same way. The source does not say; a "
    "learner that draws anew what to drop, or plays without dropping, sees actions that its policy all but excludes.",
    "The settings of our A2C were chosen among about twenty by trials with these seeds and these dice to judge by; the source's were "
    "taken as they stand and tuned by nobody here. Ours is flattered a little by that, and the comparison with theirs more.",
    "Advantages are normalised in every batch, which the source names as common practice without saying where it was done.",
)
"""Where the source is silent or at odds with itself, and what was done."""
