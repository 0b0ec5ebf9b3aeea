"""What comes of learners at work: how each fared, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mendax.arena.learning_log import Block
from mendax.core.game import AnyGame, game_text


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """How one learner fared, block by block."""

    seed: int
    blocks: tuple[Block, ...]
    memory: Path | None
    """Its memory after the last block; `None` before the first."""
    digest: str = ""
    """The digest of that memory."""

    @property
    def tests(self) -> tuple[Block, ...]:
        """The tests, the one before any learning first."""
        return tuple(block for block in self.blocks if block.test)

    def to_json(self) -> dict[str, Any]:
        """The curve as JSON."""
        return {"seed": self.seed, "digest": self.digest, "blocks": [block.to_json() for block in self.blocks]}


@dataclass(frozen=True, slots=True)
class Learning:
    """A finished or interrupted run of learners: a `Result`."""

    game: AnyGame
    learner: str
    opponents: tuple[str, ...]
    curves: tuple[LearningCurve, ...]
    seconds: float
    interrupted: bool = False
    tests_played_by: str = ""
    """What played the tests in the learner's place; empty where it played them itself."""

    @property
    def matches(self) -> int:
        """Matches played, of all learners."""
        return sum(len(block.payoffs) for curve in self.curves for block in curve.blocks)

    def to_json(self) -> dict[str, Any]:
        """The run as JSON."""
        found: dict[str, Any] = {
            "game": game_text(self.game),
            "learner": self.learner,
            "opponents": list(self.opponents),
            "counted": self.game.counted.kind.value,
            "unit": self.game.counted.unit,
            "matches": self.matches,
            "seconds": self.seconds,
            "interrupted": self.interrupted,
            "curves": [curve.to_json() for curve in self.curves],
        }
        return {**found, "tests_played_by": self.tests_played_by} if self.tests_played_by else found
