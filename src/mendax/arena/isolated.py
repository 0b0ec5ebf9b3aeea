"""Agents in processes of their own: they get views and send actions over a pipe, and nothing else.

One JSON object a line goes each way; docs/arena.md lists them. The frames, states and dice of a match stay on this
side. A child serves all matches of one agent at one seat in one worker, and is started again when it has died.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from mendax.arena.harm import LATE, MEMORY, MOVE_SECONDS, death
from mendax.core.agent import Agent, AnyAgent, Decision, Factory
from mendax.core.errors import AgentDied, BadNotation, IllegalAction, MendaxError
from mendax.core.game import AnyGame, Seat, game_text
from mendax.core.streams import Stream


@dataclass(frozen=True)
class Isolated:
    """A factory of agents that live in a process of their own."""

    agent: str | Factory
    """An agent of the catalogue by its text, or a factory that can be pickled."""
    move_seconds: float = MOVE_SECONDS
    """A decision that takes longer is a forfeit; 0 is no limit."""
    memory: float = MEMORY
    """Gigabytes; 0 is no limit."""

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> AnyAgent:
        child = _children.get((self, seat))
        if child is None or child.process.poll() is not None:
            child = _children[self, seat] = Child(self)
        seed = rng.getstate()[0] if isinstance(rng, Stream) else rng.getrandbits(64)
        about = {"type": "start", "game": game_text(game), "seat": seat, "seed": seed, **self._text()}
        answer = child.ask(about)
        kind = IsolatedListener if answer["listens"] else IsolatedAgent
        return kind(game, seat, child)

    def _text(self) -> dict[str, str]:
        if isinstance(self.agent, str):
            return {"agent": self.agent}
        return {"agent": "", "factory": base64.b64encode(pickle.dumps(self.agent)).decode()}


class Child:
    """The process of an agent, and the pipe to it."""

    def __init__(self, kind: Isolated) -> None:
        self.move_seconds = kind.move_seconds
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mendax.arena.isolated_child", str(kind.memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._to, self._from = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._read = select.poll()
        self._read.register(self._from, select.POLLIN)
        self._rest = b""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message that has no answer."""
        data = json.dumps(message).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except OSError:
            self._dead()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for its answer; raises what was wrong with the agent."""
        self.tell(message)
        until = time.monotonic() + self.move_seconds
        while b"\n" not in self._rest:
            left = 1000 * (until - time.monotonic()) if self.move_seconds else None
            if left is not None and (left <= 0 or not self._read.poll(left)):
                self._dead(f"{LATE}{self.move_seconds:g} s")
            part = os.read(self._from, 1 << 16)
            if not part:
                self._dead()
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            answer = cast("dict[str, Any]", json.loads(line))
            kind, reason = answer["type"], str(answer.get("reason", ""))
        except (ValueError, TypeError, KeyError, AttributeError):
            self._dead("its process sent something that is no answer")
        if kind == "refusal":
            raise MendaxError(reason)
        if kind == "error":
            raise AgentDied(reason)
        return answer

    def _dead(self, reason: str = "") -> Any:
        """End the process, and raise the reason of the forfeit."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0 if reason else 5)
        raise AgentDied(reason or death(self.close()))

    def close(self) -> int:
        """End the process; returns its exit code."""
        self.process.kill()
        for end in (self.process.stdin, self.process.stdout):
            if end is not None:
                end.close()
        return self.process.wait()


_children: dict[tuple[Isolated, Seat], Child] = {}
"""The children of this process, by agent and seat: copies of one agent at a table do not see each other's views."""


def close_children() -> None:
    """End the children of this process."""
    while _children:
        _, child = _children.popitem()
        child.close()


class IsolatedAgent(Agent[Any, Any, Any]):
    """The near end of an agent in another process."""

    def __init__(self, game: AnyGame, seat: Seat, child: Child) -> None:
        self.game, self.seat, self.child = game, seat, child

    def act(self, view: Any, actions: Sequence[Any], explain: bool = False) -> Decision[Any]:
        texts = [str(action) for action in actions]
        message = {"type": "act", "seat": self.seat, "view": str(view), "actions": texts}
        text = str(self.child.ask(message).get("action"))
        if text in texts:
            return Decision(actions[texts.index(text)])
        try:
            return Decision(self.game.parse_action(text))
        except BadNotation as error:
            raise IllegalAction(str(error)) from None


class IsolatedListener(IsolatedAgent):
    """One that listens."""

    def hear(self, event: Any) -> None:
        data = base64.b64encode(pickle.dumps(event)).decode()
        self.child.tell({"type": "event", "seat": self.seat, "event": str(event), "python": data})

    def end(self, view: Any, payoffs: Sequence[float]) -> None:
        self.child.tell({"type": "end", "seat": self.seat, "view": str(view), "payoffs": list(payoffs)})
