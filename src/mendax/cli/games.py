"""`mendax games` and `mendax agents`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from mendax.core.catalogue import GameEntry

JSON = typer.Option(False, "--json", help="Print JSON.")


def games(
    game: str = typer.Argument("", help="Only this game: its rules, parameters and agents."), json: bool = JSON
) -> None:
    """List the games, or show one: its rules in plain words, its parameters and its agents."""
    from rich.table import Table

    from mendax.core.catalogue import games as all_games
    from mendax.report import console as show

    if game:
        _one_game(game, json)
        return
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


def _one_game(text: str, json: bool) -> None:
    from rich.table import Table

    from mendax.core.catalogue import agents as all_agents
    from mendax.core.catalogue import build_game, find_game
    from mendax.core.game import game_text
    from mendax.core.parameters import parameters
    from mendax.report import console as show

    game = build_game(text)
    entry = find_game(game.name)
    rules, known = entry.load_face().rules(game), parameters(entry.load_rules())
    if json:
        show.print_json(
            {
                "name": entry.name,
                "about": entry.about,
                "game": game_text(game),
                "seats": game.seats,
                "rules": rules,
                "parameters": [parameter.to_json() for parameter in known],
                "agents": [{"name": one.title, "about": one.about} for one in all_agents(entry.name).values()],
            }
        )
        return
    out = show.console()
    out.print(f"{game_text(game)}: {entry.about}\n\n{rules}\n")
    if known:
        table = Table(title="Parameters", title_justify="left")
        table.add_column("name")
        table.add_column("default", justify="right")
        table.add_column("what it means")
        for parameter in known:
            table.add_row(parameter.name, parameter.default, parameter.about)
        out.print(table)
        first = known[0]
        out.print(f"Written {entry.name}:{first.name}={first.default}, several apart by commas.\n")
    _print_agents(entry)
    out.print(f"\nPlay: mendax play {entry.name}{_against(entry, game.seats)}")


def _against(entry: GameEntry, seats: int) -> str:
    """Opponents for an example: the first agents of the game."""
    return "".join(f" --against {agent.name}" for agent in (entry.agents * seats)[: seats - 1])


def _print_agents(entry: GameEntry) -> None:
    from rich.table import Table

    from mendax.core.catalogue import agents as all_agents
    from mendax.report import console as show

    table = Table(title=f"Agents for {entry.name}", title_justify="left")
    table.add_column("name")
    table.add_column("what it does")
    for agent in all_agents(entry.name).values():
        table.add_row(agent.title, agent.about)
    show.console().print(table)


def agents(
    game: str = typer.Argument("", help="Only the agents that play this game."),
    json: bool = JSON,
) -> None:
    """List the agents, for one game or for all."""
    from mendax.core.catalogue import agents as all_agents
    from mendax.core.catalogue import find_game
    from mendax.core.catalogue import games as all_games
    from mendax.report import console as show

    entries = [find_game(game.partition(":")[0])] if game else list(all_games().values())
    if json:
        found = [(entry.name, agent) for entry in entries for agent in all_agents(entry.name).values()]
        show.print_json([{"game": name, "name": agent.title, "about": agent.about} for name, agent in found])
        return
    for entry in entries:
        _print_agents(entry)


def welcome() -> None:
    """What one can do: for somebody who types `mendax` and nothing else."""
    from mendax.core.catalogue import games as all_games
    from mendax.report.console import console

    out = console()
    out.print("Mendax plays, solves, learns and explains games of chance and deception.\n", style="bold")
    entries = list(all_games().values())
    out.print(_pairs({entry.name: entry.about for entry in entries}))
    first = next((entry for entry in entries if entry.tour), entries[0])
    agents = " ".join(agent.name for agent in first.agents[:2])
    lines = {
        f"mendax play {first.name}{_against(first, first.build().seats)}": "sit down yourself",
        f"mendax games {first.name}": "rules, parameters, agents",
        f"mendax match {first.name} {agents}": "measure agents",
        "mendax serve --open": "play in the browser",
        "mendax tour": "a first look",
        "mendax --help": "all commands",
    }
    out.print("\nTry:")
    out.print(_pairs(lines))


def _pairs(lines: Mapping[str, str]) -> Table:
    """Words and their meanings in two columns that wrap apart."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for word, meaning in lines.items():
        table.add_row(f"  {word}", meaning)
    return table
