"""The words *Agent* and *Decision*: an agent, what it chose, and the explanation behind the choice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """An action an agent considered, its value to that agent and how likely it was to be chosen."""

    action: A
    value: float | None = None
    probability: float | None = None
    note: str = ""
    """A word of the agent's own on it, such as the class it puts it in."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely an agent holds something hidden to be."""

    about: str
    probability: float


@dataclass(frozen=True, slots=True)
class Explanation(Generic[A]):
    """What led to a decision, taken from the decision itself."""

    options: tuple[Option[A], ...] = ()
    beliefs: tuple[Belief, ...] = ()
    rules: tuple[str, ...] = ()
    scale: str = "payoff"
    """What the options' values measure."""


class Decision(NamedTuple, Generic[A]):
    """The chosen action and, when asked for, the explanation behind it."""

    action: A
    explanation: Explanation[A] | None = None


class Agent(ABC, Generic[V, A, E]):
    """One player's agent for one match. It sees views and events, never a state or an opponent."""

    @abstractmethod
    def act(self, view: V, actions: Sequence[A], explain: bool = False) -> Decision[A]:
        """Choose one of the legal actions. Asking why never changes the choice."""

    def hear(self, event: E) -> None:
        """Be told, once and in order, of something that happened."""

    def end(self, view: V, payoffs: Sequence[float]) -> None:
        """Be told how the match ended."""


class MixedAgent(Agent[V, A, E]):
    """An agent that can state its whole mix, and plays by drawing from it.

    The mix is a function of the view alone: that is what makes a best response to it exact.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @abstractmethod
    def mix(self, view: V, actions: Sequence[A]) -> Mapping[A, float]:
        """The probability of each action; actions left out have none."""

    def explanation(self, view: V, actions: Sequence[A], mix: Mapping[A, float]) -> Explanation[A]:
        """The explanation behind a mix; agents with more to say override this."""
        return Explanation(tuple(Option(action, None, mix.get(action, 0.0)) for action in actions))

    def act(self, view: V, actions: Sequence[A], explain: bool = False) -> Decision[A]:
        """Draw an action from the mix."""
        mix = self.mix(view, actions)
        if len(mix) == 1:  # nothing to draw
            (action,) = mix
            return Decision(action, self.explanation(view, actions, mix) if explain else None)
        mark = self.rng.random()
        for action, probability in mix.items():
            mark -= probability
            if mark < 0:
                return Decision(action, self.explanation(view, actions, mix) if explain else None)
        # Rounding left a crumb: the last action that can be chosen takes it.
        action = [option for option, probability in mix.items() if probability > 0][-1]
        return Decision(action, self.explanation(view, actions, mix) if explain else None)


def listens(agent: AnyAgent) -> bool:
    """Whether an agent wants to be told things: it overrides `hear` or `end`. The others cost nothing to tell."""
    kind = type(agent)
    return kind.hear is not Agent.hear or kind.end is not Agent.end


AnyAgent: TypeAlias = Agent[Any, Any, Any]
AnyMixedAgent: TypeAlias = MixedAgent[Any, Any, Any]
Factory: TypeAlias = Callable[[AnyGame, Seat, Random], AnyAgent]
"""Builds a fresh agent for a match. It must be picklable; what is costly it caches in its process."""


@runtime_checkable
class Preparing(Protocol):
    """A factory whose costly part can be done once and carried to every worker."""

    def prepare(self, game: AnyGame) -> Factory:
        """The same factory, ready to play this game."""


@runtime_checkable
class Lockstep(Protocol):
    """A factory that can play solitaire games by the thousand, move for move as its agents would."""

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Payoffs and numbers of moves of the games numbered from `first` on, with the arena's own chance for
        them; `None` where this game must be played one by one.
        """


def prepared(factory: Factory, game: AnyGame) -> Factory:
    """The factory made ready. An agent that cannot play the game says so here; one that breaks down does
    so in its matches, where it is counted.
    """
    costly: object = factory
    if isinstance(costly, Preparing):
        factory = costly.prepare(game)
    try:
        factory(game, 0, Random(0))
    except MendaxError:
        raise
    except Exception:
        pass
    return factory
