"""The figure of the report on Soar agents."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from mendax.games.liars_dice.study.numbers import PairResult

INK, PUBLISHED, OURS = "#1f2430", "#b9b29c", "#b5472f"


def win_rates(pairs: Sequence[PairResult]) -> Figure:
    """How often the second agent of each pair won, published and ours."""
    figure = Figure(figsize=(7.5, 0.36 * len(pairs) + 1.0))  # without pyplot: no window, no global state
    axes = figure.subplots()
    for at, pair in enumerate(reversed(pairs)):
        low, high = pair.ci95
        axes.plot([100 * low, 100 * high], [at, at], color=OURS, linewidth=2)
        axes.plot([100 * pair.win_rate], [at], "o", color=OURS)
        axes.plot([100 * pair.published], [at], "D", color=PUBLISHED, markeredgecolor=INK, markersize=6)
        axes.plot([100 * pair.earlier], [at], "|", color=INK, markersize=9)
    axes.plot([], [], "D", color=PUBLISHED, markeredgecolor=INK, markersize=6, label="published")
    axes.plot([], [], "o-", color=OURS, linewidth=2, label="ours, 95 % interval")
    axes.plot([], [], "|", color=INK, markersize=9, label="ours, before")
    axes.legend(frameon=False, fontsize=8, ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    axes.axvline(50, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(pairs)), [pair.name for pair in reversed(pairs)])
    axes.set_xlabel("games won, %")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
