"""`mendax solve` and `mendax exploit`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer

if TYPE_CHECKING:
    from mendax.core.game import AnyGame
    from mendax.games.liars_dice import LiarsDice
    from mendax.games.yahtzee import Yahtzee
    from mendax.theory import Response

Game = Annotated[str, typer.Argument(help="A game, with parameters if wanted: one-die, one-die:faces=4.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked for beside the game."""

    json: bool
    card: str
    target: int
    at_least: str
    iterations: int | None
    seconds: float | None

    @property
    def limited(self) -> bool:
        """Whether iterations were asked for."""
        return self.iterations is not None or self.seconds is not None

    def no_card(self, game: AnyGame) -> None:
        """Complain about what only a game with a score card can use."""
        from mendax.core.errors import MendaxError

        if self.card or self.target or self.at_least:
            raise MendaxError(f"--card, --at-least and --target are for yahtzee; {game.name} has no score card")

    def no_limits(self, game: AnyGame) -> None:
        """Complain about what only a game that is solved by iterations can use."""
        from mendax.core.errors import MendaxError

        if self.limited:
            raise MendaxError(f"--iterations and --seconds are for games solved by CFR+; {game.name} is solved exactly")


def solve(
    game: Game,
    json: Json = False,
    rules: Annotated[str, typer.Option(help="The rules of yahtzee: forced, free, no-joker or no-bonus.")] = "",
    card: Annotated[str, typer.Option(help="A yahtzee card to start from, such as 6s=24,fh=25.")] = "",
    target: Annotated[int, typer.Option(min=0, max=1575, help="Solve for the best chance of this yahtzee score.")] = 0,
    at_least: Annotated[str, typer.Option(help="Final scores of yahtzee to give the odds of: 100,200,300.")] = "",
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations of CFR+, for liars-dice.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds of CFR+, for liars-dice.")] = None,
) -> None:
    """Solve a game: its value, and proof of how little can be won against the solution."""
    from mendax.games import build_game

    built = build_game(_with_rules(game, rules))
    _SOLVERS.get(built.name, _solve_two_seats)(built, _Asked(json, card, target, at_least, iterations, seconds))


def _solve_yahtzee(rules: AnyGame, asked: _Asked) -> None:
    from mendax.cli import yahtzee

    asked.no_limits(rules)
    built = cast("Yahtzee", rules)
    if asked.target:
        yahtzee.solve_target(built, asked.card, asked.target, asked.json)
    else:
        yahtzee.solve(built, asked.card, asked.at_least, asked.json)


def _solve_liars_dice(rules: AnyGame, asked: _Asked) -> None:
    """One round by CFR+ where it is large or where iterations are asked for; the rest by linear programs."""
    from mendax.cli import cfr

    asked.no_card(rules)
    if cfr.is_for(cast("LiarsDice", rules), asked.limited):
        cfr.solve(cast("LiarsDice", rules), asked.iterations, asked.seconds, asked.json)
    else:
        _solve_two_seats(rules, asked)


def _with_rules(game: str, rules: str) -> str:
    """The game's text with its rules put in."""
    return game + ("," if ":" in game else ":") + f"rules={rules}" if rules else game


def advise(
    game: Game,
    dice: Annotated[str, typer.Option(help="The five dice, such as 13356.")],
    rolls: Annotated[int, typer.Option(min=1, max=3, help="How many rolls of the turn are made.")] = 1,
    card: Annotated[str, typer.Option(help="The card so far, such as 6s=24,fh=25; empty without it.")] = "",
    rules: Annotated[str, typer.Option(help="The rules of yahtzee: forced, free, no-joker or no-bonus.")] = "",
    best: Annotated[int, typer.Option(min=0, help="How many options to show; 0 shows all.")] = 10,
    json: Json = False,
) -> None:
    """What to do in a position of yahtzee: every option with its exact value, and what it costs."""
    from mendax.cli import yahtzee
    from mendax.core.errors import MendaxError
    from mendax.games import build_game

    built = build_game(_with_rules(game, rules))
    if built.name != "yahtzee":
        raise MendaxError(f"advice is for yahtzee so far, not for {built.name}")
    yahtzee.advise(cast("Yahtzee", built), card, dice, rolls, best, json)


