"""The figures of the report on the learning agents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mendax.arena.statistics import Z95
from mendax.games.liars_dice.study.learning.curves import AgentCurve, Rate, title
from mendax.games.liars_dice.study.learning.long_run import LongRun
from mendax.games.liars_dice.study.published import LEARNING_BLOCKS

INK: Final = "#1f2430"
COLOURS: Final = {"b": "#6b6b6b", "p": "#b5472f", "pm": "#2f6fb5", "ph": "#3c8d4f", "pmh": "#8a5bb0"}
"""By what the agent knows; those of the repository's other reports, dark enough on white."""


def _colour(name: str) -> str:
    return COLOURS[name.partition("-")[0]]


def _axes(height: float = 4.2) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7.5, height))  # without pyplot: no window, no global state
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("blocks of training")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure, axes


def _interval(rate: Rate) -> tuple[float, float]:
    """Over runs where there are several, else over games."""
    return rate.ci95_runs if rate.ci95_runs is not None and len(rate.by_run) > 2 else rate.ci95


def win_rates(curves: Sequence[AgentCurve]) -> Figure:
    """Games won against PMH, by block (Figures 4 and 6)."""
    figure, axes = _axes()
    for at, curve in enumerate(curves):
        rates = [curve.rate(block) for block in range(curve.blocks + 1)]
        where = [block + 0.06 * (at - len(curves) / 2) for block in range(curve.blocks + 1)]  # bars side by side
        ends = [_interval(rate) for rate in rates]
        below = [100 * max(0.0, rate.rate - low) for rate, (low, _) in zip(rates, ends, strict=True)]
        above = [100 * max(0.0, high - rate.rate) for rate, (_, high) in zip(rates, ends, strict=True)]
        dashed = "--" if "-q-" in curve.name else "-"
        label = f"{curve.title} ({len(curve.runs)} {'run' if len(curve.runs) == 1 else 'runs'})"
        values = [100 * rate.rate for rate in rates]
        axes.errorbar(
            where,
            values,
            yerr=[below, above],
            fmt="o",
            linestyle=dashed,
            color=_colour(curve.name),
            label=label,
            markersize=4,
            linewidth=1.5,
            elinewidth=1,
        )
    axes.axhline(50, color=INK, linewidth=0.6)
    axes.set_ylim(0, 100)
    axes.set_ylabel("games won against PMH, %")
    axes.legend(frameon=False, fontsize=8, loc="upper left", ncols=2)
    return figure


def rule_counts(curves: Sequence[AgentCurve]) -> Figure:
    """Rules by block (Figure 5), on a logarithmic scale."""
    figure, axes = _axes()
    for curve in curves:
        counts = [(block, curve.rules(block)) for block in range(1, curve.blocks + 1)]
        axes.plot(
            [block for block, _ in counts],
            [count for _, count in counts],
            "o-" if curve.name.endswith("0") else "o--",
            color=_colour(curve.name),
            label=curve.title,
            markersize=4,
            linewidth=1.5,
        )
    axes.set_yscale("log")
    axes.set_ylabel("rules")
    axes.legend(frameon=False, fontsize=8, ncols=3)
    return figure


def differences(pairs: Sequence[tuple[AgentCurve, AgentCurve]], between: float) -> Figure:
    """Games won with computed values less those with zero, by block (Figure 7)."""
    figure, axes = _axes()
    for at, (computed, zero) in enumerate(pairs):
        blocks = range(min(computed.blocks, zero.blocks) + 1)
        values, errors = [], []
        for block in blocks:
            one, two = computed.rate(block), zero.rate(block)
            values.append(100 * (one.rate - two.rate))
            errors.append(100 * Z95 * math.sqrt(one.variance(between) + two.variance(between)))
        axes.errorbar(
            [block + 0.06 * (at - len(pairs) / 2) for block in blocks],
            values,
            yerr=errors,
            fmt="o-",
            color=_colour(computed.name),
            label=f"{computed.title} less {zero.title}",
            markersize=4,
            linewidth=1.5,
            elinewidth=1,
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylabel("difference in games won, points")
    axes.legend(frameon=False, fontsize=8, ncols=2)
    return figure


def subgoals(curves: Sequence[AgentCurve]) -> Figure:
    """The share of turns of a test that entered the subgoal, by block."""
    figure, axes = _axes()
    for curve in curves:
        shares = [curve.deliberated(block) for block in range(curve.blocks + 1)]
        axes.plot(
            range(curve.blocks + 1),
            [100 * some / turns if turns else math.nan for some, turns in shares],
            "o-" if curve.name.endswith("0") else "o--",
            color=_colour(curve.name),
            label=curve.title,
            markersize=4,
            linewidth=1.5,
        )
    axes.set_ylim(0, 102)
    axes.set_ylabel("turns that enter the subgoal, %")
    axes.legend(frameon=False, fontsize=8, ncols=2)
    return figure


def beyond(found: LongRun, curve: AgentCurve) -> Figure:
    """The tests of the run that goes on, with a line through the second half."""
    figure, axes = _axes(3.6)
    (run,) = (run for run in curve.runs if run.seed == found.seed)
    axes.plot(
        [point.blocks for point in run.points],
        [100 * point.rate for point in run.points],
        "o",
        color=_colour(found.agent),
        markersize=4,
        label=f"{title(found.agent)}, seed {found.seed}",
    )
    chosen = run.points[found.first :]
    centre = sum(point.blocks for point in chosen) / len(chosen)
    middle = sum(point.rate for point in chosen) / len(chosen)
    ends = (found.first, found.blocks)
    line = [100 * (middle + found.line.rise / 10 * (at - centre)) for at in ends]
    axes.plot(ends, line, color=INK, linewidth=1.2, label="line through the second half")
    if found.blocks > LEARNING_BLOCKS:
        axes.axvline(LEARNING_BLOCKS, color=INK, linewidth=0.6, linestyle=":", label="the paper's last block")
    axes.set_ylim(0, 100)
    axes.set_ylabel("games won against PMH, %")
    axes.legend(frameon=False, fontsize=8)
    return figure
