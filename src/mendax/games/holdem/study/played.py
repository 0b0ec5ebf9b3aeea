"""Hands as they were played: what every chair won in each, and estimates of a chair's mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from mendax.arena.credits import Credits
from mendax.arena.estimates import Estimate
from mendax.arena.results import Results
from mendax.arena.statistics import Z95

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean in small bets a hand, and half the width of its 95 % interval."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the interval."""
        return abs(self.mean) > self.half

    @classmethod
    def of(cls, estimate: Estimate) -> Mean:
        """Student's interval; infinitely wide where one deal cannot tell."""
        ends = estimate.mean_interval()
        return cls(estimate.mean, math.inf if ends is None else (ends[1] - ends[0]) / 2)


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of one table, a row each, in the order of play."""

    agents: tuple[str, ...]
    """The agent of every chair; chairs wander through the seats."""
    deal: Numbers
    """The session's deal, which is played in all seatings."""
    hand: Numbers
    """Counted from 0 in each session."""
    turn: Numbers
    """Which seating of the deal."""
    won: Floats
    """By every chair, in small bets."""
    corrected: Floats | None = None
    """The same less luck, where that was computed."""

    def __len__(self) -> int:
        return len(self.deal)

    @classmethod
    def of(cls, results: Results, corrected: Floats | None = None) -> Hands:
        """The hands of a run in which every chair is an entrant of its own.

        `corrected` has a row for every hand of every game in order, and a column a seat.
        """
        credits = Credits.of(results)
        games = np.bincount(credits.game, minlength=len(results.done))
        if not (games == games[0]).all():
            raise ValueError("all sessions have the same number of hands")
        chairs = np.argsort(credits.seatings, axis=1)  # the seat of every chair
        deal, _, turn = results.places
        return cls(
            results.job.names,
            deal[credits.game],
            np.arange(len(credits.game)) % games[0],
            turn[credits.game],
            np.take_along_axis(credits.amounts, chairs, axis=1),
            None if corrected is None else np.take_along_axis(corrected, chairs, axis=1),
        )

    @classmethod
    def join(cls, parts: Sequence[Hands]) -> Hands:
        """Batches of the same table one after the other, each with deals of its own."""
        first, deals, shift = parts[0], [], 0
        for part in parts:
            deals.append(part.deal + shift)
            shift += int(part.deal.max()) + 1
        corrected = [part.corrected for part in parts if part.corrected is not None]
        return cls(
            first.agents,
            np.concatenate(deals),
            np.concatenate([part.hand for part in parts]),
            np.concatenate([part.turn for part in parts]),
            np.concatenate([part.won for part in parts]),
            np.concatenate(corrected) if len(corrected) == len(parts) else None,
        )

    def first(self, deals: int) -> Hands:
        """The hands of the first deals."""
        rows = self.deal < deals
        return replace(
            self,
            deal=self.deal[rows],
            hand=self.hand[rows],
            turn=self.turn[rows],
            won=self.won[rows],
            corrected=None if self.corrected is None else self.corrected[rows],
        )

    def chairs_of(self, agent: str) -> list[int]:
        """Where an agent sits."""
        return [chair for chair, name in enumerate(self.agents) if name == agent]

    def plain(self, chairs: Sequence[int]) -> Mean:
        """As if every hand were dealt anew, which is what the thesis's hands were: the hand's own spread counts."""
        mine = self.won[:, list(chairs)].mean(axis=1)
        return Mean(float(mine.mean()), Z95 * float(mine.std(ddof=1)) / math.sqrt(len(mine)))

    def duplicate(self, chairs: Sequence[int]) -> Mean:
        """A hand over all its seatings is one observation: all chairs had the same cards in turn."""
        return Mean.of(self._estimate(self.won, chairs, self._units()))

    def by_session(self, chairs: Sequence[int]) -> Mean:
        """A session in all its seatings is one observation: right even if its hands hang together."""
        return Mean.of(self._estimate(self.won, chairs, self.deal))

    def without_luck(self, chairs: Sequence[int]) -> Mean | None:
        """As by duplicate deals, with luck taken out; none where it was not computed."""
        if self.corrected is None:
            return None
        return Mean.of(self._estimate(self.corrected, chairs, self._units()))

    def spread(self, chair: int) -> float:
        """The standard deviation of a hand, in small bets."""
        return float(self.won[:, chair].std(ddof=1))

    def _units(self) -> Numbers:
        return self.deal * (int(self.hand.max()) + 1) + self.hand

    def _estimate(self, won: Floats, chairs: Sequence[int], units: Numbers) -> Estimate:
        mine = won[:, list(chairs)].mean(axis=1)
        return Estimate.of(mine, np.ones(len(mine)), units)


def compare(one: Hands, chair: int, other: Hands, beside: int) -> tuple[Mean, Mean | None]:
    """What one chair won more a hand than another one of the same deals: by duplicate deals, and without luck."""
    if len(one) != len(other) or not (one.deal == other.deal).all() or not (one.turn == other.turn).all():
        raise ValueError("only hands of the same deals can be compared")
    gap = replace(one, agents=("difference",), won=(one.won[:, chair] - other.won[:, beside])[:, None], corrected=None)
    if one.corrected is not None and other.corrected is not None:
        gap = replace(gap, corrected=(one.corrected[:, chair] - other.corrected[:, beside])[:, None])
    return gap.duplicate([0]), gap.without_luck([0])
