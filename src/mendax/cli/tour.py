"""`mendax tour`: a first look in the terminal."""

from __future__ import annotations


def tour() -> None:
    """Take a first look: the games, a short tournament, and what to try next."""
    from mendax.cli.games import agents, games
    from mendax.cli.match import tournament
    from mendax.core.catalogue import games as all_games
    from mendax.report.console import console

    out = console()
    out.print("Mendax, a laboratory for games of chance and deception.\n", style="bold")
    games("", json=False)
    for entry in all_games().values():
        shown = entry.load_tour()
        if shown is None:
            continue
        out.print()
        agents(entry.name, json=False)
        out.print(f"\n{shown.before}\n")
        tournament(entry.name, list(shown.agents), games=shown.games, seed=shown.seed)
        out.print(f"\n{shown.after}", soft_wrap=True)
