"""The word *Study*: a published result that `mendax reproduce` reproduces, with a report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from mendax.core.catalogue import games, load
from mendax.core.files import write_whole
from mendax.core.results import Result
from mendax.report.progress import ShowProgress


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What `mendax reproduce` was asked for."""

    out: Path
    """The folder of the report, of its numbers and of everything that lets an interrupted study go on."""
    quick: bool
    seed: int
    workers: int
    progress: ShowProgress


@dataclass(frozen=True, slots=True)
class Study:
    """A published study; `run` is "module:name" of a function that writes the report and returns its numbers."""

    name: str
    about: str
    citation: str
    """Where it was published, as far as that is known."""
    run: str

    def load(self) -> Callable[[StudyOptions], Result]:
        """The function that runs it."""
        return cast(Callable[[StudyOptions], Result], load(self.run))


def studies() -> dict[str, Study]:
    """Every study of every game, by name."""
    found = [cast(Study, load(where)) for entry in games().values() for where in entry.studies]
    return {study.name: study for study in found}


def save_numbers(numbers: Result, folder: Path) -> None:
    """Write the numbers of a study as `numbers.json`."""
    write_whole(folder / "numbers.json", json.dumps(numbers.to_json(), indent=1) + "\n")
