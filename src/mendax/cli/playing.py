"""`mendax play` and `mendax replay`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mendax.core.record import Record

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
    """Sit down yourself. At the prompt, ? shows what the odds say and q leaves; some games are reviewed at the end."""
    from mendax.agents import build_agent
    from mendax.cli import show
    from mendax.core.agent import prepared
    from mendax.core.errors import MendaxError
    from mendax.games import build_game, build_table
    from mendax.games import games as all_games
    from mendax.table.terminal import Session

    against = against or []
    # Whoever sits down says with whom: that is how many players there are.
    rules = build_table(game, len(against) + 1) if against else build_game(game)
    if len(against) != rules.seats - 1:
        raise MendaxError(f"{rules.name} has {rules.seats} seats: give --against {rules.seats - 1} times")
    if seat is not None and seat >= rules.seats:
        raise MendaxError(f"{rules.name} has seats 0 to {rules.seats - 1}, not {seat}")
    factories = [build_agent(rules.name, text) for text in against]
    with show.spinner("Your opponents get ready"):  # some solve or reckon a table when they are first called
        opponents = [(text, prepared(factory, rules)) for text, factory in zip(against, factories, strict=True)]
    entry = all_games()[rules.name]
    advisor = build_agent(rules.name, entry.advisor) if entry.advisor else None
    session = Session(rules, name, opponents, advisor, seat, seed, records, entry.load_reviewer())
    session.play(games)


def load_records(file: Path) -> list[Record]:
    """All records in a file; what is wrong with it is said with its name."""
    from mendax.core.errors import BadRecord
    from mendax.core.record import read_records
    from mendax.games import build_game

    try:
        return read_records(file.read_text(encoding="utf-8"), build_game)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {reason}") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def pick_record(file: Path, records: Sequence[Record], number: int) -> Record:
    """The record of that number, counted from 1."""
    from mendax.core.errors import BadRecord

    if number > len(records):
        raise BadRecord(f"{file} has {len(records)} records, there is no number {number}")
    return records[number - 1]


def replay(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    number: Annotated[int, typer.Option(min=1, help="Which record to show.")] = 1,
    json: Json = False,
) -> None:
    """Play records through the rules again: every move and payoff is checked, one record is shown."""
    from mendax.cli import show
    from mendax.core.errors import BadRecord
    from mendax.core.game import game_text

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
    out.print(f"{len(records):,} records, all of which replay exactly. Number {number}: {game_text(record.game)}")
    for _, move, _ in record.states():
        who = "chance" if move.seat is None else f"{record.agents[move.seat]} (seat {move.seat})"
        out.print(f"  {who}: {move.action}")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"  {record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}")
    paid = ", ".join(f"{name} {payoff:+g}" for name, payoff in zip(record.agents, record.payoffs, strict=True))
    out.print(f"{record.end}: {paid}")
