"""The words *Agent* and *Decision*: a player of a game, what it chose, and the explanation of the choice."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from mendax.core.errors import EXTRAS, MendaxError, MissingExtra, one_line
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
    """The agent's own remark on it, such as the class it puts it in."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely an agent takes something hidden to be."""

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
    sentence: str = ""
    """One sentence made of the decision's own numbers."""


class Decision(NamedTuple, Generic[A]):
    """The chosen action and, when asked for, its explanation."""

    action: A
    explanation: Explanation[A] | None = None


class Agent(ABC, Generic[V, A, E]):
    """A player for one match. It sees views and events, never a state or an opponent."""

    remembers: ClassVar[bool] = True
    """Whether its earlier decisions may change its choice. One that says no decides by the view, its generator and the
    events it heard; where it is rebuilt in the middle of a match, it is not asked its earlier decisions again."""

    @abstractmethod
    def act(self, view: V, actions: Sequence[A], explain: bool = False) -> Decision[A]:
        """Choose one of the legal actions. Asking for an explanation never changes the choice."""

    def hear(self, event: E) -> None:
        """Receive an event; every event comes once, in order."""

    def end(self, view: V, payoffs: Sequence[float]) -> None:
        """Receive the last view and the payoffs when the match is over."""


class MixedAgent(Agent[V, A, E]):
    """An agent that can state its whole mix, and plays by drawing from it.

    The mix is a function of the view alone: that is what makes a best response to it exact.
    """

    remembers: ClassVar[bool] = False

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    @abstractmethod
    def mix(self, view: V, actions: Sequence[A]) -> Mapping[A, float]:
        """The probability of each action; actions left out have none."""

    def explanation(self, view: V, actions: Sequence[A], mix: Mapping[A, float]) -> Explanation[A]:
        """The explanation of a mix; agents that know more override this."""
        return Explanation(tuple(Option(action, None, mix.get(action, 0.0)) for action in actions))

    def act(self, view: V, actions: Sequence[A], explain: bool = False) -> Decision[A]:
        mix = self.mix(view, actions)
        if len(mix) == 1:  # nothing to draw
            (action,) = mix
            return Decision(action, self.explanation(view, actions, mix) if explain else None)
        mark = self.rng.random()
        for action, probability in mix.items():
            mark -= probability
            if mark < 0:
                return Decision(action, self.explanation(view, actions, mix) if explain else None)
        # Rounding may leave a sum just below 1: the last possible action takes the rest.
        action = [option for option, probability in mix.items() if probability > 0][-1]
        return Decision(action, self.explanation(view, actions, mix) if explain else None)


def listens(agent: AnyAgent) -> bool:
    """Whether an agent listens: it overrides `hear` or `end`. For the others no events are made."""
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
    """A factory that can play many solitaire games at once, move for move as its agents would."""

    def play_alone(
        self, game: AnyGame, seed: int, first: int, count: int
    ) -> tuple[Sequence[float], Sequence[int]] | None:
        """Payoffs and numbers of moves of the games numbered from `first` on, with the arena's own chance for
        them; `None` where this game must be played one by one.
        """


@runtime_checkable
class ReadingFiles(Protocol):
    """A factory whose agents read files: they travel with it to other machines."""

    def files(self) -> Sequence[Path]:
        """The files."""

    def reading(self, places: Mapping[Path, Path]) -> Factory:
        """The same factory with its files in other places."""


class FailedAgent(Agent[Any, Any, Any]):
    """Stands in for an agent that could not be built: it forfeits at its first decision, with the reason."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        raise self.error


def build_or_forfeit(
    factory: Factory,
    game: AnyGame,
    seat: Seat,
    rng: Random,
    faults: tuple[type[BaseException], ...] = (Exception, SystemExit),
) -> AnyAgent:
    """A fresh agent for a match; where the factory breaks down, one that forfeits that match.

    A `MendaxError` says that the agent does not play this game at all, and is raised; so is a missing extra.
    """
    try:
        return factory(game, seat, rng)
    except MendaxError:
        raise
    except faults as error:
        _raise_missing_extra(error)
        return FailedAgent(error)


def prepared(factory: Factory, game: AnyGame, name: str = "an agent", *, trial: bool = True) -> Factory:
    """The factory made ready for a game, after one agent was built on trial.

    Without a trial nothing is built here: whoever builds agents in other processes is told there what is wrong.

    What goes wrong is never hidden. An agent that cannot be prepared raises a `MendaxError`, and so does one
    that says that it does not play this game. One that breaks down when it is built is warned of: it may
    break down in some matches only, and forfeits those.
    """
    costly: object = factory
    if isinstance(costly, Preparing):
        try:
            factory = costly.prepare(game)
        except MendaxError:
            raise
        except (Exception, SystemExit) as error:
            _raise_missing_extra(error)
            raise MendaxError(f"{name} cannot be prepared: {one_line(error)}") from error
    if trial:
        agent = build_or_forfeit(factory, game, 0, Random(0))
        if isinstance(agent, FailedAgent):
            warnings.warn(f"{name} forfeits where it cannot be built, as now: {one_line(agent.error)}", stacklevel=2)
    return factory


def _raise_missing_extra(error: BaseException) -> None:
    """Raise `MissingExtra` if that is what was wrong."""
    if isinstance(error, ModuleNotFoundError) and error.name and error.name.partition(".")[0] in EXTRAS:
        raise MissingExtra(error.name) from None
