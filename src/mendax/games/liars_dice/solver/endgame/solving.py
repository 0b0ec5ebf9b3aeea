"""Solves the positions of the endgame one after the other, each after all that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.endgame.positions import After, Position, is_even, openings
from mendax.games.liars_dice.solver.endgame.round_tree import OF_EXACT, WIDTH, Numbers, RoundTree, after_ending

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver
    from mendax.theory.profile import Measure

GOAL: Final = 2e-4
"""A round is solved at this exploitability in payoff (+1 or -1): 0.0001 of a match's win chance."""
GOAL_SMALL: Final = 1e-12
"""A round with one die each is solved at this one: the rounding of double precision."""
MOST_SMALL: Final = 2000
"""Iterations of a round with one die each, if that is not reached."""
MEMORY: Final = 8 << 30
"""Bytes of regrets and averages that a round may take."""


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """What is known of a position."""

    position: Position
    value: float
    """To the opener, in payoff; the middle of what the best responses to both strategies win."""
    exploitability: float
    """Of this round's strategies in payoff, what follows being worth the values of the tablebase."""
    end_error: float
    """How far the values of what follows may be wrong."""
    iterations: int
    seconds: float
    cpu_seconds: float
    nodes: int
    information_sets: int
    bytes: int
    """Of regrets and averages while it was solved."""

    @property
    def error(self) -> float:
        """The value to the opener is this close to the truth."""
        return self.exploitability + self.end_error

    @property
    def bounds(self) -> tuple[float, float]:
        """The value to the opener lies between these."""
        return self.value - self.error, self.value + self.error

    @property
    def win_rate(self) -> float:
        """Of the opener."""
        return (1 + self.value) / 2

    def to_json(self) -> dict[str, Any]:
        """All of it, with the position by its name."""
        found = asdict(self) | {"position": self.position.name, "bounds": list(self.bounds), "win_rate": self.win_rate}
        return found | {"win_chance_exploitability": self.exploitability / 2}

    @staticmethod
    def from_json(data: Mapping[str, Any], position: Position) -> SolvedRound:
        """What `to_json` wrote."""
        names = [name for name in SolvedRound.__dataclass_fields__ if name != "position"]
        return SolvedRound(position, **{name: data[name] for name in names})


def worth(game: LiarsDice, after: After, values: Mapping[Position, float]) -> float | None:
    """What the end of a round is worth to seat 0; `None` where that is not known."""
    if 0 in after.dice:
        return 1.0 if after.dice[0] else -1.0
    if is_even(game, after):
        return 0.0
    found = 0.0
    for chance, position, opener in openings(game, after):
        value = values.get(position)
        if value is None:
            return None
        found += chance * (value if opener == 0 else -value)
    return found


def payments(tree: RoundTree, values: Mapping[Position, float]) -> Numbers | None:
    """What seat 0 gets at each ending, if its speaker is right and if not; `None` where that is not known."""
    rows = [
        [worth(tree.game, after_ending(tree, ending, right=right), values) for right in (True, False)]
        for ending in tree.endings
    ]
    if any(value is None for row in rows for value in row):
        return None
    return np.array(rows, dtype=np.float64)


def check_payments(tree: RoundTree, pay: Numbers) -> None:
    """Raise where a right challenge is worth less than a wrong one: impossible bids could then not be left out."""
    for ending, (right, wrong) in zip(tree.endings, pay.tolist(), strict=True):
        gain = right - wrong if ending.speaker == 0 else wrong - right
        if ending.kind != OF_EXACT and gain < 0:
            raise ArithmeticError(f"in {tree.position.name} it is better to lose a die than to win a challenge")


def end_error(tree: RoundTree, errors: Mapping[Position, float]) -> float:
    """How far the values of what follows may be wrong."""
    afters = [after_ending(tree, ending, right=right) for ending in tree.endings for right in (True, False)]
    unsure = [after for after in afters if 0 not in after.dice and not is_even(tree.game, after)]
    return max(
        (sum(chance * errors[position] for chance, position, _ in openings(tree.game, after)) for after in unsure),
        default=0.0,
    )


def size_in_bytes(tree: RoundTree) -> int:
    """Of regrets and averages in single precision."""
    return tree.size[0] * WIDTH * 8


def solve_round(
    solver: RoundSolver, report: Callable[[str], None], stopped: Callable[[], bool], goal: float = GOAL
) -> Measure | None:
    """Iterate until the goal is met; `None` when it was stopped before that."""
    small = solver.tree.position.dice == (1, 1)
    reach, look = (GOAL_SMALL if small else goal), max(100, solver.iterations + 50)
    name = solver.tree.position.name
    while not stopped():
        solver.step()
        report(f"{name}: {solver.iterations} iterations, {solver.seconds:.0f} s")
        if solver.iterations < look:
            continue
        measured = solver.measure()
        report(f"{name}: {solver.iterations} iterations, exploitability {measured.exploitability:.1e}")
        enough = small and solver.iterations >= MOST_SMALL and measured.exploitability <= goal
        if measured.exploitability <= reach or enough:
            return measured
        look += max(50, look // 4)
        if small and solver.iterations > MOST_SMALL // 4 and solver.late:
            solver.restart()
            look = 100
    return None
