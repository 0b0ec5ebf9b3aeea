"""`mendax ladder`: ratings of each game's agents."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.catalogue import GameEntry, find_game
from mendax.core.catalogue import games as all_games
from mendax.core.errors import MendaxError, Stopped
from mendax.report.options import Json, Seed, Workers, read_count

if TYPE_CHECKING:
    from mendax.arena.ladder import RatedGame


def ladder(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; without any, all that rate agents.")
    ] = None,
    games: Annotated[int, typer.Option(parser=read_count, metavar="N", help="How many games for each pairing.")] = 200,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to write; other games that are in it already stay as they are."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Let each game's agents play each other, and write down how strong they are."""
    from mendax.arena.ladder import Ladder, read_ladder
    from mendax.core.files import check_writable, write_whole
    from mendax.report.console import console, print_json

    chosen = [find_game(name) for name in dict.fromkeys(names)] if names else _rated_games()
    for entry in chosen:
        if len(entry.rated) < 2:
            raise MendaxError(f"{entry.name} names no agents to rate")
    found = read_ladder(out) if out is not None and out.exists() else Ladder()
    check_writable(out)
    for number, entry in enumerate(chosen):
        rated, whole = _play(entry, games, seed, workers)
        if not whole:
            left = ", ".join(one.name for one in chosen[number:])
            raise Stopped(f"stopped; not rated: {left}")
        found = found.with_game(rated)
        if out is not None:  # what was played is kept, whatever happens to the next
            write_whole(out, dumps(found.to_json(), indent=2) + "\n")
        if not json:
            console().print(_table(rated))
    if json:
        print_json(found.to_json())


def _rated_games() -> list[GameEntry]:
    return [entry for entry in all_games().values() if len(entry.rated) > 1]


def _play(entry: GameEntry, games: int, seed: int, workers: int | None) -> tuple[RatedGame, bool]:
    """A game's ratings, and whether all games were played."""
    from datetime import date

    from mendax.arena.ladder import RatedGame, rated_text
    from mendax.arena.play import plan_tournament
    from mendax.arena.pool import default_workers
    from mendax.report.progress import progress

    with redirect_stdout(sys.stderr):  # an agent's module may print when it is imported
        plan = plan_tournament(rated_text(entry), list(entry.rated), games)
    total = len(plan.schedule)
    workers = min(workers or default_workers(), default_workers(), total)
    with progress(total, f"{entry.name}: {total:,} games") as update, redirect_stdout(sys.stderr):
        run = plan.run(seed=seed, workers=workers, progress=update, trusting=False)
    return RatedGame.of(plan.sum_up(run), date.today().isoformat()), not run.interrupted


def _table(rated: RatedGame) -> object:
    from rich.table import Table

    table = Table(title=f"{rated.game}: {rated.games:,} games, seed {rated.seed}", title_justify="left", box=None)
    table.add_column("agent")
    for column in (f"rating ({rated.unit})", "95 % interval", "played"):
        table.add_column(column, justify="right")
    places = 0 if rated.unit == "points" else 2
    for agent in rated.agents:
        low, high = agent.ci95
        ends = f"{low:+.{places}f} to {high:+.{places}f}"
        table.add_row(agent.name, f"{agent.rating:+.{places}f}", ends, f"{agent.games:,}")
    return table
