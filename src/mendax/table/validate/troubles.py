"""What can happen to a program at a table, made to happen."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from mendax.table.validate.referee import Referee, Trouble
from mendax.table.validate.tap import Line
from mendax.table.wire.messages import Act

NO_ACTION: Final = "?!"
"""A text that is no action of any game."""
LATE_SECONDS: Final = 0.6
"""A turn at the table where an answer is held up until it is late."""


@dataclass(slots=True)
class Refusal(Trouble):
    """The program's first action arrives as nonsense and is refused: it must answer that turn again."""

    async def change_act(self, referee: Referee, act: Act) -> str:
        if not self.turn:
            self.turn = act.turn
            return NO_ACTION
        return act.action

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        self.happened |= frame["type"] == "refused"
        self.overcome |= self.happened and frame["type"] == "ack" and frame["turn"] == self.turn
        return [frame]


@dataclass(slots=True)
class Cut(Trouble):
    """The connection ends right after a turn was sent: the program must come back and answer it."""

    line: Line | None = None

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        if frame["type"] == "turn" and not self.turn:
            self.turn, self.line, self.happened = frame["turn"], line, True
            line.cut.set()
        self.overcome |= frame["type"] == "ack" and frame["turn"] == self.turn and line is not self.line
        return [frame]


@dataclass(slots=True)
class Late(Trouble):
    """The program's first action is held up until its default was played: it must go on with what comes then."""

    excuses_time: bool = True

    async def change_act(self, referee: Referee, act: Act) -> str:
        if not self.turn:
            self.turn = act.turn
            await asyncio.sleep(LATE_SECONDS + 0.2)
        return act.action

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        self.overcome |= self.happened and frame["type"] in ("ack", "end")
        self.happened |= frame["type"] == "refused" and frame["turn"] == self.turn and not referee.ends
        return [frame]


@dataclass(slots=True)
class LaterProtocol(Trouble):
    """Frames and fields of a protocol that does not exist yet: the program must pass over them."""

    answers: int = 0

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        self.happened = True
        self.answers += frame["type"] == "ack"
        self.overcome |= self.answers >= 3 or frame["type"] == "end"
        return [
            {"type": "from_a_later_protocol", "turn": "x.0", "data": {"a": [1]}},
            {**frame, "added_later": {"b": 2}},
        ]


@dataclass(slots=True)
class NextMatch(Trouble):
    """The table goes on: the program must play the next match too, or leave cleanly after the first."""

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        self.happened |= frame["type"] == "end"
        self.overcome |= self.happened and frame["type"] == "ack"
        return [frame]


@dataclass(slots=True)
class WholeMatch(Trouble):
    """No trouble at all: the program plays a match to its end."""

    def change_frame(self, referee: Referee, line: Line, frame: dict[str, Any]) -> list[dict[str, Any]]:
        if frame["type"] == "end":
            self.happened = self.overcome = True
        return [frame]
