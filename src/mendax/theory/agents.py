"""Agents for any two-player zero-sum game that is small enough to solve: equilibrium and best response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from mendax.core.agent import AnyMixedAgent, Explanation, Factory, MixedAgent, Option
from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat
from mendax.theory import Policy, Response, Solution, best_response, solve


@lru_cache(maxsize=16)
def solution(game: AnyGame) -> Solution:
    """The equilibrium of a game, solved once a process."""
    return solve(game)


@lru_cache(maxsize=64)
def answer_to(game: AnyGame, opponent: Factory, seat: Seat) -> Response:
    """The best response of a seat to an agent that states its mix, worked out once a process."""
    return best_response(game, policy_of(opponent, game, 1 - seat), seat)


@lru_cache(maxsize=16)
def equilibrium_values(game: AnyGame, seat: Seat) -> Response:
    """What every action is worth to a seat against the equilibrium."""
    return best_response(game, solution(game).policy(1 - seat), seat)


def policy_of(factory: Factory, game: AnyGame, seat: Seat) -> Policy:
    """An agent's mix as a policy; only for agents that state one."""
    agent = factory(game, seat, Random(0))  # the mix does not depend on the generator
    if not isinstance(agent, MixedAgent):
        raise MendaxError("a best response needs an agent that can state its action probabilities; this one only plays")
    mixed: AnyMixedAgent = agent
    return mixed.mix


class Equilibrium(MixedAgent[Any, Any, Any]):
    """Plays the exact mixed strategy that no opponent can beat in the long run."""

    def __init__(self, solved: Solution, seat: Seat, rng: Random) -> None:
        super().__init__(rng)
        self.game, self.seat = solved.game, seat
        self.mixes = solved.mixes[seat]

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        """The equilibrium mix at this view."""
        return self.mixes[view]

    def explanation(self, view: Any, actions: Sequence[Any], mix: Mapping[Any, float]) -> Explanation[Any]:
        """Each action's value against an opponent who also plays the equilibrium."""
        values = equilibrium_values(self.game, self.seat).values.get(view, {})
        return Explanation(tuple(Option(action, values.get(action), mix.get(action, 0.0)) for action in actions))


class BestResponse(MixedAgent[Any, Any, Any]):
    """Knows one opponent's mix and takes all that can be taken from it."""

    def __init__(self, response: Response, rng: Random) -> None:
        super().__init__(rng)
        self.response = response

    def mix(self, view: Any, actions: Sequence[Any]) -> Mapping[Any, float]:
        """The best action, always."""
        return {self.response.choices[view]: 1.0}

    def explanation(self, view: Any, actions: Sequence[Any], mix: Mapping[Any, float]) -> Explanation[Any]:
        """Each action's value against the opponent it knows."""
        values = self.response.values.get(view, {})
        return Explanation(tuple(Option(action, values.get(action), mix.get(action, 0.0)) for action in actions))


@dataclass(frozen=True, slots=True)
class BestResponseFactory:
    """The factory of `best-response:AGENT`."""

    opponent: Factory

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> BestResponse:
        """A best response at a seat."""
        return BestResponse(answer_to(game, self.opponent, seat), rng)

    def prepare(self, game: AnyGame) -> PreparedResponse:
        """The responses of both seats, to be carried to the workers."""
        return PreparedResponse((answer_to(game, self.opponent, 0), answer_to(game, self.opponent, 1)))


def best_response_to(game: str, name: str) -> BestResponseFactory:
    """The factory of `best-response:AGENT` from the agent's name."""
    from mendax.core.catalogue import build_agent

    return BestResponseFactory(build_agent(game, name))


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """Best responses worked out beforehand."""

    responses: tuple[Response, Response]

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> BestResponse:
        """A best response at a seat."""
        return BestResponse(self.responses[seat], rng)


@dataclass(frozen=True, slots=True)
class EquilibriumFactory:
    """The factory of `equilibrium`; a game may have a kind of its own, with more to say."""

    kind: type[Equilibrium] = Equilibrium
    solved: Solution | None = None

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Equilibrium:
        """The equilibrium at a seat."""
        return self.kind(self.solved or solution(game), seat, rng)

    def prepare(self, game: AnyGame) -> EquilibriumFactory:
        """The same with its game solved, to be carried to the workers."""
        return EquilibriumFactory(self.kind, solution(game))
