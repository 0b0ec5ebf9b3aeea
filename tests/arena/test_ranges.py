"""Tasks: every game once, large ones first, and no core that waits long at the end."""

from __future__ import annotations

import heapq
from random import Random

import pytest

from mendax.arena.ranges import FIRST, MOST_SECONDS, Ranges


def play_all(ranges: Ranges, cores: int, seconds: list[float], slow: int = 0) -> tuple[list[tuple[int, int]], float]:
    """Play on cores in simulated time, some of them three times slower: the tasks, and the longest wait of a core."""
    free = [(0.0, core) for core in range(cores)]
    tasks, ends, running = [], [0.0] * cores, list[tuple[float, int, tuple[int, int], float]]()
    while ranges or running:
        if ranges and free and (not running or free[0][0] <= running[0][0]):
            now, core = heapq.heappop(free)
            start, stop = ranges.take(cores)
            took = sum(seconds[start:stop]) * (3 if core < slow else 1)
            tasks.append((start, stop))
            heapq.heappush(running, (now + took, core, (start, stop), took))
        else:
            now, core, (start, stop), took = heapq.heappop(running)
            ranges.learn(stop - start, took)
            ends[core] = now
            heapq.heappush(free, (now, core))
    return tasks, max(ends) - min(ends)


@pytest.mark.parametrize("slow", [0, 3])
def test_every_game_once_and_nobody_waits_long(slow: int) -> None:
    """Games that take from 1 ms to 100 ms, on ten cores of which some may be slow: 505 s of work."""
    rng = Random(1)
    seconds = [rng.choice((0.001, 0.1)) for _ in range(10_000)]
    tasks, waited = play_all(Ranges([(0, 6_000), (6_000, 10_000)]), 10, seconds, slow)
    assert sorted(tasks)[0][0] == 0
    assert sorted(tasks)[-1][1] == 10_000
    assert all(one[1] == two[0] for one, two in zip(sorted(tasks), sorted(tasks)[1:], strict=False))
    assert waited < 2.0
    assert len(tasks) < 1_500, "a task is much longer than its overhead"


def test_a_game_that_nobody_timed_gets_small_tasks() -> None:
    ranges = Ranges([(0, 1_000_000)])
    assert ranges.take(2) == (0, FIRST)
    assert Ranges([(0, 10)]).take(1_000) == (0, 1), "fewer games than cores"


def test_tasks_grow_to_a_fitting_time_and_no_longer() -> None:
    ranges = Ranges([(0, 10_000_000)])
    size = 0
    for _ in range(20):
        start, stop = ranges.take(2)
        size = stop - start
        ranges.learn(size, size * 1e-4)
    assert size == pytest.approx(MOST_SECONDS / 1e-4, rel=0.01)


def test_more_cores_get_longer_tasks_at_the_end() -> None:
    """A thousand cores with tasks of a tenth of a second would be ten thousand tasks a second."""
    ranges = Ranges([(0, 4_000)])
    ranges.learn(1_000, 10.0)
    assert ranges.size(10) == 134
    assert ranges.size(1_000) * 0.01 >= 1.0


def test_a_lost_task_comes_back_in_halves() -> None:
    ranges = Ranges([(0, 8)])
    first = ranges.take(1)
    ranges.put_back_halves(*first)
    assert ranges.left == 8
    assert [*ranges.waiting][:2] == [(0, 1), (1, 3)]
    ranges.put_back_halves(100, 101)
    assert ranges.waiting[0] == (100, 101)


def test_what_is_put_back_is_next_in_its_order() -> None:
    ranges = Ranges([(0, 8)])
    assert ranges.take_whole() == (0, 8)
    assert not ranges
    ranges.put_back((0, 3), (3, 3), (4, 8))
    assert ranges.left == 7
    assert [ranges.take_whole(), ranges.take_whole()] == [(0, 3), (4, 8)]
