"""The options of `mendax review holdem`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.record_files import load_records
from mendax.games.holdem.phh import hands_of_record, read_file
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.statistics import PlayerStatistics, statistics
from mendax.report.console import DASH, console, percent, print_json
from mendax.report.options import Json


def review(
    game: Holdem,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Records, as --records writes; a PHH file; or a folder of those.")
    ],
    player: Annotated[str, typer.Option(help="Only this player, with its starting cards.")] = "",
    json: Json = False,
) -> None:
    """Statistics by player: VPIP, PFR, aggression, showdowns, check-raises, bluffs shown, starting cards, money."""
    found = statistics(_hands(file))
    if player:
        found = tuple(one for one in found if one.name == player)
    if not found:
        raise MendaxError(f"{file} has no finished hand{f' of {player}' if player else ''}")
    if json:
        print_json({"file": str(file), "players": [one.to_json() for one in found]})
        return
    _print_players(found)
    if player:
        _print_starting(found[0])


def _hands(file: Path) -> Iterator[PhhHand]:
    if file.is_dir():
        files = sorted(file.glob("*.phh"))
        if not files:
            raise MendaxError(f"{file} has no PHH files")
        for one in files:
            yield read_file(one)
    elif file.suffix == ".phh":
        yield read_file(file)
    else:
        for number, record in enumerate(load_records(file), 1):
            try:
                yield from hands_of_record(record)
            except BadRecord as error:
                raise BadRecord(f"{file}: record {number}: {error}") from None


def _print_players(found: tuple[PlayerStatistics, ...]) -> None:
    from rich.table import Table

    table = Table(title="By player", title_justify="left")
    table.add_column("")
    for one in found:
        table.add_column(one.name, justify="right")
    figures = [one.to_json() for one in found]

    def row(title: str, key: str, text: Callable[[Any], str]) -> None:
        table.add_row(title, *(DASH if one[key] is None else text(one[key]) for one in figures))

    row("hands", "hands", "{:,}".format)
    row("VPIP: money in before the flop", "vpip", percent)
    row("PFR: raised before the flop", "pfr", percent)
    row("aggression: bets and raises to a call", "aggression", "{:.2f}".format)
    row("saw the flop", "saw_flop", percent)
    row("of these to the showdown", "went_to_showdown", percent)
    row("won there", "won_at_showdown", percent)
    row("check-raises", "check_raises", str)
    row("bluffs shown", "bluffs_shown", str)
    row("small bets won", "small_bets", "{:+,g}".format)
    row("a hand", "small_bets_a_hand", "{:+.3f}".format)
    console().print(table)


def _print_starting(one: PlayerStatistics) -> None:
    from rich.table import Table

    table = Table(title=f"Starting cards of {one.name}", title_justify="left")
    for name in ("position", "cards"):
        table.add_column(name)
    for name in ("hands", "played", "won", "lost", "small bets"):
        table.add_column(name, justify="right")
    for row in one.starting:
        numbers = map(str, (row.hands, row.played, row.won, row.lost))
        table.add_row(row.position, row.cards, *numbers, f"{row.small_bets:+g}")
    console().print(table)
