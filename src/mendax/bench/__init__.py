"""Benchmarks: ours and others' side by side in one run, as ratios where machines are noisy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from mendax.core.catalogue import games, load


@dataclass(frozen=True, slots=True)
class Line:
    """One measured number."""

    what: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What a benchmark found: lines for people, and further named values for programs."""

    lines: tuple[Line, ...]
    note: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The lines, the further values, and the note."""
        lines = [{"what": line.what, "value": line.value, "unit": line.unit} for line in self.lines]
        return {"lines": lines, **self.values, **({"note": self.note} if self.note else {})}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark that `mendax bench` runs; `run` is "module:name" of a function that measures.

    The function takes `quick`: so little work that a test can run it, whose figures mean nothing.
    """

    name: str
    about: str
    run: str

    def load(self) -> Callable[[bool], Measured]:
        """The function that measures."""
        return cast(Callable[[bool], Measured], load(self.run))


def not_installed(peer: str) -> str:
    """The note of a benchmark that was measured without its peer."""
    return f"{peer} is not installed; `make bench` installs it."


OWN = (
    Benchmark("soar", "decisions and turns a second, and the share of our bridge", "mendax.bench.soar:turns"),
    Benchmark(
        "muddy-children",
        "model checking: a story of n children, listed and symbolic",
        "mendax.bench.muddy_children:story",
    ),
)
"""Benchmarks of methods that know no game."""


def benchmarks() -> dict[str, Benchmark]:
    """Every benchmark there is, by name: those of all games, and those of methods."""
    found = [
        benchmark
        for entry in games().values()
        for where in entry.benchmarks
        for benchmark in cast(tuple[Benchmark, ...], load(where))
    ]
    return {benchmark.name: benchmark for benchmark in (*OWN, *found)}
