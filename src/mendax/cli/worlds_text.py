"""How `mendax worlds` speaks to people: a table of the steps of a round, and the grid of one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from mendax.cli.worlds import Question
from mendax.core.game import Seat, game_text
from mendax.core.record import Record
from mendax.logic.formulas import Formula
from mendax.logic.inspection import Inspection, Step
from mendax.report.console import DASH, console, percent, plural

ASSUMED = "Every {} is taken for the truth here: worlds where it is false are struck out."
WIDE = 4
"""From more seats on a column is headed by the seat's number alone."""
UNFINISHED = "The match is unfinished: only what everybody was told is shown, and the actual world stays hidden."


def show_round(
    record: Record, inspection: Inspection, steps: Sequence[Step], question: Question, assume_truth: bool
) -> None:
    """A line for each step of a round: what happened, and how many worlds each seat considers possible."""
    out = console()
    seats = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(record.agents))
    counts = f"{plural(inspection.rounds, 'round')} and {plural(len(inspection.steps), 'step')}"
    out.print(f"{game_text(record.game)}, {counts}. {seats}.", soft_wrap=True)
    _print_notes(inspection, assume_truth)
    number = steps[0].round
    out.print(f"\nRound {number} of {inspection.rounds}: how many worlds each seat considers possible", style="bold")
    table = Table(box=None, pad_edge=False)
    table.add_column("step", justify="right")
    table.add_column(f"what {'everybody' if question.seat is None else f'seat {question.seat}'} was told")
    for seat in range(record.game.seats):
        table.add_column(f"seat {seat}" if record.game.seats <= WIDE else str(seat), justify="right", no_wrap=True)
    table.add_column("world", no_wrap=True)
    table.add_column(f"{inspection.claim} true", justify="right", no_wrap=True)
    for place in range(len(question.formulas)):
        table.add_column(f"F{place + 1}", no_wrap=True)
    for step in steps:
        chance = step.chance_of_claim(question.seat)
        table.add_row(
            str(step.number),
            words_for(step, question.seat),
            *(str(step.num_possible(seat)) for seat in range(record.game.seats)),
            DASH if step.actual is None else step.actual + (" (struck out)" if step.struck_actual else ""),
            "" if chance is None else percent(chance),
            *(_answer(step, formula) for formula in question.formulas),
        )
    out.print(table)
    who = "somebody who knows what everybody was told" if question.seat is None else f"seat {question.seat}"
    out.print(
        f"World: the actual one. {inspection.claim.capitalize()} true: its chance for {who}.",
        style="dim",
        soft_wrap=True,
    )
    for place, formula in enumerate(question.formulas, 1):
        out.print(f"F{place}: {formula}", soft_wrap=True)
    further = f", --round {number % inspection.rounds + 1} another round" if inspection.rounds > 1 else ""
    out.print(f"--step {steps[0].number} shows the grid of a step{further}.", style="dim", soft_wrap=True)
    out.print(f"--formula 'K{{0}} ATOM' checks a formula; atoms: {inspection.atoms}.", style="dim", soft_wrap=True)


def _answer(step: Step, formula: Formula) -> str:
    """Whether a formula holds at the actual world; at how many worlds if that is not shown."""
    verdict = step.check(formula)
    if verdict.world is not None:
        return "true" if verdict else "false"
    return f"{verdict.num_true} of {verdict.num_worlds}"


def show_step(inspection: Inspection, step: Step, question: Question, assume_truth: bool) -> None:
    """One step: what happened, the grid of worlds with probabilities, and what was asked about it."""
    out = console()
    told = words_for(step, question.seat)
    out.print(f"Step {step.number} of {len(inspection.steps)}, round {step.round}: {told}.", soft_wrap=True)
    _print_notes(inspection, assume_truth)
    if step.struck_actual:
        out.print(f"The actual world, {step.actual}, is struck out: the {inspection.claim} was false.", soft_wrap=True)
    chances = step_chances(step, question)
    out.print(f"\n{heading(step, question)}", style="bold", soft_wrap=True)
    for line in grid_lines(inspection.grid, step, chances, question.world):
        out.print(line, soft_wrap=True)
    out.print(legend(inspection, step, question), style="dim", soft_wrap=True)
    for sentence in sentences(step, question):
        out.print(sentence, soft_wrap=True)
    for formula in question.formulas:
        out.print(f"{step.check(formula, question.world)}.", soft_wrap=True)


