"""`mendax train`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mendax.games.yahtzee.rules import Yahtzee

if TYPE_CHECKING:
    from mendax.games.yahtzee.learning.presets import Plan


def train(
    game: Yahtzee,
    preset: Annotated[str, typer.Option(help="How: a2c, a2c-paper, reinforce, ppo or single-turn.")] = "a2c",
    games: Annotated[str, typer.Option(help="How many games, such as 20000 or 1e6; else as the preset says.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same player.")] = 0,
    out: Annotated[Path | None, typer.Option(help="A folder for the model; the same command goes on from it.")] = None,
    start: Annotated[Path | None, typer.Option("--from", help="Begin with the network of another training.")] = None,
    entropy: Annotated[str, typer.Option(help="An entropy regime of the study: low, baseline or high.")] = "",
    change: Annotated[list[str] | None, typer.Option("--set", help="A setting, such as learning.games=64.")] = None,
    evaluate: Annotated[str, typer.Option(help="How many games to judge the result by.")] = "10000",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Learn a game by playing it, and leave a player: `mendax match yahtzee model:DIR`."""
    from mendax.games.yahtzee.learning.presets import make_plan
    from mendax.games.yahtzee.learning.training import ctrl_c, read_changes, read_games, run
    from mendax.learn.train import Watching
    from mendax.report import console as show

    number = read_games(games) if games else None
    plan = make_plan(preset, number, seed, entropy, read_changes(change or []))
    with ctrl_c() as asked, _progress(plan) as on_row:
        watching = Watching(on_row=on_row, stopped=asked.is_set)
        result = run(plan, out, start, read_games(evaluate), watching)
    if out is not None:
        write_parquet(out)
    if json:
        show.print_json(result)
    else:
        _print(result, out)


@contextmanager
def _progress(plan: Plan) -> Iterator[Callable[[Mapping[str, float], float], None]]:
    """A live line on the error stream: how far it is, how it does, how long it will take."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    target = Console(stderr=True)
    if not target.is_terminal:
        yield lambda row, progress: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[now]}"), TimeRemainingColumn())
    with Progress(*columns, console=target, transient=True) as bar:
        task = bar.add_task(f"{plan.preset}, {plan.games:,} games", total=1.0, now="compiling (once)")
        greedy = ""

        def on_row(row: Mapping[str, float], progress: float) -> None:
            nonlocal greedy
            greedy = f", greedy {row['greedy_score']:.1f}" if "greedy_score" in row else greedy
            speed = row["games"] / row["seconds"] if row["seconds"] else 0.0
            now = f"score {row['score']:.1f}{greedy}, entropy {row['entropy_roll']:.2f}, {speed:,.0f} games a second"
            bar.update(task, completed=progress, now=now)

        yield on_row


def write_parquet(out: Path) -> None:
    """The log as a table."""
    import duckdb

    from mendax.learn.log import LINES

    lines, table = (str(out / name).replace("'", "''") for name in (LINES, "metrics.parquet"))
    duckdb.sql(f"COPY (SELECT * FROM read_json_auto('{lines}')) TO '{table}' (FORMAT parquet)")


def _print(result: Mapping[str, Any], out: Path | None) -> None:
    from mendax.report import console as show

    to = show.console()
    to.print(
        f"{result['preset']}: {result['games']:,} games in {result['seconds']:.1f} s of learning, "
        f"{result['seconds_compiling']:.1f} s of compiling, on {result['device']}, seed {result['seed']}"
    )
    to.print(
        f"Greedy, {result['evaluation_games']:,} games: {result['mean']:.2f} ± {result['standard_error']:.2f} points, "
        f"standard deviation {result['std']:.1f}; upper bonus {show.percent(result['bonus_rate'])}, "
        f"Yahtzee {show.percent(result['yahtzee_rate'])}."
    )
    if out is not None:
        to.print(
            f"The player is model:{out}; its log is {out / 'metrics.parquet'}, and TensorBoard can read the folder."
        )
