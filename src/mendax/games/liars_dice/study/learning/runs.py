"""Runs the study of the learning agents: trainings, then the open questions, then the report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from mendax.arena.learning import run_courses
from mendax.arena.learning_log import LearningLog
from mendax.core.errors import Stopped
from mendax.core.files import write_whole
from mendax.games.liars_dice.agents.twins.games import PairGames
from mendax.games.liars_dice.study.learning import questions as ask
from mendax.games.liars_dice.study.learning.curves import AgentCurve, agent_curve, read_run
from mendax.games.liars_dice.study.learning.evidence import Claim, Evidence
from mendax.games.liars_dice.study.learning.figure_3 import figure_three
from mendax.games.liars_dice.study.learning.findings import findings
from mendax.games.liars_dice.study.learning.long_run import LongRun, longest_run
from mendax.games.liars_dice.study.learning.numbers import LearningNumbers
from mendax.games.liars_dice.study.learning.plan import (
    COMPARED,
    FULL,
    LONG,
    Q_LEARNING,
    QUICK,
    PlannedRun,
    Size,
    names,
    planned_runs,
)
from mendax.games.liars_dice.study.learning.questions import LearnedPlayer, Questions
from mendax.report.study import StudyOptions, make_folder, save_numbers

LOOKED_AT: Final = ("p-#", "ph-#", LONG)
"""Agents whose first run is looked at closely: the two that the paper wonders about, and the long run's."""


def reproduce(options: StudyOptions) -> LearningNumbers:
    """Train what is not trained yet, ask the open questions, write `report.html` and `numbers.json`.

    A run that is stopped reports the tests and the questions that are complete.
    """
    size = QUICK if options.quick else FULL
    plan = planned_runs(size, options.seed)
    runs = options.out / size.folder
    courses = [run.course(runs, size.games) for run in plan]
    planned = sum(course.matches(course.steps) for course in courses)
    with options.progress(planned, "Training and tests") as update:
        stopped = run_courses(courses, workers=options.workers, progress=update, engine=options.engine)
    done = [min(len(LearningLog(course.folder).blocks()), course.steps) for course in courses]
    played = sum(course.matches(steps) for course, steps in zip(courses, done, strict=True))
    curves = read_curves(runs, plan, size)
    if not curves:
        raise Stopped(_stopped(played, planned, "a report needs the first test of a run"))
    players = learned_players(runs, curves)
    answers = Questions()
    if not stopped:
        answers, stopped = ask_all(closely(players, curves), size, options)
    numbers = gather(options, size, planned, played, curves, players, answers)
    save_numbers(numbers, options.out)
    # Here, so that a machine without the libraries of the report still does all the trainings.
    from mendax.games.liars_dice.study.learning.page import write

    write(numbers, options.out / "report.html")
    if stopped:
        raise Stopped(_stopped(played, planned, "the report is of what is complete"))
    return numbers


def _stopped(played: int, planned: int, report: str) -> str:
    """What a person reads after Ctrl-C."""
    return (
        f"stopped after {played:,} of {planned:,} games of training and tests, which are kept; {report}; "
        "the same command goes on from here"
    )


def read_curves(runs: Path, plan: Sequence[PlannedRun], size: Size) -> tuple[AgentCurve, ...]:
    """The curves of the planned runs, as far as they were played; agents without a test are left out."""
    found = []
    for name in names(plan):
        seeds = sorted(run.seed for run in plan if run.name == name)
        mine = [curve for seed in seeds if (curve := read_run(runs / name, seed)) is not None]
        if mine:
            found.append(agent_curve(name, mine, size.blocks))
    return tuple(found)


def learned_players(runs: Path, curves: Sequence[AgentCurve]) -> list[LearnedPlayer]:
    """What every run has learned, where its file is there."""
    found = [
        LearnedPlayer(
            curve.name, run.seed, run.trained, LearningLog(runs / curve.name / f"seed-{run.seed}").memory(run.trained)
        )
        for curve in curves
        for run in curve.runs
    ]
    return [player for player in found if player.path.is_file()]


def closely(players: Sequence[LearnedPlayer], curves: Sequence[AgentCurve]) -> list[LearnedPlayer]:
    """The players that the questions are asked of: the first runs of `LOOKED_AT`, and the best run of all."""
    chosen: dict[str, LearnedPlayer] = {}
    for player in sorted(players, key=lambda each: each.seed):
        chosen.setdefault(player.agent, player)
    chosen = {name: chosen[name] for name in LOOKED_AT if name in chosen}
    runs = {(curve.name, run.seed): run for curve in curves for run in curve.runs}
    latest = {
        player: [point.rate for point in runs[player.agent, player.seed].points[1:][-3:]] or [0.0] for player in players
    }
    if latest:
        best = max(latest, key=lambda player: sum(latest[player]) / len(latest[player]))
        if best not in chosen.values():
            chosen["best"] = best
    return list(chosen.values())


def ask_all(players: Sequence[LearnedPlayer], size: Size, options: StudyOptions) -> tuple[Questions, bool]:
    """The answers, each also in a file of its own, and whether Ctrl-C came before the last of them."""
    folder = make_folder(options.out / size.folder.replace("runs", "questions"))
    tunings: list[ask.Tuning] = []
    four: tuple[ask.FourSeats, ...] = ()
    pairs: tuple[PairGames, ...] = ()
    stopped = False
    try:
        pairs = ask.round_robin(size, options)
        ask.save_answer(folder, "round-robin", [pair.to_json() for pair in pairs])
        for player in players:
            tunings.append(ask.tuning(player, size, folder, options))
            ask.save_answer(folder, "tuning", [asdict(each) for each in tunings])
        four = ask.four_seats(players, size, folder, options)
        ask.save_answer(folder, "four-seats", [asdict(each) for each in four])
    except KeyboardInterrupt:
        stopped = True
    return Questions(tuple(tunings), four, pairs), stopped


def gather(
    options: StudyOptions,
    size: Size,
    planned: int,
    played: int,
    curves: tuple[AgentCurve, ...],
    players: Sequence[LearnedPlayer],
    answers: Questions,
) -> LearningNumbers:
    """All numbers, the verdicts among them, from the curves and the answers."""
    evidence = Evidence(curves, answers)
    long_run = longest_run(curves, LONG)
    _save_long_run(long_run, options.out / "long-run.json")
    return LearningNumbers(
        options.quick,
        options.seed,
        size.games,
        size.blocks,
        planned,
        played,
        curves,
        evidence.between**0.5,
        evidence.freedom,
        findings(evidence),
        figure_three(players, (COMPARED, LONG)),
        _policies(evidence),
        long_run,
        answers,
    )


def _policies(evidence: Evidence) -> Claim | None:
    """Q-learning against SARSA, over the last tests; `None` before both have learned."""
    other = f"{COMPARED}-{Q_LEARNING}"
    pair = [evidence.curves[name] for name in (other, COMPARED) if name in evidence.curves]
    if len(pair) < 2 or not all(curve.blocks for curve in pair):
        return None
    last = evidence.last([curve.name for curve in pair])
    first = max(1, last - 2)
    one, two = ((curve.title, curve.rate(first, last)) for curve in pair)
    return evidence.claim(one, two)


def _save_long_run(found: LongRun | None, path: Path) -> None:
    if found is not None:
        write_whole(path, json.dumps(asdict(found), indent=1) + "\n")
