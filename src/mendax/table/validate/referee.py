"""Watches the frames of a program at one table and notes what it does wrong."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Any

from mendax.table.validate.tap import Line
from mendax.table.wire.messages import Act, BadFrame, Join, Leave, Watch, read_client_frame


class Rule(Enum):
    """What a program must always keep to."""

    JOIN = "join"
    TURNS = "turns"
    LEGAL = "legal"
    TIME = "time"
    FRAMES = "frames"


@dataclass(slots=True)
class AskedTurn:
    """A turn that the program was sent."""

    line: Line
    at: float
    seconds: float
    answer: str | None = None
    """What it answered and what was not refused yet."""
    closed: bool = False
    """Whether its answer counts, or the default was played."""


@dataclass(slots=True)
class Trouble:
    """What is done to the frames of a program; this one does nothing."""

    turn: str = ""
    """The turn that was meddled with."""
    happened: bool = False
    overcome: bool = False
    """Whether the program went on as it should."""
    excuses_time: bool = False
    """Whether turns at this table are too short to be kept to."""

    async def change_act(self, referee: Referee, act: Act) -> str:
        """The action that goes on to the server."""
        return act.action

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        """The frames that go on to the program."""
        return [frame]


@dataclass(slots=True)
class Referee:
    """Judges one program at one table."""

    token: str
    trouble: Trouble
    faults: list[tuple[Rule, str]] = field(default_factory=list)
    turns: dict[str, AskedTurn] = field(default_factory=dict)
    joined: bool = False
    left: bool = False
    acks: int = 0
    ends: int = 0
    slowest: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _lines: set[int] = field(default_factory=set)

    def note(self, rule: Rule, text: str) -> None:
        """Note a fault."""
        self.faults.append((rule, text))
        self.changed.set()

    def overdue(self) -> float:
        """Seconds until the turn that waits for an answer is overdue; a day where none does."""
        waiting = [turn for turn in self.turns.values() if turn.answer is None and not turn.closed]
        return min((turn.at + turn.seconds - monotonic() for turn in waiting), default=86_400.0)

    def _late(self, text: str) -> None:
        if not self.trouble.excuses_time:
            self.note(Rule.TIME, text)

    # What the program sends.

    async def from_program(self, line: Line, text: str | None) -> str | None:
        """Judge a frame of the program and pass it on."""
        self.changed.set()
        try:
            if text is None:
                raise BadFrame("frames are text")
            frame = read_client_frame(text)
        except BadFrame as error:
            self.note(Rule.FRAMES, f"a frame that is not in the protocol: {error}")
            return text
        if id(line) not in self._lines and not isinstance(frame, Join):
            self.note(Rule.JOIN, f"the first frame of a connection is {type(frame).__name__.lower()}, not join")
        if isinstance(frame, Join):
            self._lines.add(id(line))
            if frame.token != self.token:
                self.note(Rule.JOIN, "it joins with another token than the one it was given")
        elif isinstance(frame, Watch):
            self.note(Rule.FRAMES, "it watches a table instead of playing")
        elif isinstance(frame, Leave):
            self.left = True
        elif isinstance(frame, Act):
            self._judge(line, frame)
            action = await self.trouble.change_act(self, frame)
            if action != frame.action:
                return json.dumps({"type": "act", "turn": frame.turn, "action": action})
        return text

    def _judge(self, line: Line, act: Act) -> None:
        turn = self.turns.get(act.turn)
        if turn is None:
            self.note(Rule.TURNS, f"it answers the turn '{act.turn}', which it was not sent")
        elif turn.answer is not None and turn.answer != act.action:
            self.note(Rule.TURNS, f"it answers the turn '{act.turn}' twice, with different actions")
        elif turn.closed and turn.answer is None:
            self.note(Rule.FRAMES, f"it answers the turn '{act.turn}' after that was over")
        elif turn.answer is None:
            took = monotonic() - turn.at
            self.slowest = max(self.slowest, took)
            turn.answer = act.action
            if took > turn.seconds and act.turn != self.trouble.turn:
                self._late(f"a turn took it {took:.1f} s; it had {turn.seconds:g}")

    # What the server sends.

    def to_program(self, line: Line, text: str) -> list[str]:
        """Note a frame of the server and pass it on."""
        self.changed.set()
        frame = json.loads(text)
        match frame["type"]:
            case "welcome":
                self.joined = True
            case "turn":
                self._asked(line, frame)
            case "ack":
                self.acks += 1
                self._close(frame["turn"])
            case "refused":
                self._refused(frame)
            case "error":
                self.note(Rule.FRAMES, f"the server answered with an error: {frame['reason']}")
            case "end":
                self.ends += 1
                for turn in self.turns.values():
                    turn.closed = True
        return [json.dumps(one) for one in self.trouble.change_frame(self, line, frame)]

    def _asked(self, line: Line, frame: dict[str, Any]) -> None:
        old = self.turns.get(frame["turn"])
        if old is not None and old.line is line:
            return
        for turn in self.turns.values() if old is None else ():
            if turn.answer is None and not turn.closed:
                turn.closed = True
                self._late(f"it did not answer a turn in {turn.seconds:g} s")
        self.turns[frame["turn"]] = AskedTurn(line, monotonic(), frame["seconds"])  # again after a reconnect

    def _close(self, turn: str) -> None:
        if turn in self.turns:
            self.turns[turn].closed = True

    def _refused(self, frame: dict[str, Any]) -> None:
        turn = self.turns.get(frame["turn"])
        if turn is None or frame["turn"] == self.trouble.turn:
            if turn is not None:
                turn.at, turn.answer, turn.closed = monotonic(), None, frame.get("over", False)
            return
        if frame.get("over"):
            turn.closed = True
            self._late(f"its answer to the turn '{frame['turn']}' came when the turn was over")
        else:
            self.note(Rule.LEGAL, f"'{turn.answer}' is refused: {frame['reason']}")
            turn.answer = None
