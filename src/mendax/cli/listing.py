"""`mendax games`, `mendax agents`, and the tour that `make run` takes a newcomer on."""

from __future__ import annotations

import typer

JSON = typer.Option(False, "--json", help="Print JSON.")


def games(json: bool = JSON) -> None:
    """List the games."""
    from rich.table import Table

    from mendax.cli import show
    from mendax.games import games as all_games

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

    from mendax.agents import agents as all_agents
    from mendax.cli import show
    from mendax.core.registry import look_up
    from mendax.games import games as all_games

    known = all_games()
    names = [look_up(game.partition(":")[0], known, "game").name] if game else list(known)
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


def tour() -> None:
    """Take a first look: the games, a short tournament, and what to try next."""
    from mendax.cli import show
    from mendax.cli.matches import tournament

    out = show.console()
    out.print("Mendax, a laboratory for games of chance and deception.\n", style="bold")
    games(json=False)
    out.print()
    agents("one-die", json=False)
    out.print("\nA short tournament: every pair plays 4,000 games, each deal twice with seats exchanged.\n")
    tournament(
        "one-die",
        ["equilibrium", "tree", "matrix", "honest", "best-response:tree", "random"],
        games=4000,
        seed=1,
    )
    out.print(
        "\nThe equilibrium loses to nobody in the long run. Tree plays the same thing every time, and\n"
        "best-response:tree, which knows it, takes the most from it. Next, try:\n"
        "  mendax play one-die --against matrix    sit down yourself\n"
        "  mendax solve one-die                    the exact solution\n"
        "  mendax exploit one-die tree             what a perfect opponent wins from it\n"
        "  mendax reproduce one-die --out report   the published study, made again\n"
        "(in .venv/bin, unless you install Mendax elsewhere)",
        soft_wrap=True,
    )
