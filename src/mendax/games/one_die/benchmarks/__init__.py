"""Benchmarks of one-die Liar's Dice."""

from mendax.bench import Benchmark

_HERE = "mendax.games.one_die.benchmarks"

BENCHMARKS = (
    Benchmark(
        "one-die-games", "games a second in one process, beside OpenSpiel's Python interface", f"{_HERE}.games:games"
    ),
    Benchmark("one-die-workers", "200,000 games of a tournament on one worker and on two", f"{_HERE}.workers:workers"),
    Benchmark(
        "one-die-solve",
        "the exact solution, beside the thesis's matrices and their linear program",
        f"{_HERE}.solving:solving",
    ),
)
