"""The tables of `mendax match` and `mendax tournament`, drawn from the same summary as the JSON."""

from __future__ import annotations

from collections import Counter

from rich.table import Table

from mendax.arena.harm import GIVEN_UP
from mendax.arena.summary import AgentLine, Summary
from mendax.report.console import interval, p_value, percent, plain_number


def results_table(summary: Summary, title: str) -> Table:
    """Everyone's wins over all seats, with ratings where there are any; payoffs for a game of one seat."""
    if len(summary.by_seat) == 1:
        return _scores_table(summary, title)
    ratings = [line.rating.points for line in summary.agents if line.rating is not None]
    table = Table(title=title, title_justify="left")
    table.add_column("agent", no_wrap=True)
    for name in ("games", "win rate", "95 %", "payoff", "rating" if ratings else "wins"):
        table.add_column(name, justify="right")
    for line in sorted(summary.agents, key=_by_rating):
        cells = [line.name, f"{line.games:,}", percent(line.win_rate), interval(line.ci95)]
        table.add_row(*cells, f"{line.mean_payoff:+.3f}", _rating_or_wins(line))
    return table


def _by_rating(line: AgentLine) -> float:
    """Best first; without ratings the order stays."""
    return 0.0 if line.rating is None else -line.rating.points


def _rating_or_wins(line: AgentLine) -> str:
    if line.rating is None:
        return plain_number(line.wins)
    low, high = line.rating.ci95
    return f"{line.rating.points:+.0f} ± {(high - low) / 2:.0f}"


def _scores_table(summary: Summary, title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("agent", no_wrap=True)
    for name in ("games", "mean payoff", "95 %", "deviation"):
        table.add_column(name, justify="right")
    for line in summary.agents:
        low, high = line.payoff_ci95
        cells = [f"{line.games:,}", f"{line.mean_payoff:.3f}", f"{low:.3f}–{high:.3f}", f"{line.payoff_std:.3f}"]
        table.add_row(line.name, *cells)
    return table


def seats_table(summary: Summary) -> Table:
    """Win rates by seat: who goes first matters in most games."""
    names = [line.name for line in summary.agents]
    table = Table(title="Win rate by seat", title_justify="left")
    table.add_column("agent")
    for seat in summary.by_seat:
        table.add_column(f"seat {seat.seat}", justify="right")
    for number, name in enumerate(names):
        cells = [name]
        for seat in summary.by_seat:
            same = [line for line in seat.agents if line.name == name]
            # Agents of one name are listed in the order of their numbers.
            line = same[min(names[:number].count(name), len(same) - 1)] if same else None
            cells.append(percent(line.win_rate) if line else "–")
        table.add_row(*cells)
    return table


def pairs_table(summary: Summary) -> Table:
    """Each pairing by itself with its test."""
    table = Table(title="Pairings: the first one's win rate and two-sided binomial test", title_justify="left")
    table.add_column("pairing", no_wrap=True)
    for name in ("games", "wins", "win rate", "p"):
        table.add_column(name, justify="right")
    for pair in summary.pairs:
        table.add_row(
            " – ".join(line.name for line in pair.agents),
            f"{pair.games:,}",
            "–".join(plain_number(line.wins) for line in pair.agents),
            percent(pair.agents[0].win_rate),
            p_value(pair.p_value),
        )
    return table


def _given_up(summary: Summary) -> list[str]:
    """Who was given up, and how many games that cost."""
    games = Counter((line.agent, line.reason) for line in summary.forfeits if line.reason.startswith(GIVEN_UP))
    return [f"{agent} was {reason}: {count:,} games forfeited unplayed" for (agent, reason), count in games.items()]


def footer(summary: Summary) -> str:
    """Endings, forfeits and the verdict of the sequential test, a line each."""
    lines = ["Endings: " + ", ".join(f"{name} {count:,}" for name, count in summary.endings.items())]
    if summary.forfeits:
        by_agent = Counter(line.agent for line in summary.forfeits)
        lines.append("Forfeits: " + ", ".join(f"{agent} {count:,}" for agent, count in by_agent.items()))
        for agent in by_agent:
            first = next(line for line in summary.forfeits if line.agent == agent)
            lines.append(f"The first by {agent}, in game {first.game}: {first.reason}")
        lines.extend(_given_up(summary))
    if summary.sprt is not None:
        lines.append(f"Sequential test: {summary.sprt}")
    return "\n".join(lines)
