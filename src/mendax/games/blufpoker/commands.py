"""`mendax solve blufpoker` and `mendax exploit blufpoker AGENT`: the round for two players."""

from __future__ import annotations

from typing import Annotated

import typer

from mendax.core.game import game_text
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.solver import RoundExploit, RoundSolution
from mendax.games.blufpoker.solver import exploit as exploit_agent
from mendax.games.blufpoker.solver import solve as solve_round
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner


def solve(
    game: Blufpoker,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; all cores by default.")] = None,
    json: Json = False,
) -> None:
    """Solve one round for two players exactly, by linear programs on its public states; and the poker phase."""
    with spinner("Solving the round for two players") as update:
        solved = solve_round(game, update, workers)
    print_json(solved.to_json()) if json else _print_solution(solved)


def _print_solution(solved: RoundSolution) -> None:
    from rich.table import Table

    out = console()
    table = Table(title="The poker phase: best play against each poker", title_justify="left")
    table.add_column("poker")
    for name in ("higher", "equal", "fail", "for value: higher", "equal", "fail"):
        table.add_column(name, justify="right")
    for face, odds in solved.poker_phase.items():
        for_value = solved.poker_phase_for_value[face]
        others = (f"{float(one):.6f}" for one in for_value) if for_value != odds else ("same", "", "")
        table.add_row(f"{face}" * 3, *(f"{float(one):.6f}" for one in odds), *others)
    out.print(table)
    out.print("Fails as rarely as possible, then goes higher as often as possible; for value: wins less losses.")
    out.print("The round for two players, to whoever starts it (+1 won, -1 lost, 0 after an equal poker):")
    out.print(f"  truthful opening {solved.value_truthful_opening:+.12f}")
    out.print(f"  free opening     {solved.value_free_opening:+.12f}")
    out.print(
        f"Exploitability {solved.exploitability:.1e}, measured by best responses in {solved.seconds_measuring:.1f} s."
    )
    out.print(f"Solved in {solved.seconds:.1f} s, {solved.subgames:,} sub-games. This is the round, not the match.")


def exploit(
    game: Blufpoker,
    agent: Annotated[str, typer.Argument(help="An agent that can state its action probabilities.")],
    json: Json = False,
) -> None:
    """What a perfect opponent, who knows the agent, wins from it in one round for two players."""
    with spinner(f"Computing the best response to {agent}") as update:
        result = exploit_agent(game, agent, update)
    print_json(result.to_json()) if json else _print_exploit(result)


def _print_exploit(result: RoundExploit) -> None:
    from rich.table import Table

    table = Table(title=f"A best response to {result.agent} in {game_text(result.game)}", title_justify="left")
    table.add_column("the response is")
    for name in ("it wins a round", "the solution wins", "gain"):
        table.add_column(name, justify="right")
    for role, response, fair in result.by_role:
        table.add_row(role, f"{response:+.6f}", f"{fair:+.6f}", f"{response - fair:+.6f}")
    out = console()
    out.print(table)
    out.print(f"Exploitability {result.exploitability:.6f}: what the response wins a round, over both roles.")
    out.print(f"Exact, by no play, in {result.seconds:.1f} s. This is one round for two players, not the match.")
