"""Solves one round for two players by CFR+ on its public tree, within limits or until it is accurate enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mendax.core.game import game_text
from mendax.games.liars_dice.rules import Action, Dice, LiarsDice
from mendax.games.liars_dice.rules.bids import roll_chances
from mendax.games.liars_dice.rules.options import Opens
from mendax.games.liars_dice.solver.public_tree import public_tree

if TYPE_CHECKING:
    from mendax.theory.cfr import CFR
    from mendax.theory.profile import Profile

ACCURACY: Final = 1e-6
"""Without other limits, iterate until the exploitability is below this."""
MAX_SECONDS: Final = 120.0
"""The limit of time where none is given."""
POWER: Final = 2.0
"""Averages weighted by the square of the iteration: closer than CFR+'s own weights on all our games."""
DELAY: Final = 10
"""Iterations left out of the averages; on large trees that also leaves much of their memory untouched."""
MAX_DOUBLE: Final = 1 << 30
"""Bytes of regrets and averages in double precision; larger trees are kept in single precision."""


@dataclass(frozen=True, slots=True)
class CfrSolution:
    """Averages of CFR+ and how good they are."""

    game: LiarsDice
    opener_value: float
    """The value to whoever opens: the middle of the bounds."""
    bounds: tuple[float, float]
    """The value to whoever opens is surely between these."""
    exploitability: float
    iterations: int
    seconds: float
    """Of the iterations."""
    seconds_measuring: float
    information_sets: int
    profile: Profile = field(repr=False, compare=False)
    method: str = "CFR+"

    @property
    def value(self) -> float:
        """The value to seat 0; zero by symmetry where chance says who opens."""
        return self.opener_value if self.game.options.opens is Opens.FIRST else 0.0

    def openings(self) -> list[tuple[Dice, dict[Action, float]]]:
        """For each roll of the opener, how likely each opening bid is."""
        actions = self.profile.tree.actions_after(())
        rolls = [roll.dice for roll, _ in roll_chances(self.game.dice, self.game.faces)]
        mixes = self.profile.mix(()).T.tolist()
        return [(dice, dict(zip(actions, mix, strict=True))) for dice, mix in zip(rolls, mixes, strict=True)]

    def to_json(self) -> dict[str, Any]:
        """The value, its bounds, the exploitability, and what they took."""
        return {
            "game": game_text(self.game),
            "method": self.method,
            "value": self.value,
            "opener_value": self.opener_value,
            "bounds": list(self.bounds),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "information_sets": self.information_sets,
            "seconds_measuring": self.seconds_measuring,
        }


def solve_by_cfr(
    game: LiarsDice,
    iterations: int | None,
    seconds: float | None,
    report: Callable[[str], None],
    stopped: Callable[[], bool],
) -> CfrSolution:
    """Iterate within the limits; without limits, until the averages are accurate or `MAX_SECONDS` are over."""
    report("compiling (once)")
    solver = _prepare(game)

    def done() -> bool:
        report(f"{solver.iterations:,} iterations, {solver.seconds:.0f} s")
        return stopped()

    if iterations is None and seconds is None:
        _run_until_accurate(solver, done)
    else:
        solver.run(iterations, seconds, done)
    report(f"measuring after {solver.iterations:,} iterations")
    began = time.perf_counter()
    measured = solver.measure()
    low, high = measured.bounds
    return CfrSolution(
        game,
        (low + high) / 2,
        (low, high),
        measured.exploitability,
        solver.iterations,
        solver.seconds,
        time.perf_counter() - began,
        solver.tree.information_sets,
        solver.profile,
    )


def _prepare(game: LiarsDice) -> CFR:
    import numpy as np

    from mendax.theory.cfr import CFR

    tree = public_tree(game)
    small = int(tree.rows[0]) * tree.hands * 16 <= MAX_DOUBLE
    return CFR(tree, numbers=np.float64 if small else np.float32, power=POWER, delay=DELAY)


def _run_until_accurate(solver: CFR, done: Callable[[], bool]) -> None:
    """Measure each time the number of iterations has doubled."""
    number = 16
    while not done() and solver.seconds < MAX_SECONDS:
        solver.run(number, MAX_SECONDS - solver.seconds, done)
        if solver.measure().exploitability < ACCURACY:
            break
        number = solver.iterations
