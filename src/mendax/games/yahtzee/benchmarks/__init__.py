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
    Benchmark(
        "page",
        "the page in a browser: weight of the first load, and a move's time to the screen beside 100 spectators",
        "mendax.table.load.page_speed:page_speed",
        {"game": "yahtzee", "agent": "random"},
    ),
)
