"""`mendax solve` for games that bring a solver and no command of their own."""

from __future__ import annotations

from mendax.core.catalogue import GameEntry, find_game, solve_game
from mendax.core.game import AnyGame
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.theory import commands


def solve(game: AnyGame, json: Json = False) -> None:
    """Solve the game, by its own solver or, for two players, by linear programs."""
    if find_game(game.name).solver == GameEntry.DEFAULT_SOLVER:
        commands.solve(game, json)
        return
    result = solve_game(game)
    if json:
        print_json(result.to_json())
    else:
        console().print(str(result))
