"""Benchmarks: ours and others' side by side in one run, as ratios where machines are noisy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from mendax.core.registry import load


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark that `mendax bench` runs."""

    name: str
    about: str
    where: str

    def load(self) -> Callable[[], dict[str, Any]]:
        """The function that measures."""
        return cast(Callable[[], dict[str, Any]], load(self.where))


_ONE_DIE = "mendax.bench.one_die"
BENCHES = {
    entry.name: entry
    for entry in (
        Bench(
            "one-die-games",
            "games a second in one process, beside OpenSpiel's Python interface",
            f"{_ONE_DIE}:games",
        ),
        Bench("one-die-workers", "200,000 games of a tournament on one worker and on two", f"{_ONE_DIE}:workers"),
        Bench(
            "one-die-solve",
            "the exact solution, beside the thesis's matrices and their linear program",
            f"{_ONE_DIE}:solving",
        ),
        Bench("liars-dice-cfr", "CFR+, beside OpenSpiel's C++ solver", "mendax.bench.liars_dice_cfr:solving"),
        Bench("soar", "decisions and turns a second, and the share of our bridge", "mendax.bench.soar:thinking"),
        Bench("liars-dice-soar", "turns a second of the eight Soar agents", "mendax.bench.liars_dice_soar:turns"),
        Bench(
            "liars-dice-games",
            "random games a second on the kernel, beside OpenSpiel's plain game",
            "mendax.bench.liars_dice:games",
        ),
        Bench("yahtzee-solve", "the exact solution, beside the yatzy-solver wheel", "mendax.bench.yahtzee:solving"),
        Bench("yahtzee-games", "a million games of best play", "mendax.bench.yahtzee:games"),
        Bench("yahtzee-duel", "two-player Yahtzee: playing for the win, and for points", "mendax.bench.yahtzee:duels"),
        Bench("yahtzee-env", "environment steps a second: Numba, Gymnasium, JAX", "mendax.bench.yahtzee_env:steps"),
    )
}


def line(what: str, value: float, unit: str) -> dict[str, Any]:
    """One measured number."""
    return {"what": what, "value": value, "unit": unit}
