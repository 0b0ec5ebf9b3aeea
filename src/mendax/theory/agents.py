"""Agents for any two-player zero-sum game that is small enough to solve: equilibrium and best response.

What is costly is computed once a process and cached.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from mendax.core.agent import AnyMixedAgent, Explanation, Factory, MixedAgent, Option
from mendax.core.catalogue import build_agent
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat, game_text
from mendax.report.progress import spinner
from mendax.theory import Exploit, Policy, Response, Solution, best_response, exploit, solve


@lru_cache(maxsize=16)
def solution(game: AnyGame) -> Solution:
    """The equilibrium of a game."""
    with spinner(f"Solving {game_text(game)}") as update:  # some take a minute
        return solve(game, lambda solved: update(f"{solved} sub-games"))


@lru_cache(maxsize=64)
def response_to(game: AnyGame, opponent: Factory, seat: Seat) -> Response:
    """The best response of a seat to an agent that states its mix."""
    return best_response(game, policy_of(opponent, game, 1 - seat), seat)


def policy_of(factory: Factory, game: AnyGame, seat: Seat) -> Policy:
    """An agent's mix as a policy; only for agents that state one."""
    agent = factory(game, seat, Random(0))  # the mix does not depend on the generator
    if not isinstance(agent, MixedAgent):
        raise MendaxError("a best response needs an agent that can state its action probabilities; this one only plays")
    mixed: AnyMixedAgent = agent
    return mixed.mix


@dataclass(frozen=True, slots=True)
class AgentExploit:
    """Best responses to an agent in both seats, beside the equilibrium."""

    game: AnyGame
    agent: str
    found: Exploit
    value: float
    """Of the game to seat 0."""
    win_or_lose: bool
    """Whether every match pays +1 and -1: a value is then a win rate too."""
    seconds: float
    """Of the best responses alone; solving the game is not included."""

    def equilibrium_value(self, seat: Seat) -> float:
        """The value of the game to a seat."""
        return self.value if seat == 0 else -self.value

    def to_json(self) -> dict[str, Any]:
        """The exploitability, and for each seat what the best response and the equilibrium win there."""
        by_seat = [
            {
                "seat": response.seat,
                "response_value": response.value,
                "equilibrium_value": self.equilibrium_value(response.seat),
                **({"response_win_rate": (1 + response.value) / 2} if self.win_or_lose else {}),
            }
            for response in self.found.responses
        ]
        return {
            "game": game_text(self.game),
            "agent": self.agent,
            "exploitability": self.found.exploitability,
            "value": self.value,
            "by_seat": by_seat,
            "seconds": self.seconds,
        }


def exploit_agent(game: AnyGame, agent: str) -> AgentExploit:
    """What best responses win from an agent, given by its text."""
    factory = build_agent(game, agent)
    began = time.perf_counter()
    found = exploit(game, policy_of(factory, game, 0), policy_of(factory, game, 1))
    seconds = time.perf_counter() - began
    solved = solution(game)
    return AgentExploit(game, agent, found, solved.value, solved.win_or_lose, seconds)


class Equilibrium(MixedAgent[Any, Any, Any]):
    """Plays the exact mixed strategy that no opponent beats on average."""

    def __init__(self, solved: Solution, seat: Seat, rng: Random) -> None:
        super().__init__(rng)
        self.game, self.seat = solved.game, seat
        self.mixes, self.values = solved.mixes[seat], solved.found.responses[seat].values

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        return self.mixes[view]

    def explanation(self, view: Any, actions: Sequence[Any], mix: Mapping[Any, float]) -> Explanation[Any]:
        """The value of each action against an opponent who also plays the equilibrium."""
        values = self.values.get(view, {})
        return Explanation(tuple(Option(action, values.get(action), mix.get(action, 0.0)) for action in actions))


class BestResponse(MixedAgent[Any, Any, Any]):
    """Plays the best response to one opponent's mix."""

    def __init__(self, response: Response, rng: Random) -> None:
        super().__init__(rng)
        self.response = response

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        return {self.response.choices[view]: 1.0}

    def explanation(self, view: Any, actions: Sequence[Any], mix: Mapping[Any, float]) -> Explanation[Any]:
        """The value of each action against the opponent it responds to."""
        values = self.response.values.get(view, {})
        return Explanation(tuple(Option(action, values.get(action), mix.get(action, 0.0)) for action in actions))


@dataclass(frozen=True, slots=True)
class BestResponseFactory:
    """The factory of `best-response:AGENT`."""

    opponent: Factory

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> BestResponse:
        return BestResponse(response_to(game, self.opponent, seat), rng)

    def prepare(self, game: AnyGame) -> PreparedResponse:
        return PreparedResponse((response_to(game, self.opponent, 0), response_to(game, self.opponent, 1)))


def best_response_to(game: str, name: str) -> BestResponseFactory:
    """The factory of `best-response:AGENT` from the agent's name."""
    return BestResponseFactory(build_agent(game, name))


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """A factory with both best responses computed, to be carried to the workers."""

    responses: tuple[Response, Response]

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> BestResponse:
        return BestResponse(self.responses[seat], rng)


@dataclass(frozen=True, slots=True)
class EquilibriumFactory:
    """The factory of `equilibrium`; `kind` may be a game's own subclass with a fuller explanation."""

    kind: type[Equilibrium] = Equilibrium
    solved: Solution | None = None

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Equilibrium:
        return self.kind(self.solved or solution(game), seat, rng)

    def prepare(self, game: AnyGame) -> EquilibriumFactory:
        return EquilibriumFactory(self.kind, solution(game))
