"""The tables of `mendax match` and `mendax tournament`, drawn from the same numbers as the JSON."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from mendax.report.console import interval, p_value, percent, plain_number


def results_table(story: dict[str, Any], title: str) -> Table:
    """Everyone's wins over all seats, with ratings where there are any; payoffs where nobody can be beaten."""
    if len(story["by_seat"]) == 1:
        return _scores_table(story, title)
    rated = all("rating" in line for line in story["agents"])
    table = Table(title=title, title_justify="left")
    table.add_column("agent", no_wrap=True)
    for name in ("games", "win rate", "95 %", "payoff", "rating" if rated else "wins"):
        table.add_column(name, justify="right")
    lines = story["agents"]
    if rated:
        lines = sorted(lines, key=lambda line: -line["rating"]["points"])
    for line in lines:
        cells = [line["name"], f"{line['games']:,}", percent(line["win_rate"]), interval(line["ci95"])]
        cells.append(f"{line['mean_payoff']:+.3f}")
        if rated:
            points, (low, high) = line["rating"]["points"], line["rating"]["ci95"]
            cells.append(f"{points:+.0f} ± {(high - low) / 2:.0f}")
        else:
            cells.append(plain_number(line["wins"]))
        table.add_row(*cells)
    return table


def _scores_table(story: dict[str, Any], title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("agent", no_wrap=True)
    for name in ("games", "mean payoff", "95 %", "deviation"):
        table.add_column(name, justify="right")
    for line in story["agents"]:
        low, high = line["payoff_ci95"]
        cells = [
            f"{line['games']:,}",
            f"{line['mean_payoff']:.3f}",
            f"{low:.3f}–{high:.3f}",
            f"{line['payoff_std']:.3f}",
        ]
        table.add_row(line["name"], *cells)
    return table


def seats_table(story: dict[str, Any]) -> Table:
    """Win rates by seat: who goes first matters in most games."""
    names = [line["name"] for line in story["agents"]]
    table = Table(title="Win rate by seat", title_justify="left")
    table.add_column("agent")
    for seat in story["by_seat"]:
        table.add_column(f"seat {seat['seat']}", justify="right")
    for number, name in enumerate(names):
        cells = [name]
        for seat in story["by_seat"]:
            same = [line for line in seat["agents"] if line["name"] == name]
            # Two entrants of one name sit in the order of their numbers.
            line = same[min(names[:number].count(name), len(same) - 1)] if same else None
            cells.append(percent(line["win_rate"]) if line else "–")
        table.add_row(*cells)
    return table


def pairs_table(story: dict[str, Any]) -> Table:
    """Each pairing by itself with its test."""
    table = Table(title="Pairings: the first one's win rate and two-sided binomial test", title_justify="left")
    table.add_column("pairing", no_wrap=True)
    for name in ("games", "wins", "win rate", "p"):
        table.add_column(name, justify="right")
    for pair in story["pairs"]:
        lines = pair["agents"]
        table.add_row(
            " – ".join(line["name"] for line in lines),
            f"{pair['games']:,}",
            "–".join(plain_number(line["wins"]) for line in lines),
            percent(lines[0]["win_rate"]),
            p_value(pair["p_value"]),
        )
    return table


def footer(story: dict[str, Any]) -> str:
    """Endings, forfeits and speed, in a line or two."""
    lines = ["Endings: " + ", ".join(f"{name} {count:,}" for name, count in story["endings"].items())]
    if story["forfeits"]:
        first = story["forfeits"][0]
        where = f"{first['agent']} in game {first['game']}"
        lines.append(f"Forfeits: {len(story['forfeits']):,}; the first by {where}: {first['reason']}")
    if "sprt" in story:
        lines.append(f"Sequential test: {story['sprt']}")
    return "\n".join(lines)
