"""Learners at work: each plays its matches in order in a process of its own, several side by side.

A learner's matches go in blocks. After each block its memory is saved, and a line of the log says how the block
went; the line is written last, so the block counts only if both are there. The next block begins with a new learner
that loads the saved memory, always. So a learner that dies, or a run that is stopped, goes on from the last saved
block as if nothing had happened, even where saving rounds numbers.

With a test, the learner also plays matches with learning off, before the first block and after every block.
"""

from __future__ import annotations

import pickle
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mendax.arena.learning_log import Block, LearningLog, check_folder, num_trained
from mendax.arena.learning_results import Learning, LearningCurve
from mendax.core.agent import Factory, build_or_forfeit, prepared
from mendax.core.errors import MendaxError, one_line
from mendax.core.game import AnyGame
from mendax.core.interrupts import ignoring_ctrl_c
from mendax.core.learner import Learner, LearnerFactory, digest_of
from mendax.core.match import FAULTS, Match, drive
from mendax.core.streams import MASK, AgentStreams, Stream, deal_key

if TYPE_CHECKING:
    from mendax.arena.engines.engine import Engine

FIRST_TEST: Final = 1 << 40
"""The number of the first match of the first test: far from those that are learned from."""
MAX_TRIES: Final = 3
"""How often a process may die in the same block before its learner is given up."""


@dataclass(frozen=True, slots=True)
class Course:
    """What one learner does, and where it is saved; it travels to the learner's process."""

    game: AnyGame
    make: LearnerFactory
    opponents: tuple[Factory, ...]
    seed: int
    block: int
    """Matches in a block."""
    blocks: int
    folder: Path
    test: int = 0
    """Matches of each test, with learning off; 0 for no tests."""
    names: tuple[str, ...] = ()
    """The opponents' names."""

    @property
    def steps(self) -> int:
        """Blocks and tests; there is a test before the first block and one after each."""
        return 2 * self.blocks + 1 if self.test else self.blocks

    def is_test(self, step: int) -> bool:
        """Whether a step is a test: every second one is."""
        return bool(self.test) and step % 2 == 0

    def matches(self, steps: int) -> int:
        """How many matches the first steps have."""
        tests = (steps + 1) // 2 if self.test else 0
        return tests * self.test + (steps - tests) * self.block


def run_learners(
    game: AnyGame,
    learner: tuple[str, LearnerFactory],
    opponents: Sequence[tuple[str, Factory]],
    *,
    matches: int,
    block: int,
    seeds: Sequence[int],
    out: Path,
    test: int = 0,
    tests_played_by: str = "",
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    engine: Engine | None = None,
) -> Learning:
    """Let a learner for each seed play its matches; the result does not depend on the number of workers or the engine.

    `test` is the number of matches with learning off before the first block and after each; they come on top of
    `matches`. `tests_played_by` names what plays them in the learner's place, where something does: that is another run
    than one with the learner's own tests. Opponents and learner rotate through the seats; seats without an opponent are
    the learner's own. The same call goes on where a run was stopped, and a call with more matches or more seeds adds to
    it. Ctrl-C ends the run and returns the blocks that are finished. `progress` is called with the number of matches
    done.
    """
    _check_workers(workers)
    courses = plan_courses(
        game,
        learner,
        opponents,
        matches=matches,
        block=block,
        seeds=seeds,
        out=out,
        test=test,
        tests_played_by=tests_played_by,
    )
    began = time.perf_counter()
    interrupted = run_courses(courses, workers=workers, progress=progress, engine=engine)
    curves = tuple(map(read_curve, courses))
    name, names = learner[0], courses[0].names
    return Learning(game, name, names, curves, time.perf_counter() - began, interrupted, tests_played_by)


