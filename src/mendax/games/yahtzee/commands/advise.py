"""`mendax advise yahtzee`: every option of a position with its exact value, the best first."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from mendax.games.yahtzee.coach import advise as advise_position
from mendax.games.yahtzee.commands.options import CardText, RulesName
from mendax.games.yahtzee.face import FACE
from mendax.games.yahtzee.rules import Yahtzee
from mendax.games.yahtzee.rules.notation import parse_card, parse_dice
from mendax.games.yahtzee.rules.types import ROLLS_PER_TURN
from mendax.report.console import console, print_json
from mendax.report.options import Json
from mendax.report.progress import spinner


def advise(
    game: Yahtzee,
    dice: Annotated[str, typer.Option(help="The five dice, such as 13356.")],
    rolls: Annotated[int, typer.Option(min=1, max=ROLLS_PER_TURN, help="How many rolls of the turn are made.")] = 1,
    card: CardText = "",
    rules: RulesName = "",
    best: Annotated[int, typer.Option(min=0, help="How many options to show; 0 shows all.")] = 10,
    json: Json = False,
) -> None:
    """What to do in a position: every option with its exact value, and what it costs."""
    from rich.table import Table

    game = replace(game, rules=rules) if rules else game
    with spinner("Solving"):
        advice = advise_position(game, parse_card(card), parse_dice(dice), rolls)
    if json:
        print_json(advice.to_json())
        return
    out = console()
    out.print(FACE.for_game(game).describe(advice.view))
    table = Table(title="Expected final score", title_justify="left")
    table.add_column("option")
    table.add_column("value", justify="right")
    table.add_column("costs", justify="right")
    for option in advice.options[: best or None]:
        table.add_row(str(option.action), f"{option.value:.4f}", f"{option.cost:.4f}")
    out.print(table)
    if best and len(advice.options) > best:
        out.print(f"and {len(advice.options) - best} more (--best 0 shows all)")
