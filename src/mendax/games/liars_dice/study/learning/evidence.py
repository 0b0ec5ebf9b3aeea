"""What findings are judged by: the curves, the answers to the questions, and how two rates are compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Final

from mendax.games.liars_dice.study.learning.curves import AgentCurve, Rate, between_runs, title
from mendax.games.liars_dice.study.learning.questions import Questions
from mendax.games.liars_dice.study.published import LEARNING_BLOCKS

Z99: Final = 2.5758293035489004
"""The two-sided 99 % point of the normal distribution: the paper's level of significance is 0.01."""


class Verdict(Enum):
    """What our runs say about a finding."""

    CONFIRMED = "confirmed"
    REFUTED = "not confirmed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Claim:
    """A difference that should be positive, with its standard error."""

    text: str
    difference: float
    error: float

    @property
    def verdict(self) -> Verdict:
        """By a two-sided z test at 0.01."""
        if abs(self.difference) <= Z99 * self.error:
            return Verdict.UNDECIDED
        return Verdict.CONFIRMED if self.difference > 0 else Verdict.REFUTED


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement of the paper beside what our runs say."""

    name: str
    place: str
    statement: str
    verdict: Verdict
    numbers: str
    test: str
    blocks: int | None = None
    """After how many blocks, where it is about the end of learning."""

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {**asdict(self), "verdict": self.verdict.value}


class Missing(Exception):
    """What a finding needs has not been played."""


def judge(claims: Sequence[Claim]) -> Verdict:
    """All of the claims together: confirmed if all are, not confirmed if one is not."""
    verdicts = {claim.verdict for claim in claims}
    if Verdict.REFUTED in verdicts:
        return Verdict.REFUTED
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts or not verdicts else Verdict.CONFIRMED


@dataclass(frozen=True, slots=True)
class Said:
    """The verdict of a test, its numbers and the test in words."""

    verdict: Verdict
    numbers: str
    test: str
    blocks: int | None = None


def points(value: float, error: float) -> str:
    """A difference of rates in points, with its 95 % margin.

    >>> points(0.0512, 0.01)
    '+5.1 ± 2.0'
    """
    return f"{100 * value:+.1f} ± {196 * error:.1f}"


def percent(rate: float) -> str:
    """A rate in percent."""
    return f"{100 * rate:.1f} %"


class Evidence:
    """The curves of all agents and the answers to the questions."""

    def __init__(self, curves: Sequence[AgentCurve], questions: Questions | None = None) -> None:
        self.curves = {curve.name: curve for curve in curves}
        self.questions = questions or Questions()
        self.between, self.freedom = between_runs(curves)

    def of(self, name: str) -> AgentCurve:
        """The curve of an agent that has learned from a block at least."""
        curve = self.curves.get(name)
        if curve is None or not curve.blocks:
            raise Missing(f"{title(name)} has not been played far enough")
        return curve

    def last(self, names: Iterable[str]) -> int:
        """The last test that all of these agents have."""
        return min(self.of(name).blocks for name in names)

    def claim(self, first: tuple[str, Rate], second: tuple[str, Rate]) -> Claim:
        """That the first rate is higher than the second, of other runs or of other games."""
        (name, one), (other, two) = first, second
        error = math.sqrt(one.variance(self.between) + two.variance(self.between))
        text = f"{name} {percent(one.rate)}, {other} {percent(two.rate)} ({points(one.rate - two.rate, error)})"
        return Claim(text, one.rate - two.rate, error)

    def end_verdict(self, verdict: Verdict, blocks: int, *, both: bool = False) -> Verdict:
        """A verdict on the end of learning; before the paper's last block a finding can only come true early.

        With `both` it can neither come true nor be refuted before.
        """
        if blocks < LEARNING_BLOCKS and (both or verdict is Verdict.REFUTED):
            return Verdict.UNDECIDED
        return verdict

    @property
    def how(self) -> str:
        """How two rates are compared."""
        runs = (
            f"{100 * math.sqrt(self.between):.1f} points between runs"
            if self.freedom
            else "nothing between runs: there is one of each"
        )
        return f"z test at p < 0.01 on all games, with {runs}"


def listed(claims: Sequence[Claim]) -> str:
    """The claims in words."""
    return "; ".join(claim.text for claim in claims)


def mean(estimates: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of independent estimates, and its standard error."""
    count = len(estimates)
    error = math.sqrt(sum(error**2 for _, error in estimates)) / count
    return sum(value for value, _ in estimates) / count, error
