"""`mendax play` and `mendax replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def play(
    game: Annotated[str, typer.Argument(help="A game, with parameters if wanted: one-die, one-die:faces=4.")],
    against: Annotated[list[str] | None, typer.Option(help="Your opponent; once for each other seat.")] = None,
    games: Annotated[int, typer.Option(min=0, help="How many games; 0 asks after each.")] = 0,
    seat: Annotated[int | None, typer.Option(min=0, help="Your seat; without it seats rotate.")] = None,
    name: Annotated[str, typer.Option(help="Your name in the table.")] = "you",
    seed: Annotated[int | None, typer.Option(min=0, help="The dice; without it they are drawn anew.")] = None,
    records: Annotated[Path | None, typer.Option(help="A file to add every game's record to.")] = None,
) -> None:
    """Sit down yourself. At the prompt, ? shows what the odds say and q leaves."""
    from mendax.agents import build_agent
    from mendax.core.errors import MendaxError
    from mendax.games import build_game
    from mendax.games import games as all_games
    from mendax.table.terminal import Session

    rules = build_game(game)
    against = against or []
    if len(against) != rules.seats - 1:
        raise MendaxError(f"{rules.name} has {rules.seats} seats: give --against {rules.seats - 1} times")
    if seat is not None and seat >= rules.seats:
        raise MendaxError(f"{rules.name} has seats 0 to {rules.seats - 1}, not {seat}")
    opponents = [(text, build_agent(rules.name, text)) for text in against]
    advisor = all_games()[rules.name].advisor
    session = Session(
        rules, name, opponents, build_agent(rules.name, advisor) if advisor else None, seat, seed, records
    )
    session.play(games)


def replay(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    number: Annotated[int, typer.Option(min=1, help="Which record to show.")] = 1,
    json: Json = False,
) -> None:
    """Play records through the rules again: every move and payoff is checked, one record is shown."""
    from mendax.cli import show
    from mendax.core.errors import BadRecord
    from mendax.core.game import game_text
    from mendax.core.record import read_records
    from mendax.games import build_game

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {reason}") from None
    try:
        records = read_records(text, build_game)
        for count, record in enumerate(records, 1):
            try:
                record.replay()
            except BadRecord as error:
                raise BadRecord(f"record {count}: {error}") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    if number > len(records):
        raise BadRecord(f"{file} has {len(records)} records, there is no number {number}")
    record = records[number - 1]
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
    out.print(f"{len(records):,} records, all of which replay exactly. Number {number}: {game_text(record.game)}")
    for _, move, _ in record.states():
        who = "chance" if move.seat is None else f"{record.agents[move.seat]} (seat {move.seat})"
        out.print(f"  {who}: {move.action}")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"  {record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}")
    paid = ", ".join(f"{name} {payoff:+g}" for name, payoff in zip(record.agents, record.payoffs, strict=True))
    out.print(f"{record.end}: {paid}")