def plan_courses(
    game: AnyGame,
    learner: tuple[str, LearnerFactory],
    opponents: Sequence[tuple[str, Factory]],
    *,
    matches: int,
    block: int,
    seeds: Sequence[int],
    out: Path,
    test: int = 0,
    tests_played_by: str = "",
) -> list[Course]:
    """What a learner for each seed is to do, as `run_learners` takes it; the run's folder is begun."""
    _check(game, opponents, matches, block, seeds)
    name, make = learner
    names = tuple(text for text, _ in opponents)
    factories = tuple(prepared(factory, game, text) for text, factory in opponents)
    check_folder(out, game, name, names, block, test, tests_played_by)
    courses = [
        Course(game, make, factories, seed, block, matches // block, out / f"seed-{seed}", test, names)
        for seed in dict.fromkeys(seeds)
    ]
    _check_travels(courses[0])
    return courses


def run_courses(
    courses: Sequence[Course],
    *,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    engine: Engine | None = None,
) -> bool:
    """Let learners of any kinds do what is missing of their courses, side by side; say whether Ctrl-C ended it.

    With an engine they learn there, otherwise in so many processes.
    """
    _check_workers(workers)
    try:
        if engine is not None:
            engine.learn(courses, progress)
        else:
            Crew(courses, workers, progress).work()
    except KeyboardInterrupt:
        return True
    return False


def load_learners(learning: Learning, make: LearnerFactory) -> list[Learner]:
    """The learners of a run with all that they have learned, ready to be merged or to play."""
    learners = []
    for curve in learning.curves:
        if curve.memory is not None:
            learners.append(make(learning.game, _initial(curve.seed)))
            learners[-1].load(curve.memory)
    return learners


def play_block(course: Course, player: Factory, number: int, *, test: bool = False) -> Block:
    """Play the matches of a block or of a test, in order; `player` builds the learner's agents.

    Chance and the agents' generators go by the seed and the match, as in the arena; tests have matches of their own.
    """
    game = course.game
    chance, streams = Stream(), AgentStreams(course.seed, game.seats)
    by_match = deal_key(course.seed)
    own = game.seats - len(course.opponents)
    factories: list[Factory] = [*[player] * own, *course.opponents]
    payoffs, scores, faults = [], [], []
    first, count = (FIRST_TEST + number * course.test, course.test) if test else (number * course.block, course.block)
    for at in range(first, first + count):
        turn = at % game.seats
        chance.branch(by_match, at)
        streams.name(at)
        seating = [*range(turn, game.seats), *range(turn)]
        agents = [
            build_or_forfeit(factories[entrant], game, seat, streams.seats[seat])
            for seat, entrant in enumerate(seating)
        ]
        match = Match(game)

        def name_round(done: int, standing: Sequence[float], at: int = at) -> None:
            chance.name_round(course.seed, at, done)

        # This process ignores Ctrl-C, so a KeyboardInterrupt is an agent's own.
        drive(match, agents, chance, faults=(*FAULTS, KeyboardInterrupt), on_round=name_round)
        outcome = match.outcome(keep_moves=False)
        mine = [seat for seat, entrant in enumerate(seating) if entrant < own]
        counted = game.scores(outcome.payoffs)
        payoffs.append(sum(outcome.payoffs[seat] for seat in mine) / own)
        scores.append(sum(counted[seat] for seat in mine) / own)
        if outcome.forfeit is not None and outcome.forfeit.seat in mine:
            faults.append(outcome.forfeit.reason)
    return Block(number, tuple(payoffs), tuple(scores), len(faults), faults[0] if faults else "", test)


def learn(course: Course) -> Iterator[int]:
    """Play the steps that are missing, each from the saved memory; yields the number of finished steps."""
    with LearningLog(course.folder).writing() as log:
        done = log.blocks()
        number = num_trained(done)
        for step in range(len(done), course.steps):
            block = play_step(course, step, number, log.folder)
            number += not block.test
            log.add(block)
            yield step + 1


def play_step(course: Course, step: int, number: int, folder: Path) -> Block:
    """Play a block or a test from the memory after `number` blocks, which is in the folder; a block adds its own."""
    test, log = course.is_test(step), LearningLog(folder)
    learner = course.make(course.game, _initial(course.seed))
    learner.trained_by(course.seed, course.names)
    try:
        if number:
            learner.load(log.memory(number))
        block = play_block(course, partial(learner.agent, learn=not test), number, test=test)
        block = replace(block, measures=learner.measures())
        if not test:
            learner.save(log.memory(number + 1))
    finally:
        learner.close()
    return block


def _initial(seed: int) -> Stream:
    """The generator of a learner's beginnings: of a match that is never played, so that it leads to nobody's dice."""
    streams = AgentStreams(seed, 1)
    streams.name(MASK)
    return streams.seats[0]


def _work(pipe: Connection, course: Course) -> None:
    """What a learner's process does."""
    with ignoring_ctrl_c(), suppress(OSError):  # the parent is gone: what is saved is saved
        try:
            for done in learn(course):
                pipe.send(done)
        except MendaxError as error:
            pipe.send(str(error))
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            pipe.send(one_line(error))


class Crew:
    """The processes at work, one a learner; each is replaced when it dies."""

    def __init__(self, courses: Sequence[Course], workers: int, progress: Callable[[int], None] | None) -> None:
        self.workers, self.progress, self.courses = workers, progress, courses
        self.working: dict[Connection, tuple[Course, BaseProcess]] = {}
        self.done = {course.folder: len(LearningLog(course.folder).blocks()) for course in courses}
        self.waiting = deque(course for course in courses if self.done[course.folder] < course.steps)
        self.deaths: Counter[tuple[Path, int]] = Counter()
        self.failures: list[str] = []

    def work(self) -> None:
        """Work until all learners have finished. Those that fail are named when the others are done."""
        self.tell()
        with self.dismissing():
            while self.waiting or self.working:
                while self.waiting and len(self.working) < self.workers:
                    self.start(self.waiting.popleft())
                for pipe in wait([*self.working]):
                    assert isinstance(pipe, Connection)
                    self.hear(pipe)
        if self.failures:
            raise MendaxError("; ".join(self.failures))

    def start(self, course: Course) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(theirs, course), daemon=True, name=f"learner-{course.seed}")
        with ignoring_ctrl_c():  # inherited from its first moment: Ctrl-C is for the parent to handle
            process.start()
        theirs.close()
        self.working[ours] = course, process

    def hear(self, pipe: Connection) -> None:
        course, process = self.working[pipe]
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            message = None
        if isinstance(message, int):
            self.done[course.folder] = message
            self.tell()
            return
        del self.working[pipe]
        pipe.close()
        if message is None:  # it is done, or dead
            process.join()
            self.done[course.folder] = done = len(LearningLog(course.folder).blocks())
            if done >= course.steps:
                return
            self.deaths[course.folder, done] += 1
            if self.deaths[course.folder, done] < MAX_TRIES:
                self.waiting.appendleft(course)
                return
            message = f"its process died {MAX_TRIES} times in block {done + 1}"
        _end(process)
        self.failures.append(f"the learner of seed {course.seed}: {message}")

    def tell(self) -> None:
        tell_matches(self.courses, self.done, self.progress)

    @contextmanager
    def dismissing(self) -> Iterator[None]:
        try:
            yield
        finally:
            for pipe, (_, process) in self.working.items():
                pipe.close()
                _end(process)


