"""`mendax advise liars-dice` and `mendax review` of its records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.game import game_text
from mendax.core.record_files import load_record
from mendax.games.liars_dice.rules import LiarsDice
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile, RecordNumber
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from mendax.games.liars_dice.coach.judges import Judge

JudgeName: TypeAlias = Annotated[str, typer.Option("--by", help="Who values positions: champion or champion:FILE.")]
WorldsNumber: TypeAlias = Annotated[
    int, typer.Option("--worlds", min=4, max=100_000, help="Worlds that each position is played on in.")
]


def advise(
    game: LiarsDice,
    cup: Annotated[str, typer.Option(help="Your hidden dice, such as 13456.")],
    said: Annotated[str, typer.Option(help="This round so far: 1:3x5;0:4x5+15;1:pass (+15 shows a 1 and a 5).")] = "",
    dice: Annotated[str, typer.Option(help="How many dice each seat has, such as 5,3; all of them if left out.")] = "",
    exacts: Annotated[str, typer.Option(help="Who may still say exact, such as 0,1; - for nobody.")] = "",
    seat: Annotated[int | None, typer.Option(min=0, help="Who opens, where nothing was said yet.")] = None,
    by: JudgeName = "champion",
    worlds: WorldsNumber = 256,
    json: Json = False,
) -> None:
    """What to do in a position: the likeliest options with their chances of winning the match, and beliefs."""
    from rich.table import Table

    from mendax.games.liars_dice.coach.advice import advise as advise_position
    from mendax.games.liars_dice.coach.advice import read_position
    from mendax.games.liars_dice.face import FACE

    state = read_position(game, cup, said, dice, exacts, seat)
    with spinner("Playing on"):
        advice = advise_position(game, _judge(game, by, worlds), state)
    if json:
        print_json(advice.to_json())
        return
    out, judged = console(), advice.judgement
    out.print(FACE.describe(advice.view))
    table = Table(title=f"Chance of winning the match, by {judged.judge}", title_justify="left")
    for column in ("option", "wins", "±", "costs", "how often"):
        table.add_column(column, justify="left" if column == "option" else "right")
    best = judged.best.estimate.value
    for option in sorted(judged.options, key=lambda one: -one.estimate.value):
        value, error = option.estimate
        table.add_row(
            FACE.say(advice.view, option.action),
            *(f"{100 * number:.1f} %" for number in (value, error, best - value, option.probability)),
        )
    out.print(table)
    out.print(judged.sentence, soft_wrap=True)
    for belief in judged.beliefs:
        out.print(f"  {belief.about}: {100 * belief.probability:.1f} %", soft_wrap=True)


def review(
    game: LiarsDice,
    file: RecordFile,
    number: RecordNumber = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat.")] = None,
    by: Annotated[str, typer.Option(help="odds, champion or champion:FILE.")] = "odds",
    worlds: WorldsNumber = 256,
    json: Json = False,
) -> None:
    """Look back on a played game: by the odds of hidden dice, or by the win chances of the champion."""
    from mendax.games.liars_dice.coach import COACH
    from mendax.games.liars_dice.coach.win_review import review_by_judge

    record, records = load_record(file, number, game)
    played = record.game
    assert isinstance(played, LiarsDice)
    if seat is not None and seat >= played.seats:
        raise MendaxError(f"{game_text(played)} has seats 0 to {played.seats - 1}, not {seat}")
    judge = None if by == "odds" else _judge(played, by, worlds)
    try:
        with spinner("Reviewing"):
            reviews = [
                COACH.review(record, at) if judge is None else review_by_judge(played, record, at, judge)
                for at in (range(played.seats) if seat is None else [seat])
            ]
    except BadRecord as error:
        raise BadRecord(f"{file}: record {number}: {error}") from None
    if json:
        seats = [one.to_json() for one in reviews]
        print_json({"game": game_text(played), "number": number, "records": records, "seats": seats})
        return
    for one in reviews:
        console().print(str(one), soft_wrap=True)


def _judge(game: LiarsDice, by: str, worlds: int) -> Judge:
    """Who values positions: the solved endgame where it reaches, else the champion."""
    from mendax.games.liars_dice.coach.endgame_judge import solved_endgame
    from mendax.games.liars_dice.coach.judges import ChampionJudge, FirstThatReaches

    name, _, path = by.partition(":")
    if name != "champion":
        raise MendaxError(f"positions are valued by champion or champion:FILE, not by '{by[:40]}'")
    champion = ChampionJudge(game, Path(path).resolve() if path else None, worlds)
    exact = solved_endgame(game)
    return champion if exact is None else FirstThatReaches((exact, champion))
