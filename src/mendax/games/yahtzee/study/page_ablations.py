"""One thing changed at a time: representation, architecture, credit, entropy, and what a training begins with."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from mendax.games.yahtzee.study.data import Standing, Study, plan_differences, ramp_words
from mendax.games.yahtzee.study.figures import by_trace, curves, finals, label
from mendax.games.yahtzee.study.page_parts import apart, beside, budgets, draw, note, points, ranking, seeds
from mendax.games.yahtzee.study.published import ENTROPY_REGIMES
from mendax.report.page import Report, percent

DICE: Final = ("dice-onehot", "dice-counts", "dice-combined", "dice-embedding", "dice-positions")
FEATURES: Final = ("no-potential", "no-progress", "plain-features", "bernoulli")
ARCHITECTURE: Final = ("layers-1", "layers-2", "layers-3", "layers-4", "width-300", "attention", "no-norm", "dropout")
CREDIT: Final = ("trace-0", "trace-0.25", "trace-0.5", "trace-0.8", "trace-0.95", "trace-1")
ENTROPY: Final = ("entropy-low", "entropy-baseline", "entropy-high", "entropy-ours")
BEGINNINGS: Final = ("scratch", "transfer", "curriculum")
ABLATIONS: Final = (*DICE, *FEATURES, *ARCHITECTURE, *CREDIT, *ENTROPY, *BEGINNINGS)


def add_ablations(report: Report, study: Study) -> None:
    """Figures 8 to 16 and Tables 1 and 2, with the numbers behind them."""
    base = study.base
    report.heading("One thing changed at a time")
    if base is None:
        report.text("Missing: the training that the others would be compared with.")
    else:
        others = study.twins(base.name)
        same = f" It stands on this page also as {', '.join(others)}: one training, not several." if others else ""
        ours = study.standing("a2c")
        other = [f"{name} = {mine}" for name, mine, _ in plan_differences(base.runs[0], ours.runs[0])] if ours else []
        but = f" with {', '.join(other)}" if other else ""
        report.text(
            f"The baseline of all that follows is our A2C{but}, run as `{base.name}`: "
            f"{points(base.mean, base.error)} points ({seeds(base)}).{same}"
        )
    _representation(report, study)
    _architecture(report, study)
    _credit(report, study)
    _entropy(report, study)
    _beginnings(report, study)


def effects(study: Study) -> list[tuple[Standing, float, float]]:
    """Every ablation with the baseline's plan for games: its gain over the baseline and the standard error of that."""
    base = study.base
    if base is None:
        return []
    same = {base.name, *study.twins(base.name)}
    return [
        (standing, standing.mean - base.mean, hypot(standing.error, base.error))
        for standing in study.standings(ABLATIONS)
        if standing.name not in same and standing.runs[0].result["games"] == base.runs[0].result["games"]
    ]


def _compare(report: Report, study: Study, caption: str, names: Sequence[str]) -> None:
    """A table of some trainings beside the baseline."""
    base, gains = study.base, {standing.name: (gain, error) for standing, gain, error in effects(study)}
    rows, marked = [], []
    for at, standing in enumerate(study.standings(names)):
        verdict, first = "no baseline with these games", label(standing.name)
        if base is not None and standing.name in gains:
            gain, error = gains[standing.name]
            verdict = f"{gain:+.2f} ± {error:.2f}, {apart(standing, base)}"
            changed = [f"{name} = {mine}" for name, mine, _ in plan_differences(standing.runs[0], base.runs[0])]
            first += f" ({', '.join(changed)})" if changed else ""
        elif base is not None and standing.name in (base.name, *study.twins(base.name)):
            verdict = "the baseline"
            marked.append(at)
        rows.append(
            [
                first,
                points(standing.mean, standing.error),
                seeds(standing),
                verdict,
                percent(standing.average("bonus_rate")),
                percent(standing.average("yahtzee_rate")),
                f"{standing.average('seconds'):,.0f}",
            ]
        )
    if rows:
        report.table(
            f"{caption} Means with standard errors over seeds, where there are several. {budgets(study, names)} In brackets: "
            "what its plan has other than the baseline's.",
            ["", "mean", "seeds", "beside the baseline", "bonus", "Yahtzee", "seconds"],
            rows,
            marked,
        )


