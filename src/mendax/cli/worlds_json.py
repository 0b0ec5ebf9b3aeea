"""What `mendax worlds --json` prints, and the data inside its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mendax.cli.worlds import Question
from mendax.cli.worlds_text import sentences, step_chances
from mendax.core.game import game_text
from mendax.core.record import Record
from mendax.logic.inspection import Inspection, Step
from mendax.logic.s5 import S5Model


def round_json(steps: Sequence[Step], question: Question) -> dict[str, Any]:
    """The steps of a round."""
    return {"round": steps[0].round, "steps": [_line(step, question) for step in steps]}


def _line(step: Step, question: Question) -> dict[str, Any]:
    seats = range(len(step.model.agents))
    return {
        "step": step.number,
        "round": step.round,
        "event": step.event,
        "told": list(step.told),
        "worlds": [step.num_possible(seat) for seat in seats],
        "worlds_left": step.model.num_worlds,
        "actual": step.actual,
        "claim": None
        if step.claim is None
        else {"text": step.claim.text, "world": step.claim.world, "chance": step.chance_of_claim(None)},
        "formulas": [step.check(formula, question.world).to_json() for formula in question.formulas],
    }


def step_json(inspection: Inspection, step: Step, question: Question) -> dict[str, Any]:
    """One step with its grid and what was asked about it."""
    seat, world = question.seat, question.world
    return {
        **_line(step, question),
        "seat": seat,
        "seen_from": step.seen_from(world),
        "chance": step.chance_of_claim(seat, world),
        "grid": [list(row) for row in inspection.grid],
        "chances": dict(step_chances(step, question)),
        "through": None if question.through is None else step.through(*question.through, world).to_json(),
        "text": sentences(step, question),
    }


def page_json(record: Record, inspection: Inspection, question: Question, assume_truth: bool) -> dict[str, Any]:
    """The whole match for the page: models and weights are written once each and named by number.

    Worlds are numbers: places in `names`. A set of worlds is a text with a 1 for each world in it.
    """
    names = [world for row in inspection.grid for world in row]
    models: dict[tuple[int, str], int] = {}
    model_data: list[dict[str, Any]] = []
    weights: dict[tuple[int, ...], int] = {}
    steps = []
    for step in inspection.steps:
        key = (id(step.model), step.claim.atom if step.claim is not None else "")
        if key not in models:
            models[key] = len(model_data)
            model_data.append(_model_json(step, names, question))
        weight = tuple(step.weights[name] for name in names)
        steps.append(
            {
                "round": step.round,
                "event": step.event,
                "told": ["" if words == step.event else words for words in step.told],
                "model": models[key],
                "weights": weights.setdefault(weight, len(weights)),
                "actual": -1 if step.actual is None else names.index(step.actual),
                "claim": None
                if step.claim is None
                else {"text": step.claim.text, "world": names.index(step.claim.world)},
                "reasons": [str(step.check(formula)) for formula in question.formulas],
            }
        )
    return {
        "game": game_text(record.game),
        "agents": list(record.agents),
        "finished": record.finished,
        "assume_truth": assume_truth,
        "claim": inspection.claim,
        "names": names,
        "columns": len(inspection.grid[0]),
        "formulas": [str(formula) for formula in question.formulas],
        "models": model_data,
        "weights": [list(weight) for weight in weights],
        "steps": steps,
    }


def _model_json(step: Step, names: Sequence[str], question: Question) -> dict[str, Any]:
    model = step.model
    claimed = model.where(step.claim.atom) if step.claim is not None else ()
    return {
        "left": _set(names, model.worlds),
        "classes": [_classes(model, agent, names) for agent in model.agents],
        "claimed": _set(names, claimed),
        "formulas": [_set(names, model.where(formula)) for formula in question.formulas],
    }


def _set(names: Sequence[str], worlds: Sequence[str]) -> str:
    there = set(worlds)
    return "".join("1" if name in there else "0" for name in names)


def _classes(model: S5Model, agent: str, names: Sequence[str]) -> list[int]:
    """For each world the first one that the agent cannot tell from it; -1 for worlds that are struck out."""
    found = dict.fromkeys(names, -1)
    for place, name in enumerate(names):
        if found[name] < 0 and name in model.worlds:
            for other in model.considers_possible(agent, name):
                found[other] = place
    return list(found.values())
