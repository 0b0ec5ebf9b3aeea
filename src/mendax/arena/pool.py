"""A pool of worker processes that survives the death of any of them.

Each worker plays one range of games at a time, and notes in memory shared with this process how far it is. When it
dies, another worker takes its place and the range is played again carefully, so that we know who is to move. A game
that kills twice at the same move is the forfeit of the agent to move (`mendax.arena.harm`), and so is a decision that
takes too long. A death with nobody to move is nobody's: the range is tried again, then halved, and a single game that
kills three times is void.
"""

from __future__ import annotations

import os
import pickle
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from ctypes import c_int64
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, cast

from mendax.arena.harm import LATE, Doom, Suspicions, Task, death, find_given_up, is_harm
from mendax.arena.ranges import Range, Ranges
from mendax.arena.worker import Batch, Job, Post, play_range, unplayed_batch, void_batch
from mendax.core.agent import Factory
from mendax.core.errors import MendaxError
from mendax.core.interrupts import ignoring_ctrl_c

TASK_SECONDS = 0.5
"""How long a task should take at most: short for the progress bar, long for little overhead."""
MAX_TRIES = 3
MAX_DEATHS = 12
"""So many workers may die one after the other with no agent to move and no game finished."""
JOIN_SECONDS = 5.0
READY = "ready"