def _representation(report: Report, study: Study) -> None:
    report.heading("State and action representation")
    names = (*DICE, *FEATURES)
    note(report, study, names)
    draw(
        report,
        8,
        "learning curves by state representation",
        curves(study, (DICE, FEATURES), "greedy_score", "points a game, greedy", optimum=True),
        "Looks of 1,000 full games by the most probable actions; means over seeds, bands from the worst seed to the best. "
        "Left: how the dice are shown. Right: what is shown beside them, and how a keep is chosen.",
    )
    draw(
        report,
        9,
        "upper bonus by state representation",
        finals(study, names, "bonus_rate", "upper bonus, % of games", 100, _optimal_bonus(study)),
        "Final evaluation: squares are means over seeds, dots are seeds.",
    )
    _compare(report, study, "The numbers behind Figures 8 and 9.", names)


def _architecture(report: Report, study: Study) -> None:
    report.heading("Network architecture")
    note(report, study, ARCHITECTURE)
    best = study.anatomies.get("optimal")
    draw(
        report,
        10,
        "network architecture ablation",
        finals(study, ARCHITECTURE, "mean", "points a game", optimum=best.mean if best else None),
        "Final evaluation: squares are means over seeds, dots are seeds.",
    )
    base = study.base
    pair = [*([base.name] if base is not None else []), "no-norm"]
    words = {name: f"{'without' if name == 'no-norm' else 'with'} LayerNorm" for name in pair}
    draw(
        report,
        11,
        "learning with and without LayerNorm",
        curves(study, (pair,), "greedy_score", "points a game, greedy", optimum=True, names=words),
        "Looks of 1,000 full games; means over seeds, bands from the worst seed to the best.",
    )
    draw(
        report,
        12,
        "the critic with and without LayerNorm",
        curves(study, (pair,), "explained_variance", "explained variance", names=words),
        "1 for a critic that knows what will still be won, 0 for one that knows the average.",
    )
    ends = [(words[name], curve) for name in pair if (curve := study.curve(name, "explained_variance"))]
    if ends:
        report.text(
            "Explained variance at the end: " + "; ".join(f"{who} {curve.mean[-1]:.3f}" for who, curve in ends) + "."
        )
    _compare(report, study, "The numbers behind Figures 10 to 12.", ARCHITECTURE)


def _credit(report: Report, study: Study) -> None:
    report.heading("Credit: from TD(0) to Monte Carlo")
    note(report, study, CREDIT)
    draw(
        report,
        13,
        "final performance by GAE λ",
        by_trace(study, CREDIT, "mean", "points a game"),
        "λ = 0 is TD(0), λ = 1 is Monte Carlo with a baseline. A dot is a seed.",
    )
    draw(
        report,
        14,
        "upper bonus by GAE λ",
        by_trace(study, CREDIT, "bonus_rate", "upper bonus, % of games", 100),
        "A dot is a seed.",
    )
    _compare(report, study, "The numbers behind Figures 13 and 14.", CREDIT)
    found = study.standings(CREDIT)
    if len(found) > 1:
        report.text(f"By mean, the best first: {ranking(found)}.")


