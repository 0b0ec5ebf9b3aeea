"""From the numbers of the study to its page; the words are in `templates/`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mendax.games.holdem.agents.soarbot.agent import rule_files
from mendax.games.holdem.study import figures, line_ups, published
from mendax.games.holdem.study.analysis import Dollars, subtract
from mendax.games.holdem.study.csv_tables import write_tables
from mendax.games.holdem.study.numbers import ExchangeResult, LineUpResult, SoarBotNumbers
from mendax.games.holdem.study.played import Mean
from mendax.games.holdem.study.published import SMALL_BET
from mendax.report.render import Filters, save_page


@dataclass(frozen=True, slots=True)
class Beside:
    """A line-up beside the published table of the same kind, in dollars."""

    result: LineUpResult
    published: Dollars
    ours: Dollars
    difference: Dollars

    @property
    def differs(self) -> bool:
        """Whether the difference is more than chance."""
        return abs(self.difference.mean) > self.difference.half


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that an interval confirms or not: it says that a mean is above zero."""

    words: str
    where: str
    hands: int
    mean: Mean

    @property
    def verdict(self) -> str:
        """By the 95 % interval."""
        if not self.mean.excludes_zero:
            return "not decided"
        return "yes" if self.mean.mean > 0 else "no"


def write(numbers: SoarBotNumbers, folder: Path) -> None:
    """Write the whole page, and its tables as CSV files."""
    write_tables(numbers, folder)
    days = zip(published.MIXED_DAYS, (*[None] * (published.WINDOW - 1), *numbers.published.averages), strict=True)
    context = {
        "title": "SoarBot: the thesis's tables, and SoarBot among our players",
        "published": published,
        "numbers": numbers,
        "analysis": numbers.published,
        "days": list(days),
        "ranked": list(zip(published.SHARKS, published.FISH, strict=True)),
        "reasons": line_ups.REASONS,
        "beside": [set_beside(numbers, result) for result in numbers.line_ups],
        "claims": list_claims(numbers),
        "pokis": [
            (result.line_up.name, player)
            for result in numbers.line_ups
            for player in result.players
            if player.agent == line_ups.POKI
        ],
        "kinds": [one for one in numbers.exchanges if one.exchange.replaced == line_ups.SOARBOT],
        "parts": [one for one in numbers.exchanges if one.exchange.replaced == line_ups.POKI],
        "equals": [one for one in numbers.heads_up if one.line_up.agents[0] == line_ups.POKI][1:],
        "weakest": [one for one in numbers.ranks if one.won.high < published.FISH[1].small_bets],
        "rules": count_rules(),
        "means_figure": figures.means(numbers.published, numbers.line_ups),
        "averages_figure": figures.moving_averages(numbers.averages[:2]),
        "ranks_figure": figures.sharks_and_fish(numbers.ranks) if numbers.ranks else None,
        "exchanges_figure": figures.exchanges(numbers.exchanges, [label(one) for one in numbers.exchanges]),
    }
    filters: Filters = {"bets": bets, "dollars": dollars, "times": times, "number": number}
    save_page(folder / "report.html", "mendax.games.holdem.study", "report.html", context, filters)


def set_beside(numbers: SoarBotNumbers, result: LineUpResult) -> Beside:
    """A line-up and the published table of its kind."""
    there = numbers.published.bots if result.line_up.beside == line_ups.BOTS.beside else numbers.published.mixed
    ours = Dollars(SMALL_BET * result.soarbot.aivat.mean, SMALL_BET * result.soarbot.aivat.half)
    return Beside(result, there, ours, subtract(ours, there))


def list_claims(numbers: SoarBotNumbers) -> list[Claim]:
    """What the thesis says of who beats whom."""
    found = [
        Claim(f"{one.line_up.agents[0]} beats {one.line_up.agents[1]}", "heads-up", one.player.hands, one.player.aivat)
        for one in numbers.heads_up
        if line_ups.SOARBOT in one.line_up.agents
    ]
    for result in numbers.line_ups:
        if result.ahead is not None:
            words = f"{line_ups.POKI} wins more than {line_ups.SOARBOT}"
            found.append(Claim(words, result.line_up.name, result.hands, result.ahead))
    return found


def count_rules() -> dict[str, int]:
    """Rules in each file of `soarbot`, both sets of preflop rules included."""
    files = {file.name: len(file.rules()) for kind in ("soarbot", "soarbot:hutchison") for file in rule_files(kind)}
    return dict(sorted(files.items()))


def label(result: ExchangeResult) -> str:
    """Who sits in whose chair, and where."""
    exchange = result.exchange
    return f"{exchange.line_up.name}: {exchange.agent} for {exchange.replaced}"


def bets(mean: Mean, digits: int = 3) -> str:
    """A mean in small bets with half the width of its interval.

    >>> bets(Mean(-0.0912, 0.0461))
    '−0.091 ± 0.046'
    """
    return f"{mean.mean:+.{digits}f} ± {mean.half:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def dollars(mean: Dollars | Mean) -> str:
    """The same in dollars.

    >>> dollars(Dollars(-0.533, 0.464)), dollars(Mean(-0.0533, 0.0464))
    ('−0.53 ± 0.46', '−0.53 ± 0.46')
    """
    scale = SMALL_BET if isinstance(mean, Mean) else 1.0
    return f"{scale * mean.mean:+.2f} ± {scale * mean.half:.2f}".replace("-", "\N{MINUS SIGN}")


def times(ratio: float) -> str:
    """How many times narrower an interval is.

    >>> times(1.3456)
    '1.35 ×'
    """
    return f"{ratio:.2f} ×"


def number(value: float, digits: int = 2) -> str:
    """A number with that many digits after the point, and a minus sign.

    >>> number(-0.6154, 3)
    '−0.615'
    """
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")
