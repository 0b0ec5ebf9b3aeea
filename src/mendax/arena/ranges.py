"""How many games a task has: many at first, few at the end, so that no core waits for another.

Guided self-scheduling: a task gets a share of what is left, so the last tasks are short wherever they run, on fast
cores and on slow ones. Times that were measured keep a task from being too short for its overhead, and too long for
whoever waits for it or plays it again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import ceil
from typing import Final, TypeAlias

Range: TypeAlias = tuple[int, int]

SHARE: Final = 3
"""A task gets a third of what a core would have to play of the rest: then a core three times slower than the others
finishes it before they have played all."""
MOST_SECONDS: Final = 4.0
"""A longer task would be a loss when its node is lost or Ctrl-C is pressed."""
LEAST_SECONDS: Final = 0.1
"""A shorter task would be mostly overhead."""
DRIVER_SECONDS: Final = 0.001
"""What a task costs whoever hands it out, with room to spare: `mendax bench engines` measures two thirds of it."""
FIRST: Final = 8
"""Games of a task before any was timed."""
GROWTH: Final = 4
"""So many times as many games as in the largest task that was timed, and no more."""
NEWS: Final = 0.3
"""The weight of the newest task in the mean time of a game."""


class Ranges:
    """What is left to play, handed out as tasks."""

    def __init__(self, ranges: Iterable[Range], most_seconds: float = MOST_SECONDS) -> None:
        self.most_seconds = most_seconds
        self.waiting = deque(ranges)
        self.left = sum(stop - start for start, stop in self.waiting)
        self.seconds_a_game = 0.0
        """As far as it is known: a mean in which new tasks count more."""
        self.largest = 0

    def __bool__(self) -> bool:
        return bool(self.waiting)

    def size(self, cores: int) -> int:
        """Games of the next task when so many cores play."""
        share = ceil(self.left / (SHARE * max(cores, 1)))
        if not self.seconds_a_game:
            return max(1, min(FIRST, share))
        # One driver hands out all tasks: the more cores, the longer the shortest task.
        least = max(LEAST_SECONDS, 2 * cores * DRIVER_SECONDS) / self.seconds_a_game
        most = max(self.most_seconds / self.seconds_a_game, least)
        return max(1, int(min(max(share, least), most, GROWTH * max(self.largest, FIRST))))

    def take(self, cores: int) -> Range:
        """The next task."""
        start, stop = self.waiting.popleft()
        cut = min(stop, start + self.size(cores))
        if cut < stop:
            self.waiting.appendleft((cut, stop))
        self.left -= cut - start
        return start, cut

    def take_whole(self) -> Range:
        """The next range, however long."""
        start, stop = self.waiting.popleft()
        self.left -= stop - start
        return start, stop

    def put_back(self, *parts: Range) -> None:
        """Ranges that were not played: they are the next ones, in this order; those without a game are left out."""
        for start, stop in reversed(parts):
            if start < stop:
                self.waiting.appendleft((start, stop))
                self.left += stop - start

    def put_back_halves(self, start: int, stop: int) -> None:
        """A task that was lost: in two halves, because a long one may be what its node could not bear."""
        middle = (start + stop) // 2
        self.put_back((start, middle), (middle, stop))

    def learn(self, games: int, seconds: float) -> None:
        """Take in how long a task took."""
        new = max(seconds, 1e-6) / games
        self.seconds_a_game = new if not self.seconds_a_game else (1 - NEWS) * self.seconds_a_game + NEWS * new
        self.largest = max(self.largest, games)
