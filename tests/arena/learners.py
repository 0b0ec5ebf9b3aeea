"""Learners for the tests: one that learns which straws to keep, and one whose process dies."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mendax.core import Agent, AnyAgent, AnyGame, Decision, Learner, Seat
from mendax.core.files import write_whole
from tests.tiny_games import StrawView

STEP, CURIOSITY = 0.05, 0.1


class StrawAgent(Agent[StrawView, str, str]):
    """Takes the better action by the learner's memory; when it learns, sometimes any action."""

    def __init__(self, learner: Straws, seat: Seat, rng: Random, learn: bool) -> None:
        self.learner, self.seat, self.rng, self.learn = learner, seat, rng, learn
        self.taken: list[str] = []

    def act(self, view: StrawView, actions: Sequence[str], explain: bool = False) -> Decision[str]:
        keys = [f"{view.straws[self.seat]} {action}" for action in actions]
        values = [self.learner.values.get(key, 0.0) for key in keys]
        at = max(range(len(actions)), key=values.__getitem__)
        if self.learn and self.rng.random() < CURIOSITY:
            at = self.rng.randrange(len(actions))
        self.taken.append(keys[at])
        return Decision(actions[at])

    def end(self, view: StrawView, payoffs: Sequence[float]) -> None:
        if self.learn:
            self.learner.reward(self.taken, payoffs[self.seat])


class Straws(Learner):
    """The value of keeping or swapping each straw, by steps towards the payoffs: the order of matches matters."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}
        self.counts: dict[str, int] = {}

    def agent(self, game: AnyGame, seat: Seat, rng: Random, *, learn: bool = True) -> AnyAgent:
        return StrawAgent(self, seat, rng, learn)

    def reward(self, keys: Sequence[str], payoff: float) -> None:
        for key in keys:
            old = self.values.get(key, 0.0)
            self.values[key] = old + STEP * (payoff - old)
            self.counts[key] = self.counts.get(key, 0) + 1

    def save(self, path: Path) -> None:
        write_whole(path, json.dumps({"values": self.values, "counts": self.counts}, sort_keys=True))

    def load(self, path: Path) -> None:
        found: dict[str, Any] = json.loads(path.read_text())
        self.values, self.counts = found["values"], found["counts"]

    def merge(self, others: Sequence[Straws]) -> Straws:
        """Means of the values, weighted by how often each was changed."""
        merged, all_of_them = Straws(), [self, *others]
        for key in sorted({key for learner in all_of_them for key in learner.counts}):
            counts = [learner.counts.get(key, 0) for learner in all_of_them]
            values = [learner.values.get(key, 0.0) for learner in all_of_them]
            merged.counts[key] = sum(counts)
            merged.values[key] = sum(map(float.__mul__, values, map(float, counts))) / sum(counts)
        return merged


def straws(game: AnyGame, rng: Random) -> Straws:
    return Straws()


class Mortal(Straws):
    """Before some rewards its process does something to itself."""

    def __init__(self, at: int, harm: Callable[[], None]) -> None:
        super().__init__()
        self.at, self.harm = at, harm

    def reward(self, keys: Sequence[str], payoff: float) -> None:
        super().reward(keys, payoff)
        if sum(self.counts.values()) == self.at:
            self.harm()


@dataclass(frozen=True)
class Dying:
    """A learner whose process is killed in the middle of a block: once for each mark in a folder, or always."""

    marks: Path
    at: int
    always: bool = False

    def __call__(self, game: AnyGame, rng: Random) -> Learner:
        return Mortal(self.at, self.die)

    def die(self) -> None:
        mark = self.marks / f"died-at-{self.at}-{os.getpid()}"
        if self.always or not list(self.marks.glob(f"died-at-{self.at}-*")):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def broken(game: AnyGame, rng: Random) -> Learner:
    raise RuntimeError("no memory")