def default_workers() -> int:
    """As many as there are processors for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(slots=True)
class Worker:
    """A process, our end of its pipe, the memory we share with it, and the range it is playing."""

    process: BaseProcess
    pipe: Connection
    place: Any
    """The game it plays, the moves made in it, and the seat to move plus 1, where it plays carefully."""
    started: bool = False
    playing: Task | None = None
    since: float = 0.0
    seen: tuple[int, ...] = ()
    """What `place` was when it changed last, as far as we saw."""
    seen_since: float = 0.0

    def send(self, message: object) -> None:
        """Hand it a job or a range; a dead worker is noticed when its answer fails to come."""
        with suppress(OSError):
            self.pipe.send(message)

    def play(self, task: Task) -> None:
        """Hand it a range."""
        self.playing, self.since = task, time.perf_counter()
        self.seen = ()
        self.send(task)

    def thinks_since(self, now: float) -> float:
        """Since when the same decision has been awaited; now if it is another one."""
        place = tuple(self.place)
        if place != self.seen:
            self.seen, self.seen_since = place, now
        return self.seen_since

    def end(self) -> bool:
        """Close the pipe and wait for the process; whether it had to be killed."""
        self.pipe.close()
        self.process.join(JOIN_SECONDS)
        killed = self.process.is_alive()
        if killed:
            self.process.kill()
            self.process.join()
        return killed


_idle: list[Worker] = []
"""Workers between runs: starting one takes as long as thousands of games, so they are kept."""


def warm_up(workers: int) -> None:
    """Start workers ahead of a run, so that they are ready when its agents are."""
    while len(_idle) < min(workers, default_workers()):
        _idle.append(_hire())


def dismiss_idle() -> None:
    """Let the workers between runs go, and with them all that their agents keep: with some that is much."""
    while _idle:
        _idle.pop().end()


def _work(pipe: Connection, shared: Any) -> None:
    """What a worker does: take jobs, and play ranges of the last one, until the pipe closes."""
    job: Job | None = None
    place = memoryview(shared).cast("B").cast("q")
    os.dup2(2, 1)  # what agents print is not what the command prints
    with ignoring_ctrl_c(), suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            message = pipe.recv()
            if isinstance(message, bytes):
                try:
                    job = pickle.loads(message)
                except Exception as error:
                    job = None
                    pipe.send(f"a worker cannot load an agent: {error}")
            elif job is not None:  # otherwise it could not be loaded, and that has been reported
                place[0], place[1], place[2] = -1, 0, 0
                try:
                    batch = play_range(job, message.start, message.stop, Post(message, place, pipe.fileno()))
                except MendaxError as error:
                    pipe.send(str(error))
                else:
                    place[0] = -1
                    pipe.send(batch)


def _take() -> Worker:
    """A worker that is idle, or a new one."""
    try:
        return _idle.pop()
    except IndexError:  # asking first would not do: another thread may take the last one in between
        return _hire()


def _hire() -> Worker:
    """A new worker."""
    context = get_context("spawn")  # the same on every system, and safe beside threads and native libraries
    ours, theirs = context.Pipe()
    shared = context.RawArray(c_int64, 3)
    process = context.Process(target=_work, args=(theirs, shared), daemon=True)
    with ignoring_ctrl_c():  # inherited from its first moment: Ctrl-C is for the parent to handle
        process.start()
    theirs.close()
    return Worker(process, ours, shared)


def play_in_pool(
    job: Job,
    ranges: Iterable[Range],
    workers: int,
    *,
    move_seconds: float = 0.0,
    forfeits: Iterable[tuple[int, int, str]] = (),
) -> Generator[Batch, None, None]:
    """Play ranges on several processes; batches come back as they are finished.

    A decision that takes longer than `move_seconds` is a forfeit; 0 is no limit. `forfeits` are those of games that
    were played before.
    """
    pool = Pool(job, pack_job(job), min(workers, default_workers()), move_seconds)
    try:
        yield from pool.play(ranges, forfeits)
    finally:
        pool.dismiss()


class Pool:
    """Workers on one job."""

    def __init__(self, job: Job, packed: bytes, workers: int, move_seconds: float) -> None:
        self.job, self.packed, self.workers, self.move_seconds = job, packed, workers, move_seconds
        self.todo, self.whole = Ranges(()), False
        self.crew: list[Worker] = []
        self.harm: list[tuple[int, int, str]] = []
        self.given_up: dict[int, int] = {}
        self.suspicions = Suspicions()
        self.dooms: dict[int, Doom] = {}
        self.careful: list[Range] = []
        """Ranges in which a worker died."""
        self.orphans: Counter[int] = Counter()
        """By the first game of a range: deaths with nobody to move."""
        self.deaths = self.failed_starts = self.vain_deaths = 0

    def play(
        self, ranges: Iterable[Range], forfeits: Iterable[tuple[int, int, str]] = (), *, whole: bool = False
    ) -> Iterator[Batch]:
        """Play ranges, whole or cut into tasks of `TASK_SECONDS`; `forfeits` are those known of other games."""
        self.todo, self.whole = Ranges(ranges, TASK_SECONDS), whole
        self.harm = [forfeit for forfeit in forfeits if is_harm(forfeit[2])]
        self.given_up = find_given_up(self.harm)
        while len(self.crew) < min(self.workers, self.todo.left):
            self.crew.append(_take())
            self.crew[-1].send(self.packed)
        poll = min(1.0, self.move_seconds / 4) if self.move_seconds else None
        looked = time.perf_counter()
        while self.todo or any(worker.playing for worker in self.crew):
            for worker in self.crew:
                if worker.playing is None and self.todo:
                    self._start(worker)
            busy = [worker for worker in self.crew if worker.playing is not None]
            ready = wait([worker.pipe for worker in busy], poll)
            for worker in [worker for worker in busy if worker.pipe in ready]:
                yield from self._hear(worker)
            if poll is not None and (now := time.perf_counter()) - looked >= poll:
                paused = now - looked > 4 * poll  # then this machine slept, and so did the agents
                looked = now
                for worker in self.crew:
                    if worker.playing is not None and worker.started:
                        yield from self._look_at(worker, now, paused)

    def _start(self, worker: Worker) -> None:
        start, stop = self.todo.take_whole() if self.whole else self.todo.take(self.workers)
        careful = any(first <= start < last for first, last in self.careful)
        worker.play(Task(start, stop, careful, self.dooms.get(start), self.given_up))

    def _hear(self, worker: Worker) -> Iterator[Batch]:
        """Take a worker's answer: a batch, an error message, or nothing because it is dead."""
        answer = _answer(worker)
        if answer == READY:
            worker.started, worker.since, self.failed_starts = True, time.perf_counter(), 0
        elif isinstance(answer, str):
            worker.playing = None
            raise MendaxError(answer)
        elif answer is not None:
            self.todo.learn(answer.stop - answer.start, time.perf_counter() - worker.since)
            worker.playing, self.vain_deaths = None, 0
            self._note(answer)
            if self.todo:  # before the batch is looked at, so that the worker does not wait
                self._start(worker)
            yield answer
        else:
            self.failed_starts = 0 if worker.started else self.failed_starts + 1
            if self.failed_starts >= MAX_TRIES:
                raise MendaxError(f"{self.failed_starts} workers in a row died before they could start")
            yield from self._replace(worker)

    def _note(self, batch: Batch) -> None:
        harm = [forfeit for forfeit in batch.forfeits if is_harm(forfeit[2])]
        if harm:
            self.harm.extend(harm)
            self.given_up = find_given_up(self.harm)

    def _look_at(self, worker: Worker, now: float, paused: bool) -> Iterator[Batch]:
        """End a worker whose agent thinks for too long."""
        if paused:
            worker.seen = ()
        if now - worker.thinks_since(now) > self.move_seconds:
            worker.process.kill()
            yield from self._replace(worker, f"{LATE}{self.move_seconds:g} s")

    def _replace(self, worker: Worker, late: str = "") -> Iterator[Batch]:
        """Hire another worker for a dead one, and see to its range."""
        lost = worker.end() and not late  # it lives, but cannot be heard: somebody closed its pipe
        self.deaths += 1
        replacement = self.crew[self.crew.index(worker)] = _hire()
        replacement.send(self.packed)
        task, worker.playing = worker.playing, None
        if task is None:
            return
        number, moves, seat = worker.place
        known = task.start <= number < task.stop and not lost
        if not worker.started:  # the range was not even begun
            self.todo.put_back((task.start, task.stop))
        elif task.careful and known and seat > 0:
            self.vain_deaths = 0
            doom = Doom(seat - 1, moves, late or death(worker.process.exitcode))
            yield from self._judge(task, number, doom, bool(late))
        else:
            if known:
                self.suspicions.note(number, moves)
            self.careful.append((task.start, task.stop))
            yield from self._try_again(task, worker.process.exitcode)

    def _judge(self, task: Task, number: int, doom: Doom, late: bool) -> Iterator[Batch]:
        """Somebody was to move: that agent is to blame if it happens again, or at once if it was late."""
        ((_, _, _, seating),) = self.job.schedule.fixtures(number, number + 1)
        parts = [(task.start, number), (number + 1, task.stop)]
        guilty = self.suspicions.is_forfeit(number, doom.moves, seating[doom.seat]) or late
        if guilty and task.doom is not None:  # it harms on its way to the decision it was spared, too
            self.todo.put_back(*parts)
            batch = unplayed_batch(self.job, number, doom.seat, doom.reason)
            self._note(batch)
            yield batch
            return
        if guilty:
            self.dooms[number] = doom
        elif self.suspicions.tries(number) >= MAX_TRIES * self.job.game.seats:
            self.todo.put_back(*parts)
            yield void_batch(self.job, number)
            return
        parts.insert(1, (number, number + 1))
        self.todo.put_back(*parts)

    def _try_again(self, task: Task, code: int | None) -> Iterator[Batch]:
        """Nobody was to move: the range is tried whole, then halved; a single game that kills every time is void."""
        self.vain_deaths += 1
        if self.vain_deaths >= MAX_DEATHS:
            raise MendaxError(f"workers die one after the other while no agent is to move ({death(code)})")
        start, stop = task.start, task.stop
        self.orphans[start] += 1
        if stop - start == 1 and self.orphans[start] >= MAX_TRIES:
            yield void_batch(self.job, start)
        elif stop - start == 1 or self.orphans[start] == 1:
            self.todo.put_back((start, stop))
        else:
            self.todo.put_back_halves(start, stop)

    def dismiss(self) -> None:
        """Workers that are done wait for the next run; those at work are ended, and all of them if any died."""
        for worker in self.crew:
            if worker.playing is None and worker.process.is_alive() and not self.deaths:
                _idle.append(worker)
            else:
                worker.process.terminate()
                worker.end()


def pack_job(job: Job) -> bytes:
    """The job as bytes; raises for an agent that cannot be pickled."""
    for name, factory in zip(job.names, job.factories, strict=True):
        check_that_it_travels(name, factory)
    return pickle.dumps(job)


def check_that_it_travels(name: str, factory: Factory) -> None:
    """Raise a `MendaxError` that names an agent which cannot be sent to another process."""
    try:
        pickle.dumps(factory)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise MendaxError(f"{name} cannot be sent to workers ({error}); play it with one worker") from None


def _answer(worker: Worker) -> Batch | str | None:
    """A worker's answer: a batch, an error message, or nothing because it is dead."""
    try:
        return cast("Batch | str", worker.pipe.recv())
    except (EOFError, OSError):
        return None


def play_here(job: Job, ranges: Iterable[Range]) -> Generator[Batch, None, None]:
    """Play ranges in this process, with agents that are trusted."""
    todo = Ranges(ranges, TASK_SECONDS)
    while todo:
        start, stop = todo.take(1)
        began = time.perf_counter()
        batch = play_range(job, start, stop)
        todo.learn(stop - start, time.perf_counter() - began)
        yield batch
