"""Benchmarks of Liar's Dice."""

from mendax.bench import Benchmark

_HERE = "mendax.games.liars_dice.benchmarks"

BENCHMARKS = (
    Benchmark("liars-dice-cfr", "CFR+, beside OpenSpiel's C++ solver", f"{_HERE}.cfr:solving"),
    Benchmark("liars-dice-chunks", "Soar agents' turns by chunks and by deliberation", f"{_HERE}.chunks:chunks"),
    Benchmark("liars-dice-learning", "games a second of the learning Soar agents", f"{_HERE}.learning:games"),
    Benchmark("liars-dice-soar", "turns a second of the eight Soar agents", f"{_HERE}.soar:turns"),
    Benchmark(
        "liars-dice-games", "random games a second on the kernel, beside OpenSpiel's plain game", f"{_HERE}.games:games"
    ),
    Benchmark(
        "engines",
        "one tournament on processes and on another engine: speed, start-up, what a task costs",
        "mendax.bench.engines:engines",
        {"game": "liars-dice:players=2", "agents": "probability,honest,random"},
    ),
    Benchmark(
        "table",
        "a server with a thousand closed tables: moves a second, waits, memory",
        "mendax.table.load.thousand_tables:thousand_tables",
        {"game": "liars-dice", "agent": "probability", "soar": "pmh"},
    ),
    Benchmark(
        "table-harm",
        "the waits at many tables while programs at another one hang, break down and flood",
        "mendax.table.load.harm:harmful_programs",
        {"game": "liars-dice", "agent": "probability"},
    ),
)
