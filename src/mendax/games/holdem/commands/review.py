"""The options of `mendax review holdem`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.record_files import load_records
from mendax.games.holdem.phh import hands_of_record, read_file
from mendax.games.holdem.phh.hand import PhhHand
from mendax.games.holdem.rules import Holdem
from mendax.games.holdem.statistics import SHARK_HANDS, PlayerStatistics, SharksAndFish, statistics
from mendax.report.console import DASH, amounts, console, percent, print_json
from mendax.report.options import Json

if TYPE_CHECKING:
    from mendax.arena.corrected import CorrectedLine


def review(
    game: Holdem,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Records, as --records writes; a PHH file; or a folder of those.")
    ],
    player: Annotated[str, typer.Option(help="Only this player, with its starting cards.")] = "",
    aivat: Annotated[bool, typer.Option("--aivat", help="Take luck out of the results; only for records.")] = False,
    json: Json = False,
) -> None:
    """Statistics by player: VPIP, PFR, aggression, showdowns, check-raises, bluffs shown, starting cards, money.

    From 1,000 hands of a player on it is among the sharks, who win, or the fish, who lose. With --aivat, what each
    wins is estimated with and without duplicate deals and with and without the luck of the cards.
    """
    if aivat:
        _review_luck(file, player, json)
        return
    every = statistics(_hands(file))
    found = tuple(one for one in every if not player or one.name == player)
    if not found:
        raise MendaxError(f"{file} has no finished hand{f' of {player}' if player else ''}")
    rated = SharksAndFish.of(found)
    if json:
        print_json({"file": str(file), "players": [one.to_json() for one in found], **rated.to_json()})
        return
    _print_players(found)
    _print_rated(rated)
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


def _print_rated(rated: SharksAndFish) -> None:
    from rich.table import Table

    if rated.sharks or rated.fish:
        table = Table(title=f"Sharks and fish, from {SHARK_HANDS:,} hands on", title_justify="left")
        table.add_column("")
        table.add_column("player")
        for name in ("hands", "small bets a hand", "95 %"):
            table.add_column(name, justify="right")
        for kind, players in (("shark", rated.sharks), ("fish", rated.fish)):
            for one in players:
                mean = one.small_bets / one.paid_hands
                table.add_row(kind, one.name, f"{one.paid_hands:,}", f"{mean:+.3f}", amounts(one.rate_interval))
        console().print(table)
    if rated.unknown:
        console().print(rated.too_few_hands)


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


def _review_luck(file: Path, player: str, json: bool) -> None:
    """`--aivat`: what each player wins, by the four estimates."""
    from mendax.arena.corrected import corrected_lines
    from mendax.arena.luck import LuckRows
    from mendax.games.holdem.luck_known import KnownLuck  # needs numba
    from mendax.report.progress import progress

    if file.is_dir() or file.suffix == ".phh":
        raise MendaxError(f"{file}: --aivat needs records, which have every card; PHH files may lack some")
    records = load_records(file)
    with progress(len(records), "luck") as update:
        try:
            rows = LuckRows.of_records(records, KnownLuck(), update)
        except BadRecord as error:
            raise BadRecord(f"{file}: {error}") from None
    lines = tuple(line for line in corrected_lines(rows) if not player or line.name == player)
    if not lines:
        raise MendaxError(f"{file} has no finished hand of {player}")
    if json:
        print_json({"file": str(file), "deals": rows.num_deals, "players": [line.to_json() for line in lines]})
        return
    _print_luck(lines, rows.num_deals)


def _print_luck(lines: tuple[CorrectedLine, ...], deals: int) -> None:
    from rich.table import Table

    from mendax.arena.corrected import WAYS

    table = Table(title=f"Small bets a hand, {deals:,} deals", title_justify="left")
    for name in ("player", "hands", "estimate"):
        table.add_column(name, justify="right" if name == "hands" else "left")
    for name in ("a hand", "95 %", "width"):
        table.add_column(name, justify="right")
    for line in lines:
        for number, way in enumerate(WAYS):
            estimate, ratio = getattr(line, way), line.ratio(way)
            table.add_row(
                "" if number else line.name,
                "" if number else f"{line.hands:,}",
                "AIVAT" if way == "aivat" else way,
                f"{estimate.mean:+.3f}",
                amounts(estimate.mean_interval()),
                DASH if ratio is None else f"{ratio:.2f}",
            )
    console().print(table)
    console().print(
        "Plain and AIVAT count every hand as dealt anew, duplicate and both a deal over all its seatings as one. "
        "The width of the interval is next to the plain one's.",
        soft_wrap=True,
    )