def words_for(step: Step, seat: Seat | None) -> str:
    """What happened, as a seat was told it; as everybody was where that is all that may be shown."""
    return step.told[seat] if seat is not None and step.told else step.event


def heading(step: Step, question: Question) -> str:
    """Whose probabilities the grid has."""
    if question.through is not None:
        seat, other = question.through
        return f"The probability (%) that seat {other} gives each world, as seat {seat} expects it:"
    outlook = step.outlook(question.seat, question.world)
    count = len(outlook.worlds)
    who = "a spectator" if question.seat is None or outlook.knows_more else f"seat {question.seat}"
    return f"{plural(count, 'world')} for {who}, with the probability (%) of each:"


def step_chances(step: Step, question: Question) -> Mapping[str, float]:
    """The probability of each world that is possible for whoever looks."""
    if question.through is not None:
        return step.through(*question.through, question.world).chances
    return step.outlook(question.seat, question.world).chances


def sentences(step: Step, question: Question) -> list[str]:
    """What can be said about the grid in words."""
    if not step.model.num_worlds:
        return ["No world is left: what was assumed cannot be true."]
    if question.through is not None:
        return [str(step.through(*question.through, question.world))]
    found = []
    seat, world = question.seat, question.world
    who = "a spectator" if seat is None else f"seat {seat}"
    if seat is not None and step.outlook(seat, world).knows_more:
        which = "none of them is the actual one" if step.struck_actual else "which one it is stays hidden"
        found.append(f"Seat {seat} has seen more than a spectator and tells some of these worlds apart; {which}.")
    chance = step.chance_of_claim(seat, world)
    if step.claim is not None and chance is not None:
        found.append(f"The chance that {step.claim.text} is {chance:.4f} for {who}.")
    return found


def legend(inspection: Inspection, step: Step, question: Question) -> str:
    """What the signs of the grid mean; only those that are in it."""
    world, claimed = question.world or step.actual, step.claim.world if step.claim is not None else None
    here = "the world we look from" if question.world else "the actual world"
    if world is not None and world == claimed:
        parts = [f"{{ }} {here} and the {inspection.claim}"]
    else:
        parts = [f"( ) {here}"] if world is not None else []
        parts += [f"[ ] the {inspection.claim}"] if claimed is not None else []
    return "   ".join([*parts, "· not possible"])


def grid_lines(
    grid: Sequence[Sequence[str]], step: Step, chances: Mapping[str, float], world: str | None = None
) -> list[str]:
    """The rows of worlds; a world that is not possible is a dot, unless it has a mark."""
    marked, claimed = world or step.actual, step.claim.world if step.claim is not None else None
    return [
        "".join(_cell(name, chances.get(name), marked == name, claimed == name) for name in row).rstrip()
        for row in grid
    ]


def _cell(name: str, chance: float | None, marked: bool, claimed: bool) -> str:
    left, right = "{}" if marked and claimed else "()" if marked else "[]" if claimed else "  "
    if chance is None:
        return f"{left}{name if marked or claimed else '·':^{len(name)}}{right}{'':5}"
    return f"{left}{name}{right}{'100' if chance > 0.9995 else f'{100 * chance:.1f}':>4} "


def _print_notes(inspection: Inspection, assume_truth: bool) -> None:
    out = console()
    if assume_truth:
        out.print(ASSUMED.format(inspection.claim), soft_wrap=True)
    if not inspection.shows_all:
        out.print(UNFINISHED, soft_wrap=True)
