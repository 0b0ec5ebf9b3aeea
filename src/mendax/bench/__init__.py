"""Benchmarks: ours and others' side by side in one run, as ratios where machines are noisy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import Parameter, signature
from typing import Any, cast

from mendax.core.catalogue import games, load
from mendax.core.errors import MendaxError


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

    The function takes `quick`: so little work that a test can run it, whose figures mean nothing. Further keywords are
    its options: `options` has those that it needs, as text, and `mendax bench NAME --set KEY=VALUE` changes them.
    """

    name: str
    about: str
    run: str
    options: Mapping[str, str] = field(default_factory=dict)

    def load(self, changed: Mapping[str, str] | None = None) -> Callable[[bool], Measured]:
        """The function that measures, with its options."""
        function = cast(Callable[..., Measured], load(self.run))
        kinds = {one.kind for one in signature(function).parameters.values()}
        if changed and Parameter.VAR_KEYWORD not in kinds:
            raise MendaxError(f"the benchmark '{self.name}' has no options")
        texts = {**self.options, **(changed or {})}
        return partial(function, **texts) if texts else function


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
    Benchmark(
        "cluster",
        "hours of each study on 2 to 1,000 cores, simulated with task times that are measured now",
        "mendax.bench.cluster:cluster",
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
