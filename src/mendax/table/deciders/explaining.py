"""An agent's explanation as JSON: texts and finite numbers, and not more options than a person reads."""

from __future__ import annotations

import math
from typing import Any

from mendax.core.agent import Decision, Explanation, Option
from mendax.table.deciders.question import JsonValue

MOST_OPTIONS = 24
"""So many options are listed; a turn can have thousands."""
MOST_RULES = 200
"""So many fired rules are listed."""


def explanation_json(decision: Decision[Any]) -> dict[str, JsonValue] | None:
    """The explanation of a decision, or `None` where the agent gave none.

    Where options are left out, `left_out` counts them. The chosen one stays, and so do the likeliest, then the best.
    """
    explanation = decision.explanation
    if explanation is None:
        return None
    options = _most_telling(explanation, decision.action)
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


def _most_telling(explanation: Explanation[Any], chosen: object) -> list[Option[Any]]:
    """The options that are listed, in the explanation's order."""
    options = list(explanation.options)
    if len(options) <= MOST_OPTIONS:
        return options

    def weight(at: int) -> tuple[bool, float, float]:
        option = options[at]
        return option.action == chosen, option.probability or 0.0, -math.inf if option.value is None else option.value

    best = sorted(range(len(options)), key=weight, reverse=True)[:MOST_OPTIONS]
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
