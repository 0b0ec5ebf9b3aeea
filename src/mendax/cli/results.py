"""`mendax results`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.report.options import Json

if TYPE_CHECKING:
    from rich.table import Table

    from mendax.core.game import Counted
    from mendax.table.store.data_folder import DataFolder
    from mendax.table.store.results import GameResults, Results


def results(
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The server's folder; the usual one by default.")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Also write the results file again; not while a server runs.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the results of the tables played at a server: by player, by seat, and by pairs of opponents."""
    import asyncio

    from mendax.report import console as show
    from mendax.table.store.data_folder import DataFolder

    folder = DataFolder.usual() if data is None else DataFolder(data)
    found = asyncio.run(_load(folder, rebuild))
    if json:
        show.print_json(found.to_json())
        return
    out = show.console()
    if not found.games:
        out.print("No match has been finished yet.")
    for key in sorted(found.games, key=lambda key: (key[0], key[1].unit)):
        _print_game(found.games[key])
    for game, count in sorted(found.unknown.items()):
        out.print(f"{_matches(count)} of {game}, which is not installed.")


async def _load(folder: DataFolder, rebuild: bool) -> Results:
    from mendax.table.store.database import Database
    from mendax.table.store.errors import StoreError
    from mendax.table.store.results import load_results
    from mendax.table.store.results_file import ResultsFile

    if not folder.store.is_file():
        raise StoreError(f"{folder.path} has no tables: `mendax serve` writes {folder.store.name} there")
    db = Database(folder.store, read_only=not rebuild)
    try:
        if rebuild:
            await ResultsFile(folder.results).bring_up_to_date(db, anew=True)
        return await load_results(db)
    finally:
        db.close()


def _print_game(game: GameResults) -> None:
    """Players over all seats, players by seat, and each pair by who went first."""
    from mendax.report import console as show

    out = show.console()
    out.print(f"{game.game}: {_matches(game.matches)}")
    out.print(_players_table(game))
    if max(len(seats) for seats in game.players.values()) > 1:
        out.print(_seats_table(game))
    if game.pairs:
        out.print(_pairs_table(game))
    if (ranking := game.ranking()) is not None:
        out.print(str(ranking))
    out.print()


def _players_table(game: GameResults) -> Table:
    from mendax.core.game import Count
    from mendax.report.console import amounts, interval
    from mendax.table.store.results import each

    money = game.counted.kind is Count.MONEY
    table = _table("Players", ["player", "kind"], [each(game.counted), _total(game.counted), "rate", "95 %"])
    labels = game.labels()
    for player in game.ranked():
        total = game.total(player)
        ends = total.ci95(game.counted)
        cells = [f"{total.games:,}", _score(total.score, money), _rate(total.rate, money)]
        table.add_row(_plain(labels[player]), player.kind, *cells, amounts(ends) if money else interval(ends))
    return table


def _seats_table(game: GameResults) -> Table:
    from mendax.core.game import Count
    from mendax.report.console import DASH
    from mendax.table.store.results import each

    money = game.counted.kind is Count.MONEY
    seats = sorted({seat for found in game.players.values() for seat in found})
    what = f"{_total(game.counted).capitalize()} by seat, of how many {each(game.counted)}"
    table = _table(what, ["player"], [f"seat {seat}" for seat in seats])
    labels = game.labels()
    for player in game.ranked():
        own = game.players[player]
        cells = [f"{_score(own[seat].score, money)} of {own[seat].games:,}" if seat in own else DASH for seat in seats]
        table.add_row(_plain(labels[player]), *cells)
    return table


def _pairs_table(game: GameResults) -> Table:
    """The thesis's tables: a row for each of two players, a column for who went first, and the total."""
    from mendax.core.game import Count
    from mendax.report.console import DASH
    from mendax.table.store.results import First, each

    money = game.counted.kind is Count.MONEY
    columns = [each(game.counted), "going first", "other first", "neither", "total"]
    table = _table(f"Pairs: {_total(game.counted)} by who goes first", ["player", "against"], columns)
    labels = game.labels()
    for (one, other), met in game.pairs.items():
        games = f"{sum(part.games for part in met.values()):,}"
        for turned in (False, True):
            order = (First.OTHER, First.ONE, First.NEITHER) if turned else tuple(First)
            scores = {first: (part.other if turned else part.one) for first, part in met.items()}
            cells = [_score(scores[first], money) if first in scores else DASH for first in order]
            names = (other, one) if turned else (one, other)
            shown = [_plain(labels[name]) for name in names]
            table.add_row(*shown, games, *cells, _score(sum(scores.values()), money), end_section=turned)
    return table


def _table(title: str, texts: list[str], numbers: list[str]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for name in texts:
        table.add_column(name, overflow="fold")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _total(counted: Counted) -> str:
    from mendax.core.game import Count

    return counted.unit if counted.kind is Count.MONEY else counted.kind.value


def _score(value: float, money: bool) -> str:
    from mendax.report.console import plain_number

    return f"{value:+,.1f}" if money else plain_number(value)


def _rate(value: float, money: bool) -> str:
    from mendax.report.console import percent

    return f"{value:+.3f}" if money else percent(value)


def _plain(name: str) -> str:
    """A name that somebody chose, without control characters."""
    return "".join(letter for letter in name if letter.isprintable())


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count:,} matches"
