"""The referee notes what a program does wrong, and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from mendax.table.validate.referee import Referee, Rule, Trouble
from mendax.table.validate.tap import Line

TOKEN = "secret"
JOIN = {"type": "join", "token": TOKEN}
TURN = {"type": "turn", "turn": "m.0", "match": "m", "seconds": 10.0}
ACT = {"type": "act", "turn": "m.0", "action": "call 4"}
ACK = {"type": "ack", "turn": "m.0", "action": "call 4"}
REFUSED = {"type": "refused", "turn": "m.0", "reason": "no"}
OVER = {**REFUSED, "over": True}


def judge(*frames: dict[str, Any] | str, seconds: float = 10.0) -> list[Rule]:
    """The faults of a program in a conversation: `act`, `join` and texts come from it, the others from the server."""

    async def converse() -> list[Rule]:
        referee, line = Referee(TOKEN, Trouble()), Line()
        for frame in frames:
            text = frame if isinstance(frame, str) else json.dumps(frame)
            if isinstance(frame, str) or frame["type"] in ("act", "join", "watch", "ping", "leave"):
                assert await referee.from_program(line, text) == text
            elif frame["type"] == "turn":
                referee.to_program(line, json.dumps({**frame, "seconds": seconds}))
            else:
                assert referee.to_program(line, text) == [text]
        return [rule for rule, _ in referee.faults]

    return asyncio.run(converse())


@pytest.mark.parametrize(
    "frames",
    [
        (JOIN, TURN, ACT, ACK),
        (JOIN, TURN, ACT, ACT, ACK, ACK),
        (JOIN, TURN, ACT, ACK, ACT, ACK),
        (JOIN, {"type": "ping"}, {"type": "leave"}),
        (JOIN, TURN, ACT, ACK, {**TURN, "turn": "m.1"}, {**ACT, "turn": "m.1"}),
    ],
    ids=["once", "the same twice", "again after the acknowledgement", "no turn", "two turns"],
)
def test_what_is_right_is_no_fault(frames: tuple[dict[str, Any], ...]) -> None:
    assert judge(*frames) == []


@pytest.mark.parametrize(
    ("frames", "rules"),
    [
        ((ACT,), [Rule.JOIN, Rule.TURNS]),
        (({**JOIN, "token": "other"},), [Rule.JOIN]),
        ((JOIN, TURN, {**ACT, "turn": "m.1"}), [Rule.TURNS]),
        ((JOIN, TURN, ACT, {**ACT, "action": "call 5"}), [Rule.TURNS]),
        ((JOIN, TURN, ACT, REFUSED), [Rule.LEGAL]),
        ((JOIN, TURN, ACT, OVER), [Rule.TIME]),
        ((JOIN, TURN, {**TURN, "turn": "m.1"}), [Rule.TIME]),
        ((JOIN, "{"), [Rule.FRAMES]),
        ((JOIN, {"type": "ping", "extra": 1}), [Rule.FRAMES]),
        ((JOIN, TURN, {"type": "end"}, ACT), [Rule.FRAMES]),
        ((JOIN, {"type": "error", "reason": "no"}), [Rule.FRAMES]),
    ],
)
def test_faults_are_noted(frames: tuple[dict[str, Any] | str, ...], rules: list[Rule]) -> None:
    assert judge(*frames) == rules


def test_a_late_answer_is_noted() -> None:
    assert judge(JOIN, TURN, ACT, ACK, seconds=-1.0) == [Rule.TIME]
