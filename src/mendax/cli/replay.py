"""`mendax replay`."""

from __future__ import annotations

from typing import Annotated

import typer

from mendax.report.options import Json, RecordFile


def replay(
    file: RecordFile,
    number: Annotated[int, typer.Option(min=1, help="Which record to show.")] = 1,
    json: Json = False,
) -> None:
    """Play records through the rules again: every move and payoff is checked, one record is shown.

    The file - is the standard input.
    """
    from mendax.core.errors import BadRecord
    from mendax.core.game import game_text
    from mendax.core.record_files import load_records, pick_record
    from mendax.report import console as show

    records = load_records(file)
    for count, record in enumerate(records, 1):
        try:
            record.replay()
        except BadRecord as error:
            raise BadRecord(f"{file}: record {count}: {error}") from None
    record = pick_record(file, records, number)
    if json:
        show.print_json(
            {
                "records": len(records),
                "game": game_text(record.game),
                "agents": list(record.agents),
                "moves": [{"seat": move.seat, "action": str(move.action)} for move in record.moves],
                "payoffs": list(record.payoffs),
                "end": record.end,
                "forfeit": None if record.forfeit is None else record.forfeit.reason,
            }
        )
        return
    out = show.console()
    replayed = "1 record, which replays" if len(records) == 1 else f"{len(records):,} records, all of which replay"
    out.print(f"{replayed} exactly. Number {number}: {game_text(record.game)}")
    for _, move, _ in record.states():
        who = "chance" if move.seat is None else f"{record.agents[move.seat]} (seat {move.seat})"
        out.print(f"  {who}: {move.action}")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"  {record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}")
    paid = ", ".join(f"{name} {payoff:+g}" for name, payoff in zip(record.agents, record.payoffs, strict=True))
    out.print(f"{record.end}: {paid}")
