"""What runs on a node of an engine: our own worker processes, for as many calls at a time as there are threads.

Each call of `play_on_node` plays its range with a worker process that it has for itself, and everything that the pool
knows of agents that do harm, of late decisions and of isolated agents holds here, too. Workers stay for the next call:
they have the job already.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mendax.arena.engines.carried import unpacked
from mendax.arena.pool import Pool, dismiss_idle
from mendax.core.errors import MendaxError, one_line
from mendax.core.interrupts import ignoring_ctrl_c

if TYPE_CHECKING:
    from mendax.arena.learning import Course
    from mendax.arena.learning_log import Block
    from mendax.arena.worker import Batch

T = TypeVar("T")

LONG_STEP: Final = 10.0
"""After a step of so many seconds its process is ended: the next may be on another node, and starting takes little."""


@dataclass(frozen=True, slots=True)
class Played:
    """A range of games, played."""

    batches: tuple[Batch, ...]
    seconds: float
    """How long it took there."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A step of a learner, done."""

    block: Block
    memory: bytes | None
    """The saved memory after it; `None` after a test, which changes nothing."""
    seconds: float


class Kept(Generic[T]):
    """Things of one key, made when none is free and kept for the next call; those of an earlier key are let go."""

    def __init__(self, let_go: Callable[[T], None]) -> None:
        self.key, self.let_go = "", let_go
        self.source: Any = None
        """What they are made of."""
        self.free: list[T] = []
        self.lock = threading.Lock()

    def take(self, key: str, source: Callable[[], Any], make: Callable[[Any], T]) -> T:
        """One that is free, or a new one."""
        with self.lock:
            if key != self.key:
                self.clear()
                self.key, self.source = key, source()
            if self.free:
                return self.free.pop()
            made_of = self.source
        return make(made_of)

    def give_back(self, key: str, thing: T) -> None:
        """Keep it for the next call, if it is of the newest key."""
        with self.lock:
            if key == self.key:
                self.free.append(thing)
                return
        self.let_go(thing)

    def clear(self) -> None:
        """Let go of all that are free."""
        while self.free:
            self.let_go(self.free.pop())


_pools: Kept[Pool] = Kept(Pool.dismiss)


def play_on_node(
    data: bytes, key: str, start: int, stop: int, move_seconds: float, forfeits: tuple[tuple[int, int, str], ...]
) -> Played | str:
    """Play the games from `start` up to `stop` of the job in `data`; a text says why that cannot be done."""
    key = f"{key}-{move_seconds}"
    try:
        pool = _pools.take(key, lambda: _job(data), lambda source: Pool(source[0], source[1], 1, move_seconds))
    except MendaxError as error:
        return str(error)
    began = time.perf_counter()
    try:
        batches = tuple(pool.play([(start, stop)], forfeits, whole=True))
    except MendaxError as error:
        pool.dismiss()
        return str(error)
    except BaseException:
        pool.dismiss()
        raise
    _pools.give_back(key, pool)
    return Played(batches, time.perf_counter() - began)


def _job(data: bytes) -> tuple[Any, bytes]:
    """The job and its bytes for workers: files that agents read are on this machine now."""
    job = unpacked(data)
    return job, pickle.dumps(job)


@dataclass(slots=True)
class LearnerProcess:
    """A process in which steps of one learner are done."""

    process: BaseProcess
    pipe: Connection

    @classmethod
    def start(cls, course: Course) -> LearnerProcess:
        """A new process for a learner."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_learn, args=(theirs, course), daemon=True, name=f"learner-{course.seed}")
        with ignoring_ctrl_c():
            process.start()
        theirs.close()
        return cls(process, ours)

    def end(self) -> None:
        """End the process."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


_learners: dict[str, Kept[LearnerProcess]] = {}
_learners_lock = threading.Lock()


def learn_on_node(data: bytes, key: str, step: int, number: int, memory: bytes | None) -> Learned | str | None:
    """Do a step of a learner that has learned from `number` blocks; `None` if its process died.

    A text says what else went wrong. The process stays for the learner's next step here.
    """
    with _learners_lock:
        kept = _learners.setdefault(key, Kept(LearnerProcess.end))
    learner = kept.take(key, lambda: unpacked(data), LearnerProcess.start)
    try:
        learner.pipe.send((step, number, memory))
        answer: Learned | str = learner.pipe.recv()
    except (EOFError, OSError):
        learner.end()
        return None
    except BaseException:
        learner.end()
        raise
    if isinstance(answer, Learned) and answer.seconds < LONG_STEP and step + 1 < kept.source.steps:
        kept.give_back(key, learner)
    else:
        learner.end()
        with _learners_lock:
            _learners.pop(key, None)
    return answer


def _learn(pipe: Connection, course: Course) -> None:
    """What a learner's process does."""
    from mendax.arena.learning import play_step

    with ignoring_ctrl_c(), suppress(EOFError, OSError), TemporaryDirectory() as name:
        folder = Path(name)
        while True:
            step, number, memory = pipe.recv()
            began = time.perf_counter()
            for path in folder.iterdir():
                path.unlink()
            if memory is not None:
                (folder / f"memory-{number}").write_bytes(memory)
            try:
                block = play_step(course, step, number, folder)
                after = None if block.test else (folder / f"memory-{number + 1}").read_bytes()
            except MendaxError as error:
                pipe.send(str(error))
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                pipe.send(one_line(error))
            else:
                pipe.send(Learned(block, after, time.perf_counter() - began))


def call_on_node(data: bytes, call: Callable[..., T], arguments: tuple[Any, ...]) -> tuple[T] | str:
    """Make a call in a process of its own; a text says what went wrong. Of the result a tuple is made."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_call, args=(theirs, call, arguments), daemon=True)
    with ignoring_ctrl_c():
        process.start()
    theirs.close()
    try:
        answer: tuple[T] | str = ours.recv()
    except (EOFError, OSError):
        process.join()
        return f"the process of a task died: exit code {process.exitcode}"
    finally:
        LearnerProcess(process, ours).end()
    return answer


def _call(pipe: Connection, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """What the process of a call does."""
    os.dup2(2, 1)  # what it prints is not what the command prints
    with ignoring_ctrl_c(), suppress(OSError):
        try:
            pipe.send((call(*arguments),))
        except MendaxError as error:
            pipe.send(str(error))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            pipe.send(one_line(error))


def leave_node() -> None:
    """Let all processes of this node go."""
    with _pools.lock:
        _pools.clear()
        _pools.key = ""
    with _learners_lock:
        for kept in _learners.values():
            kept.clear()
        _learners.clear()
    dismiss_idle()
