"""`mendax review yahtzee`: the cost of every decision of a played game, and the luck of every roll."""

from __future__ import annotations

from typing import Annotated

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.game import game_text
from mendax.core.record_files import load_record
from mendax.games.yahtzee.coach import review as review_seat
from mendax.games.yahtzee.coach.review_text import whole_review
from mendax.games.yahtzee.rules import Yahtzee
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile, RecordNumber
from mendax.report.progress import spinner


def review(
    game: Yahtzee,
    file: RecordFile,
    number: RecordNumber = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat.")] = None,
    json: Json = False,
) -> None:
    """Look back on a played game: what each decision lost, and what each roll was worth."""
    record, records = load_record(file, number, game)
    played = record.game
    if seat is not None and seat >= played.seats:
        raise MendaxError(f"{game_text(played)} has seats 0 to {played.seats - 1}, not {seat}")
    with spinner("Reviewing"):
        try:
            seen = [review_seat(record, at) for at in (range(played.seats) if seat is None else [seat])]
        except BadRecord as error:
            raise BadRecord(f"{file}: record {number}: {error}") from None
    if json:
        print_json(
            {
                "game": game_text(played),
                "number": number,
                "records": records,
                "end": record.end,
                "forfeit": None if record.forfeit is None else record.forfeit.reason,
                "seats": [one.to_json() for one in seen],
            }
        )
        return
    out = console()
    out.print(f"Record {number} of {records}: {game_text(played)}.")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"{record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}", soft_wrap=True)
    if played.seats > 1:
        out.print(
            "Each seat is seen on its own card: this is about the expected score, not about winning.", soft_wrap=True
        )
    for one in seen:
        out.print()
        out.print(whole_review(one, out.width), soft_wrap=True)
