"""Learning curves: intervals, what is compared, and the variance between runs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from mendax.arena.statistics import wilson
from mendax.games.liars_dice.study.learning.curves import between_runs, read_run, trend
from mendax.games.liars_dice.study.learning.long_run import longest_run
from mendax.games.liars_dice.study.learning.plan import FULL, QUICK, names, planned_runs
from tests.games.liars_dice.study.curve_maker import curve, run, write_log


def test_rates_of_several_runs() -> None:
    found = curve("p-0", run([0.1, 0.4]), run([0.1, 0.5], seed=2)).rate(1)
    assert (found.games, found.wins, found.by_run) == (2000, 900, (0.4, 0.5))
    assert found.ci95 == wilson(900, 2000)
    # The mean 0.45, a standard error of 0.05 and t of 12.7 with one degree of freedom: cut at 0 and 1.
    assert found.ci95_runs == (0.0, 1.0)
    three = curve("p-0", run([0.4]), run([0.45]), run([0.5])).rate(0).ci95_runs
    assert three == pytest.approx((0.45 - 4.3027 * 0.05 / 3**0.5, 0.45 + 4.3027 * 0.05 / 3**0.5), abs=1e-4)
    assert curve("p-0", run([0.1])).rate(0).ci95_runs is None


def test_several_tests_together() -> None:
    """Only runs that have all of them count."""
    found = curve("p-0", run([0.0, 0.2, 0.4]), run([0.0, 0.9], seed=2))
    assert found.rate(1, 2).rate == pytest.approx(0.3)
    assert found.rate(1).rate == pytest.approx(0.55)


def test_what_is_compared_is_what_half_of_the_runs_have() -> None:
    """A run that goes on, and one that was stopped, do not move it."""
    long, whole, short = run([0.1] * 41), run([0.1] * 11), run([0.1] * 3)
    assert curve("pm-0", long, whole, whole).blocks == 10
    assert curve("pm-0", long, whole, short).blocks == 10
    assert curve("pm-0", long, whole, short, short).blocks == 10
    assert curve("pm-0", whole, short, short).blocks == 2
    assert curve("pm-0", long).blocks == 10


def test_the_variance_of_games_is_not_taken_for_that_of_runs() -> None:
    """Runs that differ only by the luck of their games, and runs that also differ by five points."""
    rng = Random(1)

    def runs(spread: float) -> list[float]:
        level = 0.5 + rng.gauss(0, spread)
        return [0.0, *(sum(rng.random() < level for _ in range(1000)) / 1000 for _ in range(10))]

    alike = [curve(name, *(run(runs(0.0)) for _ in range(5))) for name in ("p-0", "p-#", "ph-0", "ph-#")]
    apart = [curve(name, *(run(runs(0.05)) for _ in range(5))) for name in ("p-0", "p-#", "ph-0", "ph-#")]
    assert between_runs(alike)[0] ** 0.5 < 0.01
    assert between_runs(apart)[0] ** 0.5 == pytest.approx(0.05, abs=0.02)
    assert between_runs(apart)[1] == 16
    assert between_runs([curve("p-0", run(runs(0.0)))]) == (0.0, 0)


def test_before_learning_runs_do_not_differ() -> None:
    found = curve("p-0", run([0.2, 0.4]), run([0.2, 0.4], seed=2))
    assert found.rate(0).variance(0.01) == found.rate(0).variance(0.0)
    assert found.rate(1).variance(0.01) == pytest.approx(found.rate(1).variance(0.0) + 0.005)


def test_a_line_through_tests() -> None:
    found = trend(run([0.2 + 0.01 * at for at in range(11)]).points)
    assert found.rise == pytest.approx(0.1)
    assert found.error == pytest.approx(10 * (0.1875 / 1000 / 110) ** 0.5, rel=0.05), "that of the games"
    assert abs(trend(run([0.2] * 11).points).rise) < 1e-12


def test_the_longest_run() -> None:
    curves = [curve("pm-0", run([0.1] * 4), run([0.1, *[0.5] * 40], seed=2))]
    found = longest_run(curves, "pm-0")
    assert found is not None
    assert (found.seed, found.blocks, found.first) == (2, 40, 20)
    assert [(window.first, window.last) for window in found.windows][-2:] == [(31, 35), (36, 40)]
    assert all(window.games == 5000 and window.rate == 0.5 for window in found.windows)
    assert longest_run([curve("pm-0", run([0.1] * 4))], "pm-0") is None
    assert longest_run(curves, "p-0") is None


def test_a_run_is_read_from_its_folder(tmp_path: Path) -> None:
    write_log(tmp_path / "seed-3", [0.1, 0.3, 0.4], games=10)
    found = read_run(tmp_path, 3)
    assert found is not None
    assert [point.rate for point in found.points] == [0.1, 0.3, 0.4]
    assert [(point.rules, point.turns, point.deliberated) for point in found.points][1] == (100, 100, 50)
    assert found.trained == 2
    assert read_run(tmp_path, 4) is None


def test_the_plan() -> None:
    """Nine agents, two runs and for three of them five, one that goes on, and Q-learning beside SARSA."""
    plan = planned_runs(FULL)
    assert len(plan) == 9 * 2 + 3 * 3 + 2
    assert [run.seed for run in plan if run.name == "ph-#"] == [1, 2, 3, 4, 5]
    assert [(run.seed, run.blocks) for run in plan if run.name == "pm-0"] == [
        (1, 40),
        *((seed, 10) for seed in range(2, 6)),
    ]
    assert [(run.seed, run.policy) for run in plan if run.name == "p-#-q-learning"] == [
        (1, "q-learning"),
        (2, "q-learning"),
    ]
    assert len(names(plan)) == 10
    assert {run.seed for run in planned_runs(QUICK, seed=7)} == {8}
