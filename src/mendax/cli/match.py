"""`mendax match` and `mendax tournament`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from mendax.arena.harm import MEMORY, MOVE_SECONDS
from mendax.core.errors import MendaxError, MissingExtra, Stopped
from mendax.core.game import Count
from mendax.report.options import Address, EngineName, GameText, Json, Seed, Workers, read_count, read_folder

if TYPE_CHECKING:
    from mendax.arena.engines.engine import Engine
    from mendax.arena.play import Entrant, Plan
    from mendax.arena.results import Results
    from mendax.arena.run import Run
    from mendax.arena.statistics import Sprt
    from mendax.arena.summary import Summary

Agents = Annotated[list[str], typer.Argument(help="Agents, as `mendax agents GAME` lists them.")]
Orderings = Annotated[str, typer.Option(help="Seat two agents X and Y by patterns: XXXY,YYYX,XXYY,XYXY.")]
Out = Annotated[
    Path | None,
    typer.Option(
        parser=read_folder, metavar="FOLDER", help="A folder to log games in; the same command goes on from it."
    ),
]
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
Rounds = Annotated[
    Path | None, typer.Option(help="A parquet or .csv file with a row for every round or hand and seat.")
]
Sequential = Annotated[
    str, typer.Option(help="Stop early: two rates of the first agent, such as 0.5,0.55, or two amounts a hand.")
]


def match(
    game: GameText,
    agents: Agents,
    games: Annotated[int, typer.Option(parser=read_count, metavar="N", help="How many games in all.")] = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    orderings: Orderings = "",
    sprt: Sequential = "",
    out: Out = None,
    records: Records = None,
    parquet: Parquet = None,
    rounds: Rounds = None,
    move_seconds: MoveSeconds = MOVE_SECONDS,
    isolate: Isolate = None,
    isolate_memory: IsolateMemory = MEMORY,
    engine: EngineName = "processes",
    address: Address = "",
) -> None:
    """Play agents against each other at one table, every deal with the seats exchanged."""
    from mendax.arena.play import plan_match

    entrants = _isolated(agents, isolate, move_seconds, isolate_memory)
    with redirect_stdout(sys.stderr):  # an agent's module may print when it is imported
        plan = plan_match(game, entrants, games, _patterns(orderings))
    test = _read_sprt(sprt, plan) if sprt else None
    where = Where(engine, address, workers)
    _run(plan, Files(out, records, parquet, rounds), seed, where, json, move_seconds, test)


def tournament(
    game: GameText,
    agents: Agents,
    games: Annotated[int, typer.Option(parser=read_count, metavar="N", help="How many games for each pairing.")] = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
    orderings: Orderings = "",
    out: Out = None,
    records: Records = None,
    parquet: Parquet = None,
    rounds: Rounds = None,
    move_seconds: MoveSeconds = MOVE_SECONDS,
    isolate: Isolate = None,
    isolate_memory: IsolateMemory = MEMORY,
    engine: EngineName = "processes",
    address: Address = "",
) -> None:
    """Play every group of agents that fits the table against each other, and rate them all at once."""
    from mendax.arena.play import plan_tournament

    entrants = _isolated(agents, isolate, move_seconds, isolate_memory)
    with redirect_stdout(sys.stderr):
        plan = plan_tournament(game, entrants, games, _patterns(orderings))
    where = Where(engine, address, workers)
    _run(plan, Files(out, records, parquet, rounds), seed, where, json, move_seconds)


def _isolated(agents: list[str], isolate: list[str] | None, move_seconds: float, memory: float) -> list[Entrant]:
    """The agents, those that were named in processes of their own."""
    from mendax.arena.isolated import Isolated

    named = isolate or []
    for name in named:
        if name != "all" and name not in agents:
            raise MendaxError(f"--isolate {name}: no such agent plays; there is: {', '.join(agents)}, or all")
    apart = agents if "all" in named else named
    return [(agent, Isolated(agent, move_seconds, memory)) if agent in apart else agent for agent in agents]


def _patterns(orderings: str) -> list[str]:
    return orderings.split(",") if orderings else []


class Files(NamedTuple):
    """Where the results go beside the table."""

    out: Path | None
    records: Path | None
    parquet: Path | None
    rounds: Path | None

    def check(self) -> None:
        """Raise a `MendaxError` if one of the files cannot be written."""
        from mendax.core.files import check_writable

        for path in (self.records, self.parquet, self.rounds):
            check_writable(path)
        if (self.parquet or self.rounds) and find_spec("duckdb") is None:
            raise MissingExtra("duckdb")

    def write(self, run: Run) -> list[str]:
        """Write the files; returns what went wrong."""
        from mendax.arena.parquet import write_games, write_rounds

        writers = ((self.records, _write_records), (self.parquet, write_games), (self.rounds, write_rounds))
        failures = [run.log_failure] if run.log_failure else []
        for path, write in writers:
            if path is not None:
                try:
                    write(run.results, path)
                except MendaxError as error:
                    failures.append(str(error))
        return failures


class Where(NamedTuple):
    """Where the games are played."""

    engine: str
    address: str
    workers: int | None

    def open(self, games: int) -> Engine:
        """The engine, which begins to get ready for so many games."""
        from mendax.arena.engines.engine import open_engine

        engine = open_engine(self.engine, self.address, self.workers)
        engine.get_ready(games)
        return engine


def _write_records(results: Results, path: Path) -> None:
    from mendax.core.files import write_whole

    write_whole(path, "\n".join(results.records[number] for number in sorted(results.records)))


def _run(
    plan: Plan,
    files: Files,
    seed: int,
    where: Where,
    json: bool,
    move_seconds: float,
    sprt: Sprt | None = None,
) -> None:
    files.check()
    total = len(plan.schedule)
    with where.open(total) as engine:  # its processes start while this one is still importing
        run = _play(plan, engine, files, seed, move_seconds, sprt)
    from mendax.report.console import print_json

    summary = plan.sum_up(run)
    if json:
        print_json(summary.to_json())
    else:
        _print(summary)
    sys.stdout.flush()  # the results are out, whatever happens to the files
    failures = files.write(run)
    if failures:
        raise MendaxError("; ".join(failures))
    if summary.interrupted:
        more = " The same command goes on from here." if files.out is not None else " With --out DIR it could go on."
        raise Stopped(f"stopped after {summary.games:,} of {total:,} games.{more}")


def _play(plan: Plan, engine: Engine, files: Files, seed: int, move_seconds: float, sprt: Sprt | None) -> Run:
    from mendax.report.progress import progress

    total = len(plan.schedule)
    # What agents print while they are prepared goes to the errors, as in the workers: the output is the result.
    with progress(total, f"{plan.game.name}: {total:,} games") as update, redirect_stdout(sys.stderr):
        return plan.run(
            seed=seed,
            sprt=sprt,
            out=files.out,
            records=files.records is not None,
            rounds=files.rounds is not None,
            progress=update,
            move_seconds=move_seconds,
            engine=engine,
        )


def _print(summary: Summary) -> None:
    from mendax.cli import match_tables as tables
    from mendax.report.console import console, plural

    out = console()
    speed = summary.games / summary.seconds if summary.seconds else 0.0
    title = (
        f"{summary.game}: {plural(summary.games, 'game')} in {summary.seconds:.1f} s, {speed:,.0f} a second, "
        f"seed {summary.seed}"
    )
    out.print(tables.results_table(summary, title))
    if len(summary.by_seat) > 1 and len(summary.agents) > 1:
        out.print(tables.seats_table(summary))
        out.print(tables.pairs_table(summary))
    out.print(tables.footer(summary))


def _read_sprt(text: str, plan: Plan) -> Sprt:
    from mendax.arena.statistics import Sprt

    money = plan.game.counted.kind is Count.MONEY
    kind = f"amounts of {plan.game.counted.unit}, such as 0,0.1" if money else "rates, such as 0.5,0.55"
    try:
        lower, higher = map(float, text.split(","))
    except ValueError:
        raise MendaxError(f"--sprt takes two {kind}; not '{text}'") from None
    if not (lower < higher if money else 0 <= lower < higher <= 1) or not isfinite(higher - lower):
        raise MendaxError(f"--sprt takes two {kind}, the lower one first; not '{text}'")
    return Sprt(lower, higher, rates=not money)
