"""`mendax worlds`: what each seat of a recorded game could know after each event."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from mendax.report.options import Json, RecordFile, RecordNumber

if TYPE_CHECKING:
    from mendax.core.record import Record
    from mendax.logic.formulas import Formula
    from mendax.logic.inspection import Inspection, Step


@dataclass(frozen=True, slots=True)
class Question:
    """Whose view is asked for, from which world, and which formulas are to be checked."""

    seat: int | None
    """None is a spectator, who knows what everybody was told."""
    through: tuple[int, int] | None
    world: str | None
    formulas: tuple[Formula, ...]


def worlds(
    file: RecordFile,
    number: RecordNumber = 1,
    step: Annotated[int | None, typer.Option(min=1, help="Show the grid of worlds after this step.")] = None,
    round: Annotated[int | None, typer.Option(min=1, help="List the steps of this round; the first without.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Who looks, such as 0; a spectator without.")] = None,
    through: Annotated[
        str, typer.Option(metavar="A,B", help="What seat A thinks seat B considers possible; needs --step.")
    ] = "",
    world: Annotated[str, typer.Option(metavar="W", help="Look from this world, not from the actual one.")] = "",
    formula: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="Check a formula, such as 'K{0} p'; may be repeated.")
    ] = None,
    assume_truth: Annotated[
        bool, typer.Option("--assume-truth", help="Take every claim for the truth: what would then be known.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the grid of a step as a picture; needs --step.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the whole game as one page to step through.")] = None,
    json: Json = False,
) -> None:
    """Step through a recorded game: each event strikes out worlds, and each seat knows its part.

    A finished game shows everything. Of an unfinished one only what everybody was told is shown.
    """
    from mendax.cli.worlds_text import show_round, show_step
    from mendax.core.errors import MendaxError
    from mendax.core.record_files import load_records, pick_record
    from mendax.report.console import print_json

    records = load_records(file)
    record = pick_record(file, records, number)
    question = _question(record, seat, through, world, formula or [])
    inspection = _inspect(file, number, record, assume_truth)
    if step is None and (question.through or world or svg is not None):
        raise MendaxError("--through, --world and --svg belong to one step: say which with --step")
    if step is not None and round is not None:
        raise MendaxError("--step counts through the whole game and --round lists a round: give one of them")
    asked = inspection.of_round(round or 1) if step is None else (inspection.step(step),)
    for one in asked:
        _check_question(one, question)
    if html is not None or svg is not None:
        from mendax.cli.worlds_page import save_page, save_picture

        if html is not None:
            save_page(html, record, inspection, question, assume_truth)
        if svg is not None:
            save_picture(svg, inspection, asked[0], question)
    if json:
        from mendax.cli.worlds_json import round_json, step_json

        body = round_json(asked, question) if step is None else step_json(inspection, asked[0], question)
        print_json({**_head(record, number, len(records), inspection, assume_truth), **body})
    elif step is not None:
        show_step(inspection, asked[0], question, assume_truth)
    else:
        show_round(record, inspection, asked, question, assume_truth)
    if not json:
        _say_written(html, svg)


def _inspect(file: Path, number: int, record: Record, assume_truth: bool) -> Inspection:
    """The record as its game shows it."""
    from mendax.core.catalogue import find_game, games, load
    from mendax.core.errors import BadRecord, MendaxError
    from mendax.logic.inspection import Inspect

    entry = find_game(record.game.name)
    if not entry.worlds:
        there_is = ", ".join(one.name for one in games().values() if one.worlds)
        raise MendaxError(f"there is no `mendax worlds` for {entry.name} yet; there is one for: {there_is}")
    inspect = cast(Inspect, load(entry.worlds))
    try:
        inspection = inspect(record, assume_truth)
    except BadRecord as error:
        raise BadRecord(f"{file}: record {number}: {error}") from None
    if not inspection.steps:
        raise MendaxError("nothing has happened in this match yet that anybody could know")
    return inspection


def _question(record: Record, seat: int | None, through: str, world: str, formulas: list[str]) -> Question:
    from mendax.core.errors import MendaxError
    from mendax.logic.parser import parse

    seats = record.game.seats
    if seat is not None:
        _check_seat(record, seat)
    pair = None
    if through:
        parts = through.split(",")
        if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
            raise MendaxError(f"--through takes two seats, such as 0,{seats - 1}, not {through!r}")
        first, second = (_check_seat(record, int(part)) for part in parts)
        pair = (first, second)
    if pair and seat is not None:
        raise MendaxError("--through says who looks: leave --seat out")
    return Question(seat, pair, world or None, tuple(parse(text) for text in formulas))


def _check_question(step: Step, question: Question) -> None:
    """Raise what is wrong with a question before anything is printed or written: unknown worlds, agents, atoms."""
    step.seen_from(question.world)
    for formula in question.formulas:
        step.model.truth(formula)
    if question.through is not None:
        step.through(*question.through, question.world)


def _check_seat(record: Record, seat: int) -> int:
    from mendax.core.errors import MendaxError
    from mendax.core.game import game_text

    if seat >= record.game.seats:
        raise MendaxError(f"{game_text(record.game)} has seats 0 to {record.game.seats - 1}, not {seat}")
    return seat


def _head(record: Record, number: int, records: int, inspection: Inspection, assume_truth: bool) -> dict[str, Any]:
    from mendax.core.game import game_text

    return {
        "game": game_text(record.game),
        "number": number,
        "records": records,
        "agents": list(record.agents),
        "finished": record.finished,
        "assume_truth": assume_truth,
        "rounds": inspection.rounds,
        "num_steps": len(inspection.steps),
    }


def _say_written(*files: Path | None) -> None:
    from mendax.report.console import console

    for file in files:
        if file is not None:
            console().print(f"Written: {file}", soft_wrap=True)
