"""`mendax play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mendax.report.options import GameText


def play(
    game: GameText,
    against: Annotated[list[str] | None, typer.Option(help="Your opponent; once for each other seat.")] = None,
    games: Annotated[int, typer.Option(min=0, help="How many games; 0 asks after each.")] = 0,
    seat: Annotated[int | None, typer.Option(min=0, help="Your seat; without it seats rotate.")] = None,
    name: Annotated[str, typer.Option(help="Your name in the table.")] = "you",
    seed: Annotated[int | None, typer.Option(min=0, help="The dice; without it they are drawn anew.")] = None,
    records: Annotated[Path | None, typer.Option(help="A file to add every game's record to.")] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="Keep hidden what the rules never show, also after w.")
    ] = False,
) -> None:
    """Sit down yourself. At the prompt, ? shows what the odds say and q leaves; some games are reviewed at the end.

    The table is open for practice: after a round, w shows how your opponents decided, with what they held.
    """
    from mendax.core.agent import prepared
    from mendax.core.catalogue import build_agent, build_game, build_table, find_game
    from mendax.core.errors import MendaxError
    from mendax.report.progress import spinner
    from mendax.table.terminal import Session

    against = against or []
    # The opponents that are named say how many players there are.
    rules = build_table(game, len(against) + 1) if against else build_game(game)
    if len(against) != rules.seats - 1:
        times = "once" if rules.seats == 2 else f"{rules.seats - 1} times"
        who = f"`mendax agents {rules.name}` lists them"
        raise MendaxError(f"{rules.name} has {rules.seats} seats: give --against AGENT {times} ({who})")
    if seat is not None and seat >= rules.seats:
        raise MendaxError(f"{rules.name} has seats 0 to {rules.seats - 1}, not {seat}")
    factories = [build_agent(rules.name, text) for text in against]
    with spinner("Your opponents get ready"):  # some solve the game or compute a table first
        opponents = [(text, prepared(factory, rules, text)) for text, factory in zip(against, factories, strict=True)]
    entry = find_game(rules.name)
    advisor = build_agent(rules.name, entry.advisor) if entry.advisor else None
    coach, face = entry.load_coach(), entry.load_face()
    Session(rules, name, opponents, advisor, seat, seed, records, coach, face, closed).play(games)
