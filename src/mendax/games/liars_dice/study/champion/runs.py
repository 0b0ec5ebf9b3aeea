"""Runs the champion's study: trainings and exploiters one after the other, then the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from mendax.core.errors import Stopped
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.agents.champion import champion
from mendax.games.liars_dice.learning.agent_constants import NAMES
from mendax.games.liars_dice.learning.champion import training
from mendax.games.liars_dice.learning.champion.kept_networks import untrained
from mendax.games.liars_dice.learning.champion.player_file import Player, load_player
from mendax.games.liars_dice.learning.champion.training import (
    RESULT,
    ChampionTraining,
    exploiter_of,
    train_champion,
    train_exploiter,
)
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.study.champion.numbers import (
    ChampionNumbers,
    Exploited,
    FrozenResult,
    TrainedPlayer,
    VariantResult,
)
from mendax.games.liars_dice.study.champion.plan import CHAMPION, FULL, QUICK, Job, Size, jobs, plain_plan, plan_of
from mendax.learn.loop import Diverged, Watching
from mendax.report.study import StudyOptions, save_numbers

CHECKPOINT_SECONDS: Final = 60.0
PLAYERS: Final = 2


def reproduce(options: StudyOptions) -> ChampionNumbers:
    """Train and exploit what is not done yet, write `report.html` and `numbers.json`.

    A run that is stopped reports what is complete.
    """
    size = QUICK if options.quick else FULL
    runs, planned = options.out / size.folder, jobs(size, options.seed)
    missing = [job for job in planned if read_result(job, size, runs) is None]
    stopped, failed = False, set[Job]()
    with options.progress(len(planned), "Trainings and exploiters") as update, noting_ctrl_c() as wants_to_stop:
        update(len(planned) - len(missing))
        with compiled_ahead(missing, size) as wait_for_program:
            for number, job in enumerate(missing, 1):
                wait_for_program()
                if replace(job, exploits=False) in failed:
                    continue
                try:
                    run_job(job, size, runs, wants_to_stop)
                except Diverged:
                    failed.add(job)
                except Stopped:
                    stopped = True
                    break
                update(len(planned) - len(missing) + number)
    numbers = gather(options, size, planned, runs, [f"{job.player}, seed {job.seed}" for job in failed])
    if not numbers.done:
        raise Stopped("stopped before the first training was done; the same command goes on from here")
    save_numbers(numbers, options.out)
    # Here, so that a machine without the libraries of the report still does all the trainings.
    from mendax.games.liars_dice.study.champion.page import write

    write(numbers, options.out / "report.html")
    if stopped:
        raise Stopped(
            f"stopped after {numbers.done} of {numbers.planned} trainings and exploiters, which are kept; "
            "the same command goes on from here"
        )
    return numbers


def run_job(job: Job, size: Size, runs: Path, stopped: Callable[[], bool]) -> None:
    """Train or exploit to the end, in its folder; raises `Stopped` when it was stopped."""
    watching = Watching(looks=0, checkpoint_seconds=CHECKPOINT_SECONDS, stopped=stopped)
    out = job.folder(runs)
    if job.exploits:
        target = target_of(job, runs)
        decisions, seed = size.exploiter_decisions, job.training_seed
        train_exploiter(plain_plan(size), target, decisions, seed, out, watching, size.matches)
    else:
        train_champion(plan_of(size, job.player, job.training_seed), out, watching, size.matches)


def target_of(job: Job, runs: Path) -> Player | str:
    """Whom an exploiter plays: a player of the package, an agent of the paper, or a variant that was trained."""
    if job.player == CHAMPION:
        return champion(LiarsDice.name, "").player(PLAYERS)
    if job.player in NAMES:
        return job.player
    return load_player(Job(job.player, job.seed, exploits=False).folder(runs))


@contextmanager
def compiled_ahead(todo: Sequence[Job], size: Size) -> Iterator[Callable[[], object]]:
    """Compiles the programs of jobs beside the training of those before; yields what waits for the next job's.

    Programs are the same for all seeds, and those of exploiters for all players of one shape.
    """
    pool = ThreadPoolExecutor(1)
    try:
        waiting = iter([pool.submit(training_of(job, size).compile) for job in todo])
        yield lambda: next(waiting).result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def training_of(job: Job, size: Size, runs: Path | None = None) -> ChampionTraining:
    """A job's training; without a folder an exploiter's is against an untrained player of the same shape."""
    if not job.exploits:
        return ChampionTraining(plan_of(size, job.player, job.training_seed))
    known = runs is not None or job.player in (CHAMPION, *NAMES)
    target = target_of(job, runs or Path()) if known else untrained(plan_of(size, job.player, job.seed))
    return exploiter_of(plain_plan(size), target, size.exploiter_decisions, job.training_seed)


def gather(
    options: StudyOptions, size: Size, planned: Sequence[Job], runs: Path, failed: Sequence[str] = ()
) -> ChampionNumbers:
    """All numbers of what is done."""
    results = {job: found for job in planned if (found := read_result(job, size, runs)) is not None}

    def exploiters(name: str) -> dict[int, Exploited]:
        return {
            job.seed: Exploited(
                job.seed,
                found["win_rates"]["drawn"],
                found["win_rates"]["greedy"],
                found["decisions"],
                found["seconds"],
            )
            for job, found in results.items()
            if job.exploits and job.player == name
        }

    variants = []
    for variant in size.variants:
        by_seed = exploiters(variant.name)
        players = tuple(
            TrainedPlayer(job.seed, found["win_rates"], found["seconds"], by_seed.get(job.seed))
            for job, found in results.items()
            if not job.exploits and job.player == variant.name
        )
        variants.append(VariantResult(variant.name, variant.about, players))
    return ChampionNumbers(
        options.quick,
        options.seed,
        size.decisions,
        size.exploiter_decisions,
        size.matches,
        len(planned),
        len(results),
        sum(found["seconds"] for found in results.values()),
        ", ".join(sorted({found["device"] for found in results.values()})),
        tuple(variants),
        tuple(FrozenResult(name, tuple(exploiters(name).values())) for name in size.frozen),
        tuple(failed),
    )


def read_result(job: Job, size: Size, runs: Path) -> dict[str, Any] | None:
    """What a training or an exploiter gave, if it is done; raises where the folder holds another one."""
    folder = job.folder(runs)
    # Whom an exploiter plays is read only where there is one: its plan names the player's digest.
    if not (folder / RESULT).exists():
        return None
    found = training.read_result(folder, training_of(job, size, runs).plan)
    if found is not None and found["matches"] != size.matches:
        raise training.other_training(folder)
    return found
