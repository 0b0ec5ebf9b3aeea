"""`mendax reproduce`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mendax.report.options import Address, EngineName, Json, Seed, Workers, read_folder


def reproduce(
    study: Annotated[str, typer.Argument(help="Which study; without one they are listed.")] = "",
    out: Annotated[Path, typer.Option(parser=read_folder, metavar="FOLDER", help="A folder for the report.")] = Path(
        "report"
    ),
    part: Annotated[str, typer.Option(metavar="NAME", help="One part of a study that has several.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games: minutes instead of hours.")] = False,
    seed: Seed = 0,
    workers: Workers = None,
    engine: EngineName = "processes",
    address: Address = "",
    json: Json = False,
) -> None:
    """Make a published study's tables again and set them beside the published ones."""
    from mendax.arena.engines.engine import elsewhere
    from mendax.arena.pool import default_workers
    from mendax.core.catalogue import look_up
    from mendax.core.errors import MendaxError
    from mendax.report.console import console, print_json
    from mendax.report.progress import progress
    from mendax.report.study import StudyOptions, make_folder, studies

    if not study:
        raise MendaxError(f"which study? There is: {', '.join(studies())}")
    found = look_up(study, studies(), "study")
    found.chosen(part)  # an unknown part is refused before a folder is made
    make_folder(out)
    with elsewhere(engine, address, workers) as opened:
        options = StudyOptions(out, quick, seed, workers or default_workers(), progress, opened)
        result = found.reproduce(options, part)
    if json:
        print_json(result.to_json())
        return
    for each in result.parts:
        console().print(f"The report is in {each.report}")


def epilogue() -> str:
    """The studies with a line each, for `mendax reproduce --help`."""
    from mendax.report.study import studies

    lines = "\n\n".join(
        f"{study.name}: {study.about}."
        + "".join(f"\n\n{study.name} --part {part.name}: {part.about}." for part in study.parts)
        for study in studies().values()
    )
    return f"Studies:\n\n{lines}"
