"""The tables of the report as CSV files beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from mendax.core.files import write_whole
from mendax.games.holdem.study.numbers import SoarBotNumbers
from mendax.games.holdem.study.played import Mean
from mendax.games.holdem.study.published import BOT_DAYS, MIXED_DAYS, WINDOW

_MEAN: Final = ("small_bets", "half_width")


def write_tables(numbers: SoarBotNumbers, folder: Path) -> None:
    """Write `days.csv`, `line_ups.csv`, `exchanges.csv`, `heads_up.csv` and `sharks_and_fish.csv`."""
    _write(folder / "days.csv", ("table", "date", "hands", "dollars", "average", "computed"), _days(numbers))
    columns = [f"{name}_{part}" for name in ("plain", "duplicate", "by_session", "aivat") for part in _MEAN]
    _write(
        folder / "line_ups.csv",
        ("line_up", "agent", "chairs", "hands", *columns),
        (
            [result.line_up.name, player.agent, player.chairs, player.hands]
            + [
                part
                for mean in (player.plain, player.duplicate, player.by_session, player.aivat)
                for part in _cells(mean)
            ]
            for result in numbers.line_ups
            for player in result.players
        ),
    )
    columns = [f"{name}_{part}" for name in ("won", "replaced", "difference", "difference_aivat") for part in _MEAN]
    _write(
        folder / "exchanges.csv",
        ("line_up", "replaced_agent", "agent", "hands", *columns),
        (
            [one.exchange.line_up.name, one.exchange.replaced, one.exchange.agent, one.hands]
            + [part for mean in (one.won, one.replaced, one.difference, one.aivat) for part in _cells(mean)]
            for one in numbers.exchanges
        ),
    )
    columns = [f"{name}_{part}" for name in ("plain", "duplicate", "aivat") for part in _MEAN]
    _write(
        folder / "heads_up.csv",
        ("first", "second", "hands", *columns),
        (
            [*one.line_up.agents, one.player.hands]
            + [part for mean in (one.player.plain, one.player.duplicate, one.player.aivat) for part in _cells(mean)]
            for one in numbers.heads_up
        ),
    )
    ranks = ([one.agent, one.hands, *_cells(one.won)] for one in numbers.ranks)
    _write(folder / "sharks_and_fish.csv", ("agent", "hands", *_MEAN), ranks)


def _days(numbers: SoarBotNumbers) -> Iterable[Sequence[object]]:
    computed = [None] * (WINDOW - 1) + list(numbers.published.averages)
    for day, average in zip(MIXED_DAYS, computed, strict=True):
        yield ("3-1", day.date, day.hands, day.dollars, day.average, average)
    for day in BOT_DAYS:
        yield ("3-3", day.date, day.hands, day.dollars, None, None)


def _cells(mean: Mean) -> tuple[float, float]:
    return mean.mean, mean.half


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    write_whole(path, text.getvalue())
