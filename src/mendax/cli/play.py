"""`mendax play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.report.options import read_count_or_none

if TYPE_CHECKING:
    from mendax.core.game import AnyGame
    from mendax.table.terminal import SavedGame, Session


def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, as NAME or NAME:KEY=VALUE,..., or a saved game's file.")
    ] = "",
    against: Annotated[list[str] | None, typer.Option(help="Your opponent; once for each other seat.")] = None,
    games: Annotated[
        int, typer.Option(parser=read_count_or_none, metavar="N", help="How many games; 0 asks after each.")
    ] = 0,
    seat: Annotated[int | None, typer.Option(min=0, help="Your seat; without it seats rotate.")] = None,
    name: Annotated[str, typer.Option(help="Your name in the table.")] = "you",
    seed: Annotated[int | None, typer.Option(min=0, help="The dice; without it they are drawn anew.")] = None,
    records: Annotated[Path | None, typer.Option(help="A file to add every game's record to.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where a game that you leave is kept.")] = None,
    coach: Annotated[bool, typer.Option("--coach", help="A verdict after each of your moves.")] = False,
    closed: Annotated[
        bool, typer.Option("--closed", help="Keep hidden what the rules never show, also after w.")
    ] = False,
) -> None:
    """Sit down yourself. At the prompt, help says what can be typed, ? gives a hint and q leaves.

    The table is open for practice: after a round, w shows how your opponents decided, with what they held.
    A game that you leave is kept; `mendax play FILE` goes on with it.
    """
    from mendax.core.agent import prepared
    from mendax.core.catalogue import build_agent, find_game
    from mendax.core.files import check_writable
    from mendax.report.progress import spinner
    from mendax.table.terminal import Session, load_saved
    from mendax.table.wording import clean_name

    _check_asked(game)
    check_writable(records)
    check_writable(save)
    file = Path(game)
    saved = load_saved(file) if file.is_file() else None
    if saved is not None:
        rules, against, seat, seed, closed = saved.record.game, saved.opponents, saved.seat, saved.seed, saved.closed
        name = saved.name
    else:
        rules, against = _table(game, against or [], seat)
    name = clean_name(name)
    factories = [build_agent(rules.name, text) for text in against]
    with spinner("Your opponents get ready"):  # some solve the game or compute a table first
        opponents = [(text, prepared(factory, rules, text)) for text, factory in zip(against, factories, strict=True)]
    entry = find_game(rules.name)
    session = Session(
        rules,
        name,
        opponents,
        build_agent(rules.name, entry.advisor) if entry.advisor else None,
        seat,
        seed,
        records,
        entry.load_coach(),
        entry.load_face(),
        closed,
        entry.advisor,
        save or (file if saved is not None else None),
        coach,
    )
    session.play(games, saved)
    _forget(saved, file, session)


def _check_asked(game: str) -> None:
    """Without a game: say which there are, and which were kept for later."""
    if game:
        return
    from mendax.core.catalogue import games as all_games
    from mendax.core.errors import MendaxError
    from mendax.table.terminal import saved_games

    kept = saved_games()
    later = f"; kept for later: {', '.join(map(str, kept))}" if kept else ""
    raise MendaxError(f"which game? mendax play GAME, with one of {', '.join(all_games())}{later}")


def _table(game: str, against: list[str], seat: int | None) -> tuple[AnyGame, list[str]]:
    """The game with a seat for everyone; the opponents that are named say how many players there are."""
    from mendax.core.catalogue import agents, build_game, build_table
    from mendax.core.errors import MendaxError
    from mendax.report.console import plural

    rules = build_table(game, len(against) + 1) if against else build_game(game)
    if len(against) != rules.seats - 1:
        if rules.seats == 1:
            raise MendaxError(f"{rules.name} is played alone: leave --against out")
        times = "once" if rules.seats == 2 else f"{rules.seats - 1} times"
        known = ", ".join(entry.title for entry in agents(rules.name).values())
        raise MendaxError(
            f"{rules.name} has {plural(rules.seats, 'seat')}: give --against AGENT {times}, with one of {known}"
        )
    if seat is not None and seat >= rules.seats:
        raise MendaxError(f"{rules.name} has seats 0 to {rules.seats - 1}, not {seat}")
    return rules, against


def _forget(saved: SavedGame | None, file: Path, session: Session) -> None:
    """A saved game that was played to its end is not kept any longer."""
    if saved is not None and session.games:
        file.unlink(missing_ok=True)