def _entropy(report: Report, study: Study) -> None:
    report.heading("Entropy")
    note(report, study, ENTROPY)
    found = study.standings(ENTROPY)
    rows = []
    for standing in found:
        published = ENTROPY_REGIMES.get(standing.name.removeprefix("entropy-"))
        ran = [ramp_words(ramp) for ramp in standing.runs[0].setting("learning.entropy") or ()]
        run = standing.runs[0]
        hold, anneal = run.setting("learning.entropy_hold"), run.setting("learning.entropy_anneal")
        planned = [f"{first:g} → {last:g}" for first, last in published] if published else ["–", "–"]
        rows.append([label(standing.name), *planned, *ran, f"{hold}, {anneal}"])
    if rows:
        report.table(
            "Table 1: entropy regimes, published and as run. The bonus is held for the first share of the training and then "
            "falls evenly over the second; the source gives these shares by algorithm only.",
            ["regime", "rolling, published", "scoring, published", "rolling, run", "scoring, run", "held, falling"],
            rows,
        )
        report.table(
            f"Table 2: entropy regime performance. {budgets(study, ENTROPY)} Entropies are those of the last log line, in nats.",
            ["regime", "mean", "seeds", "bonus", "Yahtzee", "rolling entropy", "scoring entropy"],
            [
                [
                    label(standing.name),
                    points(standing.mean, standing.error),
                    seeds(standing),
                    percent(standing.average("bonus_rate")),
                    percent(standing.average("yahtzee_rate")),
                    *(
                        f"{curve.mean[-1]:.3f}" if (curve := study.curve(standing.name, measure)) else "–"
                        for measure in ("entropy_roll", "entropy_score")
                    ),
                ]
                for standing in found
            ],
        )
    else:
        report.text("Tables 1 and 2 are left out: none of their trainings is there.")
    for number, title, measure in ((15, "rolling", "entropy_roll"), (16, "scoring", "entropy_score")):
        draw(
            report,
            number,
            f"{title}-head entropy over training",
            curves(study, (ENTROPY,), measure, f"entropy of the {title} head, nats"),
            "Means over seeds, bands from least to most.",
        )
    _expected(report, study)


def _expected(report: Report, study: Study) -> None:
    """The source's draft says what it expects of the three regimes; what came."""
    three = study.standings(ENTROPY[:3])
    if len(three) < 3:
        return
    best = max(three, key=lambda standing: standing.mean)
    rivals = [apart(best, other) == "every seed above" for other in three if other is not best]
    sure = "every seed of it above every seed of the others" if all(rivals) else "with seeds that overlap"
    verdict = "as the source expects" if best.name == "entropy-baseline" else "where the source expects the baseline"
    report.text(
        f"The source expects low entropy to collapse early, the baseline to do best and high entropy to learn slowly. Of its "
        f"three regimes the best here is {label(best.name)} ({sure}), {verdict}: {ranking(three)}. Only the bonuses are "
        f"the source's: all else is the preset {three[0].runs[0].result['preset']}."
    )
    ours = study.standing("entropy-ours")
    if ours is not None:
        ramps = " and ".join(ramp_words(ramp) for ramp in ours.runs[0].setting("learning.entropy") or ())
        report.text(
            f"Our own bonuses ({ramps}) give {points(ours.mean, ours.error)} points, {beside(ours.mean, best.mean)} the best "
            f"of the three ({apart(ours, best)})."
        )


def _beginnings(report: Report, study: Study) -> None:
    report.heading("Transfer and curriculum")
    report.text(
        "The source proposes both for later work. Transfer begins with the network of a training on single turns; the "
        "curriculum begins with the last turns of games and lengthens them."
    )
    note(report, study, BEGINNINGS)
    _compare(report, study, "From nothing, from single turns, and by a curriculum.", BEGINNINGS)
    transfer, lesson = study.standing("transfer"), study.standing("turn-full")
    if transfer is not None and lesson is not None:
        run = lesson.runs[0]
        report.text(
            f"The games of the transfer do not count what went before: the single-turn network it began with had learned from "
            f"{run.result['games']:,} turns, as many as {run.result['games'] / 13:,.0f} games have."
        )


def _optimal_bonus(study: Study) -> float | None:
    best = study.anatomies.get("optimal")
    return best.bonus_rate if best else None
