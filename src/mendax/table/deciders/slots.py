"""The places of workers, what each of them is asked, and the homes of matches."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from mendax.table.deciders.expected import Waiting
from mendax.table.deciders.pending import SLOW_SECONDS, Pending
from mendax.table.deciders.process import WorkerProcess
from mendax.table.deciders.worker import FORGET

HOMES = 65_536
"""So many matches are known to have a home; others are sent whole again."""
DEPTH = 8
"""So many questions are on their way to a worker at a time, so that it need not wait for the next one."""
AHEAD_SECONDS = 0.005
"""A worker that has been sent so much is sent no more: a quicker question may come."""


@dataclass(eq=False, slots=True)
class Slot:
    """A place for a worker: the process that has it now, and its questions."""

    waiting: Waiting
    process: WorkerProcess | None = None
    ready: bool = False
    failed_starts: int = 0
    restart: asyncio.TimerHandle | None = None
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
        return self.held_up or not self.ready, len(self.waiting) + len(self.sent), self.matches

    @property
    def held_up(self) -> bool:
        """Whether questions had better go elsewhere; what is only not known to be quick soon shows what it is."""
        return self.stuck or any(pending.expected > SLOW_SECONDS for pending in self.sent.values())

    def slow(self, *, ahead: bool) -> bool:
        """Whether it has been sent a question that may take long; `ahead`: also one for which nobody waits yet."""
        return any(pending.slow and (ahead or not pending.ahead) for pending in self.sent.values())

    @property
    def room(self) -> bool:
        """Whether it may be sent another question: it need not wait for the next one, and the next not for long."""
        sent = self.sent.values()
        return len(sent) < DEPTH and sum(pending.expected for pending in sent) < AHEAD_SECONDS


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
        if home is None or not followed or (home.slot.held_up and not self.freest().load()[0]):
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
