"""The order in which questions are sent to a worker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mendax.table.deciders.expected import KNOWN, LAST, MOST_PATIENCE, PATIENCE, Expected, Waiting
from mendax.table.deciders.pending import SLOW_SECONDS, Inspection, Pending, Preparation
from mendax.table.deciders.question import Question


@pytest.fixture
def loop() -> Any:
    made = asyncio.new_event_loop()
    yield made
    made.close()


def question(agent: str) -> Question:
    return Question("m", "one-die", 0, agent, 1, ())


class Asking:
    """Questions about agents whose times are known, at times that are given."""

    def __init__(self, loop: asyncio.AbstractEventLoop, **seconds: float) -> None:
        self.loop, self.numbers, self.expected = loop, 0, Expected()
        for agent, took in seconds.items():
            for _ in range(KNOWN):
                self.expected.note(question(agent), took)
        self.waiting = Waiting(self.expected)

    def ask(self, agent: str, at: float) -> Pending:
        self.numbers += 1
        pending = Pending(self.numbers, question(agent), self.loop.create_future(), at)
        self.waiting.add(pending)
        return pending

    def sent(self, slow: bool = True) -> list[str]:
        """The agents in the order in which they are asked."""
        found = []
        while (pending := self.waiting.pop(lambda _: slow)) is not None:
            assert isinstance(pending.about, Question)
            found.append(pending.about.agent)
        return found


def test_short_questions_go_before_long_ones(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop, soar=0.004, quick=0.0001)
    for agent in ("soar", "soar", "quick", "soar", "quick"):
        asking.ask(agent, at=10.0)
    assert asking.sent() == ["quick", "quick", "soar", "soar", "soar"]


def test_a_long_question_that_has_waited_goes_first(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop, soar=0.004, quick=0.0001)
    asking.ask("soar", at=10.0)
    asking.ask("quick", at=10.0 + PATIENCE * 0.004)
    assert asking.sent() == ["soar", "quick"]
    asking = Asking(loop, thinker=8.0, quick=0.0001)
    asking.ask("thinker", at=10.0)
    asking.ask("quick", at=10.0 + MOST_PATIENCE)
    assert asking.sent() == ["thinker", "quick"], "nobody waits for ever"


def test_slow_and_unknown_questions_are_passed_over_where_they_may_not_go(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop, thinker=1.0, quick=0.0001)
    asking.ask("thinker", at=0.0)
    asking.ask("stranger", at=0.0)
    asking.ask("quick", at=9.0)
    assert asking.sent(slow=False) == ["quick"]
    assert len(asking.waiting) == 2
    asking.expected.note(question("stranger"), 0.001)
    assert asking.sent(slow=False) == ["stranger"], "it is known by now"
    assert asking.sent() == ["thinker"]


def test_one_decision_that_compiled_does_not_make_an_agent_slow(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop)
    asking.expected.note(question("agent"), 3.0)
    assert asking.ask("agent", at=0.0).unknown
    asking.expected.note(question("agent"), 0.002)
    assert asking.ask("agent", at=0.0).expected == 0.002
    for _ in range(LAST):
        asking.expected.note(question("agent"), 0.5)
    assert asking.ask("agent", at=0.0).expected == 0.5


def test_what_is_asked_elsewhere_is_gone(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop, thinker=1.0, quick=0.0001)
    kept, *gone = (asking.ask(agent, at=0.0) for agent in ("quick", "quick", "thinker"))
    asking.waiting.remove(set(gone))
    assert [*asking.waiting] == [kept]
    assert asking.sent() == ["quick"]


def test_preparations_are_slow_and_inspections_are_not(loop: asyncio.AbstractEventLoop) -> None:
    expected = Expected()
    prepared = Pending(1, Preparation("one-die", "tree"), loop.create_future(), 0.0)
    looked = Pending(2, Inspection(), loop.create_future(), 0.0)
    for pending in (prepared, looked):
        expected.note(pending.about, 1.0)  # tells nothing of other questions
        expected.look_up(pending)
        assert not pending.unknown
    assert prepared.expected == SLOW_SECONDS
    assert looked.expected == 0.0
