"""The study of learning Yahtzee, made real: every training with several seeds, and how the players play."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from mendax.agents.yahtzee.learning.study import FULL, QUICK, Size, folder, look_closely, train_all, trainings
from mendax.agents.yahtzee.learning.train import RESULT, ctrl_c
from mendax.papers import yahtzee_rl_report
from mendax.papers.yahtzee_rl_data import read_study


def reproduce(
    out: Path,
    *,
    quick: bool,
    seed: int,
    workers: int,
    progress: Callable[[int, str], AbstractContextManager[Callable[[int], None]]],
) -> dict[str, Any]:
    """Train what is not trained yet, look at the players, write `report.html` and `numbers.json`; return the numbers.

    Trainings run one after the other, whatever the number of workers: each has all of the machine already.
    """
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
    yahtzee_rl_report.write(study, out / "report.html")
    return numbers


def _results(here: Path, size: Size, first: int) -> dict[str, list[dict[str, Any]]]:
    """By training: the results of its seeds, without their plans."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in trainings(size):
        for seed in range(first, first + size.seeds):
            result = json.loads((folder(here, name, seed) / RESULT).read_text(encoding="utf-8"))
            result.pop("plan")
            found.setdefault(name, []).append(result)
    return found