def _solve_two_seats(rules: AnyGame, asked: _Asked) -> None:
    """Any two-player zero-sum game, by linear programs."""
    from rich.table import Table

    from mendax.cli import show
    from mendax.core.game import game_text
    from mendax.papers import beside_solving
    from mendax.theory import solve as solve_exactly

    asked.no_card(rules)
    asked.no_limits(rules)
    with show.spinner(f"Solving {game_text(rules)}") as update:
        solution = solve_exactly(rules, lambda solved: update(f"{solved} sub-games"))
    beside = beside_solving(game_text(rules))
    if asked.json:
        story: dict[str, Any] = {
            "game": game_text(rules),
            "value": solution.value,
            "exploitability": solution.exploitability,
            "seconds": solution.seconds,
            "subgames": [
                {"position": str(rules.view(part.state, None)), "value": part.value} for part in solution.subgames
            ],
        }
        if solution.win_or_lose:
            story["win_rate"] = (1 + solution.value) / 2
        if beside is not None:
            story["published"] = {"seconds": beside.seconds, "what": beside.what}
        show.print_json(story)
        return
    out = show.console()
    table = Table(title=f"{game_text(rules)}: value to seat 0 at the start of each sub-game", title_justify="left")
    table.add_column("position")
    table.add_column("value", justify="right")
    table.add_column("seat 0 gets", justify="right")
    for part in reversed(solution.subgames):
        gets = _gets(part.value, solution.win_or_lose)
        table.add_row(str(rules.view(part.state, None)), f"{part.value:+.6f}", gets)
    out.print(table)
    wins = f": seat 0 wins {show.percent((1 + solution.value) / 2)} of games" if solution.win_or_lose else ""
    out.print(f"Value {solution.value:+.12f}{wins}.")
    out.print(f"Exploitability {solution.exploitability:.1e}, measured by best responses.")
    out.print(f"Solved in {solution.seconds:.3f} s, {len(solution.subgames)} sub-games.")
    if beside is not None:
        out.print(beside.what)


_SOLVERS: Final[dict[str, Callable[[AnyGame, _Asked], None]]] = {
    "yahtzee": _solve_yahtzee,
    "liars-dice": _solve_liars_dice,
}
"""Games that are not solved by linear programs alone."""


def _gets(value: float, win_or_lose: bool) -> str:
    """A value as people read it: a win rate where a match is won or lost, else the payoff."""
    return f"wins {100 * (1 + value) / 2:.1f} %" if win_or_lose else f"{value:+.4f}"


def exploit(
    game: Game,
    agent: Annotated[str, typer.Argument(help="An agent that can state its action probabilities.")],
    json: Json = False,
) -> None:
    """What a perfect opponent, who knows the agent, wins from it."""
    from rich.table import Table

    from mendax.agents import build_agent
    from mendax.agents.exact import policy_of, solution
    from mendax.cli import show
    from mendax.core.game import game_text
    from mendax.games import build_game
    from mendax.theory import exploit as exploit_exactly

    rules = build_game(game)
    factory = build_agent(rules.name, agent)
    began = time.perf_counter()
    with show.spinner(f"Looking for the best response to {agent}"):
        found = exploit_exactly(rules, policy_of(factory, rules, 0), policy_of(factory, rules, 1))
        seconds = time.perf_counter() - began
        fair, win_or_lose = solution(rules).value, solution(rules).win_or_lose
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
        show.print_json(
            {
                "game": game_text(rules),
                "agent": agent,
                "exploitability": found.exploitability,
                "value": fair,
                "by_seat": by_seat,
                "seconds": seconds,
            }
        )
        return
    table = Table(title=f"A best response to {agent} in {game_text(rules)}", title_justify="left")
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
    out = show.console()
    out.print(table)
    out.print(f"Exploitability {found.exploitability:.6f}: what the response wins a game, over both seats.")
    _print_choices(found.responses)


def _print_choices(responses: tuple[Response, Response]) -> None:
    """How the response does it, at the positions that the agent lets happen."""
    from rich.table import Table

    from mendax.cli import show

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
    show.console().print(table)
