"""Operator choices: which candidates a decision had, their values and probabilities, and which was selected.

They are read from the kernel after each decision of a run with `explain`. Such a run draws the same random
numbers as a plain one and gives the same commands; it only takes longer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mendax.soar.output import Parameters
from mendax.soar.settings import Indifference

if TYPE_CHECKING:
    from mendax.soar.agent import SoarAgent

_STACK_LINE = re.compile(r"(==>S|O): ([A-Z]\d+)")
_ACCEPTABLE = re.compile(r"^  ([A-Z]\d+) .*\+  :", re.MULTILINE)
_NUMERIC = re.compile(r"^  ([A-Z]\d+) .*= (\S+) :", re.MULTILINE)
CANDIDATE_LINE = re.compile(r"\s*Candidate ([A-Z]\d+):  Value .*\(Prob\) = (\S+)")
"""What the kernel prints of a candidate that it may draw."""
DEPTH = 5
"""How many steps below an operator its attributes are read."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An operator that was proposed."""

    operator: str
    attributes: Parameters
    """Its name, and whatever else the rules gave it, a few steps deep."""
    value: float | None
    """Its numeric preferences together; `None` if there are none."""
    probability: float
    """How likely it was to be selected; 0 where symbolic preferences ruled it out."""

    @property
    def name(self) -> str:
        """The operator's name."""
        return str(self.attributes.get("name", ("?",))[0])


@dataclass(frozen=True, slots=True)
class OperatorChoice:
    """One decision: the candidates, and the operator that was selected."""

    state: str
    operator: str
    candidates: tuple[Candidate, ...]

    @property
    def chosen(self) -> Candidate:
        """The candidate that was selected."""
        return next(candidate for candidate in self.candidates if candidate.operator == self.operator)


def read_choice(agent: SoarAgent, printed: str) -> OperatorChoice | None:
    """The choice of the decision that was just made; `None` after an impasse."""
    levels = _STACK_LINE.findall(agent.execute("print --stack"))
    if not levels or levels[-1][0] != "O":
        return None
    state = next(name for kind, name in reversed(levels) if kind == "==>S")
    operator = levels[-1][1]
    sections = _sections(agent.execute(f"preferences {state} operator"))
    drawn = {name: float(chance) for name, chance in CANDIDATE_LINE.findall(printed)}
    numeric: dict[str, list[float]] = {}
    for name, value in _NUMERIC.findall(sections.get("numeric indifferents", "")):
        numeric.setdefault(name, []).append(float(value))
    average = agent.settings.indifference is Indifference.AVERAGE
    candidates = []
    for name in dict.fromkeys([*_ACCEPTABLE.findall(sections.get("acceptables", "")), operator]):
        values = numeric.get(name)
        value = None if values is None else sum(values) / (len(values) if average else 1) / agent.settings.unit
        chance = drawn.get(name, 0.0) if drawn else float(name == operator)
        candidates.append(Candidate(name, agent.look(name, DEPTH), value, chance))
    return OperatorChoice(state, operator, tuple(candidates))


def _sections(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    title = ""
    for line in text.splitlines():
        if line and not line.startswith(" "):
            title = line.rstrip(":")
        else:
            found[title] = found.get(title, "") + line + "\n"
    return found
