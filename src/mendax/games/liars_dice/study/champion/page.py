"""From the numbers of the champion's study to its page; the words are in `templates/champion.html`."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from mendax.games.liars_dice.study.champion.numbers import ChampionNumbers, Over, SmallGameNumbers
from mendax.report.render import save_page

INK, LINE = "#1f2430", "#b5472f"


def write(numbers: ChampionNumbers, path: Path) -> None:
    """Write the whole page."""
    whole, *others = numbers.variants
    exploited = [(variant.about, variant.exploited) for variant in numbers.variants]
    exploited += [(f"{one.name}, as it is", one.exploited) for one in numbers.frozen]
    shown = [(name, over) for name, over in exploited if over is not None]
    context = {
        "title": "The champion of Liar's Dice: what each part of its training is worth",
        "numbers": numbers,
        "whole": whole,
        "others": others,
        "figure": shares(shown) if shown else None,
    }
    save_page(path, "mendax.games.liars_dice.study", "champion.html", context)


def write_small_game(numbers: SmallGameNumbers, path: Path) -> None:
    """Write the page of the small game."""
    whole, *others = numbers.variants
    context = {
        "title": "The champion of Liar's Dice: its training in a small game, judged by best responses",
        "numbers": numbers,
        "whole": whole,
        "others": others,
    }
    save_page(path, "mendax.games.liars_dice.study", "champion_small_game.html", context)


def shares(rows: list[tuple[str, Over]]) -> Figure:
    """What exploiters won from each player: every seed, and the mean."""
    figure = Figure(figsize=(7.5, 0.36 * len(rows) + 1.0))  # without pyplot: no window, no global state
    axes = figure.subplots()
    for at, (_, over) in enumerate(reversed(rows)):
        axes.plot([100 * share for share in over.by_seed], [at] * len(over.by_seed), "o", color=LINE, markersize=4)
        axes.plot([100 * over.mean], [at], "|", color=INK, markersize=12)
    axes.axvline(50, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(rows)), [name for name, _ in reversed(rows)])
    axes.set_xlabel("matches won by exploiters, %; 50 is unbeatable")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
