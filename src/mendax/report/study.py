"""The word *Study*: a published result that `mendax reproduce` reproduces, with a report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mendax.core.catalogue import games, load, look_up
from mendax.core.errors import MendaxError
from mendax.core.files import write_whole
from mendax.core.results import Result
from mendax.report.progress import ShowProgress

if TYPE_CHECKING:
    from mendax.arena.engines.engine import Engine


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What `mendax reproduce` was asked for."""

    out: Path
    """The folder of the report, of its numbers and of everything that lets an interrupted study go on."""
    quick: bool
    seed: int
    workers: int
    progress: ShowProgress
    engine: Engine | None = None
    """Where games are played and learners learn; `None` for worker processes on this machine."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a study that can be run alone; `run` is as in `Study`."""

    name: str
    about: str
    run: str
    folder: str = ""
    """Where its report goes, inside the study's folder."""

    def load(self) -> Callable[[StudyOptions], Result]:
        """The function that runs it."""
        return cast(Callable[[StudyOptions], Result], load(self.run))


@dataclass(frozen=True, slots=True)
class Study:
    """A published study; `run` is "module:name" of a function that writes the report and returns its numbers.

    A study of several parts has no function of its own: all parts run, one after the other.
    """

    name: str
    about: str
    citation: str
    """Where it was published, as far as that is known."""
    run: str = ""
    parts: tuple[Part, ...] = ()
    workload: str = ""
    """A function that returns what the full study computes, as a sequence of `Planned` of
    `mendax.arena.engines.workload`: `mendax bench cluster` tells how long that takes on how many cores."""

    def chosen(self, part: str = "") -> tuple[Part, ...]:
        """The parts to run: the one that is named, or all; a `MendaxError` if there is none of that name."""
        if not self.parts:
            if part:
                raise MendaxError(f"{self.name} has no parts")
            return (Part(self.name, self.about, self.run),)
        return (look_up(part, {each.name: each for each in self.parts}, "part"),) if part else self.parts

    def reproduce(self, options: StudyOptions, part: str = "") -> StudyResult:
        """Run a part or all of them; each writes a report into its folder."""
        found = []
        for each in self.chosen(part):
            run, folder = each.load(), make_folder(options.out / each.folder)
            found.append(PartResult(each.name, folder / "report.html", run(replace(options, out=folder))))
        return StudyResult(tuple(found))


@dataclass(frozen=True, slots=True)
class PartResult:
    """What a part gave, and where its report is."""

    name: str
    report: Path
    numbers: Result


@dataclass(frozen=True, slots=True)
class StudyResult:
    """What the parts of a study gave."""

    parts: tuple[PartResult, ...]

    def to_json(self) -> dict[str, Any]:
        """The numbers of one part; those of several by their names."""
        if len(self.parts) == 1:
            return self.parts[0].numbers.to_json()
        return {part.name: part.numbers.to_json() for part in self.parts}


def make_folder(folder: Path) -> Path:
    """The folder, which is made where it is missing; a `MendaxError` says why it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MendaxError(f"{folder} cannot be used: {error.strerror}") from None
    return folder


def studies() -> dict[str, Study]:
    """Every study of every game, by name."""
    found = [cast(Study, load(where)) for entry in games().values() for where in entry.studies]
    return {study.name: study for study in found}


def save_numbers(numbers: Result, folder: Path) -> None:
    """Write the numbers of a study as `numbers.json`."""
    write_whole(folder / "numbers.json", json.dumps(numbers.to_json(), indent=1) + "\n")
