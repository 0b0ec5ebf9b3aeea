"""Hands as they were played: what every chair won in each, and estimates of a chair's mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from mendax.arena.corrected import take_out
from mendax.arena.credits import Credits
from mendax.arena.estimates import Estimate
from mendax.arena.luck import LuckRows
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
    luck: Floats
    """By chair and feature, with mean zero; no features where it was not measured."""

    def __len__(self) -> int:
        return len(self.deal)

    @classmethod
    def of(cls, results: Results) -> Hands:
        """The hands of a run in which every chair is an entrant of its own, and luck was measured."""
        credits, rows = Credits.of(results), LuckRows.of_results(results)
        sizes = np.bincount(credits.game, minlength=len(results.done))
        if not (sizes == sizes[0]).all():
            raise ValueError("all sessions have the same number of hands")
        chairs = np.argsort(credits.seatings, axis=1)  # the seat of every chair
        deal, _, turn = results.places
        return cls(
            results.job.names,
            deal[credits.game],
            np.arange(len(credits.game)) % sizes[0],
            turn[credits.game],
            np.take_along_axis(credits.amounts, chairs, axis=1),
            np.take_along_axis(rows.luck, chairs[:, :, None], axis=1),
        )

    @classmethod
    def join(cls, parts: Sequence[Hands]) -> Hands:
        """Batches of the same table one after the other, each with deals of its own."""
        first, deals, shift = parts[0], [], 0
        for part in parts:
            deals.append(part.deal + shift)
            shift += int(part.deal.max()) + 1
        return cls(
            first.agents,
            np.concatenate(deals),
            np.concatenate([part.hand for part in parts]),
            np.concatenate([part.turn for part in parts]),
            np.concatenate([part.won for part in parts]),
            np.concatenate([part.luck for part in parts]),
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
            luck=self.luck[rows],
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
        return self._mean(self.won[:, list(chairs)], self._units())

    def by_session(self, chairs: Sequence[int]) -> Mean:
        """A session in all its seatings is one observation: right even if its hands hang together."""
        return self._mean(self.won[:, list(chairs)], self.deal)

    def aivat(self, chairs: Sequence[int]) -> Mean:
        """As by duplicate deals, with luck taken out."""
        return self._mean(np.column_stack([self.without_luck(chair) for chair in chairs]), self._units())

    def without_luck(self, chair: int) -> Floats:
        """What a chair won in each hand, less its luck; how much of it is fitted to the hands of other deals."""
        return take_out(self.won[:, chair], self.luck[:, chair], self.deal, self._units())

    def spread(self, chair: int) -> float:
        """The standard deviation of a hand, in small bets."""
        return float(self.won[:, chair].std(ddof=1))

    def _units(self) -> Numbers:
        return self.deal * (int(self.hand.max()) + 1) + self.hand

    @staticmethod
    def _mean(won: Floats, units: Numbers) -> Mean:
        return Mean.of(Estimate.of(won.mean(axis=1), np.ones(len(won)), units))

    def compare(self, chair: int, other: Hands, beside: int) -> tuple[Mean, Mean]:
        """What a chair won more a hand than another one of the same deals: by duplicate deals, and without luck."""
        if len(self) != len(other) or not (self.deal == other.deal).all() or not (self.turn == other.turn).all():
            raise ValueError("only hands of the same deals can be compared")
        units = self._units()
        plain = self.won[:, chair] - other.won[:, beside]
        without_luck = self.without_luck(chair) - other.without_luck(beside)
        return self._mean(plain[:, None], units), self._mean(without_luck[:, None], units)