def tell_matches(courses: Sequence[Course], done: Mapping[Path, int], progress: Callable[[int], None] | None) -> None:
    """Tell how many matches are done, from the steps done in each folder; it may hold more than was asked for."""
    if progress is not None:
        progress(sum(course.matches(min(done[course.folder], course.steps)) for course in courses))


def _end(process: BaseProcess) -> None:
    """End a process, wherever it stands: files are written whole."""
    process.terminate()
    process.join(timeout=5)
    if process.is_alive():
        process.kill()
        process.join()


def read_curve(course: Course) -> LearningCurve:
    """How a learner has fared so far, from its folder."""
    log = LearningLog(course.folder)
    blocks = log.blocks()
    if not num_trained(blocks):
        return LearningCurve(course.seed, blocks, None)
    memory = log.memory(num_trained(blocks))
    return LearningCurve(course.seed, blocks, memory, digest_of(memory))


def _check(game: AnyGame, opponents: Sequence[object], matches: int, block: int, seeds: Sequence[int]) -> None:
    if len(opponents) >= game.seats:
        raise MendaxError(f"{len(opponents)} opponents leave no seat of {game.seats} to the learner")
    if block < 1 or matches < block or matches % block:
        raise MendaxError(f"matches are played in whole blocks, not {matches} in blocks of {block}")
    if not seeds or any(not 0 <= seed <= MASK for seed in seeds):
        raise MendaxError("one learner for each seed, and seeds are from 0 to 2^64 - 1")


def _check_workers(workers: int) -> None:
    if workers < 1:
        raise MendaxError(f"at least one worker, not {workers}")


def _check_travels(course: Course) -> None:
    """Raise a `MendaxError` if the learner or an opponent cannot be sent to a process."""
    try:
        pickle.dumps(course)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise MendaxError(f"the learner or an opponent cannot be sent to a process: {error}") from None
