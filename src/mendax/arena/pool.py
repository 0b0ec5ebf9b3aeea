"""A pool of worker processes that survives the death of any of them.

Each worker plays one range of games at a time, so when a worker dies we know which range it was:
another worker takes its place and the range is played again. A range that kills twice is halved
until the one deadly game is found, and that game is declared void after three tries.
"""

from __future__ import annotations

import os
import pickle
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias, cast

from mendax.arena.worker import Batch, Job, play_range, void_batch
from mendax.core.errors import MendaxError
from mendax.core.interrupts import ignoring_ctrl_c

Range: TypeAlias = tuple[int, int]

CHUNK_SECONDS = 0.5
"""About how long a range should take: short for the progress bar, long for little overhead."""
MAX_TRIES = 3
READY = "ready"


def default_workers() -> int:
    """As many as there are processors for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Chunks:
    """Hands out ranges that take about `CHUNK_SECONDS`, learning the speed as it goes."""

    def __init__(self, ranges: Iterable[Range], workers: int) -> None:
        self.waiting = deque(ranges)
        self.left = sum(stop - start for start, stop in self.waiting)
        self.workers = workers
        self.size = 8

    def __bool__(self) -> bool:
        return bool(self.waiting)

    def take(self) -> Range:
        """The next range to play."""
        start, stop = self.waiting.popleft()
        # Near the end ranges shrink, so that all workers finish together.
        size = max(1, min(self.size, -(-self.left // (2 * self.workers))))
        cut = min(stop, start + size)
        if cut < stop:
            self.waiting.appendleft((cut, stop))
        self.left -= cut - start
        return start, cut

    def put_back(self, parts: Iterable[Range]) -> None:
        """Ranges that were not finished."""
        for start, stop in parts:
            self.waiting.appendleft((start, stop))
            self.left += stop - start

    def learn(self, games: int, seconds: float) -> None:
        """Aim the next ranges at `CHUNK_SECONDS`, growing at most fourfold at a time."""
        aim = games * CHUNK_SECONDS / max(seconds, 1e-6)
        self.size = int(max(1, min(aim, 4 * self.size, 100_000)))


@dataclass(slots=True)
class Worker:
    """A process, our end of its pipe, and the range it is playing."""

    process: BaseProcess
    pipe: Connection
    started: bool = False
    playing: Range | None = None
    since: float = 0.0

    def send(self, message: object) -> None:
        """Hand it a job or a range; a dead worker is noticed when its answer fails to come."""
        with suppress(OSError):
            self.pipe.send(message)

    def play(self, part: Range) -> None:
        """Hand it a range."""
        self.playing, self.since = part, time.perf_counter()
        self.send(part)


_idle: list[Worker] = []
"""Workers between runs: starting one takes as long as thousands of games, so they are kept."""


def warm_up(workers: int) -> None:
    """Start workers ahead of a run, so that they are ready when its agents are."""
    while len(_idle) < workers > 1:
        _idle.append(_hire())


def _work(pipe: Connection) -> None:
    """What a worker does: take jobs, and play ranges of the last one, until the pipe closes."""
    job: Job | None = None
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
                try:
                    pipe.send(play_range(job, *message))
                except MendaxError as error:
                    pipe.send(str(error))


def _hire() -> Worker:
    """A new worker."""
    context = get_context("spawn")  # the same on every system, and safe beside threads and native libraries
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    with ignoring_ctrl_c():  # inherited from its first moment: Ctrl-C is for the parent to handle
        process.start()
    theirs.close()
    return Worker(process, ours)


def play_in_pool(job: Job, ranges: Iterable[Range], workers: int) -> Generator[Batch, None, None]:
    """Play ranges on several processes; batches come back as they are finished."""
    packed = _pack(job)
    chunks = Chunks(ranges, workers)
    deaths: Counter[int] = Counter()
    failed_starts = 0
    crew: list[Worker] = []
    try:
        for _ in range(min(workers, chunks.left)):
            crew.append(_idle.pop() if _idle else _hire())
            crew[-1].send(packed)
        while chunks or any(worker.playing for worker in crew):
            for worker in crew:
                if worker.playing is None and chunks:
                    worker.play(chunks.take())
            busy = [worker for worker in crew if worker.playing is not None]
            ready = wait([worker.pipe for worker in busy])
            for worker in [worker for worker in busy if worker.pipe in ready]:
                answer = _answer(worker)
                if answer == READY:
                    worker.started, worker.since, failed_starts = True, time.perf_counter(), 0
                elif isinstance(answer, str):
                    worker.playing = None
                    raise MendaxError(answer)
                elif answer is not None:
                    chunks.learn(answer.stop - answer.start, time.perf_counter() - worker.since)
                    worker.playing = None
                    if chunks:  # before the batch is looked at, so that the worker does not wait
                        worker.play(chunks.take())
                    yield answer
                else:
                    failed_starts = 0 if worker.started else failed_starts + 1
                    if failed_starts >= MAX_TRIES:
                        raise MendaxError(f"{failed_starts} workers in a row died before they could start")
                    replacement = crew[crew.index(worker)] = _hire()
                    replacement.send(packed)
                    yield from _play_again(job, worker, chunks, deaths)
    finally:
        _dismiss(crew)


def _pack(job: Job) -> bytes:
    """The job as bytes; raises for an agent that cannot be pickled."""
    for name, factory in zip(job.names, job.factories, strict=True):
        try:
            pickle.dumps(factory)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MendaxError(f"{name} cannot be sent to workers ({error}); play it with one worker") from None
    return pickle.dumps(job)


def _answer(worker: Worker) -> Batch | str | None:
    """A worker's answer: a batch, an error message, or nothing because it is dead."""
    try:
        return cast("Batch | str", worker.pipe.recv())
    except (EOFError, OSError):
        return None


def _play_again(job: Job, worker: Worker, chunks: Chunks, deaths: Counter[int]) -> Iterator[Batch]:
    """Put a dead worker's range back: whole, then halved; a single game that kills every time becomes void."""
    worker.pipe.close()
    worker.process.join()
    if worker.playing is None:
        return
    start, stop = worker.playing
    worker.playing = None
    if not worker.started:  # the range was not even begun
        chunks.put_back([(start, stop)])
        return
    deaths[start] += 1
    if stop - start == 1:
        if deaths[start] >= MAX_TRIES:
            yield void_batch(job, start)
        else:
            chunks.put_back([(start, stop)])
    elif deaths[start] == 1:
        chunks.put_back([(start, stop)])
    else:
        middle = (start + stop) // 2
        chunks.put_back([(middle, stop), (start, middle)])


def _dismiss(crew: Iterable[Worker]) -> None:
    """Workers that are done wait for the next run; those in the middle of something are ended."""
    for worker in crew:
        if worker.playing is None and worker.process.is_alive():
            _idle.append(worker)
        else:
            worker.pipe.close()
            worker.process.terminate()
            worker.process.join(timeout=5)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def play_here(job: Job, ranges: Iterable[Range]) -> Generator[Batch, None, None]:
    """Play ranges in this process."""
    chunks = Chunks(ranges, 1)
    while chunks:
        start, stop = chunks.take()
        began = time.perf_counter()
        batch = play_range(job, start, stop)
        chunks.learn(stop - start, time.perf_counter() - began)
        yield batch
