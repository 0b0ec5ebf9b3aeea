"""`mendax solve liars-dice`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import Stopped
from mendax.core.game import game_text
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.rules import Action, LiarsDice
from mendax.games.liars_dice.rules.types import dice_text
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver import CfrSolution


def solve(
    game: LiarsDice,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations of CFR+.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of CFR+.")] = None,
    json: Json = False,
) -> None:
    """Solve one round for two players: by linear programs where it is small, else by CFR+."""
    from mendax.games.liars_dice.solver import CfrSolution, uses_cfr
    from mendax.games.liars_dice.solver import solve as solve_game
    from mendax.theory.commands import print_solution

    # Only CFR+ has something to show when it is stopped early; Ctrl-C ends the linear programs at once.
    interrupts = noting_ctrl_c() if uses_cfr(game, iterations, seconds) else nullcontext(lambda: False)
    with spinner(f"Solving {game_text(game)}") as update, interrupts as stopped:
        solution = solve_game(game, iterations, seconds, update, stopped)
    if json:
        print_json(solution.to_json())
    elif isinstance(solution, CfrSolution):
        _print_cfr(solution)
    else:
        print_solution(solution)
    if isinstance(solution, CfrSolution) and stopped():
        raise Stopped(f"stopped after {solution.iterations:,} iterations")


def _print_cfr(solution: CfrSolution) -> None:
    """How the round is opened with each roll, the value, and what it took."""
    from rich.table import Table

    out = console()
    table = Table(title=f"{game_text(solution.game)}: how the round is opened", title_justify="left")
    table.add_column("dice")
    table.add_column("opening bids")
    for dice, mix in solution.openings():
        table.add_row(dice_text(dice), _mix_text(mix))
    out.print(table)
    low, high = solution.bounds
    out.print(f"Value to whoever opens {solution.opener_value:+.9f}, surely between {low:+.9f} and {high:+.9f}.")
    out.print(f"Exploitability {solution.exploitability:.2e}, measured by best responses.")
    out.print(
        f"{solution.iterations:,} iterations of CFR+ in {solution.seconds:.1f} s, "
        f"{solution.information_sets:,} information sets; measured in {solution.seconds_measuring:.1f} s."
    )


def _mix_text(mix: Mapping[Action, float]) -> str:
    """The actions with a probability of at least 1 %, the most frequent first."""
    ordered = sorted(mix.items(), key=lambda option: -option[1])
    return ", ".join(f"{action} {100 * share:.0f} %" for action, share in ordered if share >= 0.01)
