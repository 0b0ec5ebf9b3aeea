"""Playing tables of fixed seats in the arena: who sits where does not change from game to game."""

from __future__ import annotations

from collections.abc import Sequence

from mendax.arena.results import Results
from mendax.arena.run import run_games
from mendax.arena.schedule import Schedule
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError, Stopped
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.study.comparison import Losses
from mendax.report.study import StudyOptions

GAME = Blufpoker(opening="free")
"""As in the authors' program, where overbidders open with any bid. Who tells the truth opens with it all the same."""

GAMES_A_WORKER = 1000
"""Fewer games than this are played before another process has started."""

Table = tuple[str, ...]
"""The agent in each seat."""


def play_tables(
    tables: Sequence[Table], games: int, options: StudyOptions, folder: str, title: str, records: bool = False
) -> Results:
    """Play each table so many times; an interrupted run is taken up in the same folder."""
    names = tuple(dict.fromkeys(name for table in tables for name in table))
    seatings = tuple((tuple(map(names.index, table)),) for table in tables)
    with options.progress(games * len(tables), title) as update:
        run = run_games(
            GAME,
            [(name, build_agent(GAME, name)) for name in names],
            Schedule(seatings, games),
            seed=options.seed,
            workers=min(options.workers, 1 + games * len(tables) // GAMES_A_WORKER),
            engine=options.engine,
            out=options.out / folder,
            records=records,
            progress=update,
        )
    if run.interrupted:
        done, planned = run.results.num_done, games * len(tables)
        raise Stopped(f"stopped in {title} after {done:,} of {planned:,} games; the same command goes on from here")
    if run.results.forfeits:
        number, entrant, reason = run.results.forfeits[0]
        raise MendaxError(f"{names[entrant]} forfeited game {number} of {title}: {reason}")
    return run.results


def losses_at(results: Results, table: int) -> Losses:
    """How many games each seat of a table lost."""
    chosen = results.played & (results.places[1] == table)
    return Losses.of([int(count) for count in (results.payoffs[chosen] < 0).sum(axis=0)])
