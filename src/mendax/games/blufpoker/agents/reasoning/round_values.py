"""The values of a round: what it will cost, by who holds the cup, what is in it and what was bid.

Backward induction over rising bids. Opponents play by their sketches; oneself plays the best reply. A cost is the
expected stake of the point that ends the round.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np

from mendax.games.blufpoker.agents.reasoning.habits import BID_HABITS, Habits, answers, habits
from mendax.games.blufpoker.agents.reasoning.layouts import NUM_ROLLS, OPEN_SETS, Floats, Layouts
from mendax.games.blufpoker.agents.reasoning.opponent import Sketch, sketched_answers
from mendax.games.blufpoker.agents.reasoning.stakes import Stakes
from mendax.games.blufpoker.rules import Roll, bid_order
from mendax.games.blufpoker.rules.game import OPEN_ROLLS
from mendax.games.blufpoker.rules.poker_phase import paper_keep
from mendax.games.blufpoker.rules.rolls import SORTED, Dice

_TRUTHFUL: Final = frozenset(BID_HABITS.index(name) for name in ("truthful", "plausible"))


@cache
def poker_odds(top321: bool, rank: int) -> tuple[float, float, float]:
    """How the poker phase against a bid of this rank ends: higher, equal, not reached."""
    return _open_rolls(top321, bid_order(top321).rolls[rank], (), OPEN_ROLLS)


@cache
def _open_rolls(top321: bool, bid: Roll, kept: Dice, rolls: int) -> tuple[float, float, float]:
    if len(kept) < 3:
        ends = [_open_rolls(top321, bid, SORTED[(*kept, face)], rolls) for face in range(1, 7)]
        higher, equal, fail = (sum(column) / 6 for column in zip(*ends, strict=True))
        return higher, equal, fail
    ranks = bid_order(top321).ranks
    found, needed = ranks[kept], ranks[bid]
    if found >= needed:
        return float(found > needed), float(found == needed), 0.0
    return _open_rolls(top321, bid, paper_keep(kept, bid), rolls - 1) if rolls > 1 else (0.0, 0.0, 1.0)


def poker_cost(top321: bool, rank: int, stakes: Stakes, believer: int, bidder: int) -> float:
    """What a believed poker costs."""
    higher, equal, fail = poker_odds(top321, rank)
    return fail * stakes.point[believer] + higher * stakes.point[bidder] + equal * stakes.nobody


@dataclass(frozen=True, slots=True, eq=False)
class RoundValues:
    """By seat from oneself on, rank of the cup, and bid: the cost once that seat has believed the bid."""

    believed: Floats


def rolling_values(lay: Layouts, finals: Floats) -> Floats:
    """By layout within a turn: the cost with best rolling, if the turn ends with these costs."""
    values = finals.copy()
    values[lay.one] = np.minimum(finals[lay.one], lay.third @ values[lay.none])
    values[lay.two] = np.minimum(finals[lay.two], (lay.second @ values[lay.one]).min(axis=1))
    return values


def answer_costs(
    lay: Layouts, believes: Floats, believed: Floats, stakes: Stakes, seat: int, lowest: int
) -> Floats:
    """By layout and bid: the cost when `seat` answers bids from the lowest on; what it believes costs `believed`."""
    true = lay.cup[:, None] >= np.arange(lowest, NUM_ROLLS)
    called = np.where(true, stakes.point[seat], stakes.point[seat - 1])
    share = believes[lay.open, lowest:]
    costs: Floats = called + share * (believed[lay.cup, lowest:] - called)
    return costs


@lru_cache(maxsize=2048)
def round_values(top321: bool, underbids: bool, sketches: tuple[Sketch, ...], stakes: Stakes) -> RoundValues:
    """The values of a round against these opponents, in the order of their turns after one's own."""
    return _Induction(habits(top321, underbids), sketches, stakes).values()


