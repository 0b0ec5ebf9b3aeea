"""What is exact: the poker phase, the round for two players, and how much a best response wins from each agent."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from mendax.games.blufpoker.agents.strategies import ALL_STRATEGIES
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.rules.rolls import FACES
from mendax.games.blufpoker.solver import exploit, load_or_solve
from mendax.games.blufpoker.solver.poker_phase import Objective, PokerPhase

OTHERS: Final = ("knowing", "knowing:authors", "odds", "equilibrium")
AGENTS: Final = (*(f"naive:{strategy}" for strategy in ALL_STRATEGIES), *OTHERS)
QUICK_AGENTS: Final = ("naive:greedy/truthful/believe", "naive:one/overbid/call", "knowing", "equilibrium")


@dataclass(frozen=True, slots=True)
class PokerTarget:
    """The poker phase against one poker, by best play, as exact fractions."""

    poker: str
    higher: str
    equal: str
    fail: str
    higher_chance: float
    equal_chance: float
    fail_chance: float


@dataclass(frozen=True, slots=True)
class ExactValues:
    """The poker phase, and what the round for two players is worth to its starter."""

    poker_phase: tuple[PokerTarget, ...]
    value_truthful_opening: float
    value_free_opening: float


@dataclass(frozen=True, slots=True)
class Exploited:
    """What a best response wins from an agent in the round for two players with a truthful opening."""

    agent: str
    exploitability: float
    response_starting: float
    """What it wins a round that it starts."""
    response_answering: float

    def to_json(self) -> dict[str, Any]:
        """The numbers by their stable names."""
        return asdict(self)


def exact_values() -> ExactValues:
    """The poker phase in fractions, and the values of both openings."""
    targets = []
    for face in FACES:
        odds = PokerPhase(face, Objective.NOT_FAIL).odds
        parts = (odds.higher, odds.equal, odds.fail)
        higher, equal, fail = map(str, parts)
        targets.append(PokerTarget(f"{face}" * 3, higher, equal, fail, *map(float, parts)))
    solved = load_or_solve()
    return ExactValues(tuple(targets), solved.value(True), solved.value(False))


def exploited(agent: str) -> Exploited:
    """The best response to an agent; exact, by no play."""
    found = exploit(Blufpoker(), agent)
    return Exploited(agent, found.exploitability, found.starting, found.answering)
