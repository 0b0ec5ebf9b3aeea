"""The worlds of a recorded game as one HTML page that steps, and the grid of one step as an SVG picture."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mendax.cli.worlds import Question
from mendax.cli.worlds_json import page_json
from mendax.cli.worlds_text import heading, sentences, step_chances, words_for
from mendax.core.files import write_whole
from mendax.core.game import game_text
from mendax.core.record import Record
from mendax.logic.inspection import Inspection, Step
from mendax.report import render

PACKAGE = "mendax.report"
"""Whose templates these are."""
CELL_WIDTH, CELL_HEIGHT = 62, 44


@dataclass(frozen=True, slots=True)
class Cell:
    """One world of the picture."""

    name: str
    x: int
    y: int
    chance: float | None
    """None where whoever looks does not consider it possible."""
    left: bool
    """Whether it is not struck out."""
    actual: bool
    claimed: bool


def save_page(path: Path, record: Record, inspection: Inspection, question: Question, assume_truth: bool) -> None:
    """Write the page; it needs nothing else, not even a network."""
    data = page_json(record, inspection, question, assume_truth)
    # A "<" inside the data could end the element that holds it.
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    title = f"The worlds of a game of {record.game.name}"
    render.save_page(
        path,
        PACKAGE,
        "worlds.html",
        {
            "title": title,
            "record": record,
            "game": game_text(record.game),
            "inspection": inspection,
            "assume_truth": assume_truth,
            "data": text,
        },
    )


def save_picture(path: Path, inspection: Inspection, step: Step, question: Question) -> None:
    """Write the grid of a step."""
    write_whole(path, picture(inspection, step, question))


def picture(inspection: Inspection, step: Step, question: Question) -> str:
    """The grid of a step as SVG."""
    width = max(CELL_WIDTH * len(inspection.grid[0]) + 20, 420)
    event = f"Step {step.number}, round {step.round}: {words_for(step, question.seat)}"
    signs = ["thick frame: the world we look from" if question.world else "thick frame: the actual world"]
    signs = signs if question.world or step.actual else []
    signs += [f"dashed frame: the {inspection.claim}"] if step.claim is not None else []
    context = {
        "title": event,
        "above": [*_wrapped(event, width), *_wrapped(heading(step, question), width)],
        "cells": _cells(inspection, step, question),
        "below": [line for text in sentences(step, question) for line in _wrapped(text, width)],
        "legend": _wrapped(", ".join([*signs, "crossed: struck out"]).capitalize() + ".", width),
        "width": width,
        "grid_height": CELL_HEIGHT * len(inspection.grid),
        "cell": (CELL_WIDTH, CELL_HEIGHT),
    }
    return render.render(PACKAGE, "worlds.svg", context)


def _cells(inspection: Inspection, step: Step, question: Question) -> list[Cell]:
    chances = step_chances(step, question)
    left = set(step.model.worlds)
    here, claimed = question.world or step.actual, step.claim.world if step.claim is not None else None
    return [
        Cell(
            name, CELL_WIDTH * column, CELL_HEIGHT * row, chances.get(name), name in left, name == here, name == claimed
        )
        for row, names in enumerate(inspection.grid)
        for column, name in enumerate(names)
    ]


def _wrapped(text: str, width: int) -> Sequence[str]:
    """Lines that fit a picture of this width: a letter is about 7 wide."""
    return textwrap.wrap(text, width // 7)
