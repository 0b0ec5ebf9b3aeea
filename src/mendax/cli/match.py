"""`mendax match` and `mendax tournament`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mendax.report.options import GameText, Json, Seed, Workers

if TYPE_CHECKING:
    from mendax.arena.run import Run
    from mendax.arena.schedule import Schedule
    from mendax.arena.statistics import Sprt
    from mendax.core.game import AnyGame

Agents = Annotated[list[str], typer.Argument(help="Agents, as `mendax agents GAME` lists them.")]
Orderings = Annotated[str, typer.Option(help="Seat two agents X and Y by patterns: XXXY,YYYX,XXYY,XYXY.")]
Out = Annotated[Path | None, typer.Option(help="A folder to log games in; the same command goes on from it.")]
Records = Annotated[Path | None, typer.Option(help="A file to write every game's record to.")]
Parquet = Annotated[Path | None, typer.Option(help="A parquet file with a row for every game and seat.")]


def match(
    game: GameText,
    agents: Agents,
    games: Annotated[int, typer.Option(min=1, help="How many games in all.")] = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    orderings: Orderings = "",
    sprt: Annotated[str, typer.Option(help="Stop early: two win rates of the first agent, such as 0.5,0.55.")] = "",
    out: Out = None,
    records: Records = None,
    parquet: Parquet = None,
) -> None:
    """Play agents against each other at one table, every deal with the seats exchanged."""
    from mendax.arena.schedule import match_schedule, parse_orderings
    from mendax.core.catalogue import build_game, build_table

    rules = build_game(game)
    if not orderings and (len(agents) != 2 or rules.seats < 2):  # two may share a larger table
        rules = build_table(game, len(agents))
    patterns = parse_orderings(orderings.split(","), rules.seats) if orderings else ()
    schedule = match_schedule(len(agents), rules.seats, games, patterns)
    _run(rules, agents, schedule, seed, workers, json, out, records, parquet, test=_read_sprt(sprt))


def tournament(
    game: GameText,
    agents: Agents,
    games: Annotated[int, typer.Option(min=1, help="How many games for each pairing.")] = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    orderings: Orderings = "",
    out: Out = None,
    records: Records = None,
    parquet: Parquet = None,
) -> None:
    """Play every group of agents that fits the table against each other, and rate them all at once."""
    from mendax.arena.schedule import parse_orderings, tournament_schedule
    from mendax.core.catalogue import build_game

    rules = build_game(game)
    patterns = parse_orderings(orderings.split(","), rules.seats) if orderings else ()
    schedule = tournament_schedule(len(agents), rules.seats, games, patterns)
    _run(rules, agents, schedule, seed, workers, json, out, records, parquet, ratings=True)


def _run(
    rules: AnyGame,
    agents: list[str],
    schedule: Schedule,
    seed: int,
    workers: int | None,
    json: bool,
    out: Path | None,
    records: Path | None,
    parquet: Path | None,
    *,
    ratings: bool = False,
    test: Sprt | None = None,
) -> None:
    from mendax.arena.pool import default_workers, warm_up
    from mendax.core.catalogue import build_agent
    from mendax.core.files import check_writable

    for path in (records, parquet):
        check_writable(path)
    entrants = [(name, build_agent(rules.name, name)) for name in agents]
    workers = workers or default_workers()
    warm_up(workers)  # the processes start while this one is still importing

    from mendax.arena.results import write_parquet
    from mendax.arena.run import run_games
    from mendax.arena.summary import summarise
    from mendax.core.errors import Stopped
    from mendax.report.console import print_json
    from mendax.report.progress import progress

    with progress(len(schedule), f"{rules.name}: {len(schedule):,} games") as update:
        run = run_games(
            rules,
            entrants,
            schedule,
            seed=seed,
            workers=workers,
            sprt=test,
            out=out,
            records=records is not None,
            progress=update,
        )
    if records is not None:
        texts = run.results.records
        records.write_text("\n".join(texts[number] for number in sorted(texts)), encoding="utf-8")
    if parquet is not None:
        write_parquet(run.results, parquet)
    story = summarise(run, ratings=ratings)
    if json:
        print_json(story)
    else:
        _print(run, story)
    if run.interrupted:
        more = " The same command goes on from here." if out is not None else " With --out DIR it could go on."
        raise Stopped(f"stopped after {story['games']:,} of {len(schedule):,} games.{more}")


def _print(run: Run, story: dict[str, Any]) -> None:
    from mendax.cli import match_tables as tables
    from mendax.report.console import console

    out = console()
    speed = story["games"] / run.seconds if run.seconds else 0.0
    title = (
        f"{story['game']}: {story['games']:,} games in {run.seconds:.1f} s, {speed:,.0f} a second, seed {story['seed']}"
    )
    out.print(tables.results_table(story, title))
    if len(story["by_seat"]) > 1 and len(story["agents"]) > 1:
        out.print(tables.seats_table(story))
        out.print(tables.pairs_table(story))
    out.print(tables.footer(story))


def _read_sprt(text: str) -> Sprt | None:
    from mendax.arena.statistics import Sprt
    from mendax.core.errors import MendaxError

    if not text:
        return None
    try:
        lower, higher = map(float, text.split(","))
    except ValueError:
        raise MendaxError(f"--sprt takes two win rates, such as 0.5,0.55; not '{text}'") from None
    if not 0 <= lower < higher <= 1:
        raise MendaxError(f"--sprt takes a lower and a higher win rate between 0 and 1; not '{text}'")
    return Sprt(lower, higher)
