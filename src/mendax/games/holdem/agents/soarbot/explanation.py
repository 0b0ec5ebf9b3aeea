"""The explanation of SoarBot's decision, read from the operators of its run and the rules that fired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mendax.core.agent import Explanation, Option
from mendax.games.holdem.rules import Act, Action
from mendax.soar import Candidate, Reply

_GROUNDS: Final = {
    "strength": "strength {}",
    "points": "{} points",
    "probability": "best hand with {}",
    "adjusted-odds": "adjusted odds {}",
    "danger": "{} on the board",
    "outs": "{} outs",
    "opponents": "{} opponents",
}
"""How the grounds that rules give an operator are said."""


def read_explanation(reply: Reply, shown: Mapping[str, Any]) -> Explanation[Action]:
    """What was proposed, with its score and grounds, and the sentence for the choice.

    Several proposals may mean one act; its value is its highest score. What has the same score means the same act.
    """
    final = reply.choices[-1]
    by_act: dict[Action, list[Candidate]] = {}
    for candidate in final.candidates:
        # The top state proposes the stage too, which is no act.
        if "act" in candidate.attributes:
            by_act.setdefault(Act(str(candidate.attributes["act"][0])), []).append(candidate)
    chosen = final.chosen
    options = tuple(
        Option(
            act,
            max((score for each in found if (score := _score(each)) is not None), default=None),
            float(chosen in found),
            "; ".join(sorted(map(_reason, found))),
        )
        for act, found in by_act.items()
    )
    rules = tuple(dict.fromkeys(reply.rules))
    return Explanation(options, (), rules, "score of the proposal", _sentence(chosen, rules, shown))


def _score(candidate: Candidate) -> float | None:
    score = candidate.attributes.get("score")
    return None if score is None else float(str(score[0]))


def _reason(candidate: Candidate) -> str:
    """`flop*bet*first, strength 3, score 30`."""
    parts = [candidate.name, *_grounds(candidate)]
    score = _score(candidate)
    return ", ".join(parts if score is None else [*parts, f"score {score:g}"])


def _grounds(candidate: Candidate) -> list[str]:
    held = candidate.attributes
    return [text.format(_short(held[name][0])) for name, text in _GROUNDS.items() if name in held]


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _sentence(chosen: Candidate, rules: tuple[str, ...], shown: Mapping[str, Any]) -> str:
    """One sentence: the situation, what the rules found, and the proposal that won."""
    bets = "1 bet" if shown["to-call"] == 1 else f"{_short(shown['to-call'])} bets"
    situation = f"{shown['stage']}, {bets} to call at {_short(shown['pot-odds'])} to 1"
    found = [name.partition("*strength*")[2] for name in rules if "*strength*" in name]
    hand = f", {' and '.join(each.replace('*', ' ') for each in found)}" if found else ""
    return f"{situation.capitalize()}{hand}: {_reason(chosen)}."
