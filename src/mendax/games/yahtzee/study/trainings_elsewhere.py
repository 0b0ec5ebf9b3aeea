"""The trainings of the study on an engine: each in a process of its own on some core, and its folder comes back."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mendax.arena.engines.engine import Engine
from mendax.core.files import write_whole
from mendax.games.yahtzee.learning.training import RESULT
from mendax.games.yahtzee.study.trainings import Size, Training, finished, folder, train_all, trainings

ONE_CORE: Final = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
"""A node gives a core to every training; XLA would take all of them for each."""


def train_on_engine(
    engine: Engine, out: Path, size: Size, seeds: Sequence[int], on_done: Callable[[str, int], None]
) -> None:
    """Run every training that has no result yet; those that begin with another one's network come after it."""
    wanted = trainings(size)
    first = [each for each in wanted.values() if not each.start and not each.same_as]
    second = [each for each in wanted.values() if each.start]
    for wave in (first, second):
        _train_wave(engine, out, size, [(each, seed) for each in wave for seed in seeds], on_done)
    copies = [each.name for each in wanted.values() if each.same_as]
    train_all(out, size, only=copies, seeds=seeds, on_done=on_done)


def _train_wave(
    engine: Engine,
    out: Path,
    size: Size,
    wave: Sequence[tuple[Training, int]],
    on_done: Callable[[str, int], None],
) -> None:
    missing = []
    for training, seed in wave:
        if finished(out, training.name, seed):
            on_done(training.name, seed)
        else:
            missing.append((training, seed))
    tasks = [
        (training.name, seed, size, read_folder(folder(out, training.start, seed)) if training.start else {})
        for training, seed in missing
    ]
    for at, files in engine.run_all(train_one, tasks):
        training, seed = missing[at]
        write_folder(folder(out, training.name, seed), files)
        on_done(training.name, seed)


def train_one(name: str, seed: int, size: Size, start: dict[str, bytes]) -> dict[str, bytes]:
    """Run a training in a folder that is gone afterwards, and return its files; `start` is what it begins with."""
    os.environ.setdefault("XLA_FLAGS", ONE_CORE)
    with TemporaryDirectory() as place:
        out = Path(place)
        if start:
            write_folder(folder(out, trainings(size)[name].start, seed), start)
        train_all(out, size, only=[name], seeds=[seed])
        return read_folder(folder(out, name, seed))


def read_folder(place: Path) -> dict[str, bytes]:
    """The files of a folder by name."""
    return {path.name: path.read_bytes() for path in sorted(place.iterdir()) if path.is_file()}


def write_folder(place: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder; the result comes last, because it says that the training is finished."""
    place.mkdir(parents=True, exist_ok=True)
    for name in sorted(files, key=lambda name: name == RESULT):
        write_whole(place / name, files[name])
