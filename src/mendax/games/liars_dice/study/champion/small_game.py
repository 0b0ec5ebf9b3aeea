"""The champion's training in small games, with one part left out at a time, judged without an exploiter.

Matches begin with one or two dice each. With one die each the tablebase knows the truth, so what a player loses to a
best response is computed and not learned. The short trainings need no GPU: each runs in a process of its own. The long
ones learn as the package's player for two did at first, one after the other.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

from mendax.core.errors import MendaxError, Stopped
from mendax.core.interrupts import noting_ctrl_c
from mendax.games.liars_dice.learning.champion.plan import ChampionPlan, make_plan
from mendax.games.liars_dice.learning.champion.player_file import load_player
from mendax.games.liars_dice.rules.game import LiarsDice
from mendax.games.liars_dice.study.champion.numbers import PositionLoss, SmallGameNumbers, SmallPlayer, SmallVariant
from mendax.games.liars_dice.study.champion.plan import (
    FIRST_SEED,
    RANDOM_WORDS,
    RIVALS,
    VARIANTS,
    WHOLE_TRAINING,
    Variant,
)
from mendax.report.study import StudyOptions, save_numbers

TRAINING: Final[Mapping[str, object]] = {
    **WHOLE_TRAINING,
    "learning.first_dice": 2,
    "learning.random_start": 1.0,
    "learning.tables": 512,
    "learning.steps": 8,
    "learning.rate.first": 5e-4,
    "learning.rate.last": 3e-5,
    "learning.entropy.first": 0.4,
    "learning.entropy.last": 0.05,
    "opponents.pool": 8,
}
"""The first training of the package's player, but for what a short one needs. Entropy was chosen with other seeds, and
with one die each (docs/champion-training.md)."""


@dataclass(frozen=True, slots=True)
class SmallSize:
    """How much is trained."""

    folder: str
    decisions: int
    seeds: int
    changes: Mapping[str, object]
    variants: tuple[Variant, ...] = (*VARIANTS, RIVALS, RANDOM_WORDS)
    preset: str = "champion-small"
    part: str = "small-game"
    on_cpu: bool = True
    """In a process for each core; else one after the other, on whatever JAX finds."""


FULL: Final = SmallSize("runs", 8_000_000, 3, TRAINING)
QUICK: Final = SmallSize("runs-quick", 80_000, 1, TRAINING)
_ONE_DIE: Final = {**WHOLE_TRAINING, "learning.first_dice": 1, "learning.random_start": 1.0, "learning.steps": 16}
ONE_DIE: Final = SmallSize(
    "runs", 80_000_000, 3, {**_ONE_DIE, "learning.tables": 8192}, VARIANTS, "champion", "one-die", on_cpu=False
)
ONE_DIE_QUICK: Final = SmallSize("runs-quick", 80_000, 1, _ONE_DIE, VARIANTS, part="one-die", on_cpu=False)


@dataclass(frozen=True, slots=True)
class SmallJob:
    """A training."""

    variant: str
    plan: ChampionPlan
    folder: Path

    @property
    def seed(self) -> int:
        return self.plan.seed


def jobs(size: SmallSize, out: Path, seed: int) -> list[SmallJob]:
    """All trainings, the first seed of everything before the second; `seed` is added to the fixed ones."""
    found = []
    for one in range(FIRST_SEED + seed, FIRST_SEED + seed + size.seeds):
        for variant in size.variants:
            changes = {**size.changes, "decisions": size.decisions, **variant.changes}
            plan = make_plan(size.preset, seed=one, changes=changes)
            found.append(SmallJob(variant.name, plan, out / size.folder / f"{variant.name}-seed-{one}"))
    return found


def reproduce(options: StudyOptions) -> SmallGameNumbers:
    """One or two dice each, short trainings: train what is not done yet, judge, write `report.html` and numbers."""
    return _reproduce(options, QUICK if options.quick else FULL)


def reproduce_one_die(options: StudyOptions) -> SmallGameNumbers:
    """The same with one die each and long trainings."""
    return _reproduce(options, ONE_DIE_QUICK if options.quick else ONE_DIE)


def _reproduce(options: StudyOptions, size: SmallSize) -> SmallGameNumbers:
    planned = jobs(size, options.out, options.seed)
    missing = [job for job in planned if seconds_of(job) is None]
    with options.progress(len(planned), "Trainings of the small game") as update, noting_ctrl_c() as wants_to_stop:
        update(len(planned) - len(missing))
        with training_in_processes(missing, options.workers, size.on_cpu) as (running, stop):
            while running:
                done, running = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
                if wants_to_stop():
                    stop.set()
                for one in done:
                    one.result()
                update(len(planned) - len(running))
    done_jobs = [job for job in planned if seconds_of(job) is not None]
    if len(done_jobs) < len(planned):
        raise Stopped(f"stopped after {len(done_jobs)} of {len(planned)} trainings; the same command goes on from here")
    numbers = gather(options, size, planned)
    save_numbers(numbers, options.out)
    from mendax.games.liars_dice.study.champion.page import write_small_game

    write_small_game(numbers, options.out / "report.html")
    return numbers


_stop: Event | None = None
"""In a worker: whether it is to stop."""


def _begin_worker(stop: Event, on_cpu: bool) -> None:
    """Ctrl-C is for the process that reports; of many processes each has one core."""
    global _stop
    _stop = stop
    if on_cpu:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def training_in_processes(
    missing: Sequence[SmallJob], workers: int, on_cpu: bool
) -> Iterator[tuple[set[Future[None]], Event]]:
    """Trainings in processes of their own, on a GPU in one process, and what stops them all."""
    context = get_context("spawn")
    stop = context.Event()
    if not missing:
        yield set(), stop
        return
    processes = min(workers, len(missing)) if on_cpu else 1
    with ProcessPoolExecutor(processes, context, _begin_worker, (stop, on_cpu)) as pool:
        try:
            yield {pool.submit(train_one, job) for job in missing}, stop
        finally:
            stop.set()


def train_one(job: SmallJob) -> None:
    """Train to the end in a folder, or until stopped."""
    from mendax.games.liars_dice.learning.champion.training import train_champion
    from mendax.learn.loop import Watching

    def stopped() -> bool:
        return _stop is not None and _stop.is_set()

    if stopped():
        return
    try:
        train_champion(job.plan, job.folder, Watching(looks=0, stopped=stopped), matches=0)
    except Stopped:
        return


def seconds_of(job: SmallJob) -> float | None:
    """How long a training took, if it is done; raises where the folder holds another one."""
    from mendax.games.liars_dice.learning.champion.training import read_result

    found = read_result(job.folder, job.plan)
    return None if found is None else float(found["seconds"])


def gather(options: StudyOptions, size: SmallSize, planned: Sequence[SmallJob]) -> SmallGameNumbers:
    """What all players lose."""
    with options.progress(len(planned), "Best responses") as update:
        losses = {}
        for number, job in enumerate(planned, 1):
            losses[job.folder] = judge(job.folder)
            update(number)
    variants = [
        SmallVariant(
            variant.name,
            variant.about,
            tuple(
                SmallPlayer(job.seed, seconds_of(job) or 0.0, losses[job.folder])
                for job in planned
                if job.variant == variant.name
            ),
        )
        for variant in size.variants
    ]
    first_dice = planned[0].plan.learning.first_dice
    return SmallGameNumbers(size.part, options.quick, options.seed, size.decisions, first_dice, tuple(variants))


def judge(player: Path) -> tuple[PositionLoss, ...]:
    """What a player loses to a best response in each solved position with one die each."""
    from mendax.games.liars_dice.agents.endgame_policy import champion_policy
    from mendax.games.liars_dice.solver.endgame import load_tablebase
    from mendax.games.liars_dice.solver.endgame.loss import loss_in

    base = load_tablebase(LiarsDice(players=2))
    positions = [position for position in base.rounds if position.dice == (1, 1)]
    if not positions:
        raise MendaxError(
            "the players are trained, but no position is solved that they could be judged in; "
            "mendax solve liars-dice:players=2 --endgame, then the same command again"
        )
    policy = champion_policy(load_player(player))
    found = (loss_in(base, position, policy) for position in positions)
    return tuple(PositionLoss(loss.position.name, loss.opening, loss.answering) for loss in found)
