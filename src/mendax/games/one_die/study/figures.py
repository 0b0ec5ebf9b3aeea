"""The figures of the report on one-die Liar's Dice."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mendax.games.one_die.study.numbers import OneDieNumbers

INK, PUBLISHED, OURS = "#1f2430", "#b9b29c", "#b5472f"


def win_rates(numbers: OneDieNumbers) -> Figure:
    """Win rates of the agent that goes first, published and ours."""
    figure, axes = _axes(3.4)
    for offset, (name, colour) in enumerate((("published", PUBLISHED), ("ours, as played", OURS))):
        for place, line in enumerate(numbers.table_1):
            data = line.ours if offset else line.published
            rate, (low, high) = data.win_rate, data.ci95
            at = place + 0.38 * (offset - 0.5)
            axes.bar(at, rate, 0.34, color=colour, label=name if place == 0 else None)
            axes.errorbar(at, rate, [[rate - low], [high - rate]], color=INK, capsize=4, lw=1)
            axes.text(at, high + 0.015, f"{100 * rate:.1f} %", ha="center", color=INK, fontsize=9)
    axes.plot([], [], color=INK, ls=":", label="equilibrium against itself")
    axes.axhline((1 + numbers.value) / 2, color=INK, ls=":", lw=1)
    axes.set_xticks([0, 1], [f"{line.first.title()} goes first" for line in numbers.table_1])
    axes.set_ylim(0, 1)
    axes.set_ylabel("win rate of the one who goes first")
    axes.legend(frameon=False, loc="upper right", fontsize=9)
    return figure


def exploitability(numbers: OneDieNumbers) -> Figure:
    """What a best response wins from each agent."""
    figure, axes = _axes(2.6)
    lines = numbers.exploitability[::-1]
    values = [max(line.exploitability, 0.0) for line in lines]
    axes.barh([line.agent for line in lines], values, color=OURS)
    for place, value in enumerate(values):
        axes.text(value + 0.008, place, f"{value:.3f}", va="center", color=INK, fontsize=9)
    axes.set_xlabel("payoff a game to a best response")
    axes.set_xlim(0, max(values) * 1.15)
    return figure


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7, height))  # without pyplot: no window, no global state
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
