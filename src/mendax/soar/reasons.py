"""Why an agent said what it said: the rules that fired and the choices it made, as they happened.

A run with reasons goes phase by phase and looks at the preferences after every decision. It draws the
same random numbers as a run without, and so comes to the same answer; it only takes longer.
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
DRAWN = re.compile(r"\s*Candidate ([A-Z]\d+):  Value .*\(Prob\) = (\S+)")
"""What the kernel says of a candidate that it may draw."""
DEPTH = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """An operator that was proposed."""

    operator: str
    attributes: Parameters
    """What the operator knows: its name, and whatever the rules gave it, a few steps deep."""
    value: float | None
    """Its numeric preferences together; none if there are none."""
    probability: float
    """How likely it was to be selected; 0 for those that symbolic preferences had ruled out."""

    @property
    def name(self) -> str:
        """The operator's name."""
        return str(self.attributes.get("name", ("?",))[0])


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision that selected an operator: among which, and which."""

    state: str
    operator: str
    candidates: tuple[Candidate, ...]

    @property
    def chosen(self) -> Candidate:
        """The candidate that was selected."""
        return next(candidate for candidate in self.candidates if candidate.operator == self.operator)


def read_choice(agent: SoarAgent, said: str) -> Choice | None:
    """The choice of the decision that was just made; nothing after an impasse."""
    levels = _STACK_LINE.findall(agent.execute("print --stack"))
    if not levels or levels[-1][0] != "O":
        return None
    state = next(name for kind, name in reversed(levels) if kind == "==>S")
    operator = levels[-1][1]
    sections = _sections(agent.execute(f"preferences {state} operator"))
    drawn = {name: float(chance) for name, chance in DRAWN.findall(said)}
    numeric: dict[str, list[float]] = {}
    for name, value in _NUMERIC.findall(sections.get("numeric indifferents", "")):
        numeric.setdefault(name, []).append(float(value))
    average = agent.settings.indifference is Indifference.AVERAGE
    candidates = []
    for name in dict.fromkeys([*_ACCEPTABLE.findall(sections.get("acceptables", "")), operator]):
        values = numeric.get(name)
        value = None if values is None else sum(values) / (len(values) if average else 1)
        chance = drawn.get(name, 0.0) if drawn else float(name == operator)
        candidates.append(Candidate(name, agent.look(name, DEPTH), value, chance))
    return Choice(state, operator, tuple(candidates))


def _sections(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    title = ""
    for line in text.splitlines():
        if line and not line.startswith(" "):
            title = line.rstrip(":")
        else:
            found[title] = found.get(title, "") + line + "\n"
    return found
