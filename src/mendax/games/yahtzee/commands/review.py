"""`mendax review yahtzee`: the cost of every decision of a played game, and the luck of every roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mendax.core.errors import BadRecord, MendaxError
from mendax.core.game import game_text
from mendax.core.record_files import load_record
from mendax.games.yahtzee.coach import Decided, Rolled, SeatReview, describe_mistake
from mendax.games.yahtzee.coach import review as review_seat
from mendax.games.yahtzee.rules import Keep, Score, Yahtzee
from mendax.games.yahtzee.rules.scoring import NUM_DICE
from mendax.games.yahtzee.rules.types import dice_text
from mendax.report.console import console, print_json
from mendax.report.options import Json, RecordFile, RecordNumber
from mendax.report.progress import spinner

if TYPE_CHECKING:
    from rich.table import Table

MISTAKE, BLUNDER = 1, 5
"""Losing so many points gets a decision the mark ?, or ??."""


def review(
    game: Yahtzee,
    file: RecordFile,
    number: RecordNumber = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat.")] = None,
    json: Json = False,
) -> None:
    """Look back on a played game: what each decision lost, and what each roll was worth."""
    record, records = load_record(file, number, game)
    played = record.game
    if seat is not None and seat >= played.seats:
        raise MendaxError(f"{game_text(played)} has seats 0 to {played.seats - 1}, not {seat}")
    with spinner("Reviewing"):
        try:
            seen = [review_seat(record, at) for at in (range(played.seats) if seat is None else [seat])]
        except BadRecord as error:
            raise BadRecord(f"{file}: record {number}: {error}") from None
    if json:
        print_json(
            {
                "game": game_text(played),
                "number": number,
                "records": records,
                "end": record.end,
                "forfeit": None if record.forfeit is None else record.forfeit.reason,
                "seats": [one.to_json() for one in seen],
            }
        )
        return
    out = console()
    out.print(f"Record {number} of {records}: {game_text(played)}.")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"{record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}", soft_wrap=True)
    if played.seats > 1:
        out.print(
            "Each seat is seen on its own card: this is about the expected score, not about winning.", soft_wrap=True
        )
    for one in seen:
        out.print()
        out.print(_turns_table(one))
        out.print(_summary(one), soft_wrap=True)


def _turns_table(seen: SeatReview) -> Table:
    """A line for every turn: the rolls, what was kept, the box, and the turn's luck and loss."""
    from rich import box
    from rich.table import Table

    table = Table(title=f"{seen.name} (seat {seen.seat})", title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    table.add_column("turn", justify="right")
    for name in ("roll 1", "keep", "roll 2", "keep", "roll 3", "box"):
        table.add_column(name, no_wrap=True)
    for name in ("points", "luck", "lost", "expected"):
        table.add_column(name, justify="right", no_wrap=True)
    expected = seen.value
    for turn in sorted({rolled.turn for rolled in seen.rolls}):
        rolls = {rolled.roll: rolled for rolled in seen.rolls if rolled.turn == turn}
        decisions = {decided.roll: decided for decided in seen.decisions if decided.turn == turn}
        luck = sum(rolled.luck for rolled in rolls.values())
        lost = sum(decided.lost for decided in decisions.values())
        expected += luck - lost
        cells = [
            cell for roll in (1, 2, 3) for cell in (_dice_cell(rolls.get(roll)), _action_cell(decisions.get(roll)))
        ]
        points = str(decisions[3].points) if 3 in decisions else ""
        table.add_row(str(turn), *cells, points, f"{luck:+.2f}", _loss_cell(lost), f"{expected:.2f}")
    table.add_section()
    table.add_row("all", *[""] * 6, str(seen.score), f"{seen.luck:+.2f}", _loss_cell(seen.lost), f"{seen.expected:.2f}")
    return table


def _dice_cell(rolled: Rolled | None) -> str:
    """The dice after a roll; nothing where all were kept."""
    return "" if rolled is None else "".join(map(str, rolled.dice))


def _action_cell(decided: Decided | None) -> str:
    """What was kept, or the box, with the marks of chess notation for mistakes."""
    if decided is None:
        return ""
    mark = "??" if decided.lost >= BLUNDER else "?" if decided.lost >= MISTAKE else ""
    action = decided.action
    if isinstance(action, Score):
        return f"{action.box}{mark}"
    assert isinstance(action, Keep)
    return ("all" if len(action.dice) == NUM_DICE else "".join(map(str, action.dice)) or "none") + mark


def _loss_cell(lost: float) -> str:
    return f"{lost:.2f}" if lost >= 0.005 else ""


def _summary(seen: SeatReview) -> str:
    """The costliest decisions, the luckiest rolls, and the sum of all."""
    mistakes = seen.mistakes
    lines = [f"? lost {MISTAKE} point or more, ?? lost {BLUNDER} or more; points include the bonuses."]
    if mistakes:
        lines += ["Costliest decisions:", *(f"  {describe_mistake(mistake)}" for mistake in mistakes[:5])]
    else:
        lines.append("No decision could have been better.")
    if seen.rolls:
        lines.append(f"Luckiest roll:   {_describe_roll(max(seen.rolls, key=lambda rolled: rolled.luck))}")
        lines.append(f"Unluckiest roll: {_describe_roll(min(seen.rolls, key=lambda rolled: rolled.luck))}")
    lines += [
        "How it adds up:",
        f"  {seen.value:9.2f}  expected by the best play before the first roll",
        f"  {seen.luck:+9.2f}  luck: what the {len(seen.rolls)} rolls brought above their expectation",
        f"  {0.0 - seen.lost:+9.2f}  lost by {len(mistakes)} of {len(seen.decisions)} decisions",
    ]
    if seen.finished:
        return "\n".join([*lines, f"  {seen.score:9.2f}  the final score"])
    broken = f"expected where the game broke off, with {seen.score} points on the card: not a final score"
    return "\n".join([*lines, f"  {seen.expected:9.2f}  {broken}"])


def _describe_roll(rolled: Rolled) -> str:
    """A roll and its luck in a line."""
    kept = f" to {dice_text(rolled.kept)}" if rolled.kept else ""
    return f"turn {rolled.turn}, roll {rolled.roll}, {dice_text(rolled.fell)}{kept}: {rolled.luck:+.2f}"
