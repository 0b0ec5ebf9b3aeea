"""`mendax review`: what every decision of a played game cost, and what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from mendax.agents.yahtzee.review import Decided, Rolled, SeatReview

MISTAKE, BLUNDER = 1, 5
"""The points from which a decision gets a mark, and a second one."""


def review(
    file: Annotated[Path, typer.Argument(help="A file of records, as --records writes them.")],
    number: Annotated[int, typer.Option(min=1, help="Which record of the file.")] = 1,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Look back on a played game of Yahtzee: what each decision lost, and what each roll was worth."""
    from mendax.cli import show
    from mendax.cli.playing import load_records, pick_record
    from mendax.core.errors import BadRecord, MendaxError
    from mendax.core.game import game_text

    records = load_records(file)
    record = pick_record(file, records, number)
    game = record.game
    if seat is not None and seat >= game.seats:
        raise MendaxError(f"{game_text(game)} has seats 0 to {game.seats - 1}, not {seat}")
    with show.spinner("Reviewing"):
        from mendax.agents.yahtzee.review import review as review_seat

        try:
            seen = [review_seat(record, at) for at in (range(game.seats) if seat is None else [seat])]
        except BadRecord as error:
            raise BadRecord(f"{file}: record {number}: {error}") from None
    if json:
        show.print_json(
            {
                "game": game_text(game),
                "number": number,
                "records": len(records),
                "end": record.end,
                "forfeit": None if record.forfeit is None else record.forfeit.reason,
                "seats": [_story(one) for one in seen],
            }
        )
        return
    out = show.console()
    out.print(f"Record {number} of {len(records)}: {game_text(game)}.")
    if record.forfeit is not None:
        loser = record.forfeit.seat
        out.print(f"{record.agents[loser]} (seat {loser}) forfeits: {record.forfeit.reason}", soft_wrap=True)
    if game.seats > 1:
        out.print(
            "Each seat is seen on its own card: this is about the expected score, not about winning.", soft_wrap=True
        )
    for one in seen:
        out.print()
        out.print(_turns_table(one))
        out.print(_summary(one), soft_wrap=True)


def _story(seen: SeatReview) -> dict[str, Any]:
    """One seat for programs."""
    from mendax.games.yahtzee.words import dice_text

    return {
        "seat": seen.seat,
        "name": seen.name,
        "value": seen.value,
        "luck": seen.luck,
        "lost": seen.lost,
        "score": seen.score,
        "expected": seen.expected,
        "finished": seen.finished,
        "rolls": [
            {
                "turn": rolled.turn,
                "roll": rolled.roll,
                "kept": dice_text(rolled.kept),
                "dice": dice_text(rolled.dice),
                "value": rolled.value,
                "luck": rolled.luck,
            }
            for rolled in seen.rolls
        ],
        "decisions": [
            {
                "turn": decided.turn,
                "roll": decided.roll,
                "dice": dice_text(decided.dice),
                "action": str(decided.action),
                "value": decided.value,
                "best": str(decided.best),
                "best_value": decided.best_value,
                "lost": decided.lost,
            }
            for decided in seen.decisions
        ],
    }


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
        cells = [cell for roll in (1, 2, 3) for cell in (_fallen(rolls.get(roll)), _chosen(decisions.get(roll)))]
        points = str(decisions[3].points) if 3 in decisions else ""
        table.add_row(str(turn), *cells, points, f"{luck:+.2f}", _cost(lost), f"{expected:.2f}")
    table.add_section()
    table.add_row("all", *[""] * 6, str(seen.score), f"{seen.luck:+.2f}", _cost(seen.lost), f"{seen.expected:.2f}")
    return table


def _fallen(rolled: Rolled | None) -> str:
    """The dice after a roll; nothing where all were kept."""
    return "" if rolled is None else "".join(map(str, rolled.dice))


def _chosen(decided: Decided | None) -> str:
    """What was kept, or the box, with the chess player's marks for mistakes."""
    from mendax.games.yahtzee import Keep, Score

    if decided is None:
        return ""
    mark = "??" if decided.lost >= BLUNDER else "?" if decided.lost >= MISTAKE else ""
    action = decided.action
    if isinstance(action, Score):
        return f"{action.box}{mark}"
    assert isinstance(action, Keep)
    return ("all" if len(action.dice) == 5 else "".join(map(str, action.dice)) or "none") + mark


def _cost(lost: float) -> str:
    return f"{lost:.2f}" if lost >= 0.005 else ""


def _summary(seen: SeatReview) -> str:
    """What was good, what was bad, and how it adds up."""
    from mendax.agents.yahtzee.review import tell

    mistakes = seen.mistakes
    lines = [f"? lost {MISTAKE} point or more, ?? lost {BLUNDER} or more; points include the bonuses."]
    if mistakes:
        lines += ["Costliest decisions:", *(f"  {tell(mistake)}" for mistake in mistakes[:5])]
    else:
        lines.append("No decision could have been better.")
    if seen.rolls:
        lines.append(f"Luckiest roll:   {_told(max(seen.rolls, key=lambda rolled: rolled.luck))}")
        lines.append(f"Unluckiest roll: {_told(min(seen.rolls, key=lambda rolled: rolled.luck))}")
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


def _told(rolled: Rolled) -> str:
    """A roll in a line."""
    from mendax.games.yahtzee.words import dice_text

    kept = f" to {dice_text(rolled.kept)}" if rolled.kept else ""
    return f"turn {rolled.turn}, roll {rolled.roll}, {dice_text(rolled.fell)}{kept}: {rolled.luck:+.2f}"
