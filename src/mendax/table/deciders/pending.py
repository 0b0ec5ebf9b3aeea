"""Questions that wait, the workers they wait for, and the homes of matches."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from mendax.core.game import Seat
from mendax.table.deciders.process import WorkerProcess
from mendax.table.deciders.question import Question
from mendax.table.deciders.worker import FORGET

HOMES = 65_536
"""So many matches are known to have a home; others are sent whole again."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Prepare this agent for this game."""

    game: str
    agent: str
    warming: bool = False
    """Whether it then decides on trial, one decision a message, until it has met all that it may have to compile."""


@dataclass(frozen=True, slots=True)
class ReviewOrder:
    """Let the game's coach look back on a match."""

    record: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Inspection:
    """Say how much is kept."""


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """What a worker holds."""

    matches: int
    agents: int
    memory: int
    """Bytes of memory in use, where the system tells."""

    def to_json(self) -> dict[str, int]:
        """The same as JSON."""
        return {"matches": self.matches, "agents": self.agents, "memory": self.memory}


About: TypeAlias = Question | Preparation | ReviewOrder | Inspection


def asked_agent(about: About) -> tuple[str, str] | None:
    """The game and the agent that is asked, if one is."""
    return (about.game, about.agent) if isinstance(about, Question | Preparation) else None


@dataclass(eq=False, slots=True)
class Pending:
    """A question that waits for its answer."""

    number: int
    about: About
    future: asyncio.Future[dict[str, Any]]
    slot: Slot | None = None
    """The only one that can answer it; `None` for a question, which any worker answers."""
    kills: int = 0
    """How many workers ended while they were at it."""
    tries: int = 0
    """How many ended before they came to it."""
    whole: bool = False
    """Whether all moves are sent, because some were lost."""

    def end(self, reason: str) -> None:
        """Answer with a fault."""
        if not self.future.done():
            self.future.set_result({"fault": reason, "refused": reason})


@dataclass(eq=False, slots=True)
class Slot:
    """A place for a worker: the process that has it now, and its questions."""

    process: WorkerProcess | None = None
    ready: bool = False
    failed_starts: int = 0
    restart: asyncio.TimerHandle | None = None
    waiting: deque[Pending] = field(default_factory=deque)
    sent: dict[int, Pending] = field(default_factory=dict)
    seen: tuple[int, int, int] = (-1, 0, 0)
    seen_since: float = 0.0
    question_since: float = 0.0
    stuck: bool = False
    """Whether it has been busy with one question for so long that the others go elsewhere."""
    warm: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By game and agent: how many decisions were made there."""
    matches: int = 0

    def load(self) -> tuple[bool, int, int]:
        """Workers are compared by this: the smaller, the freer."""
        return self.stuck or not self.ready, len(self.waiting) + len(self.sent), self.matches


@dataclass(eq=False, slots=True)
class Home:
    """Where a match is followed."""

    slot: Slot
    process: WorkerProcess | None
    known: int = 0
    """How many moves were sent there."""


class Homes:
    """Which worker follows which match; a match without a home gets the freest worker."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self._homes: OrderedDict[str, Home] = OrderedDict()

    def freest(self) -> Slot:
        """The worker with the least to do."""
        return min(self.slots, key=Slot.load)

    def find(self, match: str) -> Home:
        """The home of a match. It is another one if the worker has died, or is stuck while others are not."""
        home = self._homes.get(match)
        followed = home is not None and home.process is home.slot.process
        if home is None or not followed or (home.slot.stuck and not self.freest().load()[0]):
            return self._settle(match, self.freest())
        self._homes.move_to_end(match)
        return home

    def at(self, match: str, slot: Slot) -> Home:
        """The home of a match at this very worker."""
        home = self._homes.get(match)
        if home is None or home.slot is not slot or home.process is not slot.process:
            home = self._settle(match, slot)
        return home

    def remove(self, match: str) -> Home | None:
        """Forget the home of a match."""
        home = self._homes.pop(match, None)
        if home is not None:
            home.slot.matches -= 1
        return home

    def _settle(self, match: str, slot: Slot) -> Home:
        """A home at a worker that knows nothing of the match yet; the one before need not follow it any more."""
        old = self.remove(match)
        if old is not None and old.process is not None and old.process is not slot.process:
            old.process.send([FORGET, -1, match])
        if len(self._homes) >= HOMES:
            self.remove(next(iter(self._homes)))
        slot.matches += 1
        home = self._homes[match] = Home(slot, slot.process)
        return home
