"""Learners that learn elsewhere, step by step: what is to be done next of each, and saving what comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from mendax.arena.engines.carried import Carried, carried
from mendax.arena.engines.node import Learned
from mendax.arena.learning import MAX_TRIES, Course, tell_matches
from mendax.arena.learning_log import LearningLog, num_trained
from mendax.core.errors import MendaxError
from mendax.core.files import write_whole


@dataclass(slots=True)
class _Standing:
    """How far a learner is."""

    log: LearningLog
    step: int
    number: int
    """Blocks that it has learned from."""
    closing: ExitStack = field(default_factory=ExitStack)


class Learners:
    """The learners of a run; `waiting` are those whose next step is not begun, by their place in the courses."""

    def __init__(self, courses: Sequence[Course], progress: Callable[[int], None] | None, stack: ExitStack) -> None:
        self.courses, self.progress = courses, progress
        self.done = {course.folder: len(LearningLog(course.folder).blocks()) for course in courses}
        self.waiting = [at for at, course in enumerate(courses) if self.done[course.folder] < course.steps]
        self.working: dict[int, _Standing] = {}
        self.stack = stack
        self.deaths: Counter[tuple[Path, int]] = Counter()
        self.failures: list[str] = []
        tell_matches(courses, self.done, progress)

    def take(self) -> int:
        """The learner that has most matches before it: the longest run decides when all are done."""
        at = max(self.waiting, key=self._left)
        self.waiting.remove(at)
        if at not in self.working:
            closing = ExitStack()
            self.stack.push(closing)  # the log is closed whatever happens
            log = closing.enter_context(LearningLog(self.courses[at].folder).writing())
            blocks = log.blocks()
            self.working[at] = _Standing(log, len(blocks), num_trained(blocks), closing)
        return at

    def _left(self, at: int) -> int:
        course = self.courses[at]
        return course.matches(course.steps) - course.matches(self.done[course.folder])

    def pack(self, at: int) -> Carried:
        """What travels of a course."""
        course = self.courses[at]
        return carried(course, course.names, course.opponents, "opponents")

    def step(self, at: int) -> tuple[int, int, bytes | None]:
        """The next step: its number, the blocks learned from, and the memory after them."""
        now = self.working[at]
        memory = now.log.memory(now.number).read_bytes() if now.number else None
        return now.step, now.number, memory

    def put_back(self, at: int) -> None:
        """Its node is lost: the step is to be done again."""
        self.waiting.append(at)

    def hear(self, at: int, learned: Learned | str | None) -> None:
        """Save what a step gave; a process that dies in the same step again and again ends its learner."""
        course, now = self.courses[at], self.working[at]
        if isinstance(learned, Learned):
            if learned.memory is not None:
                now.number += 1
                write_whole(now.log.memory(now.number), learned.memory)
            now.log.add(learned.block)
            now.step += 1
            self.done[course.folder] = now.step
            tell_matches(self.courses, self.done, self.progress)
            if now.step < course.steps:
                self.waiting.append(at)
            else:
                self._end(at)
            return
        if learned is None:
            self.deaths[course.folder, now.step] += 1
            if self.deaths[course.folder, now.step] < MAX_TRIES:
                self.waiting.append(at)
                return
            learned = f"its process died {MAX_TRIES} times in block {now.step + 1}"
        self.failures.append(f"the learner of seed {course.seed}: {learned}")
        self._end(at)

    def _end(self, at: int) -> None:
        self.working.pop(at).closing.close()

    def check(self) -> None:
        """Raise a `MendaxError` that names the learners that failed."""
        if self.failures:
            raise MendaxError("; ".join(self.failures))
