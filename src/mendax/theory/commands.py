"""`mendax solve` and `mendax exploit` for any small two-player zero-sum game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mendax.core.game import AnyGame, game_text
from mendax.report.console import console, percent, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.theory import Response, Solution


def solve(game: AnyGame, json: Json = False) -> None:
    """Solve a two-player zero-sum game exactly, by linear programs."""
    solution = solve_with_spinner(game)
    if json:
        print_json(solution.to_json())
    else:
        print_solution(solution)


def solve_with_spinner(game: AnyGame) -> Solution:
    """The solution, with a sign of life while it is computed."""
    from mendax.theory import solve as solve_exactly

    with spinner(f"Solving {game_text(game)}") as update:
        return solve_exactly(game, lambda solved: update(f"{solved} sub-games"))


def print_solution(solution: Solution) -> None:
    """Values of all sub-games, the value of the game, and what a best response wins."""
    from rich.table import Table

    out, game = console(), solution.game
    table = Table(title=f"{game_text(game)}: value to seat 0 at the start of each sub-game", title_justify="left")
    table.add_column("position")
    table.add_column("value", justify="right")
    table.add_column("seat 0 gets", justify="right")
    for part in reversed(solution.subgames):
        gets = _gets(part.value, solution.win_or_lose)
        table.add_row(str(game.view(part.state, None)), f"{part.value:+.6f}", gets)
    out.print(table)
    wins = f": seat 0 wins {percent((1 + solution.value) / 2)} of games" if solution.win_or_lose else ""
    out.print(f"Value {solution.value:+.12f}{wins}.")
    out.print(f"Exploitability {solution.exploitability:.1e}, measured by best responses.")
    out.print(f"Solved in {solution.seconds:.3f} s, {len(solution.subgames)} sub-games.")


def _gets(value: float, win_or_lose: bool) -> str:
    """A value as people read it: a win rate where a match is won or lost, else the payoff."""
    return f"wins {100 * (1 + value) / 2:.1f} %" if win_or_lose else f"{value:+.4f}"


def exploit(
    game: AnyGame,
    agent: Annotated[str, typer.Argument(help="An agent that can state its action probabilities.")],
    json: Json = False,
) -> None:
    """What a perfect opponent, who knows the agent, wins from it."""
    from rich.table import Table

    from mendax.core.catalogue import build_agent
    from mendax.theory import exploit as exploit_exactly
    from mendax.theory.agents import policy_of, solution

    factory = build_agent(game, agent)
    began = time.perf_counter()
    with spinner(f"Looking for the best response to {agent}"):
        found = exploit_exactly(game, policy_of(factory, game, 0), policy_of(factory, game, 1))
        seconds = time.perf_counter() - began
        fair, win_or_lose = solution(game).value, solution(game).win_or_lose
    by_seat: list[dict[str, Any]] = [
        {
            "seat": response.seat,
            "response_value": response.value,
            "equilibrium_value": fair if response.seat == 0 else -fair,
            **({"response_win_rate": (1 + response.value) / 2} if win_or_lose else {}),
        }
        for response in found.responses
    ]
    if json:
        print_json(
            {
                "game": game_text(game),
                "agent": agent,
                "exploitability": found.exploitability,
                "value": fair,
                "by_seat": by_seat,
                "seconds": seconds,
            }
        )
        return
    table = Table(title=f"A best response to {agent} in {game_text(game)}", title_justify="left")
    table.add_column("sitting in")
    for name in ("the response", "the equilibrium", "gain in payoff"):
        table.add_column(name, justify="right")
    for line in by_seat:
        table.add_row(
            f"seat {line['seat']}",
            _gets(line["response_value"], win_or_lose),
            _gets(line["equilibrium_value"], win_or_lose),
            f"{line['response_value'] - line['equilibrium_value']:+.4f}",
        )
    out = console()
    out.print(table)
    out.print(f"Exploitability {found.exploitability:.6f}: what the response wins a game, over both seats.")
    _print_choices(found.responses)


def _print_choices(responses: tuple[Response, Response]) -> None:
    """How the response does it, at the positions that the agent lets happen."""
    from rich.table import Table


    table = Table(title="How it does it (the first positions)", title_justify="left")
    table.add_column("position")
    table.add_column("action")
    table.add_column("value", justify="right")
    table.add_column("next best", justify="right")
    for response in responses:
        views = list(reversed(response.values))[:8]  # found last to first
        for view in views:
            best, *others = sorted(response.values[view].items(), key=lambda item: -item[1])
            rest = f"{others[0][0]} {others[0][1]:+.3f}" if others else ""
            table.add_row(str(view), str(best[0]), f"{best[1]:+.3f}", rest)
    console().print(table)
