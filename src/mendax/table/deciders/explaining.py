"""An agent's explanation as JSON: texts and finite numbers, and not more options than a person reads."""

from __future__ import annotations

import logging
import math
from typing import Any, Final

from mendax.core.agent import Decision, Explanation, Option
from mendax.core.face import AnyFace
from mendax.table.deciders.question import JsonValue

MOST_OPTIONS = 24
"""So many options are listed; a turn can have thousands."""
MOST_ADVISED = 2500
"""So many options of an adviser are listed: the page shows what each of a person's choices is worth."""
MOST_ROWS = 24
"""So many rows of an adviser's table."""
MOST_RULES = 200
"""So many fired rules are listed."""
WORDS: Final = ("reason", "say")
"""What of an explanation is for people: why the agent did it, and what it did."""

_log = logging.getLogger(__name__)


def told_json(decision: Decision[Any], face: AnyFace, view: Any) -> dict[str, JsonValue] | None:
    """The explanation of a decision on a view, in numbers and in the game's words; `None` where there is none."""
    found = explanation_json(decision)
    if found is None or decision.explanation is None:
        return None
    try:
        words = face.reason(view, decision.action, decision.explanation), face.say(view, decision.action)
    except Exception as error:  # the face's fault is not the agent's; its text could tell what is hidden
        _log.warning("a face cannot put a decision into words: %s", type(error).__name__)
        return found
    return {**found, **dict(zip(WORDS, words, strict=True))}


def advice_json(decision: Decision[Any], face: AnyFace, view: Any) -> dict[str, JsonValue] | None:
    """What an adviser says about a view, as a table for people and as an explanation; `None` where it says nothing."""
    if decision.explanation is None:
        return None
    hint = face.hint(view, decision.explanation)
    table: dict[str, JsonValue] = {
        "columns": hint.columns,
        "rows": hint.rows[:MOST_ROWS],
        "sentence": hint.sentence,
        "beliefs": hint.beliefs,
    }
    return {"hint": table, "explanation": explanation_json(decision, MOST_ADVISED)}


def explanation_json(decision: Decision[Any], most: int = MOST_OPTIONS) -> dict[str, JsonValue] | None:
    """The explanation of a decision, or `None` where the agent gave none.

    Where options are left out, `left_out` counts them. The chosen one stays, and so do the likeliest, then the best.
    """
    explanation = decision.explanation
    if explanation is None:
        return None
    options = _most_telling(explanation, decision.action, most)
    return {
        "options": [_option_json(option) for option in options],
        "left_out": len(explanation.options) - len(options),
        "beliefs": [
            {"about": belief.about, "probability": _finite(belief.probability)} for belief in explanation.beliefs
        ],
        "rules": list(explanation.rules[:MOST_RULES]),
        "scale": explanation.scale,
        "sentence": explanation.sentence,
    }


def _most_telling(explanation: Explanation[Any], chosen: object, most: int) -> list[Option[Any]]:
    """The options that are listed, in the explanation's order."""
    options = list(explanation.options)
    if len(options) <= most:
        return options

    def weight(at: int) -> tuple[bool, float, float]:
        option = options[at]
        return option.action == chosen, option.probability or 0.0, -math.inf if option.value is None else option.value

    best = sorted(range(len(options)), key=weight, reverse=True)[:most]
    return [options[at] for at in sorted(best)]


def _option_json(option: Option[Any]) -> dict[str, JsonValue]:
    return {
        "action": str(option.action),
        "value": _finite(option.value),
        "probability": _finite(option.probability),
        "note": option.note,
    }


def _finite(number: float | None) -> float | None:
    """JSON has neither infinity nor NaN."""
    return None if number is None or not math.isfinite(number) else float(number)
