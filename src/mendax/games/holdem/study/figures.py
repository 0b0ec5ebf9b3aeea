"""The figures of the report on SoarBot."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mendax.games.holdem.study.analysis import PublishedAnalysis
from mendax.games.holdem.study.moving_average import MovingAverage
from mendax.games.holdem.study.numbers import ExchangeResult, LineUpResult, Rank
from mendax.games.holdem.study.published import FISH, MIXED_DAYS, SHARKS, SMALL_BET, WINDOW

INK, PUBLISHED, OURS, PLAIN, SHADE = "#1f2430", "#b9b29c", "#b5472f", "#2f6f9f", "#f0d9d2"


def means(analysis: PublishedAnalysis, line_ups: Sequence[LineUpResult]) -> Figure:
    """SoarBot's dollars a hand with 95 % intervals, published and ours."""
    figure, axes = _axes(7.5, 0.75 * len(line_ups) + 1.6)
    labels, at = [], 0
    for result in reversed(line_ups):
        player = result.soarbot
        for mean, colour in ((player.aivat, OURS), (player.duplicate, PLAIN)):
            _dot(axes, at, SMALL_BET * mean.mean, SMALL_BET * mean.half, colour)
            labels.append(f"{result.line_up.name}, {'duplicate deals' if colour == PLAIN else 'AIVAT'}")
            at += 1
        axes.axhline(at - 0.5, color=PUBLISHED, linewidth=0.4)
    for name, dollars in (("Table 3-3, bots only", analysis.bots), ("Table 3-1, mixed", analysis.mixed)):
        axes.plot([dollars.mean - dollars.half, dollars.mean + dollars.half], [at, at], color=PUBLISHED, linewidth=2)
        axes.plot([dollars.mean], [at], "D", color=PUBLISHED, markeredgecolor=INK, ms=6)
        labels.append(name)
        at += 1
    axes.plot([], [], "D-", color=PUBLISHED, markeredgecolor=INK, ms=6, label="published")
    axes.plot([], [], "o-", color=PLAIN, ms=4, label="ours, duplicate deals")
    axes.plot([], [], "o-", color=OURS, ms=4, label="ours, AIVAT")
    axes.legend(frameon=False, fontsize=8, ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(at), labels, fontsize=8)
    axes.set_xlabel("dollars a hand")
    return figure


def moving_averages(averages: Sequence[MovingAverage]) -> Figure:
    """The 10-day moving average of Table 3-1 and of our hands, with what luck alone does to ours."""
    figure = Figure(figsize=(7.5, 2.6 * len(averages) + 0.4), layout="constrained")
    days = list(range(WINDOW, len(MIXED_DAYS) + 1))
    for axes, ours in zip(figure.subplots(len(averages), 1, sharex=True, squeeze=False)[:, 0], averages, strict=True):
        axes.spines[["top", "right"]].set_visible(False)
        low, high = zip(*ours.band, strict=True)
        axes.fill_between(days, low, high, color=SHADE, linewidth=0, label="95 of 100 draws of our hands")
        published = [day.average for day in MIXED_DAYS if day.average is not None]
        axes.plot(days, published, "D-", color=PUBLISHED, markeredgecolor=INK, ms=4, label="Table 3-1")
        found = [(at, day.average) for at, day in enumerate(ours.days, 1) if day.average is not None]
        if found:
            axes.plot(*zip(*found, strict=True), "o-", color=OURS, ms=3.5, label="ours")
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_title(ours.line_up, fontsize=9, loc="left")
        axes.set_ylabel("dollars a hand")
    axes.set_xlabel("day")
    figure.axes[0].legend(frameon=False, fontsize=8, ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    return figure


def sharks_and_fish(ranks: Sequence[Rank]) -> Figure:
    """Small bets a hand of our players, and where the thesis's best and worst ten lie."""
    figure, axes = _axes(7.5, 0.34 * len(ranks) + 1.4)
    for players in (SHARKS, FISH[1:]):
        axes.axvspan(players[0].small_bets, players[-1].small_bets, color=PUBLISHED, alpha=0.45, linewidth=0)
    axes.plot([FISH[0].small_bets], [-0.9], "D", color=PUBLISHED, markeredgecolor=INK, ms=5)
    axes.text(FISH[0].small_bets, -0.62, FISH[0].name, fontsize=7, ha="center", color=INK)
    for at, rank in enumerate(reversed(ranks)):
        _dot(axes, at, rank.won.mean, rank.won.half, OURS)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_ylim(-1.3, len(ranks) - 0.4)
    axes.set_yticks(range(len(ranks)), [rank.agent for rank in reversed(ranks)], fontsize=8)
    axes.set_xlabel("small bets a hand")
    return figure


def exchanges(results: Sequence[ExchangeResult], labels: Sequence[str]) -> Figure:
    """What another agent wins more a hand in a chair, with 95 % intervals."""
    figure, axes = _axes(7.5, 0.34 * len(results) + 1.0)
    for at, result in enumerate(reversed(results)):
        _dot(axes, at, result.aivat.mean, result.aivat.half, OURS)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(results)), list(reversed(labels)), fontsize=8)
    axes.set_xlabel("small bets a hand more than who sat there")
    return figure


def _dot(axes: Axes, at: int, mean: float, half: float, colour: str) -> None:
    axes.plot([mean - half, mean + half], [at, at], color=colour, linewidth=2)
    axes.plot([mean], [at], "o", color=colour, ms=4)


def _axes(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height))  # without pyplot: no window, no global state
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
