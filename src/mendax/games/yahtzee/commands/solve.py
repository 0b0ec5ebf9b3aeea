"""`mendax solve yahtzee`: the mean score of best play, and its distribution."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import MendaxError
from mendax.games.yahtzee.commands.options import CardText, RulesName
from mendax.games.yahtzee.rules import Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card
from mendax.games.yahtzee.rules.scoring import BONUS, HIGHEST_SCORE, NAMES
from mendax.games.yahtzee.solver import ScoreSolution, TargetSolution, solve_for_target
from mendax.games.yahtzee.solver import solve as solve_for_points
from mendax.report.console import console, percent, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from rich.console import Console

    from mendax.games.yahtzee.solver.distribution import Distribution


def solve(
    game: Yahtzee,
    rules: RulesName = "",
    card: CardText = "",
    target: Annotated[int, typer.Option(min=0, max=HIGHEST_SCORE, help="Solve for the best chance of this score.")] = 0,
    spread: Annotated[bool, typer.Option("--spread", help="The standard deviation and what each box brings.")] = False,
    at_least: Annotated[str, typer.Option(help="Final scores to give the odds of: 100,200,300.")] = "",
    json: Json = False,
) -> None:
    """The exact best play: its mean score and, when asked for, its spread and the odds of any score."""
    game = replace(game, rules=rules) if rules else game
    start, asked = parse_card(card), _read_scores(at_least)
    if target:
        with spinner(f"Solving for {target} points") as update:
            found = solve_for_target(game, target, start, update)
        print_json(found.to_json()) if json else _print_target(found)
        return
    with spinner("Solving") as update:
        solved = solve_for_points(game, start, update, spread=spread or bool(asked))
    print_json(solved.to_json(asked)) if json else _print(solved, asked, bool(card))


def _read_scores(text: str) -> list[int]:
    """Final scores such as 100,200,300."""
    parts = [part.strip() for part in text.split(",")] if text else []
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < 5):
            raise MendaxError(f"--at-least takes scores such as 100,200,300; {part[:20]!r} is none")
    return [int(part) for part in parts]


def _print_target(found: TargetSolution) -> None:
    out, rules = console(), found.game.rules
    chance, by_points = 100 * found.value, 100 * found.optimal
    out.print(f"The best chance of {found.target} points or more under the rules '{rules}': {chance:.6f} %.")
    out.print(f"Best play for points reaches them with {by_points:.6f} %.")
    out.print(f"The first took {found.seconds:.1f} s, the second {found.seconds_optimal:.1f} s.")


def _print(solved: ScoreSolution, asked: list[int], with_card: bool) -> None:
    out, start = console(), solved.start
    if start.total or with_card:
        out.print(f"On the card: {start.total}. Still to come, on average: {solved.further:.6f}.")
    out.print(f"The best play under the rules '{solved.game.rules}' scores {solved.value:.12f} on average.")
    if solved.distribution is not None:
        _print_spread(out, solved.distribution, asked)
    took = f"Solved in {solved.seconds:.3f} s after {solved.seconds_loading:.1f} s of loading, {solved.states:,} states"
    if solved.distribution is not None:
        took = f"{took}; the spread took {solved.seconds_distribution:.1f} s"
    out.print(f"{took}. Everything is exact, nothing is sampled.")
    if solved.distribution is None:
        out.print("(--spread: standard deviation and boxes; --at-least 200,300: odds; both take some seconds)")


def _print_spread(out: Console, spread: Distribution, asked: list[int]) -> None:
    from rich.table import Table

    out.print(
        f"Standard deviation {spread.std:.4f}; upper bonus {percent(spread.bonus_rate)} of games, "
        f"Yahtzee box scored {percent(spread.yahtzee_rate)}."
    )
    boxes = Table(title="What each box brings, on average", title_justify="left")
    for heading in ("upper", "points", "lower", "points"):
        boxes.add_column(heading, justify="right" if heading == "points" else "left")
    means = [*spread.box_means[:6], BONUS * spread.bonus_rate, *spread.box_means[6:], spread.extras]
    names = (*NAMES[:6], "bonus", *NAMES[6:], "extras")
    cells = [(name, f"{mean:.4f}") for name, mean in zip(names, means, strict=True)]
    for left, right in zip_longest(cells[:7], cells[7:], fillvalue=("", "")):
        boxes.add_row(*left, *right)
    out.print(boxes)
    for score in asked:
        out.print(f"{score} or more: {100 * spread.at_least(score):.6f} %")
