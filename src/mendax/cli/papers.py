"""`mendax reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def reproduce(
    paper: Annotated[str, typer.Argument(help="Which study: one-die, soar-dice or yahtzee-rl.")],
    out: Annotated[Path, typer.Option(help="A folder for the report.")] = Path("report"),
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games: minutes instead of hours.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same report.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes to play on.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON too.")] = False,
) -> None:
    """Make a published study's tables again and set them beside the published ones."""
    from mendax.arena.pool import default_workers
    from mendax.cli import show
    from mendax.core.errors import MendaxError
    from mendax.core.registry import look_up
    from mendax.papers import PAPERS

    study = look_up(paper, PAPERS, "study")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MendaxError(f"{out} cannot be used: {error.strerror}") from None
    numbers = study.load()(out, quick=quick, seed=seed, workers=workers or default_workers(), progress=show.progress)
    if json:
        show.print_json(numbers)
    else:
        show.console().print(f"The report is in {out / 'report.html'}")
