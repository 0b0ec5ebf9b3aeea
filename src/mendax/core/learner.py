"""The word *Learner*: what is remembered from match to match, apart from the agents that play with it.

An agent is built fresh for every match, so it cannot learn across matches by itself. A learner can: it builds the
agents, they share its memory, and it is saved, loaded and merged. Its matches are played in order, by one process;
`mendax.arena.learning` runs several learners side by side.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Self, TypeAlias

from mendax.core.agent import AnyAgent
from mendax.core.game import AnyGame, Seat


class Learner(ABC):
    """A memory that grows from match to match, and the agents that share it."""

    @abstractmethod
    def agent(self, game: AnyGame, seat: Seat, rng: Random, *, learn: bool = True) -> AnyAgent:
        """A fresh agent for the next match, which plays by the memory and changes it in `act`, `hear` and `end`.

        Without `learn` the memory stays as it is: for measuring what was learned. All randomness comes from `rng`.
        """

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write the whole memory to one file, at once (`mendax.core.files`); equal memories give equal bytes."""

    @abstractmethod
    def load(self, path: Path) -> None:
        """Take the memory from a saved file, in place of the one it has."""

    @abstractmethod
    def merge(self, others: Sequence[Self]) -> Self:
        """A new learner that knows what this one and the others have learned."""

    def trained_by(self, seed: int, opponents: Sequence[str]) -> None:  # noqa: B027 (most learners keep no such record)
        """Hear which run it plays in: its seed and the opponents' names, for what is saved beside the memory."""

    def measures(self) -> dict[str, float]:
        """Numbers about the memory, and about the matches since it was loaded, for the log of a run."""
        return {}

    def close(self) -> None:  # noqa: B027 (most learners have nothing to release)
        """Release what the memory holds outside Python, such as a kernel."""

    def digest(self) -> str:
        """A hash of the memory as it would be saved."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "memory"
            self.save(path)
            return digest_of(path)


LearnerFactory: TypeAlias = Callable[[AnyGame, Random], Learner]
"""Builds a learner that has learned nothing yet. It must be picklable."""


def digest_of(path: Path) -> str:
    """The digest of a saved memory."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(frozen=True, slots=True)
class SavedLearner:
    """A factory of agents that play by a saved memory and learn no more: for matches and tournaments."""

    make: LearnerFactory
    path: Path

    def __call__(self, game: AnyGame, seat: Seat, rng: Random) -> AnyAgent:
        """An agent for a match; the memory is loaded once a process."""
        return _loaded(self.make, game, self.path, self.path.stat().st_mtime_ns).agent(game, seat, rng, learn=False)

    def files(self) -> tuple[Path, ...]:
        """The file that travels to other machines."""
        return (self.path,)

    def reading(self, places: Mapping[Path, Path]) -> SavedLearner:
        """The same with its file in another place."""
        return SavedLearner(self.make, places[self.path])


@lru_cache(maxsize=16)
def _loaded(make: LearnerFactory, game: AnyGame, path: Path, changed: int) -> Learner:
    learner = make(game, Random(0))
    learner.load(path)
    return learner
