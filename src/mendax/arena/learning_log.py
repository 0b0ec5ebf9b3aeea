"""A learner's folder: the saved memory, and a line for every block."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from mendax.core.errors import MendaxError
from mendax.core.files import lock, write_whole
from mendax.core.game import AnyGame, game_text


@dataclass(frozen=True, slots=True)
class Block:
    """Matches played in a row, and what the learner had of them."""

    number: int
    """How many blocks it had learned from before this one."""
    payoffs: tuple[float, ...]
    """The learner's payoff of each match, in order: the mean over its seats."""
    scores: tuple[float, ...]
    """The same of what the game counts."""
    forfeits: int = 0
    """Matches the learner itself lost by a fault."""
    reason: str = ""
    """The first of these faults."""
    test: bool = False
    """Whether learning was off."""
    measures: dict[str, float] = field(default_factory=dict)
    """Numbers about the memory after the block and about its matches, as the learner gives them."""

    @property
    def mean_payoff(self) -> float:
        """The mean payoff of a match."""
        return sum(self.payoffs) / len(self.payoffs)

    @property
    def mean_score(self) -> float:
        """The mean of what the game counts."""
        return sum(self.scores) / len(self.scores)

    def to_json(self) -> dict[str, Any]:
        """The block's means as JSON."""
        found: dict[str, Any] = {
            "number": self.number,
            "matches": len(self.payoffs),
            "mean_payoff": self.mean_payoff,
            "mean_score": self.mean_score,
            "forfeits": self.forfeits,
        }
        if self.test:
            found["test"] = True
        if self.measures:
            found["measures"] = self.measures
        return {**found, "reason": self.reason} if self.reason else found


class LearningLog:
    """The folder of one learner."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "blocks.jsonl"
        self._file: IO[str] | None = None

    def memory(self, done: int) -> Path:
        """Where the memory after so many blocks of learning is saved."""
        return self.folder / f"memory-{done}"

    def blocks(self) -> tuple[Block, ...]:
        """The finished blocks, in order; a line that was being written when its process died does not count."""
        if not self.path.exists():
            return ()
        whole = self.path.read_text(encoding="utf-8").rpartition("\n")[0]
        blocks: list[Block] = []
        for at, line in enumerate(whole.splitlines()):
            try:
                block = _read(line)
            except (ValueError, TypeError, KeyError) as error:
                raise MendaxError(f"{self.path}, line {at + 1}, is damaged: {error}") from None
            if block.number != num_trained(blocks):
                raise MendaxError(f"{self.path}, line {at + 1}, is damaged: it is of block {block.number}")
            blocks.append(block)
        return tuple(blocks)

    @contextmanager
    def writing(self) -> Iterator[LearningLog]:
        """Open the log to add blocks; only one process may. What a dead process left half done is removed."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                if not lock(file):
                    raise MendaxError(f"{self.folder} is in use: another run is learning there")
                whole = self.path.read_bytes().rfind(b"\n") + 1
                file.truncate(whole)
                self._tidy(num_trained(self.blocks()))
                self._file = file
                yield self
        except OSError as error:
            raise MendaxError(f"{self.folder} cannot be used: {error}") from None
        finally:
            self._file = None

    def add(self, block: Block) -> None:
        """Write a block down; what it taught is saved already, and the memory before is not needed any more."""
        assert self._file is not None
        self._file.write(json.dumps(asdict(block)) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._tidy(block.number + (not block.test))

    def _tidy(self, done: int) -> None:
        for path in self.folder.iterdir():
            if path not in (self.path, self.memory(done)) and path.name.startswith(("memory-", ".memory-")):
                path.unlink()


def num_trained(blocks: Sequence[Block]) -> int:
    """How many of the blocks were played with learning on."""
    return sum(not block.test for block in blocks)


def _read(line: str) -> Block:
    found = json.loads(line)
    return Block(**{**found, "payoffs": tuple(found["payoffs"]), "scores": tuple(found["scores"])})


def check_folder(
    out: Path,
    game: AnyGame,
    learner: str,
    opponents: Sequence[str],
    block: int,
    test: int = 0,
    tests_played_by: str = "",
) -> None:
    """Begin a run's folder, or raise a `MendaxError` if it holds another run."""
    about = {
        "game": game_text(game),
        "rules": game.rules_version,
        "learner": learner,
        "opponents": list(opponents),
        "block": block,
    }
    if test:
        about["test"] = test
    if tests_played_by:
        about["tests_played_by"] = tests_played_by
    run = out / "learning.json"
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not run.exists():
            write_whole(run, json.dumps(about, indent=1) + "\n")
        elif json.loads(run.read_text(encoding="utf-8")) != about:
            raise MendaxError(f"{out} holds another run (see learning.json in it); choose another folder")
    except (OSError, ValueError) as error:
        raise MendaxError(f"{out} cannot be used: {error}") from None
