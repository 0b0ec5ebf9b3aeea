"""How long a question is expected to take, and the order in which questions are sent by it.

Decisions of our agents take from a tenth of a millisecond to seconds. Asked in the order in which they come, a quick
one would wait for every slow one before it. So a question goes before another one that takes longer, as long as that
one has waited for less than `PATIENCE` times what it takes.
"""

from __future__ import annotations

import heapq
from bisect import insort
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from mendax.table.deciders.pending import SLOW_SECONDS, About, Inspection, Pending
from mendax.table.deciders.question import Question

PATIENCE: Final = 100.0
MOST_PATIENCE: Final = 5.0
"""In seconds: nobody waits longer than this for others that came later."""
LAST: Final = 9
"""So many decisions of an agent say how long the next one takes."""
KNOWN: Final = 3
"""So many long decisions make an agent slow; its first one in a worker may have to import or compile something."""
AGENTS: Final = 1024
Entry: TypeAlias = tuple[float, int, Pending]
"""A question with its turn, and its number, by which no two are alike."""


class Expected:
    """The time that each agent took for its last decisions: their median, so that one that compiled does not count."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, str, bool], deque[float]] = OrderedDict()

    def look_up(self, pending: Pending) -> None:
        """Note at a question how long its answer may take."""
        about = pending.about
        pending.unknown, pending.expected = False, SLOW_SECONDS
        if isinstance(about, Inspection):
            pending.expected = 0.0
        elif isinstance(about, Question):
            last = self._last.get(_key(about), ())
            likely = sorted(last)[(len(last) - 1) // 2] if last else SLOW_SECONDS
            pending.unknown = likely >= SLOW_SECONDS and len(last) < KNOWN
            pending.expected = SLOW_SECONDS if pending.unknown else likely

    def note(self, about: About, seconds: float) -> None:
        """An answer took so long."""
        if isinstance(about, Question):
            key = _key(about)
            if (last := self._last.get(key)) is None:
                if len(self._last) >= AGENTS:
                    self._last.popitem(last=False)
                last = self._last[key] = deque(maxlen=LAST)
            last.append(seconds)
            self._last.move_to_end(key)


def same_agent(one: About, other: About) -> bool:
    """Whether two questions tell something about each other's time."""
    return isinstance(one, Question) and isinstance(other, Question) and _key(one) == _key(other)


def _key(question: Question) -> tuple[str, str, bool]:
    return question.game, question.agent, question.advise


class Waiting:
    """The questions that wait for one worker."""

    def __init__(self, expected: Expected) -> None:
        self._expected = expected
        self._quick: list[Entry] = []
        """A heap."""
        self._slow: list[Entry] = []
        """Sorted: not each of them may be sent at any time."""

    def __len__(self) -> int:
        return len(self._quick) + len(self._slow)

    def __iter__(self) -> Iterator[Pending]:
        return (pending for _, _, pending in (*self._quick, *self._slow))

    def clear(self) -> None:
        """Nobody waits here any more."""
        self._quick.clear()
        self._slow.clear()

    def add(self, pending: Pending) -> None:
        """One more; whoever comes a second time keeps its turn."""
        self._expected.look_up(pending)
        due = pending.asked + min(PATIENCE * pending.expected, MOST_PATIENCE)
        if pending.slow:
            insort(self._slow, (due, pending.number, pending))
        else:
            heapq.heappush(self._quick, (due, pending.number, pending))

    def remove(self, gone: set[Pending]) -> None:
        """Some are asked elsewhere."""
        self._quick = [entry for entry in self._quick if entry[2] not in gone]
        heapq.heapify(self._quick)
        self._slow = [entry for entry in self._slow if entry[2] not in gone]

    def due(self) -> float:
        """The turn of the first slow one; that of another worker may be before it."""
        return self._slow[0][0] if self._slow else float("inf")

    def pop(self, may_go: Callable[[Pending], bool]) -> Pending | None:
        """The next one; `may_go` is asked about slow ones, and about those of which nothing is known."""
        slow = next((entry for entry in self._slow if self._may_go(entry[2], may_go)), None)
        if slow is not None and (not self._quick or slow < self._quick[0]):
            self._slow.remove(slow)
            return slow[2]
        return heapq.heappop(self._quick)[2] if self._quick else None

    def _may_go(self, pending: Pending, may_go: Callable[[Pending], bool]) -> bool:
        self._expected.look_up(pending)  # it may be known by now
        return not pending.slow or may_go(pending)