class _Induction:
    """Computes a round's values from the highest bid down."""

    def __init__(self, tables: Habits, sketches: tuple[Sketch, ...], stakes: Stakes) -> None:
        lay = tables.layouts
        self.tables, self.lay, self.sketches, self.stakes = tables, lay, sketches, stakes
        self.seats = len(sketches) + 1
        order = lay.order
        self.believed = np.zeros((self.seats, NUM_ROLLS, NUM_ROLLS))
        for seat in range(self.seats):
            for rank in range(order.first_poker, NUM_ROLLS):
                self.believed[seat, :, rank] = poker_cost(order.top321, rank, stakes, seat, seat - 1)
        known = answers(order.top321)
        self.believes = [sketched_answers(known, sketch)[lay.open] for sketch in sketches]
        self.answered = np.zeros((self.seats, len(lay.cup), NUM_ROLLS))
        """By seat, layout and bid: the cost when that seat has to answer."""
        self.best = np.full(len(lay.cup), np.inf)
        """By layout: the cost of one's own best bid above the present one."""
        self.rows = np.arange(len(lay.cup))[:, None]
        before = sketches[-2].bid if len(sketches) > 1 else -1
        self.told = 0.5 if before in _TRUTHFUL or before < 0 else 0.0
        """How likely the cup that the player before oneself was handed holds just what was bid."""

    def values(self) -> RoundValues:
        """Every cost of the round."""
        order = self.lay.order
        for bid in range(NUM_ROLLS - 1, -1, -1):
            if bid < order.first_poker:
                self._own_turn(bid)
                for seat in range(1, self.seats - 1):
                    self._turn(seat, bid)
                self._turn_before_own(bid)
            self._answers(bid)
        return RoundValues(self.believed)

    def _answers(self, bid: int) -> None:
        """The costs when each opponent answers this bid."""
        cup = self.lay.cup
        true = cup >= bid
        for seat in range(1, self.seats):
            called = np.where(true, self.stakes.point[seat], self.stakes.point[seat - 1])
            share = self.believes[seat - 1][:, bid]
            self.answered[seat, :, bid] = called + share * (self.believed[seat, cup, bid] - called)
        mine = self.answered[1, :, bid]
        better = np.minimum(self.best, mine)
        # Without under-bids a bid below the cup is not allowed.
        self.best = better if self.tables.underbids else np.where(cup > bid, self.best, better)

    def _own_turn(self, bid: int) -> None:
        values = rolling_values(self.lay, self.best)
        self.believed[0, :, bid] = (self.lay.first @ values[self.lay.two]).min(axis=1)

    def _turn(self, seat: int, bid: int) -> None:
        """An opponent's turn that another opponent answers."""
        sketch = self.sketches[seat - 1]
        table = self.tables.bids(sketch.bid, bid)
        ends = (table.shares * self.answered[seat + 1][self.rows, table.targets]).sum(axis=1)
        self.believed[seat, :, bid] = self.tables.rolls(sketch.roll, bid) @ ends

    def _turn_before_own(self, bid: int) -> None:
        """An opponent's turn that oneself answers, by what the open dice and the bid say about the cup.

        The cup it was handed is taken to be the last bid or fair dice: what is known of it at that time is more.
        """
        seat, lay, point = self.seats - 1, self.lay, self.stakes.point
        sketch = self.sketches[-1]
        rolls, table = self.tables.rolls(sketch.roll, bid), self.tables.bids(sketch.bid, bid)
        handed = (1 - self.told) * lay.fair[lay.none]
        handed[bid] += self.told
        called = np.where(lay.cup[:, None] >= table.targets, point[0], point[seat])
        believed = self.believed[0][lay.cup[:, None], table.targets]
        weight = (handed @ rolls)[:, None] * table.shares
        better = np.bincount(
            table.group.ravel(), (weight * (believed - called)).ravel(), len(OPEN_SETS) * NUM_ROLLS
        )
        chosen = np.where(better[table.group] < 0, believed, called)
        self.believed[seat, :, bid] = rolls @ (table.shares * chosen).sum(axis=1)
