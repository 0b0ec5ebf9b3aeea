"""`mendax games` and `mendax agents`."""

from __future__ import annotations

import typer

JSON = typer.Option(False, "--json", help="Print JSON.")


def games(json: bool = JSON) -> None:
    """List the games."""
    from rich.table import Table

    from mendax.core.catalogue import games as all_games
    from mendax.report import console as show

    entries = all_games().values()
    if json:
        show.print_json([{"name": entry.name, "about": entry.about} for entry in entries])
        return
    table = Table(title="Games", title_justify="left")
    table.add_column("name")
    table.add_column("what it is")
    for entry in entries:
        table.add_row(entry.name, entry.about)
    show.console().print(table)


def agents(
    game: str = typer.Argument("", help="Only the agents that play this game."),
    json: bool = JSON,
) -> None:
    """List the agents, for one game or for all."""
    from rich.table import Table

    from mendax.core.catalogue import agents as all_agents
    from mendax.core.catalogue import find_game
    from mendax.core.catalogue import games as all_games
    from mendax.report import console as show

    known = all_games()
    names = [find_game(game.partition(":")[0]).name] if game else list(known)
    found = [(name, entry) for name in names for entry in all_agents(name).values()]
    if json:
        show.print_json([{"game": name, "name": entry.title, "about": entry.about} for name, entry in found])
        return
    for name in names:
        table = Table(title=f"Agents for {name}", title_justify="left")
        table.add_column("name")
        table.add_column("what it does")
        for owner, entry in found:
            if owner == name:
                table.add_row(entry.title, entry.about)
        show.console().print(table)
