"""Options that many commands take, written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer


def read_count(text: object, least: int = 1) -> int:
    """A number of games from 1 on, as `1000` or `1e3`.

    >>> read_count("2e3")
    2000
    """
    try:
        number = float(str(text))
        count = int(number)
    except (ValueError, OverflowError):
        raise typer.BadParameter(f"{str(text)[:40]!r} is not a number of games, such as 1000 or 1e3") from None
    if count != number or count < least:
        raise typer.BadParameter(f"{str(text)[:40]!r} is not a whole number from {least} on")
    return count


def read_count_or_none(text: object) -> int:
    """A number of games from 0 on."""
    return read_count(text, 0)


def read_folder(text: object) -> Path:
    """A folder that is named: an empty name would be the current one."""
    if not str(text).strip():
        raise typer.BadParameter("the folder has no name; the current one is .")
    return Path(str(text))


GameText: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, with parameters if wanted: NAME or NAME:KEY=VALUE,KEY=VALUE.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed: TypeAlias = Annotated[int, typer.Option(min=0, help="The same seed gives the same result.")]
Workers: TypeAlias = Annotated[int | None, typer.Option(min=1, help="Processes; all processors by default.")]
EngineName: TypeAlias = Annotated[
    str, typer.Option("--engine", help="Where to compute: processes on this machine, ray, or an engine of a package.")
]
Address: TypeAlias = Annotated[
    str, typer.Option(help="Of the engine's machines, such as 10.0.0.1:6379 or auto; ray starts here without one.")
]
RecordFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file of records, as --records writes; - reads the input.")
]
RecordNumber: TypeAlias = Annotated[int, typer.Option(min=1, help="Which record of the file.")]
