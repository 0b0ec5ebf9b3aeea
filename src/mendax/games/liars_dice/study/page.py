"""The report on the Soar dice agents: Figure 2 beside ours, and where the two differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mendax.games.liars_dice.study.published import FIGURE_2_BETWEEN, SOAR_ORDERINGS, SOAR_SIGNIFICANT, SOAR_STUDY
from mendax.report.page import Report, interval, percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PUBLISHED, OURS = "#1f2430", "#b9b29c", "#b5472f"


def write(numbers: dict[str, Any], path: Path) -> None:
    """The whole page."""
    report = Report("Soar agents at Liar's Dice: Figure 2 made again")
    _summary(report, numbers)
    _figure_2(report, numbers)
    _orderings(report, numbers)
    _how(report)
    report.save(path)


def name(pair: dict[str, Any]) -> str:
    """A pair as the figure would write it: from the loser to the winner."""
    return f"{pair['first'].upper()} → {pair['second'].upper()}"


def verdict(pair: dict[str, Any]) -> str:
    """Whether the direction is the study's."""
    if pair["p_value"] >= 0.01:
        return "not decided"
    return "as published" if pair["same_direction"] else "the other way"


def _summary(report: Report, numbers: dict[str, Any]) -> None:
    pairs = numbers["pairs"]
    counts = {
        word: sum(verdict(pair) == word for pair in pairs) for word in ("as published", "the other way", "not decided")
    }
    part = numbers["games_per_ordering"] < numbers["planned_per_ordering"]
    unfinished = f", and {numbers['planned_per_ordering']:,} planned here" if part else ""
    report.text(
        f"Source: {SOAR_STUDY}. Four seats, two kinds of agent, {numbers['games_per_ordering']:,} games for each of the "
        f"orderings {', '.join(SOAR_ORDERINGS)} (1,000 in the study{unfinished}), so {numbers['games']:,} games in all for the "
        f"{len(pairs)} pairs of the figure; {numbers['game']}, seed {numbers['seed']}. Games of one number have the same dice "
        "in all orderings and all pairs."
    )
    report.text(
        f"In short: {counts['as published']} of {len(pairs)} pairs go the published way at p < 0.01, "
        f"{counts['the other way']} the other way, {counts['not decided']} are not decided by this many games."
    )


def _figure_2(report: Report, numbers: dict[str, Any]) -> None:
    report.heading("Figure 2: who beats whom")
    rows, marked = [], []
    for at, pair in enumerate(numbers["pairs"]):
        published = "one of " + ", ".join(f"{value} %" for value in FIGURE_2_BETWEEN)
        if pair["published"] is not None:
            published = f"{100 * pair['published']:.0f} %"
        rows.append(
            [
                name(pair),
                published,
                f"{pair['wins']:,.0f} of {pair['games']:,}",
                f"{percent(pair['win_rate'])} ({interval(pair['ci95'])})",
                f"{pair['p_value']:.2g}",
                verdict(pair),
            ]
        )
        if verdict(pair) == "the other way":
            marked.append(at)
    report.table(
        "Games won by the agent at the arrow's head, with Wilson 95 % intervals; p: two-sided binomial test against a "
        f"half, as in the study (there {SOAR_SIGNIFICANT:,} of 4,000 is p = 0.01).",
        ["pair", "published", "ours", "rate", "p", "direction"],
        rows,
        marked,
    )
    report.figure(
        _plot(numbers["pairs"]),
        "How often the agent at the arrow's head won: published (grey) and ours with 95 % intervals. For the four pairs "
        "between the families the source does not tell which of its numbers belongs to which.",
        "A dot plot of win rates by pair, published and ours",
    )


def _plot(pairs: list[dict[str, Any]]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 0.36 * len(pairs) + 1.0))
    axes = figure.subplots()
    for at, pair in enumerate(reversed(pairs)):
        low, high = pair["ci95"]
        axes.plot([100 * low, 100 * high], [at, at], color=OURS, linewidth=2)
        axes.plot([100 * pair["win_rate"]], [at], "o", color=OURS)
        if pair["published"] is not None:
            axes.plot([100 * pair["published"]], [at], "D", color=PUBLISHED, markeredgecolor=INK, markersize=6)
    axes.axvline(50, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(pairs)), [name(pair) for pair in reversed(pairs)])
    axes.set_xlabel("games won, %")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _orderings(report: Report, numbers: dict[str, Any]) -> None:
    report.heading("Ordering by ordering")
    rows = [
        [name(pair), *(f"{part['wins']:,.0f}{'' if part['dominates'] else ' *'}" for part in pair["orderings"])]
        for pair in numbers["pairs"]
    ]
    report.table(
        "Wins of the agent at the arrow's head (Y) in each ordering. A star: not every seat of it won more than every seat "
        "of the other. The study says that, but for EM and EH, there was no such case.",
        ["pair", *SOAR_ORDERINGS],
        rows,
    )


def _how(report: Report) -> None:
    report.heading("What the source leaves open")
    report.text(
        "The numbers of Figure 2 stand in the source without its lines. The text names one of them (EM to EH: 2,080 "
        "victories, 52 %) and says that every line points to more knowledge or from P to E; the rest are put on lines by "
        "their order, which is the same in both families."
    )
    report.text(
        "The study gives no temperature, no thresholds and not all heuristics. What the agents use instead, every rule of "
        "the game that the study leaves open, and the readings that were tried are listed in docs/soar-agents.md and "
        "docs/liars-dice.md."
    )
