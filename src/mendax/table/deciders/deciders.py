"""Worker processes that decide for our agents, supervised so that none of them can hold up a table.

A match has a home: the worker that follows it and keeps its agents. Only moves that the home has not seen travel.
A worker that dies or takes too long for one call of an agent is killed and replaced. Its other questions are asked
again elsewhere, and so is the one it died over, once: a question that kills two workers is a fault. While a worker
is busy with one question for longer than `STUCK_SECONDS`, the questions behind it move to other workers. Short
questions go before long ones (`expected.py`), and long ones hold at most all workers but one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mendax.arena.harm import GIVE_UP_AFTER, LATE, MEMORY, death, given_up_reason
from mendax.arena.pool import default_workers
from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.table.deciders.desk import PREPARING
from mendax.table.deciders.exchange import message, read_answer
from mendax.table.deciders.expected import Expected, Waiting, same_agent
from mendax.table.deciders.pending import (
    About,
    Inspection,
    Pending,
    Preparation,
    ReviewOrder,
    WorkerStatus,
    asked_agent,
)
from mendax.table.deciders.process import WorkerProcess
from mendax.table.deciders.question import Advice, Answer, Question
from mendax.table.deciders.slots import Homes, Slot
from mendax.table.deciders.worker import FORGET

SECONDS = 10.0
"""How long one call of an agent may take where nobody says otherwise."""
PREPARE_SECONDS = 300.0
"""How long an agent may take to be prepared: it may have to solve, load or compile something."""
LEAST_WORKERS = 2
"""Where nobody says otherwise: with one worker quick questions wait for slow ones."""
STUCK_SECONDS = 0.25
TICK_SECONDS = 0.05
KILLS = 2
"""A question that kills so many workers is a fault."""
MAX_TRIES = 8
"""So often a question is asked again because its worker ended at another one."""
REST_SECONDS = 60.0
"""How long an agent that killed or was late several times in a row is not asked."""
WARM_AFTER = 30
"""So many decisions of an agent in a worker may take as long as its preparation; a trial counts for all of them."""
PROVEN = 1024
MAX_STARTS = 3
"""After so many workers that died before they could start, the next one waits for `RESTART_SECONDS`."""
RESTART_SECONDS = 1.0
START_SECONDS = 60.0
"""How long a worker may take to start."""

_log = logging.getLogger(__name__)


class DecidersClosed(MendaxError):
    """The workers were closed before the question was answered: there is no decision, and no fault of the agent."""

    def __init__(self) -> None:
        super().__init__("the workers are closed")


class Deciders:
    """Worker processes that answer questions about our agents.

    `seconds` limits each call of an agent. `keep` says how many agents a worker keeps warm; 0 keeps none. `memory` is
    a worker's limit in gigabytes. Everything but `start` and `close` is called between these two, in one event loop.
    """

    def __init__(self, workers: int = 0, seconds: float = SECONDS, keep: int = 64, *, memory: float = MEMORY) -> None:
        self.seconds, self.keep, self.memory = seconds, keep, memory
        self._expected = Expected()
        self._slots = [Slot(Waiting(self._expected)) for _ in range(workers or max(LEAST_WORKERS, default_workers()))]
        self._homes = Homes(self._slots)
        self._numbers = 0
        self._pending: dict[int, Pending] = {}
        self._harm: dict[tuple[str, str], tuple[int, float]] = {}
        """By game and agent: deaths and late decisions in a row, and until when it is not asked."""
        self._proven: set[tuple[str, str]] = set()
        """Agents, with their games, that have decided before."""
        self._ticking: asyncio.Task[None] | None = None
        self.open = False
        self.deaths = 0
        """How many workers died or were killed."""
        self.bytes_sent = 0

    def start(self) -> None:
        """Start the workers; questions may be asked at once."""
        self.open = True
        for slot in self._slots:
            self._hire(slot)
        self._ticking = asyncio.get_running_loop().create_task(self._watch())

    async def decide(self, question: Question) -> Answer:
        """The agent's decision. What goes wrong is a fault in the answer; only `DecidersClosed` is raised.

        An agent whose first decision may have to load or compile something is prepared before, with `prepare`.
        """
        agent = question.game, question.agent
        if self._harm.get(agent, (0, 0.0))[1] > asyncio.get_running_loop().time():
            return Answer(fault=given_up_reason())
        answer = read_answer(question, await self._ask(question))
        if not answer.fault:
            self._harm.pop(agent, None)
            self._note_proven(agent)
        return answer

    async def prepare(self, game: str, agent: str, workers: int = 0) -> None:
        """Prepare an agent in every worker or in so many, the freest first, with a decision on trial.

        Raises a `MendaxError` if it cannot play this game.
        """
        for slot in sorted(self._slots, key=Slot.load)[: workers or None]:
            self._check(await self._ask(Preparation(game, agent), slot))
            self._note_proven((game, agent))  # from now on the others may take their time for a first decision

    async def warm(self, game: str, agent: str) -> None:
        """Prepare an agent in every worker as `prepare` does, with some rounds on trial.

        A worker is asked for one decision at a time: other questions are answered between them.
        """
        for slot in self._slots:
            self._check(await self._ask(Preparation(game, agent, ahead=True), slot))
            self._note_proven((game, agent))
            while self._check(await self._ask(Preparation(game, agent, warming=True, ahead=True), slot)).get("more"):
                pass

    async def advise(self, question: Question) -> Advice:
        """What an adviser says to whoever is to act. What goes wrong is a fault in the answer."""
        answer = await self._ask(replace(question, advise=True))
        if answer.get("fault"):
            return Advice(fault=str(answer["fault"]))
        self._note_proven((question.game, question.agent))
        return Advice(answer["hint"], answer["explanation"])

    async def review(self, record: str, seat: Seat) -> Any:
        """What the game's coach says of a match, as JSON; raises a `MendaxError` where it says nothing."""
        return self._check(await self._ask(ReviewOrder(record, seat), self._homes.freest()))["review"]

    @staticmethod
    def _check(answer: dict[str, Any]) -> dict[str, Any]:
        if refused := answer.get("refused"):
            raise MendaxError(str(refused))
        return answer

    async def status(self) -> tuple[WorkerStatus, ...]:
        """What each worker holds; it waits for those that are busy."""
        found = [await self._ask(Inspection(), slot) for slot in self._slots]
        return tuple(
            WorkerStatus(*(int(each.get(name, 0)) for name in ("matches", "agents", "memory"))) for each in found
        )

    def forget(self, match: str) -> None:
        """Drop a match that is over, with its agents."""
        home = self._homes.remove(match)
        if home is not None and home.process is not None:
            home.process.send([FORGET, -1, match])

    async def close(self) -> None:
        """End the workers; questions without an answer raise `DecidersClosed`."""
        self.open = False
        if self._ticking is not None:
            self._ticking.cancel()
        for slot in self._slots:
            if slot.restart is not None:
                slot.restart.cancel()
        for pending in list(self._pending.values()):
            if not pending.future.done():
                pending.future.set_exception(DecidersClosed())
        self._pending.clear()
        workers = [slot.process for slot in self._slots if slot.process is not None]
        for worker in workers:
            worker.kill()
        for slot in self._slots:
            slot.process = None
        for worker in workers:
            await worker.ended()

    def _note_proven(self, agent: tuple[str, str]) -> None:
        if agent not in self._proven and len(self._proven) >= PROVEN:
            self._proven.clear()
        self._proven.add(agent)

    async def _ask(self, about: About, slot: Slot | None = None) -> dict[str, Any]:
        if not self.open:
            raise DecidersClosed
        self._numbers += 1
        loop = asyncio.get_running_loop()
        pending = Pending(self._numbers, about, loop.create_future(), loop.time(), slot)
        self._pending[pending.number] = pending
        try:
            self._place(pending)
            return await pending.future
        finally:
            self._pending.pop(pending.number, None)

    # ---- sending

    def _place(self, pending: Pending, slot: Slot | None = None) -> None:
        """Put a question into the queue of its match's home; a match without one gets the freest worker."""
        slot = slot or pending.slot
        if slot is None:
            assert isinstance(pending.about, Question)
            slot = self._homes.find(pending.about.match).slot
        slot.waiting.add(pending)
        self._pump(slot)

    def _pump(self, slot: Slot) -> None:
        """Send what may be sent."""
        while slot.ready and slot.process is not None and slot.room:
            if (pending := slot.waiting.pop(self._may_go)) is None:
                return
            if pending.future.done():  # nobody waits for it any more
                continue
            slot.sent[pending.number] = pending
            self.bytes_sent += slot.process.send(message(pending, slot, self._homes))
            if slot.held_up:
                self._relieve(slot, [*slot.waiting])

    def _may_go(self, pending: Pending) -> bool:
        """Slow questions may hold all workers but one at a time, and an unknown agent one until it is known.

        What is prepared ahead holds up nobody else's preparation, and waits for all others.
        """
        if pending.unknown:
            return not any(same_agent(pending.about, sent.about) for slot in self._slots for sent in slot.sent.values())
        held = sum(slot.slow(ahead=pending.ahead) for slot in self._slots)
        return held < max(1, len(self._slots) - 1)

    def _pump_all(self) -> None:
        """A slow question has been answered: the next one may be sent, whichever worker it waits for."""
        for slot in sorted(self._slots, key=lambda slot: slot.waiting.due()):
            self._pump(slot)

    # ---- hearing

    def _hear(self, process: WorkerProcess, number: int, answer: dict[str, Any]) -> None:
        """Take an answer; one to a question that has moved elsewhere is not needed any more."""
        slot = next(slot for slot in self._slots if slot.process is process)
        slow = False
        if number < 0:
            slot.ready, slot.failed_starts = True, 0
        elif (pending := slot.sent.pop(number, None)) is not None:
            slow = pending.slow
            if "seconds" in answer:
                self._expected.note(pending.about, float(answer["seconds"]))
            if "lost" in answer:
                pending.whole = True
                slot.waiting.add(pending)
            elif not pending.future.done():
                pending.future.set_result(answer)
                if (agent := asked_agent(pending.about)) is not None:
                    tried = isinstance(pending.about, Preparation) and pending.about.warming and "more" not in answer
                    slot.warm[agent] += WARM_AFTER if tried else 1
        slot.stuck = False
        if slow:
            self._pump_all()
        else:
            self._pump(slot)

    # ---- supervision

    def _hire(self, slot: Slot) -> None:
        if self.open and slot.process is None:
            slot.process = WorkerProcess(self.keep, self.memory, self._hear, self._lost)
            slot.ready, slot.stuck, slot.restart = False, False, None
            slot.seen, slot.seen_since = (-1, 0, 0), asyncio.get_running_loop().time()

    async def _watch(self) -> None:
        """Look at all workers again and again."""
        loop = asyncio.get_running_loop()
        looked = loop.time()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = loop.time()
            paused = now - looked > 1.0  # then this machine slept or was overloaded, and so were the agents
            looked = now
            for slot in self._slots:
                if slot.process is not None and slot.process.alive:
                    self._look_at(slot, slot.process, now, paused)

    def _look_at(self, slot: Slot, process: WorkerProcess, now: float, paused: bool) -> None:
        place = process.place
        if process.has_ended():
            process.bury()
            return
        if place[0] != slot.seen[0] or paused:
            slot.question_since = now
        if place != slot.seen or paused:
            slot.seen, slot.seen_since = place, now
        if place[0] < 0:
            if not slot.ready and now - slot.seen_since > START_SECONDS:
                process.kill()
                self._replace(slot, "a worker did not start", late=False)
            return
        limit = PREPARE_SECONDS if place[2] == PREPARING or self._is_cold(slot, place[0]) else self.seconds
        if now - slot.seen_since > limit or now - slot.question_since > self.seconds + PREPARE_SECONDS:
            process.kill()
            self._replace(slot, f"{LATE}{limit:g} s", late=True)
        elif now - slot.question_since > STUCK_SECONDS:
            slot.stuck = True
            if (at := slot.sent.get(place[0])) is not None:
                at.expected = max(at.expected, now - slot.question_since)
            self._relieve(slot, [*(each for each in slot.sent.values() if each is not at), *slot.waiting])

    def _is_cold(self, slot: Slot, number: int) -> bool:
        """Whether a worker is at one of its first decisions of an agent that has decided before: it may have to
        compile something for it, such as what a later stage of the game needs.
        """
        pending = slot.sent.get(number)
        agent = None if pending is None else asked_agent(pending.about)
        return agent is not None and agent in self._proven and slot.warm[agent] < WARM_AFTER

    def _relieve(self, slot: Slot, others: Sequence[Pending]) -> None:
        """Ask the questions behind a slow one elsewhere."""
        behind = {each for each in others if each.slot is None}
        if not behind or self._homes.freest().load()[0]:
            return  # nobody waits, or nobody is free
        slot.sent = {number: each for number, each in slot.sent.items() if each not in behind}
        slot.waiting.remove(behind)
        for pending in sorted(behind, key=lambda each: each.number):
            self._place(pending)

    def _lost(self, process: WorkerProcess, code: int) -> None:
        """A worker died, or cannot be heard any more."""
        slot = next((slot for slot in self._slots if slot.process is process), None)
        if slot is not None and self.open:
            self._replace(slot, death(code), late=False)

    def _replace(self, slot: Slot, reason: str, late: bool) -> None:
        """Put another worker in the place of a dead one, and see to its questions."""
        assert slot.process is not None
        at, started = slot.process.place[0], slot.ready
        guilty = slot.sent.pop(at, None)
        if guilty is None and (moved := self._pending.get(at)) is not None:
            moved.kills += 1  # it has moved, and is being asked elsewhere
        others = [*slot.sent.values(), *slot.waiting]
        slot.sent.clear()
        slot.waiting.clear()
        slot.process, slot.ready, slot.stuck = None, False, False
        slot.warm.clear()
        self.deaths += 1
        slot.failed_starts = 0 if started else slot.failed_starts + 1
        if slot.failed_starts >= MAX_STARTS:
            _log.error("a worker cannot be started: %s", reason)
            slot.restart = asyncio.get_running_loop().call_later(RESTART_SECONDS, self._hire, slot)
        else:
            self._hire(slot)
        if guilty is not None:
            self._judge(guilty, slot, reason, late)
        for pending in others:
            self._place_again(pending, reason)
        self._pump_all()

    def _judge(self, pending: Pending, slot: Slot, reason: str, late: bool) -> None:
        """The agent that was called is to blame if it happens again, or at once if it was late."""
        agent = asked_agent(pending.about)
        pending.kills += 1
        if isinstance(pending.about, Inspection):
            self._place(pending)
            return
        _log.warning("a worker ended at %s: %s", "a review" if agent is None else f"{agent[1]} ({agent[0]})", reason)
        if late or pending.kills >= KILLS:
            if agent is not None:
                count = self._harm.get(agent, (0, 0.0))[0] + 1
                rests = asyncio.get_running_loop().time() + REST_SECONDS if count >= GIVE_UP_AFTER else 0.0
                self._harm[agent] = count, rests
            self._expected.note(pending.about, self.seconds)
            pending.end(reason)
        else:  # the new worker has nothing yet that a second death could cost
            self._place(pending, slot)

    def _place_again(self, pending: Pending, reason: str) -> None:
        """Ask a question again whose worker ended, but not for ever, nor where no worker can be started at all."""
        pending.tries += 1
        if pending.tries >= MAX_TRIES or all(slot.process is None for slot in self._slots):
            pending.end(reason)
        else:
            self._place(pending)
