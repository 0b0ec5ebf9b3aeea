"""Benchmarks of Yahtzee."""

from mendax.bench import Benchmark

_HERE = "mendax.games.yahtzee.benchmarks"

BENCHMARKS = (
    Benchmark("yahtzee-solve", "the exact solution, beside the yatzy-solver wheel", f"{_HERE}.solving:solving"),
    Benchmark("yahtzee-games", "a million games of best play", f"{_HERE}.games:games"),
    Benchmark(
        "yahtzee-head-to-head",
        "two-player Yahtzee: playing for the win against playing for points",
        f"{_HERE}.head_to_head:winner_against_optimal",
    ),
    Benchmark("yahtzee-env", "environment steps a second: Numba, Gymnasium, JAX", f"{_HERE}.environments:steps"),
)
