"""`mendax review` for games that bring a coach and no command of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from mendax.core.catalogue import find_game
from mendax.core.errors import BadRecord, MendaxError
from mendax.core.game import AnyGame, game_text
from mendax.core.record_files import load_record
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile, RecordNumber
from mendax.report.progress import spinner


def review(
    game: AnyGame,
    file: RecordFile,
    number: RecordNumber = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat.")] = None,
    json: Json = False,
) -> None:
    """Look back on a played game, seat by seat."""
    record, records = load_record(file, number, game)
    coach = find_game(record.game.name).load_coach()
    if coach is None:
        raise MendaxError(f"nobody reviews {record.game.name} yet")
    if seat is not None and seat >= record.game.seats:
        raise MendaxError(f"{game_text(record.game)} has seats 0 to {record.game.seats - 1}, not {seat}")
    try:
        with spinner("Reviewing"):  # some coaches solve the game first
            reviews = [coach.review(record, at) for at in (range(record.game.seats) if seat is None else [seat])]
    except BadRecord as error:
        raise BadRecord(f"{file}: record {number}: {error}") from None
    if json:
        seats = [one.to_json() for one in reviews]
        print_json({"game": game_text(record.game), "number": number, "records": records, "seats": seats})
        return
    for one in reviews:
        console().print(str(one), soft_wrap=True)
