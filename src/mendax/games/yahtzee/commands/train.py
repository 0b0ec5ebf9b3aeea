"""`mendax train yahtzee`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.interrupts import noting_ctrl_c
from mendax.games.yahtzee.published import EVALUATION_GAMES
from mendax.games.yahtzee.rules import Yahtzee
from mendax.report.options import Json

if TYPE_CHECKING:
    from mendax.games.yahtzee.learning.plans import Plan
    from mendax.games.yahtzee.learning.training import TrainingResult


def train(
    game: Yahtzee,
    preset: Annotated[
        str, typer.Option(help="How: after-states, a2c, a2c-paper, reinforce, ppo or single-turn.")
    ] = "a2c",
    games: Annotated[str, typer.Option(help="How many games, such as 20000 or 1e6; else as the preset says.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same player, on one kind of machine.")] = 0,
    out: Annotated[Path | None, typer.Option(help="A folder for the model; the same command continues it.")] = None,
    start: Annotated[Path | None, typer.Option("--from", help="Begin with the network of another training.")] = None,
    entropy: Annotated[str, typer.Option(help="An entropy regime of the paper: low, baseline or high.")] = "",
    change: Annotated[list[str] | None, typer.Option("--set", help="A setting, such as learning.games=64.")] = None,
    evaluate: Annotated[str, typer.Option(help="Games to judge a policy by; after-states are measured exactly.")] = str(
        EVALUATION_GAMES
    ),
    json: Json = False,
) -> None:
    """Learn a game by playing it, and leave a player: `mendax match yahtzee model:DIR`."""
    from mendax.games.yahtzee.learning.training import plan_for, read_games, run
    from mendax.learn.loop import Watching
    from mendax.learn.settings import read_changes
    from mendax.report.console import print_json

    number = read_games(games) if games else None
    plan = plan_for(game, preset, number, seed, entropy, read_changes(change or []))
    if out is None:
        _note("without --out DIR the player is not kept: only its result is printed")
    elif find_spec("tensorboardX") is None:
        _note("no TensorBoard files: tensorboardX is not installed (pip install 'mendax[tensorboard]')")
    with noting_ctrl_c() as stopped, _progress(plan) as on_row:
        result = run(plan, out, start, read_games(evaluate), Watching(on_row=on_row, stopped=stopped))
    if out is not None:
        write_parquet(out)
    if json:
        print_json(result.to_json())
    else:
        _print(result, out)


@contextmanager
def _progress(plan: Plan) -> Iterator[Callable[[Mapping[str, float], float], None]]:
    """A live line on the error stream: how far the training is, its score or error, its speed."""
    from mendax.report.progress import live_bar

    greedy = ""
    with live_bar(f"{plan.preset}, {plan.games:,} games", 1.0) as update:

        def on_row(row: Mapping[str, float], progress: float) -> None:
            nonlocal greedy
            speed = f"{row['games'] / row['seconds'] if row['seconds'] else 0.0:,.0f} games a second"
            if "score" not in row:
                update(progress, f"error {row['error']:.2f} points, {speed}")
                return
            greedy = f", greedy {row['greedy_score']:.1f}" if "greedy_score" in row else greedy
            update(progress, f"score {row['score']:.1f}{greedy}, entropy {row['entropy_roll']:.2f}, {speed}")

        yield on_row


def write_parquet(out: Path) -> None:
    """The log as a table, where duckdb is installed."""
    from mendax.learn.log import LINES

    try:
        import duckdb
    except ModuleNotFoundError:
        _note(f"no metrics.parquet: duckdb is not installed (pip install 'mendax[parquet]'); the log is {out / LINES}")
        return
    lines, table = (str(out / name).replace("'", "''") for name in (LINES, "metrics.parquet"))
    duckdb.sql(f"COPY (SELECT * FROM read_json_auto('{lines}')) TO '{table}' (FORMAT parquet)")


def _note(text: str) -> None:
    """A line for people, on the error stream."""
    sys.stderr.write(f"mendax: {text}\n")


def _print(result: TrainingResult, out: Path | None) -> None:
    from mendax.learn.log import LINES
    from mendax.report.console import console, percent

    to, found = console(), result.strength
    to.print(
        f"{result.plan.preset}: {result.games:,} games in {result.seconds:.1f} s of learning, "
        f"{result.seconds_compiling:.1f} s of compiling, on {result.device}, seed {result.plan.seed}"
    )
    if found.evaluation_games:
        score = f"Greedy, {found.evaluation_games:,} games: {found.mean:.2f} ± {found.standard_error:.2f} points"
    else:
        score = f"Exactly: {found.mean:.4f} points"
    to.print(
        f"{score}, standard deviation {found.std:.1f}; upper bonus {percent(found.bonus_rate)}, "
        f"Yahtzee {percent(found.yahtzee_rate)}."
    )
    if out is not None:
        to.print(f"The player is model:{out}; its log is {out / LINES}.")
