"""Benchmarks of Hold'em."""

from mendax.bench import Benchmark

_HERE = "mendax.games.holdem.benchmarks"

BENCHMARKS = (
    Benchmark(
        "holdem-eval",
        "seven-card evaluations a second, beside phevaluator and eval7",
        f"{_HERE}.evaluations:evaluations",
    ),
    Benchmark("holdem-soarbot", "decisions a second of SoarBot and the bridge's share", f"{_HERE}.soarbot:decisions"),
    Benchmark("holdem-hands", "random hands a second on the kernel, beside PokerKit", f"{_HERE}.hands:hands"),
)
