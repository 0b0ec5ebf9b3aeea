"""`mendax solve holdem`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import MendaxError, Stopped
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.holdem.rules import Holdem
from mendax.report.console import console, print_json
from mendax.report.options import Json, Seed
from mendax.report.progress import live_bar

if TYPE_CHECKING:
    from mendax.games.holdem.solver.training import Trained


def solve(
    game: Holdem,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Deals in all, earlier runs included; without a limit as shipped.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of iterations, earlier runs included.")] = None,
    buckets: Annotated[
        str | None, typer.Option(metavar="F,T,R", help="Buckets of flop, turn and river; without it as shipped.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the strategy goes; the cache folder by default.")
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Train a heads-up strategy by Monte Carlo CFR over buckets of hands; `equilibrium:FILE` plays it.

    FILE.state is kept beside it: the same command with a higher limit goes on from there, also after Ctrl-C.
    `mendax exploit holdem equilibrium:FILE` measures it. The first run makes tables of buckets, which takes minutes.
    """
    from mendax.games.holdem.solver.abstraction import BUCKETS
    from mendax.games.holdem.solver.training import train

    numbers = BUCKETS if buckets is None else read_buckets(buckets)
    with live_bar("Solving holdem", 1.0) as update, noting_ctrl_c() as stopped:
        trained = train(game, out, iterations, seconds, seed, numbers, update, stopped)
    if json:
        print_json(trained.to_json())
    else:
        _print(trained)
    if stopped():
        raise Stopped(f"stopped after {trained.strategy.iterations:,} iterations, which are kept")


def read_buckets(text: str) -> tuple[int, int, int]:
    """Three numbers of buckets from `1000,600,400`."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and 2 <= int(part[:6]) <= 30_000 for part in parts):
        raise MendaxError(f"--buckets are three numbers from 2 to 30000 with commas between them, not {text[:40]!r}")
    flop, turn, river = map(int, parts)
    return flop, turn, river


def _print(trained: Trained) -> None:
    from mendax.games.holdem.solver.strategy import describe

    strategy, out = trained.strategy, console()
    out.print(
        f"{strategy.iterations:,} iterations of Monte Carlo CFR in {trained.seconds:.0f} s, seed {strategy.seed}; "
        f"{strategy.tree.information_sets:,} information sets, buckets {describe(strategy.abstraction.numbers[1:])}."
    )
    out.print(f"The strategy is in {trained.out} ({trained.bytes / 1e6:.2f} MB); equilibrium:{trained.out} plays it.")
