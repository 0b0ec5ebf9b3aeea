"""Benchmarks of Yahtzee."""

from mendax.bench import Benchmark

_HERE = "mendax.games.yahtzee.benchmarks"

BENCHMARKS = (
    Benchmark("yahtzee-solve", "the exact solution, beside the yatzy-solver wheel", f"{_HERE}.games:solving"),
    Benchmark("yahtzee-games", "a million games of best play", f"{_HERE}.games:games"),
    Benchmark("yahtzee-duel", "two-player Yahtzee: playing for the win, and for points", f"{_HERE}.games:duels"),
    Benchmark("yahtzee-env", "environment steps a second: Numba, Gymnasium, JAX", f"{_HERE}.environments:steps"),
)
