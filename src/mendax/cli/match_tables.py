"""The tables of `mendax match` and `mendax tournament`, drawn from the same summary as the JSON."""

from __future__ import annotations

from collections import Counter

from rich.table import Table

from mendax.arena.harm import GIVEN_UP
from mendax.arena.summary import AgentLine, Summary
from mendax.core.game import Count
from mendax.report.console import DASH, amounts, interval, p_value, percent, plain_number, plural

RATES = {Count.WINS: ("wins", "win rate"), Count.NOT_LOST: ("lost", "not lost")}
"""The columns of a count and a rate."""


def results_table(summary: Summary, title: str) -> Table:
    """Everyone over all seats, by what the game counts; payoffs for a game of one seat."""
    if len(summary.by_seat) == 1:
        return _payoffs_table(summary, title)
    if summary.counted.kind is Count.MONEY:
        return _money_table(summary, title)
    total, rate = RATES[summary.counted.kind]
    crowded, teams, rated = len(summary.by_seat) > 2, _teams(summary), _rated(summary)
    columns = ["games", *(["chairs"] if teams else []), total, rate, "95 %"]
    columns += [*(["fair share"] if crowded else ["payoff"]), *(["rating"] if rated else [])]
    table = _table(title, columns)
    for line in sorted(summary.agents, key=_by_rating):
        cells = [f"{line.games:,}", *([f"{line.chairs:,}"] if teams else [])]
        cells += [_count(line), percent(line.rate), interval(line.ci95)]
        cells += [percent(line.fair_share) if crowded else f"{line.mean_payoff:+.3f}"]
        table.add_row(line.name, *cells, *([str(line.rating)] if rated else []))
    return table


def _money_table(summary: Summary, title: str) -> Table:
    """Money, for each hand or game."""
    unit, each, rated = summary.counted.unit, _each(summary), _rated(summary)
    table = _table(title, [f"{each}s", unit, f"a {each}", "95 %", *(["rating"] if rated else [])])
    for line in sorted(summary.agents, key=_by_rating):
        cells = [f"{line.games:,}", f"{line.total:+,.1f}", f"{line.rate:+.3f}", amounts(line.ci95)]
        table.add_row(line.name, *cells, *([str(line.rating)] if rated else []))
    return table


def _payoffs_table(summary: Summary, title: str) -> Table:
    table = _table(title, ["games", "mean payoff", "95 %", "deviation"])
    for line in summary.agents:
        ends = DASH if line.payoff_ci95 is None else f"{line.payoff_ci95[0]:.3f}–{line.payoff_ci95[1]:.3f}"
        std = DASH if line.payoff_std is None else f"{line.payoff_std:.3f}"
        table.add_row(line.name, f"{line.games:,}", f"{line.mean_payoff:.3f}", ends, std)
    return table


def _table(title: str, columns: list[str], first: str = "agent") -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(first, overflow="fold")  # a long name takes two lines, so that no number is cut off
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _rated(summary: Summary) -> bool:
    return any(line.rating is not None for line in summary.agents)


def _each(summary: Summary) -> str:
    return "hand" if summary.counted.by_hand else "game"


def _teams(summary: Summary) -> bool:
    """Whether an agent sits in several chairs of one table."""
    return any(line.chairs > line.games for line in summary.agents)


def _by_rating(line: AgentLine) -> float:
    """Best first; without ratings the order stays."""
    return 0.0 if line.rating is None else -line.rating.points


def _count(line: AgentLine) -> str:
    """Games won or lost."""
    return plain_number(line.total if line.counted.kind is Count.WINS else line.games - line.total)


def _rate(line: AgentLine) -> str:
    return f"{line.rate:+.3f}" if line.counted.kind is Count.MONEY else percent(line.rate)


def seats_table(summary: Summary) -> Table:
    """Rates by seat: who goes first matters in most games."""
    names = [line.name for line in summary.agents]
    titles = {
        Count.WINS: "Win rate by seat",
        Count.NOT_LOST: "Games not lost by seat",
        Count.MONEY: f"{summary.counted.unit.capitalize()} a {_each(summary)} by seat",
    }
    table = _table(titles[summary.counted.kind], [f"seat {seat.seat}" for seat in summary.by_seat])
    for number, name in enumerate(names):
        cells = [name]
        for seat in summary.by_seat:
            same = [line for line in seat.agents if line.name == name]
            # Agents of one name are listed in the order of their numbers.
            line = same[min(names[:number].count(name), len(same) - 1)] if same else None
            cells.append(_rate(line) if line else DASH)
        table.add_row(*cells)
    return table


def pairs_table(summary: Summary) -> Table:
    """Each pairing by itself with its test."""
    kind = summary.counted.kind
    if kind is Count.MONEY:
        columns = [f"{_each(summary)}s", f"{summary.counted.unit} a {_each(summary)}", "p"]
    else:
        columns = ["games", *RATES[kind], "p"]
    table = _table("Pairings: the first one against its fair share", columns, "pairing")
    for pair in summary.pairs:
        first = pair.agents[0]
        totals = [] if kind is Count.MONEY else ["–".join(map(_count, pair.agents))]
        games = first.games if summary.counted.by_hand else pair.games
        names = " – ".join(line.name for line in pair.agents)
        table.add_row(names, f"{games:,}", *totals, _rate(first), p_value(pair.p_value))
    return table


def _given_up(summary: Summary) -> list[str]:
    """Who was given up, and how many games that cost."""
    games = Counter((line.agent, line.reason) for line in summary.forfeits if line.reason.startswith(GIVEN_UP))
    return [
        f"{agent} was {reason}: {plural(count, 'game')} forfeited unplayed" for (agent, reason), count in games.items()
    ]


def footer(summary: Summary) -> str:
    """Endings, forfeits and the verdict of the sequential test, a line each."""
    lines = ["Endings: " + ", ".join(f"{name} {count:,}" for name, count in summary.endings.items())]
    if summary.forfeits:
        by_agent = Counter(line.agent for line in summary.forfeits)
        # In a session of hands the default action is played for an agent that fails, and the session goes on.
        word = "Games with faults" if summary.counted.by_hand else "Forfeits"
        lines.append(f"{word}: " + ", ".join(f"{agent} {count:,}" for agent, count in by_agent.items()))
        for agent in by_agent:
            first = next(line for line in summary.forfeits if line.agent == agent)
            lines.append(f"The first by {agent}, in game {first.game}: {first.reason}")
        lines.extend(_given_up(summary))
    if summary.sprt is not None:
        lines.append(f"Sequential test: {summary.sprt}")
    return "\n".join(lines)
