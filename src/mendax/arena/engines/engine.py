"""The word *Engine*: where games are played and learners learn, and the engines there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar, cast

from mendax.core.catalogue import entries_of_packages, load, look_up

if TYPE_CHECKING:
    from mendax.arena.learning import Course
    from mendax.arena.ranges import Range
    from mendax.arena.worker import Batch, Job

T = TypeVar("T")

Forfeits: TypeAlias = Iterable[tuple[int, int, str]]
"""Game number, entrant, reason."""
HERE: Final = "processes"
"""The engine of this machine."""
GROUP: Final = "mendax.engines"
"""The group of entry points in which a package names its `EngineEntry`."""


class Engine(ABC):
    """Plays ranges of games, and lets learners learn, somewhere.

    An engine that can hand a call to a worker and return a future of its result derives from
    `mendax.arena.engines.executor.ExecutorEngine`, and has both for free.
    """

    @abstractmethod
    def cores(self) -> int:
        """How many games can be played at the same time now; it may change."""

    @abstractmethod
    def play(
        self, job: Job, ranges: Iterable[Range], *, move_seconds: float, forfeits: Forfeits
    ) -> Generator[Batch, None, None]:
        """Play every game of the ranges once; batches come in any order.

        Games whose worker is lost are played again. A decision that takes longer than `move_seconds` is a forfeit; 0
        is no limit. `forfeits` are those of games that were played before.
        """

    @abstractmethod
    def learn(self, courses: Sequence[Course], progress: Callable[[int], None] | None) -> None:
        """Let learners do what is missing of their courses; `progress` is told the number of matches done."""

    def run_all(self, call: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Generator[tuple[int, T], None, None]:
        """Make a call with the arguments of each task; the results come in any order, each with the task's number.

        For long work that is no game, such as a training. The call is a function of a module, and may be made again.
        """
        for at, arguments in enumerate(tasks):
            yield at, call(*arguments)

    def get_ready(self, games: int) -> None:  # noqa: B027 (most engines are ready when they are made)
        """Begin to get ready for so many games, without waiting: the agents are prepared meanwhile."""

    def close(self) -> None:  # noqa: B027 (an engine may have nothing to release)
        """Release what the engine holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """An engine by name; `open` is "module:name" of a function that takes an address and a number of workers.

    The address is what `--address` says, or empty. The workers are what `--workers` says, or `None` for all there are.
    """

    name: str
    about: str
    open: str

    def make(self, address: str = "", workers: int | None = None) -> Engine:
        """The engine, ready or about to be; a `MendaxError` says why there is none."""
        return cast("Callable[[str, int | None], Engine]", load(self.open))(address, workers)


OWN: Final = (
    EngineEntry(HERE, "worker processes on this machine", "mendax.arena.engines.processes:open_processes"),
    EngineEntry("ray", "the nodes of a Ray cluster", "mendax.arena.engines.ray_engine:open_ray"),
)


def engines() -> dict[str, EngineEntry]:
    """Every engine there is, by name: ours, and those of other packages."""
    return {entry.name: entry for entry in (*OWN, *entries_of_packages(GROUP, EngineEntry))}


def open_engine(name: str, address: str = "", workers: int | None = None) -> Engine:
    """The engine of a name; a `MendaxError` names those there are."""
    ours = {entry.name: entry for entry in OWN}  # looking for packages takes time
    return (ours.get(name) or look_up(name, engines(), "engine")).make(address, workers)


@contextmanager
def elsewhere(name: str, address: str = "", workers: int | None = None) -> Iterator[Engine | None]:
    """The engine of a name while the block runs; `None` for processes of this machine.

    Those are what studies and trainings use without an engine, each part of them as many as it can use.
    """
    with open_engine(name, address, workers) as engine:
        yield None if name == HERE else engine
