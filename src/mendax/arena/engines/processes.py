"""The engine `processes`: our own pool of worker processes on this machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING

from mendax.arena.engines.engine import Engine, Forfeits
from mendax.arena.pool import default_workers, play_in_pool, warm_up
from mendax.arena.ranges import Range
from mendax.core.errors import MendaxError

if TYPE_CHECKING:
    from mendax.arena.learning import Course
    from mendax.arena.worker import Batch, Job


class Processes(Engine):
    """Worker processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def cores(self) -> int:
        return min(self.workers, default_workers())

    def get_ready(self, games: int) -> None:
        warm_up(min(self.workers, games))

    def play(
        self, job: Job, ranges: Iterable[Range], *, move_seconds: float, forfeits: Forfeits
    ) -> Generator[Batch, None, None]:
        return play_in_pool(job, ranges, self.workers, move_seconds=move_seconds, forfeits=forfeits)

    def learn(self, courses: Sequence[Course], progress: Callable[[int], None] | None) -> None:
        from mendax.arena.learning import Crew

        Crew(courses, self.workers, progress).work()


def open_processes(address: str, workers: int | None) -> Processes:
    """The engine; it has no address."""
    if address:
        raise MendaxError("--address is for an engine of other machines; `processes` are on this one")
    return Processes(workers or default_workers())
