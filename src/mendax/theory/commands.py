"""`mendax solve` and `mendax exploit` for any small two-player zero-sum game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.catalogue import face_of
from mendax.core.face import AnyFace
from mendax.core.game import AnyGame, game_text
from mendax.report.console import console, percent, plural, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.theory import Response, Solution
    from mendax.theory.agents import AgentExploit


def solve(game: AnyGame, json: Json = False) -> None:
    """Solve a two-player zero-sum game exactly, by linear programs."""
    solution = solve_with_spinner(game)
    if json:
        print_json(solution.to_json())
    else:
        print_solution(solution)


def solve_with_spinner(game: AnyGame) -> Solution:
    """The solution, with a spinner while it is computed."""
    from mendax.theory import solve as solve_exactly

    with spinner(f"Solving {game_text(game)}") as update:
        return solve_exactly(game, lambda solved: update(f"{solved} sub-games"))


def print_solution(solution: Solution) -> None:
    """Values of all sub-games, the value of the game, and what a best response wins."""
    from rich.table import Table

    out, game = console(), solution.game
    out.print(f"{game_text(game)}: value to seat 0 at the start of each sub-game")
    table = Table()
    table.add_column("position")
    table.add_column("value", justify="right")
    table.add_column("seat 0 gets", justify="right")
    face = face_of(game)
    for part in reversed(solution.subgames):
        gets = _value_text(part.value, solution.win_or_lose)
        table.add_row(face.position(game.view(part.state, None)), _signed(part.value, 6), gets)
    out.print(table)
    wins = f": seat 0 wins {percent((1 + solution.value) / 2)} of games" if solution.win_or_lose else ""
    out.print(f"Value {_signed(solution.value, 12)}{wins}.")
    out.print(f"Exploitability {solution.exploitability:.1e}, measured by best responses.")
    out.print(f"Solved in {solution.seconds:.3f} s, {plural(len(solution.subgames), 'sub-game')}.")


def _signed(value: float, decimals: int) -> str:
    """A value with its sign; zero is +0, from whichever side rounding came to it."""
    return f"{round(value, decimals) + 0.0:+.{decimals}f}"


def _value_text(value: float, win_or_lose: bool) -> str:
    """A value for people: a win rate where every match is won or lost, else the payoff."""
    return f"wins {100 * (1 + value) / 2:.1f} %" if win_or_lose else _signed(value, 4)


def exploit(
    game: AnyGame,
    agent: Annotated[str, typer.Argument(help="An agent that can state its action probabilities.")],
    json: Json = False,
) -> None:
    """What a perfect opponent, who knows the agent, wins from it."""
    from mendax.theory.agents import exploit_agent

    with spinner(f"Computing the best response to {agent}"):
        result = exploit_agent(game, agent)
    if json:
        print_json(result.to_json())
    else:
        _print_exploit(result)


def _print_exploit(result: AgentExploit) -> None:
    from rich.table import Table

    out = console()
    out.print(f"A best response to {result.agent} in {game_text(result.game)}")
    table = Table()
    table.add_column("sitting in")
    for name in ("the response", "the equilibrium", "gain in payoff"):
        table.add_column(name, justify="right")
    for response in result.found.responses:
        fair = result.equilibrium_value(response.seat)
        table.add_row(
            f"seat {response.seat}",
            _value_text(response.value, result.win_or_lose),
            _value_text(fair, result.win_or_lose),
            _signed(response.value - fair, 4),
        )
    out.print(table)
    out.print(f"Exploitability {result.found.exploitability:.6f}: what the response wins a game, over both seats.")
    _print_choices(face_of(result.game), result.found.responses)


def _print_choices(face: AnyFace, responses: tuple[Response, Response]) -> None:
    """What the response does, at the first positions that the agent's policy leads to."""
    from rich.table import Table

    table = Table(title="How it does it (the first positions)", title_justify="left")
    table.add_column("position")
    table.add_column("action")
    table.add_column("value", justify="right")
    table.add_column("next best", justify="right")
    for response in responses:
        views = list(reversed(response.values))[:8]  # backward induction stores the last ones first
        for view in views:
            best, *others = sorted(response.values[view].items(), key=lambda item: -item[1])
            rest = f"{others[0][0]} {others[0][1]:+.3f}" if others else ""
            table.add_row(face.position(view), str(best[0]), f"{best[1]:+.3f}", rest)
    console().print(table)
