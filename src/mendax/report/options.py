"""Options that many commands take, written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

GameText: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, with parameters if wanted: NAME or NAME:KEY=VALUE,KEY=VALUE.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed: TypeAlias = Annotated[int, typer.Option(min=0, help="The same seed gives the same result.")]
Workers: TypeAlias = Annotated[int | None, typer.Option(min=1, help="Processes; all processors by default.")]
RecordFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, as --records writes.")]
RecordNumber: TypeAlias = Annotated[int, typer.Option(min=1, help="Which record of the file.")]
