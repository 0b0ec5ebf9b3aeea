"""Learners: they get better, are the same for any number of processes, and survive death and Ctrl-C."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from mendax.arena.learning import (
    Course,
    learn,
    load_learners,
    play_block,
    read_curve,
    run_courses,
    run_learners,
)
from mendax.arena.learning_log import LearningLog
from mendax.arena.learning_results import Learning
from mendax.arena.run import run_games
from mendax.arena.schedule import match_schedule
from mendax.conformance import check_learner
from mendax.core import Factory, LearnerFactory, MendaxError, SavedLearner
from mendax.core.learner import digest_of
from mendax.core.uniform import uniform
from tests.arena.learners import Dying, Straws, broken, straws
from tests.tiny_games import OneLoser

GAME = OneLoser()
OPPONENTS = [("random", uniform), ("random too", uniform)]
BLOCK, BLOCKS = 50, 6


def learning(
    out: Path,
    make: LearnerFactory = straws,
    *,
    seeds: tuple[int, ...] = (1, 2),
    blocks: int = BLOCKS,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Learning:
    return run_learners(
        GAME,
        ("straws", make),
        OPPONENTS,
        matches=blocks * BLOCK,
        block=BLOCK,
        seeds=seeds,
        out=out,
        workers=workers,
        progress=progress,
    )


def course(out: Path, blocks: int = BLOCKS, seed: int = 1) -> Course:
    return Course(GAME, straws, (uniform, uniform), seed, BLOCK, blocks, out)


def digests(run: Learning) -> list[str]:
    return [curve.digest for curve in run.curves]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Learning:
    return learning(tmp_path_factory.mktemp("undisturbed"))


def test_the_tiny_learner_is_a_learner() -> None:
    check_learner(GAME, straws, [uniform, uniform])


def test_it_gets_better(tmp_path: Path) -> None:
    """What was learned in 2,000 matches, and what is known before the first, each in 3,000 matches of its own."""
    folder = LearningLog(tmp_path)
    assert [*learn(course(tmp_path, 40))][-1] == 40
    Straws().save(tmp_path / "fresh")
    lost = []
    for memory in (tmp_path / "fresh", folder.memory(40)):
        agents: list[tuple[str, Factory]] = [("straws", SavedLearner(straws, memory)), *OPPONENTS]
        results = run_games(GAME, agents, match_schedule(3, 3, 3000), seed=9).results
        lost.append((results.payoffs == -1)[results.seatings() == 0].mean())
    assert lost[1] < lost[0] - 0.05
    assert lost[1] < 0.27, "a third is what chance loses"


def test_one_process_or_two_give_the_same_memories(tmp_path: Path, undisturbed: Learning) -> None:
    run = learning(tmp_path, workers=2)
    assert digests(run) == digests(undisturbed)
    assert [curve.blocks for curve in run.curves] == [curve.blocks for curve in undisturbed.curves]
    assert len(set(digests(run))) == 2, "seeds differ"


def test_courses_of_different_lengths_side_by_side(tmp_path: Path, undisturbed: Learning) -> None:
    """The same seed in two folders; each does its own blocks, and one that has more than was asked for keeps them."""
    seen: list[int] = []
    courses = [course(tmp_path / "whole"), course(tmp_path / "short", blocks=2)]
    assert not run_courses(courses, workers=2, progress=seen.append)
    whole, short = map(read_curve, courses)
    assert whole.digest == undisturbed.curves[0].digest
    assert short.blocks == whole.blocks[:2]
    assert seen[-1] == (BLOCKS + 2) * BLOCK
    seen.clear()
    assert not run_courses([course(tmp_path / "whole", blocks=2)], progress=seen.append)
    assert seen == [2 * BLOCK]
    assert read_curve(courses[0]) == whole


def test_matches_are_played_in_order(tmp_path: Path, undisturbed: Learning) -> None:
    """Block after block by hand is what the process does; another order teaches something else."""
    ordered, reverse = Straws(), Straws()
    for number in range(BLOCKS):
        block = play_block(course(tmp_path), ordered.agent, number)
        assert block == undisturbed.curves[0].blocks[number]
        play_block(course(tmp_path), reverse.agent, BLOCKS - 1 - number)
    assert ordered.digest() == undisturbed.curves[0].digest
    assert reverse.digest() != ordered.digest()


def test_the_learner_sits_everywhere_and_may_sit_alone(tmp_path: Path) -> None:
    own = Course(GAME, straws, (), 1, BLOCK, 1, tmp_path)
    block = play_block(own, straws(GAME, Random(0)).agent, 0)
    assert block.mean_payoff == pytest.approx(0), "all seats are its own"
    assert block.mean_score == pytest.approx(2 / 3)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_killed_in_a_block_goes_on_from_the_last_saved_one(
    workers: int, tmp_path: Path, undisturbed: Learning
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    run = learning(tmp_path / "run", Dying(marks, at=BLOCK * 2 + 20), workers=workers)
    assert list(marks.iterdir()), "somebody must have died"
    assert digests(run) == digests(undisturbed)
    assert [curve.blocks for curve in run.curves] == [curve.blocks for curve in undisturbed.curves]


def test_a_process_killed_from_outside(tmp_path: Path) -> None:
    """It is killed when its second block is saved."""
    blocks = 60
    left: list[int] = []

    def kill(done: int) -> None:
        if done >= 2 * BLOCK and not left:
            (process,) = (child for child in multiprocessing.active_children() if child.name == "learner-1")
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            process.join()
            left.append(len(LearningLog(tmp_path / "run" / "seed-1").blocks()))

    run = learning(tmp_path / "run", seeds=(1,), blocks=blocks, progress=kill)
    assert 2 <= left[0] < blocks, "it must die before it is done"
    *_, done = learn(course(tmp_path / "alone", blocks))
    assert done == blocks
    assert run.curves[0].digest == digest_of(LearningLog(tmp_path / "alone").memory(blocks))


def test_what_a_death_while_saving_leaves_is_ignored(tmp_path: Path, undisturbed: Learning) -> None:
    folder = tmp_path / "seed-1"
    assert [*learn(course(folder, 3))] == [1, 2, 3]
    (folder / "memory-4").write_text("saved, but its line in the log is not")
    (folder / ".memory-4.123").write_text("hal")
    with (folder / "blocks.jsonl").open("a") as file:
        file.write('{"number": 3, "payo')
    assert [*learn(course(folder))] == [4, 5, 6]
    assert digest_of(LearningLog(folder).memory(6)) == undisturbed.curves[0].digest
    assert sorted(path.name for path in folder.iterdir()) == ["blocks.jsonl", "memory-6"]


def test_a_learner_that_keeps_dying_is_given_up_and_the_others_finish(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    dying = Dying(marks, at=BLOCK + 20, always=True)
    assert len([*learn(course(tmp_path / "run" / "seed-2"))]) == BLOCKS  # this one has finished before
    with pytest.raises(MendaxError, match=r"the learner of seed 1: its process died 3 times in block 2$"):
        learning(tmp_path / "run", dying)
    assert len(list(marks.iterdir())) == 3
    assert len(LearningLog(tmp_path / "run" / "seed-1").blocks()) == 1


def test_ctrl_c_stops_and_the_same_call_goes_on(tmp_path: Path, undisturbed: Learning) -> None:
    def press(done: int) -> None:
        if done >= BLOCK:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        stopped = learning(tmp_path, workers=2, progress=press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert stopped.interrupted
    assert not [child for child in multiprocessing.active_children() if child.name.startswith("learner")]
    assert BLOCK <= stopped.matches < 2 * BLOCKS * BLOCK
    seen: list[int] = []
    again = learning(tmp_path, workers=2, progress=seen.append)
    assert seen[0] == stopped.matches, "what was saved is not played again"
    assert seen[-1] == again.matches == 2 * BLOCKS * BLOCK
    assert digests(again) == digests(undisturbed)


def test_more_matches_add_to_a_run(tmp_path: Path, undisturbed: Learning) -> None:
    learning(tmp_path, blocks=2, seeds=(1,))
    assert digests(learning(tmp_path)) == digests(undisturbed)


def test_tests_come_before_and_after_each_block(tmp_path: Path, undisturbed: Learning) -> None:
    """They are played with learning off, have matches of their own, and what is learned is the same with them."""

    def tested(out: Path, blocks: int, seen: Callable[[int], None] | None = None) -> Learning:
        return run_learners(
            GAME,
            ("straws", straws),
            OPPONENTS,
            matches=blocks * BLOCK,
            block=BLOCK,
            test=20,
            seeds=[1],
            out=out,
            progress=seen,
        )

    seen: list[int] = []
    run = tested(tmp_path / "whole", BLOCKS, seen.append)
    assert digests(run) == digests(undisturbed)[:1]
    blocks = run.curves[0].blocks
    assert [block.test for block in blocks] == [True, *[False, True] * BLOCKS]
    assert tuple(block for block in blocks if not block.test) == undisturbed.curves[0].blocks
    tests = run.curves[0].tests
    assert [(block.number, len(block.payoffs)) for block in tests] == [(number, 20) for number in range(BLOCKS + 1)]
    assert len({block.payoffs for block in tests}) > 1
    assert seen[-1] == run.matches == BLOCKS * BLOCK + (BLOCKS + 1) * 20
    assert run.to_json()["curves"][0]["blocks"][0]["test"] is True
    tested(tmp_path / "parts", 2)
    assert tested(tmp_path / "parts", BLOCKS).curves == tuple(
        replace(curve, memory=tmp_path / "parts" / "seed-1" / f"memory-{BLOCKS}") for curve in run.curves
    ), "a run that is continued later has the same curve"
    with pytest.raises(MendaxError, match="holds another run"):
        learning(tmp_path / "whole")


def test_learners_are_merged_by_how_often_they_tried(undisturbed: Learning) -> None:
    one, two = load_learners(undisturbed, straws)
    assert isinstance(one, Straws)
    assert isinstance(two, Straws)
    merged = one.merge([two])
    for key in one.counts.keys() & two.counts.keys():
        assert merged.counts[key] == one.counts[key] + two.counts[key]
        total = one.values[key] * one.counts[key] + two.values[key] * two.counts[key]
        assert merged.values[key] == pytest.approx(total / merged.counts[key])
    assert merged.digest() not in digests(undisturbed)


def test_the_result_is_json(undisturbed: Learning) -> None:
    found = json.loads(json.dumps(undisturbed.to_json()))
    assert found["counted"] == "games not lost"
    assert found["matches"] == 2 * BLOCKS * BLOCK
    assert [curve["seed"] for curve in found["curves"]] == [1, 2]
    block = found["curves"][0]["blocks"][0]
    assert block["matches"] == BLOCK
    assert 0 < block["mean_score"] < 1


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(MendaxError, match="the learner of seed 1: RuntimeError: no memory"):
        learning(tmp_path / "broken", broken, seeds=(1,))
    with pytest.raises(MendaxError, match="cannot be sent to a process"):
        learning(tmp_path / "local", lambda game, rng: Straws())
    with pytest.raises(MendaxError, match="3 opponents leave no seat of 3"):
        run_learners(
            GAME, ("straws", straws), [*OPPONENTS, *OPPONENTS[:1]], matches=1, block=1, seeds=[1], out=tmp_path
        )
    with pytest.raises(MendaxError, match="whole blocks, not 7 in blocks of 2"):
        run_learners(GAME, ("straws", straws), OPPONENTS, matches=7, block=2, seeds=[1], out=tmp_path)
    with pytest.raises(MendaxError, match="one learner for each seed"):
        learning(tmp_path, seeds=())
    with pytest.raises(MendaxError, match="at least one worker"):
        learning(tmp_path, workers=0)
    with pytest.raises(MendaxError, match="holds another run"):
        run_learners(GAME, ("else", straws), OPPONENTS, matches=1, block=1, seeds=[1], out=tmp_path / "broken")


def test_a_folder_in_use_or_damaged_says_so(tmp_path: Path) -> None:
    with LearningLog(tmp_path).writing(), pytest.raises(MendaxError, match="is in use"):
        [*learn(course(tmp_path, 1))]
    (tmp_path / "blocks.jsonl").write_text("nonsense\n")
    with pytest.raises(MendaxError, match="line 1, is damaged"):
        LearningLog(tmp_path).blocks()
