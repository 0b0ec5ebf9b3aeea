"""`solve` and `exploit` for Blufpoker: the round for two players as data, and its table on disk.

It is the round that is solved, not the match: whoever plays each round of a match by it wins no more than it promises a
round, and the match may be worth more to somebody who looks at the points.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from mendax.core.agent import AnyMixedAgent, MixedAgent
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.files import cache_folder, write_whole
from mendax.core.game import AnyGame, game_text
from mendax.games.blufpoker.rules import Blufpoker
from mendax.games.blufpoker.rules.rolls import FACES
from mendax.games.blufpoker.solver.agent_strategy import AgentReader
from mendax.games.blufpoker.solver.best_response import RoundResponse, best_response
from mendax.games.blufpoker.solver.equilibrium import RoundEquilibrium, solve_round
from mendax.games.blufpoker.solver.poker_phase import Objective, PokerOdds, PokerPhase
from mendax.games.blufpoker.solver.round_strategy import pack, unpack
from mendax.games.blufpoker.solver.turn_trees import NUM_BELIEVABLE, NUM_ROLLS

Report = Callable[[str], None]
"""Called with a description of how far the computation is."""
SCOPE = "one round for two players, not the match"


def check_round(game: AnyGame) -> Blufpoker:
    """The game, if its round for two is one that is solved here; else one line that says why not."""
    if not isinstance(game, Blufpoker):
        raise MendaxError(f"this solver is for blufpoker, not {game.name}")
    for option, default in (("top321", False), ("pass_on", False), ("underbids", True)):
        if getattr(game, option) is not default:
            asked = str(getattr(game, option)).lower()
            raise MendaxError(f"blufpoker is not solved with {option}={asked}, only without that option")
    return game


def round_of(game: AnyGame) -> Blufpoker:
    """The round for two players of a game; a number of players that was chosen must be two."""
    checked = check_round(game)
    if checked.players not in (2, Blufpoker().players):
        raise MendaxError(f"blufpoker is solved for two players, not {checked.players}: write blufpoker:players=2")
    return replace(checked, players=2, single_round=True, points=Blufpoker().points)


@dataclass(frozen=True, slots=True)
class RoundSolution:
    """The exact solution of the round for two players."""

    game: Blufpoker
    """The round, with the opening that was asked for."""
    value_truthful_opening: float
    """Of the round to its starter."""
    value_free_opening: float
    exploitability: float
    """The larger one of the two openings, by best responses."""
    seconds: float
    """Of solving; the best responses are not included."""
    seconds_measuring: float
    equilibrium: RoundEquilibrium = field(repr=False, compare=False)
    subgames: int = NUM_ROLLS * NUM_BELIEVABLE

    @property
    def value(self) -> float:
        """Of the round to its starter, under the game's own opening."""
        truthful = self.game.opening == "truthful"
        return self.value_truthful_opening if truthful else self.value_free_opening

    @property
    def poker_phase(self) -> dict[int, PokerOdds]:
        """By target: the odds for a believer who fails as rarely as possible."""
        return {face: PokerPhase(face, Objective.NOT_FAIL).odds for face in FACES}

    @property
    def poker_phase_for_value(self) -> dict[int, PokerOdds]:
        """By target: the odds for a believer who plays for the value of the round."""
        return {face: PokerPhase(face).odds for face in FACES}

    def to_json(self) -> dict[str, Any]:
        """The poker phase, the values, the exploitability, and what they took."""
        return {
            "game": game_text(self.game),
            "scope": SCOPE,
            "poker_phase": _by_poker(self.poker_phase),
            "poker_phase_for_value": _by_poker(self.poker_phase_for_value),
            "value": self.value,
            "value_truthful_opening": self.value_truthful_opening,
            "value_free_opening": self.value_free_opening,
            "exploitability": self.exploitability,
            "seconds": self.seconds,
            "seconds_measuring": self.seconds_measuring,
            "subgames": self.subgames,
        }


def _by_poker(odds: dict[int, PokerOdds]) -> dict[str, dict[str, float | str]]:
    return {f"{face}" * 3: one.to_json() for face, one in odds.items()}


def solve(game: AnyGame, report: Report | None = None, workers: int | None = None) -> RoundSolution:
    """Solve the round for two players, measure the solution by best responses, and keep it for `equilibrium`."""
    asked = round_of(game)
    from highspy import Highs  # noqa: F401 (imported here so that its import is not timed)

    began = time.perf_counter()
    solved = solve_round(report, workers)
    seconds = time.perf_counter() - began
    _keep(solved)
    measured = [best_response(solved.strategy(truthful), truthful).exploitability for truthful in (True, False)]
    measuring = time.perf_counter() - began - seconds
    return RoundSolution(asked, solved.value(True), solved.value(False), max(measured), seconds, measuring, solved)


@lru_cache(maxsize=1)
def load_or_solve() -> RoundEquilibrium:
    """The solution: from disk if it is there and sound, else solved and kept."""
    path = cache_folder() / "blufpoker-round.table"
    data = b""
    with suppress(OSError):
        data = path.read_bytes()
    if data:
        try:
            return RoundEquilibrium(*unpack(data))
        except ValueError as error:
            warnings.warn(f"{path} is damaged ({error}) and is made anew", stacklevel=2)
    solved = solve_round()
    _keep(solved)
    return solved


def _keep(solved: RoundEquilibrium) -> None:
    """Keep a solution on disk; a folder that cannot be written is no error."""
    path = cache_folder() / "blufpoker-round.table"
    with suppress(OSError, MendaxError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pack(solved.values, solved.free))


@dataclass(frozen=True, slots=True)
class RoundExploit:
    """What a best response wins from an agent in the round for two."""

    game: Blufpoker
    agent: str
    starting: float
    """What the response wins when it starts."""
    answering: float
    """What the response wins when the agent starts."""
    value: float
    """Of the round to its starter when both play the solution."""
    seconds: float
    """Of asking the agent and of the best response; solving is not included."""
    response: RoundResponse = field(repr=False, compare=False)

    @property
    def exploitability(self) -> float:
        """What the response wins a round on average, starting every other round."""
        return (self.starting + self.answering) / 2

    @property
    def by_role(self) -> tuple[tuple[str, float, float], ...]:
        """For each role of the response: its name, what the response wins, and what the solution wins."""
        return (("starting", self.starting, self.value), ("answering", self.answering, -self.value))

    def to_json(self) -> dict[str, Any]:
        """The exploitability, and for each role what the best response and the solution win."""
        return {
            "game": game_text(self.game),
            "scope": SCOPE,
            "agent": self.agent,
            "exploitability": self.exploitability,
            "value": self.value,
            "by_role": [
                {"role": role, "response_value": response, "equilibrium_value": fair}
                for role, response, fair in self.by_role
            ],
            "seconds": self.seconds,
        }


def exploit(game: AnyGame, agent: str, report: Report | None = None) -> RoundExploit:
    """What a best response, which knows the agent, wins from it in the round for two; exact, by no play."""
    asked = round_of(game)
    built = build_agent(asked, agent)(asked, 0, Random(0))  # the mix does not depend on the generator
    if not isinstance(built, MixedAgent):
        raise MendaxError(f"a best response needs an agent that can state its action probabilities; {agent} only plays")
    mixed: AnyMixedAgent = built
    truthful = asked.opening == "truthful"
    began = time.perf_counter()
    response = best_response(AgentReader(asked, mixed, agent).read(report), truthful)
    seconds = time.perf_counter() - began
    value = load_or_solve().value(truthful)
    return RoundExploit(asked, agent, response.starting, response.answering, value, seconds, response)
