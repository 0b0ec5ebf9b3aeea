"""The figures of the report on Blufpoker."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure

from mendax.games.blufpoker.study.numbers import LineUpResult, ReasoningLine
from mendax.games.blufpoker.study.pair_map import FAIR, PairMap

INK, PUBLISHED, OURS, TEXT = "#1f2430", "#b9b29c", "#b5472f", "#2f6f9f"


def losses(lines: Sequence[LineUpResult]) -> Figure:
    """Games lost by each player of each line-up: published, as the authors read, as the text reads."""
    figure, axes = _axes(7.5, 0.3 * 3 * len(lines) + 1.0)
    labels, at = [], 0
    for line in reversed(lines):
        for seat in (2, 1, 0):
            axes.plot([100 * line.published.loss_rates[seat]], [at], "D", color=PUBLISHED, markeredgecolor=INK, ms=6)
            for played, colour, shift in ((line.ours, OURS, 0.16), (line.text, TEXT, -0.16)):
                low, high = played.losses.ci95[seat]
                axes.plot([100 * low, 100 * high], [at + shift, at + shift], color=colour, linewidth=2)
                axes.plot([100 * played.losses.loss_rates[seat]], [at + shift], "o", color=colour, ms=3.5)
            labels.append(f"{line.name}: player {seat + 1}")
            at += 1
        axes.axhline(at - 0.5, color=INK, linewidth=0.4)
    axes.plot([], [], "D", color=PUBLISHED, markeredgecolor=INK, ms=6, label="published")
    axes.plot([], [], "o-", color=OURS, ms=3.5, label="knowing:authors")
    axes.plot([], [], "o-", color=TEXT, ms=3.5, label="knowing")
    axes.legend(frameon=False, fontsize=8, ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    axes.axvline(100 * FAIR, color=INK, ls=":", linewidth=0.8)
    axes.set_yticks(range(at), labels, fontsize=8)
    axes.set_xlabel("games lost, %")
    return figure


def beliefs(lines: Sequence[LineUpResult]) -> Figure:
    """How likely the worlds made the bids that the agent faced, and how many of them were true."""
    figure, axes = _axes(7, 2.8)
    for offset, (name, colour) in enumerate((("chance by its worlds", PUBLISHED), ("true", OURS))):
        for place, line in enumerate(lines):
            answers = line.text.answers
            share = answers.true_share.rate if offset else answers.mean_chance
            at = place + 0.38 * (offset - 0.5)
            axes.bar(at, 100 * share, 0.34, color=colour, label=name if place == 0 else None)
            axes.text(at, 100 * share + 1.5, f"{100 * share:.0f}", ha="center", color=INK, fontsize=8)
    axes.set_xticks(range(len(lines)), [line.name for line in lines])
    axes.set_ylim(0, 100)
    axes.set_ylabel("bids faced, %")
    axes.legend(frameon=False, fontsize=8, ncols=2, loc="upper left")
    return figure


def pair_map(pairs: PairMap) -> Figure:
    """The share of games that the knowledge agent loses beside every pair of naive players."""
    size = len(pairs.strategies)
    figure = Figure(figsize=(9.6, 8.8))  # without pyplot: no window, no global state
    axes = figure.subplots()
    shares = 100 * np.array(pairs.lost)
    norm = TwoSlopeNorm(100 * FAIR, vmin=0, vmax=max(100 * FAIR + 1, float(shares.max())))
    colours = LinearSegmentedColormap.from_list("losses", ["#8fbbd9", "#fcfbf8", "#d2573f"])
    image = axes.imshow(shares, cmap=colours, norm=norm)
    for (row, column), share in np.ndenumerate(shares):
        axes.text(column, row, f"{share:.0f}", ha="center", va="center", fontsize=6.5, color=INK)
    axes.set_xticks(range(size), pairs.strategies, rotation=90, fontsize=7)
    axes.set_yticks(range(size), pairs.strategies, fontsize=7)
    for edge in range(6, size, 6):  # between ways to roll
        axes.axhline(edge - 0.5, color=INK, linewidth=0.8)
        axes.axvline(edge - 0.5, color=INK, linewidth=0.8)
    axes.set_xlabel("player 2, whose bids the knowledge agent answers")
    axes.set_ylabel("player 1, who answers its bids")
    bar = figure.colorbar(image, shrink=0.7, ticks=[0, 10, 20, 100 * FAIR], format="%.3g")
    bar.set_label("games lost by knowing, %")
    return figure


def reasoning(lines: Sequence[ReasoningLine], labels: Sequence[str]) -> Figure:
    """Games lost by `reasoning` in each line-up, and by `knowing` in its place."""
    figure, axes = _axes(7.5, 0.26 * len(lines) + 1.0)
    for at, line in enumerate(reversed(lines)):
        low, high = line.losses.ci95[2]
        axes.plot([100 * line.knowing_lost], [at], "D", color=PUBLISHED, markeredgecolor=INK, ms=5)
        axes.plot([100 * low, 100 * high], [at, at], color=OURS, linewidth=2)
        axes.plot([100 * line.lost], [at], "o", color=OURS, ms=4)
    axes.plot([], [], "D", color=PUBLISHED, markeredgecolor=INK, ms=5, label="knowing")
    axes.plot([], [], "o-", color=OURS, ms=4, label="reasoning, 95 % interval")
    axes.legend(frameon=False, fontsize=8, ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    axes.axvline(100 * FAIR, color=INK, ls=":", linewidth=0.8)
    axes.set_yticks(range(len(lines)), list(reversed(labels)), fontsize=7)
    axes.set_xlabel("games lost by player 3, %")
    return figure


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
