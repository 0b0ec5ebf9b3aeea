"""Questions that wait for an answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from mendax.core.game import Seat
from mendax.table.deciders.question import Question

if TYPE_CHECKING:
    from mendax.table.deciders.slots import Slot

SLOW_SECONDS = 0.1
"""What takes so long may hold all workers but one at a time."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Prepare this agent for this game."""

    game: str
    agent: str
    warming: bool = False
    """Whether it then decides on trial, one decision a message, until it has met all that it may have to compile."""
    ahead: bool = False
    """Whether nobody waits for it yet."""


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
    asked: float
    """When, by the event loop's clock."""
    slot: Slot | None = None
    """The only one that can answer it; `None` for a question, which any worker answers."""
    kills: int = 0
    """How many workers ended while they were at it."""
    tries: int = 0
    """How many ended before they came to it."""
    whole: bool = False
    """Whether all moves are sent, because some were lost."""
    expected: float = 0.0
    """How many seconds the answer is expected to take."""
    unknown: bool = False
    """Whether that is only assumed: nothing is known yet about this agent's decisions."""

    @property
    def slow(self) -> bool:
        """Whether it is expected to take long."""
        return self.expected >= SLOW_SECONDS

    @property
    def ahead(self) -> bool:
        """Whether nobody waits for it yet."""
        return isinstance(self.about, Preparation) and self.about.ahead

    def end(self, reason: str) -> None:
        """Answer with a fault."""
        if not self.future.done():
            self.future.set_result({"fault": reason, "refused": reason})
