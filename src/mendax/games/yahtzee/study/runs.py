"""The study of learning Yahtzee, made real: every training with several seeds, and how the players play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mendax.games.yahtzee.learning.training import RESULT, ctrl_c
from mendax.games.yahtzee.study import page
from mendax.games.yahtzee.study.data import read_study
from mendax.games.yahtzee.study.trainings import FULL, QUICK, Size, folder, look_closely, train_all, trainings
from mendax.report.study import Numbers, StudyOptions


def reproduce(options: StudyOptions) -> Numbers:
    """Train what is not trained yet, look at the players, write `report.html` and `numbers.json`; return the numbers.

    Trainings run one after the other, whatever the number of workers: each has all of the machine already.
    """
    out, quick, seed, workers, progress = options.out, options.quick, options.seed, options.workers, options.progress
    size = QUICK if quick else FULL
    here = out / ("quick" if quick else "full")
    total = len(trainings(size)) * size.seeds
    with progress(total, "Trainings") as update, ctrl_c() as asked:
        done = 0

        def told(name: str, seed: int) -> None:
            nonlocal done
            done += 1
            update(done)

        train_all(here, size, seeds=range(seed, seed + size.seeds), told=told, stopped=asked.is_set)
    look_closely(here, size, seed)
    study = read_study(here)
    numbers = {"paper": "yahtzee-rl", "quick": quick, "seed": seed, "trainings": _results(here, size, seed)}
    (out / "numbers.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    page.write(study, out / "report.html")
    return Numbers(numbers)


def _results(here: Path, size: Size, first: int) -> dict[str, list[dict[str, Any]]]:
    """By training: the results of its seeds, without their plans."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in trainings(size):
        for seed in range(first, first + size.seeds):
            result = json.loads((folder(here, name, seed) / RESULT).read_text(encoding="utf-8"))
            result.pop("plan")
            found.setdefault(name, []).append(result)
    return found
