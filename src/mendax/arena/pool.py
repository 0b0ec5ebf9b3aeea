"""A pool of worker processes that survives the death of any of them.

Each worker plays one range of games at a time, so when a worker dies we know which range it was:
another worker takes its place and the range is played again. A range that kills twice is halved
until the one deadly game is found, and that game is declared void after three tries.
"""

from __future__ import annotations

import pickle
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias, cast

from mendax.arena.worker import Batch, Job, play_range, void_batch
from mendax.core.errors import MendaxError

Range: TypeAlias = tuple[int, int]

CHUNK_SECONDS = 0.25
"""About how long a range should take: short enough for a lively progress bar, long enough to cost nothing."""
MAX_TRIES = 3
READY = "ready"


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
    playing: Range | None = None
    since: float = 0.0
    started: bool = False

    def play(self, part: Range) -> None:
        """Hand it a range."""
        self.playing, self.since = part, time.perf_counter()
        with suppress(OSError):  # it died idle: waiting for its answer will tell
            self.pipe.send(part)


def _work(job: Job, pipe: Connection) -> None:
    """A worker's life: play the ranges that come until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        pipe.send(READY)
        while True:
            part = pipe.recv()
            try:
                answer: Batch | str = play_range(job, *part)
            except MendaxError as error:
                answer = str(error)
            pipe.send(answer)


@contextmanager
def _ignoring_interrupts() -> Generator[None, None, None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may touch signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _hire(job: Job) -> Worker:
    """A new worker; the job is pickled to it."""
    context = get_context("spawn")  # the same on every system, and safe beside threads and native libraries
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(job, theirs), daemon=True)
    with _ignoring_interrupts():  # inherited: Ctrl-C is the parent's to handle, from the child's first moment
        process.start()
    theirs.close()
    return Worker(process, ours)


def play_in_pool(job: Job, ranges: Iterable[Range], workers: int) -> Generator[Batch, None, None]:
    """Play ranges on several processes; batches come back as they are finished."""
    _check_pickle(job)
    chunks = Chunks(ranges, workers)
    deaths: Counter[int] = Counter()
    stillborn = 0
    # One process more than there is work for would only cost its start.
    crew = [_hire(job) for _ in range(min(workers, max(1, chunks.left)))]
    try:
        while chunks or any(worker.playing for worker in crew):
            for worker in crew:
                if worker.playing is None and chunks:
                    worker.play(chunks.take())
            busy = [worker for worker in crew if worker.playing is not None]
            ready = wait([worker.pipe for worker in busy])
            for worker in [worker for worker in busy if worker.pipe in ready]:
                answer = _answer(worker)
                if not worker.started:
                    stillborn = _check_start(worker, answer, stillborn)
                    if not worker.started:
                        crew[crew.index(worker)] = _hire(job)
                        chunks.put_back([worker.playing] if worker.playing else [])
                elif isinstance(answer, str):
                    raise MendaxError(answer)
                elif answer is not None:
                    chunks.learn(answer.stop - answer.start, time.perf_counter() - worker.since)
                    worker.playing = None
                    if chunks:  # back to work before anyone looks at what it brought
                        worker.play(chunks.take())
                    yield answer
                else:
                    crew[crew.index(worker)] = _hire(job)
                    yield from _bury(job, worker, chunks, deaths)
    finally:
        _dismiss(crew)


def _check_pickle(job: Job) -> None:
    for name, factory in zip(job.names, job.factories, strict=True):
        try:
            pickle.dumps(factory)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MendaxError(f"{name} cannot be sent to workers ({error}); play it with one worker") from None


def _answer(worker: Worker) -> Batch | str | None:
    """What a worker brings: its batch, its complaint, or nothing because it is dead."""
    try:
        return cast("Batch | str", worker.pipe.recv())
    except (EOFError, OSError):
        return None


def _check_start(worker: Worker, answer: Batch | str | None, stillborn: int) -> int:
    """How many workers in a row have died before they could play. One may have been killed; many are an
    error that would go on for ever, not an accident of a game.
    """
    if answer == READY:
        worker.started, worker.since = True, time.perf_counter()
        return 0
    worker.pipe.close()
    worker.process.join()
    if stillborn + 1 >= MAX_TRIES:
        raise MendaxError("workers could not start; their minds must be importable from a module, not typed in")
    return stillborn + 1


def _bury(job: Job, worker: Worker, chunks: Chunks, deaths: Counter[int]) -> Iterator[Batch]:
    """Put a dead worker's range back: whole, then halved, and at last give a deadly game up."""
    worker.pipe.close()
    worker.process.join()
    if worker.playing is None:
        return
    start, stop = worker.playing
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
    for worker in crew:
        worker.pipe.close()
        if worker.playing is not None:
            worker.process.terminate()
    for worker in crew:
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
