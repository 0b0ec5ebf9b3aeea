"""The options of `mendax export holdem`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.files import writing_whole
from mendax.core.record_files import load_records
from mendax.games.holdem.phh import hands_of_record, phh_text
from mendax.games.holdem.rules import Holdem
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile


def export(
    game: Holdem,
    file: RecordFile,
    phh: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder for PHH files, one a hand.")] = None,
    json: Json = False,
) -> None:
    """Write recorded hands as PHH hand histories, one file a hand; every record is replayed first."""
    if phh is None:
        raise MendaxError("export where to? There is: --phh DIR")
    texts = list[str]()
    for number, record in enumerate(load_records(file), 1):
        if not isinstance(record.game, Holdem):
            raise BadRecord(f"{file}: record {number} is of {record.game.name}, not of holdem")
        try:
            texts += map(phh_text, hands_of_record(record))
        except BadRecord as error:
            raise BadRecord(f"{file}: record {number}: {error}") from None
    width = len(str(len(texts)))
    try:
        phh.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(texts, 1):
            with writing_whole(phh / f"{number:0{width}}.phh") as aside:
                aside.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MendaxError(f"{phh} cannot be written to: {error.strerror}") from None
    if json:
        print_json({"records": str(file), "format": "phh", "folder": str(phh), "hands": len(texts)})
    else:
        console().print(f"{len(texts):,} hands are in {phh}.", soft_wrap=True)
