"""Agents for the tests of the arena: fixed, breaking down, and killing their process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mendax.arena.run import Run
from mendax.arena.summary import Summary
from mendax.core import Agent, AnyGame, Decision, Factory, Seat
from mendax.core.catalogue import build_agent
from mendax.games.one_die.rules import OneDie

GAME = OneDie()


def named(*names: str) -> list[tuple[str, Factory]]:
    """Agents of the catalogue."""
    return [(name, build_agent("one-die", name)) for name in names]


def numbers(run: Run, **options: bool) -> dict[str, Any]:
    """A summary's JSON without the time it took."""
    found = Summary.of(run, **options).to_json()
    found.pop("seconds")
    return found


@dataclass(frozen=True)
class Deadly:
    """A factory of agents that act illegally, or kill their process: always, or once for each mark left in a folder."""

    when: str
    marks: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return DeadlyAgent(self.when, Path(self.marks), rng)


class DeadlyAgent(Agent[Any, Any, Any]):
    def __init__(self, when: str, marks: Path, rng: Random) -> None:
        self.when, self.marks, self.rng = when, marks, rng

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if self.when == "illegal":
            return Decision("nothing")
        draw = self.rng.random()
        if draw < 0.02:
            mark = self.marks / str(draw)
            if self.when == "always" or not mark.exists():
                mark.touch()
                os._exit(11)
        return Decision(actions[int(self.rng.random() * len(actions))])


def deadly(when: str, marks: Path) -> tuple[str, Factory]:
    return "deadly", Deadly(when, str(marks))


@dataclass(frozen=True)
class Staking:
    """A factory of agents that always take the same action."""

    action: str

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return StakingAgent(self.action)


class StakingAgent(Agent[Any, Any, Any]):
    def __init__(self, action: str) -> None:
        self.action = action

    def act(self, view: object, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        return Decision(self.action)


@dataclass(frozen=True)
class Unbuildable:
    """A factory that breaks down at some seats."""

    seats: tuple[int, ...] = (1,)

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        if seat in self.seats:
            raise RuntimeError("no memory")
        return StakingAgent("accept")
