"""What is known of a solved position, what the ends of a round are worth, and its solution by CFR+."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from mendax.games.liars_dice.rules import LiarsDice
from mendax.games.liars_dice.solver.endgame.positions import After, Position, is_even, openings
from mendax.games.liars_dice.solver.endgame.round_tree import OF_EXACT, WIDTH, Numbers, RoundTree, after_ending

if TYPE_CHECKING:
    from mendax.games.liars_dice.solver.endgame.round_solver import RoundSolver
    from mendax.theory.profile import Measure

ExactPayments: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""By ending: what seat 0 gets when the speaker is right, and when not."""
GOAL: Final = 1e-4
"""A round is solved at this exploitability in payoff (+1 or -1): 0.00005 of a match's win chance."""
MEMORY: Final = 8 << 30
"""Bytes of regrets and averages that a round may take."""
CFR: Final = "CFR+"
PROGRAM: Final = "linear program"
RESTRICTED: Final = "restricted CFR+"
"""Methods by which a position was solved."""


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
    """Of CFR+, or of the simplex method."""
    seconds: float
    cpu_seconds: float
    nodes: int
    information_sets: int
    bytes: int
    """Of regrets and averages while it was solved."""
    method: str = CFR
    fraction: Fraction | None = None
    """The value without rounding, where it is proven."""

    @property
    def restricted(self) -> bool:
        """Whether each seat's strategy has a tree of its own, with few actions of that seat."""
        return self.method == RESTRICTED

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
        found["fraction"] = None if self.fraction is None else str(self.fraction)
        return found | {"win_chance_exploitability": self.exploitability / 2}

    @staticmethod
    def from_json(data: Mapping[str, Any], position: Position) -> SolvedRound:
        """What `to_json` wrote; files from before one die each was solved by linear programs name no method."""
        added = {"method", "fraction"}
        names = [name for name in SolvedRound.__dataclass_fields__ if name != "position" and name not in added]
        fraction = data.get("fraction")
        return SolvedRound(
            position,
            **{name: data[name] for name in names},
            method=data.get("method", CFR),
            fraction=None if fraction is None else Fraction(fraction),
        )


def worth(game: LiarsDice, after: After, values: Mapping[Position, float | Fraction]) -> Fraction | None:
    """What the end of a round is worth to seat 0, without rounding; `None` where that is not known."""
    if 0 in after.dice:
        return Fraction(1 if after.dice[0] else -1)
    if is_even(game, after):
        return Fraction(0)
    found = Fraction(0)
    for chance, position, opener in openings(game, after):
        value = values.get(position)
        if value is None:
            return None
        found += Fraction(chance) * (Fraction(value) if opener == 0 else -Fraction(value))
    return found


def exact_payments(tree: RoundTree, values: Mapping[Position, float | Fraction]) -> ExactPayments | None:
    """What seat 0 gets at each ending, if its speaker is right and if not; `None` where that is not known."""
    found = list[tuple[Fraction, Fraction]]()
    for ending in tree.endings:
        right, wrong = (worth(tree.game, after_ending(tree, ending, right=one), values) for one in (True, False))
        if right is None or wrong is None:
            return None
        found.append((right, wrong))
    return tuple(found)


def payments(tree: RoundTree, values: Mapping[Position, float]) -> Numbers | None:
    """`exact_payments` in double precision."""
    found = exact_payments(tree, values)
    return None if found is None else np.array(found, dtype=np.float64)


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
    look, name = max(100, solver.iterations + 50), solver.tree.position.name
    while not stopped():
        solver.step()
        report(f"{name}: {solver.iterations} iterations, {solver.seconds:.0f} s")
        if solver.iterations < look:
            continue
        measured = solver.measure()
        report(f"{name}: {solver.iterations} iterations, exploitability {measured.exploitability:.1e}")
        if measured.exploitability <= goal:
            return measured
        look += max(50, look // 4)
    return None
