"""What a study has to compute, as works for the simulation: a short sample of each is measured here, in CPU seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from mendax.arena.engines.simulation import Chains, Games, Work
from mendax.arena.schedule import Schedule
from mendax.arena.worker import Job, play_range
from mendax.core.agent import Factory, prepared
from mendax.core.game import AnyGame

if TYPE_CHECKING:
    from mendax.arena.luck import Luck


class Planned(Protocol):
    """Works whose times are still to be measured."""

    @property
    def title(self) -> str:
        """What it is, in a few words."""

    def measure(self, seconds: float) -> tuple[Work, ...]:
        """The works in order, measured in about so many seconds."""


@dataclass(frozen=True, slots=True)
class PlannedGames:
    """A schedule of games, several times one after the other."""

    title: str
    game: AnyGame
    """What is measured: it may be shorter than what is planned."""
    agents: tuple[tuple[str, Factory], ...]
    schedule: Schedule
    luck: Luck | None = None
    times: int = 1
    longer: float = 1.0
    """So many times as long as the measured game is the planned one."""

    def measure(self, seconds: float) -> tuple[Work, ...]:
        """Play games drawn from all over the schedule, two at least."""
        names = tuple(name for name, _ in self.agents)
        factories = tuple(prepared(factory, self.game, name) for name, factory in self.agents)
        rounds = self.game.counted.by_hand
        job = Job(self.game, names, factories, self.schedule, 0, rounds=rounds, luck=self.luck)
        rng, found = Random(0), list[float]()
        play_range(job, 0, 1)  # warm: compiled, loaded
        began = time.process_time()
        while len(found) < 2 or time.process_time() - began < seconds:
            number = rng.randrange(len(self.schedule))
            before = time.process_time()
            play_range(job, number, number + 1)
            found.append((time.process_time() - before) * self.longer)
        return (Games(self.title, len(self.schedule), tuple(found)),) * self.times


@dataclass(frozen=True, slots=True)
class PlannedChains:
    """Steps in chains; a function measures them in about so many seconds."""

    title: str
    chains: Callable[[float], tuple[tuple[float, ...], ...]]

    def measure(self, seconds: float) -> tuple[Work, ...]:
        """The chains as they are measured."""
        return (Chains(self.title, self.chains(seconds)),)


def known(title: str, *seconds: float) -> PlannedChains:
    """Single tasks whose times were measured before, because a sample of them is not short."""
    return PlannedChains(title, lambda budget: tuple((one,) for one in seconds))
