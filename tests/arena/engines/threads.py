"""A tiny engine over `ThreadPoolExecutor`, as another package could bring it, and one that loses workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from mendax.arena.engines.engine import EngineEntry
from mendax.arena.engines.executor import ExecutorEngine, WorkerLost
from mendax.arena.engines.node import leave_node

T = TypeVar("T")


class Threads(ExecutorEngine):
    """Calls run in threads of this process, and games in worker processes behind them."""

    def __init__(self, threads: int = 2, losing: Iterable[int] = ()) -> None:
        self.threads, self.losing = threads, set(losing)
        self.executor = ThreadPoolExecutor(threads)
        self.calls: list[tuple[Any, ...]] = []
        self.num_shared = 0

    def cores(self) -> int:
        return self.threads

    def share(self, data: bytes) -> bytes:
        self.num_shared += 1
        return data

    def submit(self, call: Callable[..., T], shared: bytes, *arguments: Any) -> Future[T]:
        self.calls.append(arguments)
        if len(self.calls) in self.losing:
            return self.executor.submit(lose)
        return self.executor.submit(call, shared, *arguments)

    def close(self) -> None:
        self.executor.shutdown()
        leave_node()


def lose() -> Any:
    raise WorkerLost("unplugged")


def open_threads(address: str, workers: int | None) -> Threads:
    return Threads(workers or 2)


ENTRY = EngineEntry("threads", "threads of this process", "tests.arena.engines.threads:open_threads")
