"""`mendax match` and `mendax tournament`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.arena.harm import MEMORY, MOVE_SECONDS
from mendax.report.options import GameText, Json, Seed, Workers

if TYPE_CHECKING:
    from mendax.arena.play import Entrant, Plan
    from mendax.arena.statistics import Sprt
    from mendax.arena.summary import Summary

Agents = Annotated[list[str], typer.Argument(help="Agents, as `mendax agents GAME` lists them.")]
Orderings = Annotated[str, typer.Option(help="Seat two agents X and Y by patterns: XXXY,YYYX,XXYY,XYXY.")]
Out = Annotated[Path | None, typer.Option(help="A folder to log games in; the same command goes on from it.")]
Records = Annotated[Path | None, typer.Option(help="A file to write every game's record to.")]
MoveSeconds = Annotated[
    float, typer.Option(min=0, help="A decision that takes longer is a forfeit; 0: there is no limit.")
]
Isolate = Annotated[
    list[str] | None,
    typer.Option(metavar="AGENT", help="Play this agent in a process of its own; again for more, or all."),
]
IsolateMemory = Annotated[
    float, typer.Option(min=0, help="Gigabytes of memory for an isolated agent; 0: there is no limit.")
]
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
    move_seconds: MoveSeconds = MOVE_SECONDS,
    isolate: Isolate = None,
    isolate_memory: IsolateMemory = MEMORY,
) -> None:
    """Play agents against each other at one table, every deal with the seats exchanged."""
    from mendax.arena.play import plan_match

    entrants = _isolated(agents, isolate, move_seconds, isolate_memory)
    with redirect_stdout(sys.stderr):  # an agent's module may print when it is imported
        plan = plan_match(game, entrants, games, _patterns(orderings))
    _run(plan, seed, workers, json, out, records, parquet, move_seconds, _read_sprt(sprt))


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
    move_seconds: MoveSeconds = MOVE_SECONDS,
    isolate: Isolate = None,
    isolate_memory: IsolateMemory = MEMORY,
) -> None:
    """Play every group of agents that fits the table against each other, and rate them all at once."""
    from mendax.arena.play import plan_tournament

    entrants = _isolated(agents, isolate, move_seconds, isolate_memory)
    with redirect_stdout(sys.stderr):
        plan = plan_tournament(game, entrants, games, _patterns(orderings))
    _run(plan, seed, workers, json, out, records, parquet, move_seconds)


def _isolated(agents: list[str], isolate: list[str] | None, move_seconds: float, memory: float) -> list[Entrant]:
    """The agents, those that were named in processes of their own."""
    from mendax.arena.isolated import Isolated
    from mendax.core.errors import MendaxError

    named = isolate or []
    for name in named:
        if name != "all" and name not in agents:
            raise MendaxError(f"--isolate {name}: no such agent plays; there is: {', '.join(agents)}, or all")
    apart = agents if "all" in named else named
    return [(agent, Isolated(agent, move_seconds, memory)) if agent in apart else agent for agent in agents]


def _patterns(orderings: str) -> list[str]:
    return orderings.split(",") if orderings else []


def _run(
    plan: Plan,
    seed: int,
    workers: int | None,
    json: bool,
    out: Path | None,
    records: Path | None,
    parquet: Path | None,
    move_seconds: float,
    sprt: Sprt | None = None,
) -> None:
    from mendax.arena.pool import default_workers, warm_up
    from mendax.core.files import check_writable, write_whole

    for path in (records, parquet):
        check_writable(path)
    total = len(plan.schedule)
    workers = min(workers or default_workers(), default_workers(), total)
    warm_up(workers)  # the processes start while this one is still importing

    from mendax.arena.results import write_parquet
    from mendax.core.errors import Stopped
    from mendax.report.console import print_json
    from mendax.report.progress import progress

    # What agents print while they are prepared goes to the errors, as in the workers: the output is the result.
    with progress(total, f"{plan.game.name}: {total:,} games") as update, redirect_stdout(sys.stderr):
        run = plan.run(
            seed=seed,
            workers=workers,
            sprt=sprt,
            out=out,
            records=records is not None,
            progress=update,
            move_seconds=move_seconds,
            trusting=False,
        )
    if records is not None:
        texts = run.results.records
        write_whole(records, "\n".join(texts[number] for number in sorted(texts)))
    if parquet is not None:
        write_parquet(run.results, parquet)
    summary = plan.sum_up(run)
    if json:
        print_json(summary.to_json())
    else:
        _print(summary)
    if summary.interrupted:
        more = " The same command goes on from here." if out is not None else " With --out DIR it could go on."
        raise Stopped(f"stopped after {summary.games:,} of {total:,} games.{more}")


def _print(summary: Summary) -> None:
    from mendax.cli import match_tables as tables
    from mendax.report.console import console

    out = console()
    speed = summary.games / summary.seconds if summary.seconds else 0.0
    title = (
        f"{summary.game}: {summary.games:,} games in {summary.seconds:.1f} s, {speed:,.0f} a second, "
        f"seed {summary.seed}"
    )
    out.print(tables.results_table(summary, title))
    if len(summary.by_seat) > 1 and len(summary.agents) > 1:
        out.print(tables.seats_table(summary))
        out.print(tables.pairs_table(summary))
    out.print(tables.footer(summary))


def _read_sprt(text: str) -> Sprt | None:
    if not text:
        return None
    from mendax.arena.statistics import Sprt
    from mendax.core.errors import MendaxError

    try:
        lower, higher = map(float, text.split(","))
    except ValueError:
        raise MendaxError(f"--sprt takes two win rates, such as 0.5,0.55; not '{text}'") from None
    if not 0 <= lower < higher <= 1:
        raise MendaxError(f"--sprt takes a lower and a higher win rate between 0 and 1; not '{text}'")
    return Sprt(lower, higher)
