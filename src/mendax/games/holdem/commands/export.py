"""The options of `mendax export holdem`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.files import writing_whole
from mendax.core.record import Record
from mendax.core.record_files import load_records
from mendax.games.holdem.phh import hands_of_record, phh_text
from mendax.games.holdem.rules import Holdem
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile


def export(
    game: Holdem,
    file: RecordFile,
    phh: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder for PHH files, one a hand.")] = None,
    frequencies: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of what each player did, for `poki:FILE`.")
    ] = None,
    json: Json = False,
) -> None:
    """Write recorded hands as PHH hand histories, one file a hand, or count what each player did.

    Every record is replayed first.
    """
    if (phh is None) == (frequencies is None):
        raise MendaxError("export where to? There is: --phh DIR or --frequencies FILE, one of them")
    records = list[Record]()
    for number, record in enumerate(load_records(file), 1):
        if not isinstance(record.game, Holdem):
            raise BadRecord(f"{file}: record {number} is of {record.game.name}, not of holdem")
        records.append(record)
    if frequencies is not None:
        _export_frequencies(file, records, frequencies, json)
    elif phh is not None:
        _export_phh(file, records, phh, json)


def _export_frequencies(file: Path, records: list[Record], target: Path, json: bool) -> None:
    from mendax.games.holdem.agents.poki.frequencies import History  # loads compiled code

    try:
        history = History.of_records(records)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    history.save(target)
    actions = {name: int(counts.sum()) for name, counts in sorted(history.players.items())}
    if json:
        print_json({"records": str(file), "format": "frequencies", "file": str(target), "actions": actions})
    else:
        names = ", ".join(f"{name} ({number:,} actions)" for name, number in actions.items())
        console().print(f"{target} has the frequencies of {names}.", soft_wrap=True)


def _export_phh(file: Path, records: list[Record], phh: Path, json: bool) -> None:
    texts = list[str]()
    for number, record in enumerate(records, 1):
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
