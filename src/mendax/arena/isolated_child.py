"""The far end of an isolated agent: a process that knows a game's rules, an agent, and what it is told.

It reads messages as lines of JSON from its standard input and answers on its standard output. The agent itself finds
both replaced: it reads nothing, and what it prints goes to the errors.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import pickle
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from mendax.core.agent import AnyAgent, Factory, listens, prepared
from mendax.core.catalogue import build_agent, build_game
from mendax.core.errors import MendaxError, one_line
from mendax.core.game import AnyGame
from mendax.core.streams import Stream


@cache
def _game(text: str) -> AnyGame:
    return build_game(text)


@cache
def _factory(game: str, text: str, packed: str) -> Factory:
    factory: Factory = pickle.loads(base64.b64decode(packed)) if packed else build_agent(_game(game), text)
    return prepared(factory, _game(game), text or "an agent")


class Desk:
    """The agents of this process, by seat."""

    def __init__(self) -> None:
        self.games: dict[int, AnyGame] = {}
        self.agents: dict[int, AnyAgent] = {}
        self.broken: dict[int, str] = {}
        """Reasons of errors in messages that have no answer: told with the next one."""

    def serve(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message, if it has one."""
        kind, seat = message["type"], message["seat"]
        try:
            if kind == "start":
                return self._start(seat, message)
            if seat in self.broken:
                return {"type": "error", "reason": self.broken[seat]} if kind == "act" else None
            game, agent = self.games[seat], self.agents[seat]
            if kind == "act":
                actions = [game.parse_action(text) for text in message["actions"]]
                decision = agent.act(game.parse_view(message["view"]), actions, False)
                return {"type": "action", "action": str(decision.action)}
            if kind == "event":
                agent.hear(pickle.loads(base64.b64decode(message["python"])))
            elif kind == "end":
                agent.end(game.parse_view(message["view"]), message["payoffs"])
        except MendaxError as error:
            if kind == "start":
                return {"type": "refusal", "reason": str(error)}
            return {"type": "error", "reason": one_line(error)}
        except BaseException as error:
            if kind in ("start", "act"):
                return {"type": "error", "reason": one_line(error)}
            self.broken[seat] = one_line(error)
        return None

    def _start(self, seat: int, message: dict[str, Any]) -> dict[str, Any]:
        self.broken.pop(seat, None)
        rng = Stream()
        rng.begin(message["seed"])
        game = self.games[seat] = _game(message["game"])
        agent = _factory(message["game"], message["agent"], message.get("factory", ""))(game, seat, rng)
        self.agents[seat] = agent
        return {"type": "ready", "listens": listens(agent)}


def main() -> None:
    """Serve until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(float(sys.argv[1]))
    end_with_parent()
    with os.fdopen(os.dup(0), "rb") as source, os.fdopen(os.dup(1), "wb") as target:
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        _talk(source, target)


def _talk(source: BinaryIO, target: BinaryIO) -> None:
    desk = Desk()
    for line in source:
        answer = desk.serve(json.loads(line))
        if answer is not None:
            target.write(json.dumps(answer).encode() + b"\n")
            target.flush()


def end_with_parent() -> None:
    """Ask for this process to be ended when its parent is, even if it hangs then."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def limit_memory(gigabytes: float) -> None:
    """Limit the memory of this process; 0 is no limit."""
    if gigabytes > 0:
        try:
            import resource
        except ImportError:  # not on this system
            return
        limit = int(gigabytes * (1 << 30))
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


if __name__ == "__main__":
    main()
