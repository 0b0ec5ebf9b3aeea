"""Runs the study of learning Yahtzee: every training with several seeds, and how the players play."""

from __future__ import annotations

from mendax.core.errors import Stopped
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.yahtzee.study.data import YahtzeeRlNumbers
from mendax.games.yahtzee.study.study_folder import read_study
from mendax.games.yahtzee.study.trainings import FULL, QUICK, look_closely, train_all, trainings
from mendax.games.yahtzee.study.trainings_elsewhere import train_on_engine
from mendax.report.study import StudyOptions, save_numbers


def reproduce(options: StudyOptions) -> YahtzeeRlNumbers:
    """Train what is not trained yet, analyse the players, write `report.html` and `numbers.json`; return the numbers.

    Trainings run one after the other, whatever the number of workers: each has all of the machine already. On an
    engine each has a core.
    """
    size = QUICK if options.quick else FULL
    folder = options.out / ("quick" if options.quick else "full")
    seeds = range(options.seed, options.seed + size.seeds)
    names = list(trainings(size))
    with options.progress(len(names) * size.seeds, "Trainings") as update:
        done = 0

        def count(name: str, seed: int) -> None:
            nonlocal done
            done += 1
            update(done)

        if options.engine is None:
            with noting_ctrl_c() as stopped:
                train_all(folder, size, seeds=seeds, on_done=count, stopped=stopped)
        else:
            try:
                train_on_engine(options.engine, folder, size, seeds, count)
            except KeyboardInterrupt:
                raise Stopped("stopped; finished trainings are kept, and the same command goes on from here") from None
    look_closely(folder, size, options.seed)
    study = read_study(folder)
    results = {name: tuple(run.result for run in study.runs[name] if run.seed in seeds) for name in names}
    numbers = YahtzeeRlNumbers(options.quick, options.seed, results)
    save_numbers(numbers, options.out)
    # Here, so that a machine without the libraries of the report still does all the trainings.
    from mendax.games.yahtzee.study import page

    page.write(study, options.out / "report.html")
    return numbers
