"""What every chair is credited with: a win, a loss or money, and the deal or the hand that it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mendax.arena.estimates import Estimate
from mendax.arena.results import Results
from mendax.core.game import Count

Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.int64]
Chairs: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Total:
    """What an agent was credited with over the chairs it sat in."""

    games: int
    """Games it played in, or hands of a session."""
    chairs: int
    """More than games where it sat in several chairs of one table."""
    total: float
    estimate: Estimate
    """Of a game; of money, a chair in a game or hand."""
    fair_share: float
    """What it would be among equals."""
    whole: bool
    """Whether every game was credited to it wholly or not at all."""


class Rows(NamedTuple):
    """The rows of `Credits` in which an agent sat."""

    which: Numbers
    chairs: Numbers
    """How many chairs it had."""
    amounts: Floats
    """What they were credited with together."""
    weights: Floats
    """1, or the number of chairs where money is counted."""


@dataclass(frozen=True, slots=True)
class Credits:
    """A row for every game that was played; in a session of hands a row for every hand."""

    kind: Count
    game: Numbers
    """The number of the game."""
    unit: Numbers
    """Rows that share their chance: games of one deal, or a hand over all seatings of its deal."""
    seatings: Numbers
    """The entrant in every chair."""
    amounts: Floats
    """Of every chair: its share of the win, its share of the loss, or its money."""

    @classmethod
    def of(cls, results: Results) -> Credits:
        """The credits of all games that were played."""
        kind = results.job.game.counted.kind
        if results.job.game.counted.by_hand:
            return _of_hands(results)
        which = np.flatnonzero(results.played)
        scores = results.scores()[which]
        amounts = 1.0 - scores if kind is Count.NOT_LOST else scores
        return cls(kind, which, results.places[0][which], results.seatings()[which], amounts)

    def select(self, rows: Chairs) -> Credits:
        """Some of the rows."""
        return Credits(self.kind, self.game[rows], self.unit[rows], self.seatings[rows], self.amounts[rows])

    def rows(self, entrant: int, seat: int | None = None) -> Rows:
        """The rows of an entrant, in all chairs or in one."""
        mine = self.seatings == entrant
        if seat is not None:
            mine[:, np.arange(mine.shape[1]) != seat] = False
        chairs = mine.sum(axis=1)
        which = np.flatnonzero(chairs)
        amounts = np.where(mine, self.amounts, 0.0).sum(axis=1)[which]
        if self.kind is Count.NOT_LOST:
            amounts = 1.0 - amounts
        weights = chairs[which].astype(np.float64) if self.kind is Count.MONEY else np.ones(len(which))
        return Rows(which, chairs[which], amounts, weights)

    def total(self, entrant: int, seat: int | None = None) -> Total:
        """What an entrant was credited with, in all chairs or in one."""
        which, chairs, amounts, weights = self.rows(entrant, seat)
        places = len(which) * self.seatings.shape[1]
        share = float(chairs.sum()) / places if places else 0.0
        fair = {Count.WINS: share, Count.NOT_LOST: 1.0 - share, Count.MONEY: 0.0}
        return Total(
            len(which),
            int(chairs.sum()),
            float(amounts.sum()),
            Estimate.of(amounts, weights, self.unit[which]),
            fair[self.kind],
            bool(np.isin(amounts, (0.0, 1.0)).all()),
        )

    def by_deal(self, entrant: int, deals: Numbers) -> Floats:
        """The mean of an entrant in each deal, NaN where it has no game; `deals` has the deal of every game."""
        which, _, amounts, weights = self.rows(entrant)
        deal = deals[self.game[which]]
        count = np.bincount(deal, weights)
        return np.asarray(np.bincount(deal, amounts) / np.where(count > 0, count, np.nan))


def _of_hands(results: Results) -> Credits:
    """A row for every hand. What a session paid beyond its finished hands is one more: one that was forfeited."""
    rounds = results.rounds()
    games, seats = len(results.played), results.job.game.seats
    finished = np.bincount(rounds.game, minlength=games)
    rest = results.payoffs.copy()
    for seat in range(seats):
        rest[:, seat] -= np.bincount(rounds.game, rounds.change[:, seat], minlength=games)
    open_hands = np.flatnonzero(results.played & ((np.abs(rest) > 1e-9).any(axis=1) | (finished == 0)))
    game = np.concatenate([rounds.game, open_hands])
    hand = np.concatenate([rounds.round, finished[open_hands]])
    amounts = np.concatenate([rounds.change, rest[open_hands]])
    deal = results.places[0][game]
    _, unit = np.unique(deal * (int(hand.max(initial=0)) + 1) + hand, return_inverse=True)
    return Credits(Count.MONEY, game, unit, results.seatings()[game], amounts)
