"""`mendax solve | exploit | advise blufpoker`: the round for two players, and single positions at any table."""

from __future__ import annotations

from typing import Annotated

import typer

from mendax.core.game import game_text
from mendax.games.blufpoker.coach.advice import Advice
from mendax.games.blufpoker.coach.advice import advise as advise_position
from mendax.games.blufpoker.coach.typed_position import TypedPosition
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.solver import RoundExploit, RoundSolution
from mendax.games.blufpoker.solver import exploit as exploit_agent
from mendax.games.blufpoker.solver import solve as solve_round
from mendax.games.blufpoker.solver.solution import SCOPE
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


def advise(
    game: Blufpoker,
    bid: Annotated[str, typer.Option(help="The last bid, such as 654: the one to answer, or to beat.")] = "",
    open: Annotated[str, typer.Option(help="The dice that lie open, such as 66.")] = "",
    before: Annotated[
        str, typer.Option(help="To answer: the bid before the last one, which the bidder had to beat.")
    ] = "",
    first: Annotated[bool, typer.Option("--first", help="To answer: the bid is the first of the round.")] = False,
    dice: Annotated[
        str,
        typer.Option(
            help="The three dice that you, or to answer the bidder, found in the cup; with --poker the open roll."
        ),
    ] = "",
    rolled: Annotated[
        str, typer.Option(help="To roll: the dice you have rolled, such as 2:5,3:1 (the 2 became a 5).")
    ] = "",
    cup: Annotated[
        str, typer.Option(help="To bid: all three dice now. Without --bid it is the first bid of a round.")
    ] = "",
    poker: Annotated[str, typer.Option(help="The poker phase: the poker to reach, such as 444.")] = "",
    rolls: Annotated[
        int | None, typer.Option(min=1, help="The poker phase: how many of the three rolls are made; 1 if not given.")
    ] = None,
    best: Annotated[int, typer.Option(min=0, help="How many options to show; 0 shows all.")] = 10,
    json: Json = False,
) -> None:
    """What to do in a position: the chance of each option by counting, and its exact value if two play.

    --bid 654 --open 66: believe or call? --dice 532 --bid 541: you believed 541 and found 532; which die next?
    --cup 641 --open 6 --bid 632: what to bid? --poker 444 --dice 442 --rolls 1: which dice to keep?
    """
    typed = TypedPosition(bid, open, before, first, dice, rolled, cup, poker, rolls or 0)
    with spinner("Looking it up; the first time the round for two players is solved"):
        advice = advise_position(game, typed)
    print_json(advice.to_json()) if json else _print_advice(advice, best)


def _print_advice(advice: Advice, best: int) -> None:
    from rich.table import Table

    out = console()
    out.print(f"{advice.question}? {advice.position[0].upper()}{advice.position[1:]}.")
    out.print(f"By counting: {advice.counting}", soft_wrap=True)
    if advice.solution:
        out.print(f"By the solution: {advice.solution}", soft_wrap=True)
    table = Table()
    for name in _columns(advice):
        table.add_column(name, justify="left" if name in ("option", "the cup") else "right")
    for option in advice.options[: best or None]:
        cells = {
            "option": str(option.action),
            "the cup": "holds it" if option.true else "does not",
            advice.scale: f"{100 * option.chance:.1f} %",
            "value": "" if option.value is None else f"{option.value:+.4f}",
            "how often": "" if option.probability is None else f"{100 * option.probability:.1f} %",
        }
        if option.odds is not None:
            cells |= {name: str(fraction) for name, fraction in option.odds._asdict().items()}
        table.add_row(*(cells[name] for name in _columns(advice)))
    out.print(table)
    if best and len(advice.options) > best:
        out.print(f"and {len(advice.options) - best} more (--best 0 shows all)")
    if advice.without:
        out.print(f"No exact values: {advice.without}.", soft_wrap=True)
    else:
        out.print(f"Value and how often: the exact solution of {SCOPE} (+1 won, -1 lost).", soft_wrap=True)
    if advice.options[0].odds is not None:
        out.print(
            "Fractions: when the rest is played to fail least, whoever plays. Value: when it is played for value."
        )


def _columns(advice: Advice) -> tuple[str, ...]:
    """What is known of the options."""
    first = advice.options[0]
    return (
        "option",
        *("the cup",) * (first.true is not None),
        *((advice.scale,) if first.odds is None else ("higher", "equal", "fail")),
        *("value", "how often") * (not advice.without),
    )
