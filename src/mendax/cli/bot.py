"""`mendax bot` and `mendax bot validate`: programs at a table server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mendax.report.options import Json, Seed, read_count

if TYPE_CHECKING:
    from mendax.table.client.address import Address


def bot(
    url: Annotated[
        str, typer.Argument(metavar="URL", envvar="MENDAX_URL", help="A server's address: http://127.0.0.1:8000.")
    ],
    agent: Annotated[str, typer.Option(metavar="NAME", help="The agent that plays: see `mendax agents GAME`.")],
    table: Annotated[str | None, typer.Option(metavar="CODE", help="Sit down at this table.")] = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="TOKEN", envvar="MENDAX_TOKEN", help="Take the seat that this token stands for."),
    ] = None,
    new: Annotated[str | None, typer.Option(metavar="GAME", help="Make a table for this game and sit down.")] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="With --new: an agent of the server at the next place; repeatable."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(parser=read_count, metavar="N", help="Leave after so many matches.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name that others see; by default the agent's.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Seat one of our agents at a table server elsewhere.

    It plays until the table ends or --games are played; Ctrl-C leaves the table. A table that --new makes goes on for
    --games matches, one by default. `mendax bot validate COMMAND` checks a program of your own.
    """
    import asyncio

    from mendax.core.errors import MendaxError, Stopped
    from mendax.report import console as show
    from mendax.table.client.address import Address
    from mendax.table.client.bot import Bot
    from mendax.table.client.seated import Seated

    address = Address.read(url)
    if sum(place is not None for place in (table, new)) > 1 or (token is None and table is None and new is None):
        raise MendaxError("where does it sit? One of --table CODE, --token TOKEN and --new GAME says so")
    if against and new is None:
        raise MendaxError("--against names the other players of a table that --new makes")

    def say(line: str) -> None:
        if not json:
            show.console().print(line, markup=False, highlight=False, soft_wrap=True)

    if new is not None:
        table = _new_table(address, new, agent, against or [], goes_on=games is not None and games > 1)
        say(f"table {table} is made; others sit down there with its code")
    game = ""
    if token is None or new is not None:
        assert table is not None
        seating = address.sit_down(table, name or agent.partition(":")[0])
        table, token, game = seating.table, seating.token, seating.game
        say(f"seated at table {table}; the seat's token is {token}")

    async def play() -> Bot:
        playing = Bot(Seated(address, token, table, say=say), agent, seed, games, say)
        if game:
            playing.prepare(game)
        await playing.play()
        return playing

    played = asyncio.run(play())
    if json:
        matches = [match.to_json() for match in played.matches]
        show.print_json({"url": address.url, "agent": agent, "games": len(matches), "matches": matches})
    if played.stopped:
        raise Stopped(f"the table is left after {len(played.matches)} matches")


def _new_table(address: Address, text: str, agent: str, against: list[str], *, goes_on: bool) -> str:
    """Make a table with a free place for the bot, the server's agents, and free places for others; its code."""
    from mendax.core.catalogue import build_agent, build_table
    from mendax.core.errors import MendaxError

    game = build_table(text, 1 + len(against))
    build_agent(game, agent)  # an unknown agent makes no table
    free = game.seats - 1 - len(against)
    if free < 0:
        raise MendaxError(f"{text} has {game.seats} seats, and --against names {len(against)} others")
    return address.new_table(text, [None, *against, *[None] * free], goes_on=goes_on)


def validate(
    command: Annotated[list[str], typer.Argument(metavar="COMMAND...", help="The program and its arguments.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game to play; by default the first of `mendax games`.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.5, max=600.0, help="Time for a turn.")] = 10.0,
    json: Json = False,
) -> None:
    """Check a program against the table's protocol before it plays.

    A private server is started, and the program once for each check, with the server's address in MENDAX_URL and a
    seat's token in MENDAX_TOKEN. The exit code is 2 if a check fails.
    """
    import asyncio

    from mendax.core.catalogue import games as all_games
    from mendax.report import console as show
    from mendax.table.validate import Check
    from mendax.table.validate import validate as run

    def say(check: Check) -> None:
        if not json:
            line = f"{'ok  ' if check.passed else 'FAIL'}  {check.about}{f': {check.detail}' if check.detail else ''}"
            show.console().print(line, markup=False, highlight=False, soft_wrap=True)

    report = asyncio.run(run(command, game or next(iter(all_games())), seconds=seconds, say=say))
    if json:
        show.print_json(report.to_json())
    if not report.passed:
        raise typer.Exit(2)
