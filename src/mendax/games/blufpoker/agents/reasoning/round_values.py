"""The values of a round: what it will cost, by who holds the cup, what is in it and what was bid.

Backward induction over rising bids. Opponents play by their sketches; oneself plays the best reply. A cost is the
expected stake of the point that ends the round.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from mendax.games.blufpoker.agents.reasoning.answers import answers
from mendax.games.blufpoker.agents.reasoning.habits import BID_HABITS, Habits, habits
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


def rolling_values(lay: Layouts, finals: Floats) -> Floats:
    """By layout within a turn: the cost with best rolling, if the turn ends with these costs."""
    values = finals.copy()
    values[lay.one] = np.minimum(finals[lay.one], lay.third @ values[lay.none])
    values[lay.two] = np.minimum(finals[lay.two], (lay.second @ values[lay.one]).min(axis=0))
    return values


def answer_costs(lay: Layouts, believes: Floats, believed: Floats, stakes: Stakes, seat: int, lowest: int) -> Floats:
    """By layout and bid: the cost when `seat` answers bids from the lowest on; what it believes costs `believed`."""
    true = lay.cup[:, None] >= np.arange(lowest, NUM_ROLLS)
    called = np.where(true, stakes.point[seat], stakes.point[seat - 1])
    share = believes[lay.open, lowest:]
    costs: Floats = called + share * (believed[lay.cup, lowest:] - called)
    return costs


@lru_cache(maxsize=512)
def round_values(top321: bool, underbids: bool, sketches: tuple[Sketch, ...], stakes: Stakes) -> RoundValues:
    """The values of a round against these opponents, in the order of their turns after one's own."""
    return RoundValues(habits(top321, underbids), sketches, stakes)


class RoundValues:
    """Computes a round's values from the highest bid down, as far as they are asked for."""

    def __init__(self, tables: Habits, sketches: tuple[Sketch, ...], stakes: Stakes) -> None:
        lay = tables.layouts
        self._tables, self._lay, self._sketches, self._stakes = tables, lay, sketches, stakes
        self._seats = len(sketches) + 1
        order = lay.order
        self._believed = np.zeros((self._seats, NUM_ROLLS, NUM_ROLLS), np.float32)
        for seat in range(self._seats):
            for rank in range(order.first_poker, NUM_ROLLS):
                self._believed[seat, :, rank] = poker_cost(order.top321, rank, stakes, seat, seat - 1)
        known = answers(order.top321)
        self._believes = [sketched_answers(known, sketch) for sketch in sketches]
        self._answered = np.zeros((max(self._seats - 2, 0), NUM_ROLLS, len(lay.cup)), np.float32)
        """By seat from the second opponent on, bid and layout: the cost when that seat has to answer."""
        self._best: Floats = np.full(len(lay.cup), np.inf)
        """By layout: the cost of one's own best bid above the present one."""
        before = sketches[-2].bid if len(sketches) > 1 else -1
        self._told = 0.5 if before in _TRUTHFUL or before < 0 else 0.0
        """How likely the cup that the player before oneself was handed holds just what was bid."""
        self._done = NUM_ROLLS
        self._handed = (1 - self._told) * lay.fair[lay.none]

    def believed(self, lowest: int) -> Floats:
        """By seat from oneself on, rank of the cup, and bid: the cost once that seat has believed the bid.

        Bids below the lowest one are left out of the computation.
        """
        for bid in range(self._done - 1, lowest - 1, -1):
            if bid < self._lay.order.first_poker:
                self._own_turn(bid)
                for seat in range(1, self._seats - 1):
                    self._turn(seat, bid)
                self._turn_before_own(bid)
            self._answers(bid)
            self._done = bid
        return self._believed

    def _answers(self, bid: int) -> None:
        """The costs when each opponent answers this bid."""
        lay, point = self._lay, self._stakes.point
        true = lay.cup >= bid
        costs = []
        for seat in range(1, self._seats):
            called = np.where(true, point[seat], point[seat - 1])
            share = self._believes[seat - 1][:, bid].take(lay.open)
            costs.append(called + share * (self._believed[seat, :, bid].take(lay.cup) - called))
        for answered, cost in zip(self._answered, costs[1:], strict=True):
            answered[bid] = cost
        better = np.minimum(self._best, costs[0])
        # Without under-bids a bid below the cup is not allowed.
        self._best = better if self._tables.underbids else np.where(lay.cup > bid, self._best, better)

    def _own_turn(self, bid: int) -> None:
        values = rolling_values(self._lay, self._best)
        self._believed[0, :, bid] = (self._lay.first @ values[self._lay.two]).min(axis=0)

    def _turn(self, seat: int, bid: int) -> None:
        """An opponent's turn that another opponent answers."""
        sketch = self._sketches[seat - 1]
        table = self._tables.bids(sketch.bid, bid)
        ends = np.einsum("lk,lk->l", table.shares, self._answered[seat - 1].take(table.by_layout))
        self._believed[seat, :, bid] = self._tables.rolls(sketch.roll, bid) @ ends

    def _turn_before_own(self, bid: int) -> None:
        """An opponent's turn that oneself answers, by what the open dice and the bid say about the cup.

        The cup it was handed is taken to be the last bid or fair dice: what is known of it at that time is more.
        """
        seat, point = self._seats - 1, self._stakes.point
        sketch = self._sketches[-1]
        rolls, table = self._tables.rolls(sketch.roll, bid), self._tables.bids(sketch.bid, bid)
        handed = self._handed.copy()
        handed[bid] += self._told
        called = np.where(table.true, point[0], point[seat])
        believed = self._believed[0].take(table.by_cup)
        weight = (handed @ rolls)[:, None] * table.shares
        better = np.bincount(table.group.ravel(), (weight * (believed - called)).ravel(), len(OPEN_SETS) * NUM_ROLLS)
        chosen = np.where(better.take(table.group) < 0, believed, called)
        self._believed[seat, :, bid] = rolls @ np.einsum("lk,lk->l", table.shares, chosen)
