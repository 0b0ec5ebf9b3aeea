"""Agents that do harm, for the tests: each plays its first action, and does its deed now and then."""

from __future__ import annotations

import ctypes
import inspect
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mendax.core import Agent, AnyGame, Decision, Seat


def die() -> None:
    os._exit(3)


def segfault() -> None:
    ctypes.string_at(0)


def hang() -> None:
    while True:
        time.sleep(1)


def eat() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 26))


def print_lines() -> None:
    print('{"not": "ours"}', flush=True)
    os.write(1, b"\x1b[31mred\n")


def close_files() -> None:
    os.closerange(0, 4096)


def interrupt() -> None:
    raise KeyboardInterrupt


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


DEEDS = {deed.__name__: deed for deed in (die, segfault, hang, eat, print_lines, close_files, interrupt, kill)}


@dataclass(frozen=True)
class Harmful:
    """A factory of agents that do a deed: always, or only when they are about to lose (a call of 6 is to be made)."""

    deed: str
    only_when_losing: bool = False
    marks: str = ""
    """A folder in which a process that does the deed leaves its number."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return HarmfulAgent(self)


class HangingClock:
    """A clock that goes only while a process hangs that has left its mark: who only waits its turn is never late."""

    def __init__(self, marks: Path, step: float) -> None:
        self.marks, self.step, self.now = marks, step, 0.0

    def perf_counter(self) -> float:
        if any(Path("/proc", mark.name).exists() for mark in self.marks.iterdir()):
            self.now += self.step
        return self.now


def dies_when_built(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
    die()
    raise AssertionError("never reached")


@dataclass(frozen=True)
class DyingInAHand:
    """Checks and folds, and dies at its first decision of a hand."""

    hand: int

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
        return DyingAgent(self.hand)


class DyingAgent(Agent[Any, Any, Any]):
    def __init__(self, hand: int) -> None:
        self.hand = hand

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        if view.hands >= self.hand:
            die()
        return Decision(actions[0])


class HarmfulAgent(Agent[Any, Any, Any]):
    def __init__(self, kind: Harmful) -> None:
        self.kind = kind

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        losing = len(actions) == 1 and view.dice[view.seat] != 6
        if self.kind.deed in DEEDS and (losing or not self.kind.only_when_losing):
            if self.kind.marks:
                Path(self.kind.marks, str(os.getpid())).touch()
            DEEDS[self.kind.deed]()
        return Decision(actions[0])


class Looking(Agent[Any, Any, Any]):
    """Looks for the state in the frames that called it, and answers a call by what the other really has."""

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        frame = inspect.currentframe()
        while frame is not None:
            state: Any = frame.f_locals.get("state")
            if hasattr(state, "dice") and hasattr(state, "caller"):
                true = max(state.dice[state.caller], 0) == state.call
                by_text = {str(action): action for action in actions}
                wanted = by_text.get("accept" if true else "challenge")
                if wanted is not None:
                    return Decision(wanted)
            frame = frame.f_back
        return Decision(actions[0])


def looking(game: AnyGame, seat: Seat, rng: Random) -> Agent[Any, Any, Any]:
    return Looking()
