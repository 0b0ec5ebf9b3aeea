"""The words *Agent* and *Decision*: a mind, what it chose, and the thoughts behind the choice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from mendax.core.errors import MendaxError
from mendax.core.game import AnyGame, Seat

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """An action a mind considered, its value to that mind and how likely it was to be chosen."""

    action: A
    value: float | None = None
    probability: float | None = None
    note: str = ""
    """A word of the mind's own on it, such as the class it puts it in."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely a mind holds something hidden to be."""

    about: str
    probability: float


@dataclass(frozen=True, slots=True)
class Thoughts(Generic[A]):
    """What led to a decision, taken from the decision itself."""

    options: tuple[Option[A], ...] = ()
    beliefs: tuple[Belief, ...] = ()
    rules: tuple[str, ...] = ()
    scale: str = "payoff"
    """What the options' values measure."""


class Decision(NamedTuple, Generic[A]):
    """The chosen action and, when asked for, the thoughts behind it."""

    action: A
    thoughts: Thoughts[A] | None = None


class Agent(ABC, Generic[V, A, E]):
    """One player's mind for one match. It sees views and events, never a state or an opponent."""

    listens: ClassVar[bool] = False
    """Set by a mind that overrides `hear` or `end`; the others cost nothing to tell."""

    @abstractmethod
    def act(self, view: V, actions: Sequence[A], why: bool = False) -> Decision[A]:
        """Choose one of the legal actions. Asking why never changes the choice."""

    def hear(self, event: E) -> None:
        """Be told, once and in order, of something that happened."""

    def end(self, view: V, payoffs: Sequence[float]) -> None:
        """Be told how the match ended."""


class MixedAgent(Agent[V, A, E]):
    """A mind that can state its whole mix, and plays by drawing from it.

    The mix is a function of the view alone: that is what makes a best response to it exact.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @abstractmethod
    def mix(self, view: V, actions: Sequence[A]) -> Mapping[A, float]:
        """The probability of each action; actions left out have none."""

    def thoughts(self, view: V, actions: Sequence[A], mix: Mapping[A, float]) -> Thoughts[A]:
        """The thoughts behind a mix; minds with more to say override this."""
        return Thoughts(tuple(Option(action, None, mix.get(action, 0.0)) for action in actions))

    def act(self, view: V, actions: Sequence[A], why: bool = False) -> Decision[A]:
        """Draw an action from the mix."""
        mix = self.mix(view, actions)
        if len(mix) == 1:  # nothing to draw
            (action,) = mix
            return Decision(action, self.thoughts(view, actions, mix) if why else None)
        mark = self.rng.random()
        for action, probability in mix.items():
            mark -= probability
            if mark < 0:
                return Decision(action, self.thoughts(view, actions, mix) if why else None)
        # Rounding left a crumb: the last action that can be chosen takes it.
        action = [option for option, probability in mix.items() if probability > 0][-1]
        return Decision(action, self.thoughts(view, actions, mix) if why else None)


AnyAgent: TypeAlias = Agent[Any, Any, Any]
AnyMixedAgent: TypeAlias = MixedAgent[Any, Any, Any]
Factory: TypeAlias = Callable[[AnyGame, Seat, Random], AnyAgent]
"""Builds a fresh mind for a match. It must be picklable; what is costly it caches in its process."""


@runtime_checkable
class Preparing(Protocol):
    """A factory whose costly part can be done once and carried to every worker."""

    def prepare(self, game: AnyGame) -> Factory:
        """The same factory, ready to play this game."""


@runtime_checkable
class Lockstep(Protocol):
    """A factory that can play solitaire games by the thousand, move for move as its minds would."""

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Payoffs and numbers of moves of the games numbered from `first` on, with the arena's own chance for
        them; `None` where this game must be played one by one.
        """


def prepared(factory: Factory, game: AnyGame) -> Factory:
    """The factory made ready. A mind that cannot play the game says so here; one that breaks down does
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
