"""Engines that hand calls to workers and get futures back, as `concurrent.futures.Executor` does.

Such an engine says how many cores it has, brings data to its workers, and runs calls. What is the same for all of them
is here: tasks of a fitting size, tasks of lost workers again, and learners step by step.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mendax.arena.engines.carried import carried
from mendax.arena.engines.engine import Engine, Forfeits
from mendax.arena.engines.node import Learned, Played, call_on_node, learn_on_node, play_on_node
from mendax.arena.harm import is_harm
from mendax.arena.ranges import MOST_SECONDS, Range, Ranges
from mendax.core.errors import MendaxError

if TYPE_CHECKING:
    from mendax.arena.learning import Course
    from mendax.arena.worker import Batch, Job

T = TypeVar("T")

LOOK_SECONDS: Final = 1.0
"""How often we look for new cores while nothing is finished."""
PATIENCE: Final = 120.0
"""How many seconds we wait for a core when there is none."""
MAX_LOSSES: Final = 20
"""So many tasks may be lost one after the other with none finished in between."""


class WorkerLost(Exception):
    """The future of a call raises this when its worker is gone: the call is made again elsewhere."""


class ExecutorEngine(Engine):
    """An engine that runs calls on workers."""

    limit: int | None = None
    """At most so many cores are used; `None` for all there are."""
    most_seconds: float = MOST_SECONDS
    """How long a task of games should take at most."""

    @abstractmethod
    def share(self, data: bytes) -> Any:
        """Bring data to where calls run, once; returns what `submit` names it by."""

    @abstractmethod
    def submit(self, call: Callable[..., T], shared: Any, *arguments: Any) -> Future[T]:
        """Run `call(data, *arguments)` on a worker, where `data` is what was shared.

        The future raises `WorkerLost` if the worker is gone. Calls are functions of a module, and may be made again.
        """

    def cores_to_use(self) -> int:
        """The cores there are, as far as they may be used."""
        cores = self.cores()
        return cores if self.limit is None else min(cores, self.limit)

    def play(
        self,
        job: Job,
        ranges: Iterable[Range],
        *,
        move_seconds: float,
        forfeits: Forfeits,
        call: Callable[..., Played | str] = play_on_node,
    ) -> Generator[Batch, None, None]:
        """Play ranges on all cores; `call` is what plays one."""
        todo, pending = Ranges(ranges, self.most_seconds), Pending[Range, Played | str](self)
        packed = carried(job, job.names, job.factories)
        shared = self.share(packed.data)
        harm = [forfeit for forfeit in forfeits if is_harm(forfeit[2])]
        with pending:
            while todo or pending:
                cores = pending.wait_for_cores()
                while todo and len(pending) < cores:
                    task = todo.take(cores)
                    pending.submit(task, call, shared, packed.key, *task, move_seconds, tuple(harm))
                for task, played in pending.finished():
                    if played is None:
                        todo.put_back_halves(*task)
                        continue
                    if isinstance(played, str):
                        raise MendaxError(played)
                    todo.learn(task[1] - task[0], played.seconds)
                    for batch in played.batches:
                        harm.extend(forfeit for forfeit in batch.forfeits if is_harm(forfeit[2]))
                        yield batch

    def learn(self, courses: Sequence[Course], progress: Callable[[int], None] | None) -> None:
        """Let learners learn, a step of one is a call; what they learned is saved here."""
        from mendax.arena.engines.learners import Learners

        with ExitStack() as stack:
            learners = Learners(courses, progress, stack)
            pending = stack.enter_context(Pending[int, Learned | str | None](self))
            shared: dict[int, tuple[str, Any]] = {}
            while learners.waiting or pending:
                cores = pending.wait_for_cores()
                while learners.waiting and len(pending) < cores:
                    at = learners.take()
                    if at not in shared:
                        packed = learners.pack(at)
                        shared[at] = packed.key, self.share(packed.data)
                    key, data = shared[at]
                    pending.submit(at, learn_on_node, data, key, *learners.step(at))
                for at, learned in pending.finished():
                    if pending.was_lost:
                        learners.put_back(at)
                    else:
                        learners.hear(at, learned)
                    if at not in learners.working:
                        shared.pop(at, None)
        learners.check()

    def run_all(self, call: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Generator[tuple[int, T], None, None]:
        """Each task in a process of its own on a node."""
        waiting, shared = list(reversed(range(len(tasks)))), self.share(b"")
        with Pending[int, tuple[T] | str](self) as pending:
            while waiting or pending:
                cores = pending.wait_for_cores()
                while waiting and len(pending) < cores:
                    at = waiting.pop()
                    pending.submit(at, call_on_node, shared, call, tasks[at])
                for at, answer in pending.finished():
                    if answer is None:
                        waiting.append(at)
                    elif isinstance(answer, str):
                        raise MendaxError(answer)
                    else:
                        yield at, answer[0]


K = TypeVar("K")


class Pending(Generic[K, T]):
    """Calls that run, and what each was for."""

    def __init__(self, engine: ExecutorEngine) -> None:
        self.engine = engine
        self.calls: dict[Future[T], K] = {}
        self.done: SimpleQueue[Future[T]] = SimpleQueue()
        self.lost_in_a_row = 0
        self.was_lost = False
        """Whether the worker of the last call that `finished` told was gone."""

    def __enter__(self) -> Pending[K, T]:
        return self

    def __exit__(self, *error: object) -> None:
        for future in self.calls:
            future.cancel()
        self.calls.clear()

    def __len__(self) -> int:
        return len(self.calls)

    def submit(self, what: K, call: Callable[..., T], shared: Any, *arguments: Any) -> None:
        """Make a call."""
        future = self.engine.submit(call, shared, *arguments)
        self.calls[future] = what
        future.add_done_callback(self.done.put)

    def wait_for_cores(self) -> int:
        """How many cores there are; where calls run already, there may be none left for more."""
        until = time.monotonic() + PATIENCE
        while not (cores := self.engine.cores_to_use()) and not self.calls:
            if time.monotonic() > until:
                raise MendaxError(f"no core is free, and none came in {PATIENCE:.0f} s; what was played is kept")
            time.sleep(LOOK_SECONDS / 4)
        return cores

    def finished(self) -> Generator[tuple[K, T | None], None, None]:
        """Wait for calls to be finished, for a while; `None` for the result of one whose worker is gone."""
        try:
            future = self.done.get(timeout=LOOK_SECONDS)
        except Empty:
            return
        while True:
            what = self.calls.pop(future)
            yield what, self._result(future)
            try:
                future = self.done.get_nowait()
            except Empty:
                return

    def _result(self, future: Future[T]) -> T | None:
        try:
            result = future.result()
        except (WorkerLost, CancelledError) as error:
            self.was_lost, self.lost_in_a_row = True, self.lost_in_a_row + 1
            if self.lost_in_a_row >= MAX_LOSSES:
                raise MendaxError(f"workers are lost one after the other: {error}; what was played is kept") from None
            return None
        self.was_lost, self.lost_in_a_row = False, 0
        return result
