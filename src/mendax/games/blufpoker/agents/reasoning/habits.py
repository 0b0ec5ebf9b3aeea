"""Habits: ways to roll and to bid that a player may have, as tables of probabilities.

They are the parts of the paper's naive players, those of a player who rolls until the cup is higher and bluffs with
what looks possible, and broad ones that exclude nothing, so that no player is impossible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mendax.games.blufpoker.agents.naive import MAX_OVERBID, opening_mix, overbid_mix, roll_mix
from mendax.games.blufpoker.agents.reasoning.layouts import NUM_ROLLS, OPEN_SETS, Floats, Ints, Layouts, layouts
from mendax.games.blufpoker.rules import STOP, Bid, Dice, RollDie, bid_order
from mendax.games.blufpoker.rules.odds import chance_exactly
from mendax.games.blufpoker.rules.rolls import FACES, SORTED

ROLL_HABITS: Final = ("one", "n-lowest", "lowest", "greedy", "any", "until-higher")
"""`until-higher`: the lowest die, then the next ones while the cup is not above the bid, likelier if they are low."""
BID_HABITS: Final = ("truthful", "overbid", "plausible", "any")
"""`plausible`: the truth if it is higher, else a bid just above the last one that the open dice allow."""
ROLL_PRIOR: Final = np.array([0.18, 0.18, 0.18, 0.18, 0.08, 0.2])
BID_PRIOR: Final = np.array([0.35, 0.35, 0.22, 0.08])
SLIP: Final = 0.03
"""How often a player departs from a habit, to any other action: evidence against a habit is never final."""
FALL_OFF: Final = 0.85
"""The habit to bid anything: each step further above the last bid is that much less likely."""


@dataclass(frozen=True, slots=True, eq=False)
class BidTable:
    """The bids of one habit above one last bid, by layout: several targets and their probabilities."""

    targets: Ints
    shares: Floats
    group: Ints
    """The open dice and the target as one number: what the next player sees."""
    true: NDArray[np.bool_]
    """Whether the target is true."""
    by_cup: Ints
    """Where cup and target are in a table by cup and bid."""
    by_layout: Ints
    """Where layout and target are in a table by bid and layout."""


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """The tables of all habits under one set of options."""

    layouts: Layouts
    underbids: bool
    blind_rolls: Floats
    """By habit, rank of the handed cup and layout: the probability of the layout; for habits that ignore the bid."""
    until_higher: Floats
    """The same for `until-higher`, by last bid."""

    def rolls(self, habit: int, last: int) -> Floats:
        """By rank of the handed cup: the probability of each layout."""
        table: Floats = self.blind_rolls[habit] if habit < len(self.blind_rolls) else self.until_higher[last]
        return table

    def roll_chances(self, cup: Floats, open_set: int, last: int) -> Floats:
        """By habit and by layout with these open dice: its probability, if the handed cup is so distributed."""
        span = self.layouts.span[open_set]
        found: Floats = np.concatenate([cup @ self.blind_rolls[:, :, span], [cup @ self.until_higher[last][:, span]]])
        return found

    def bids(self, habit: int, last: int) -> BidTable:
        """The bids of a habit above a last bid; -1 for the opening."""
        return _bid_table(self.layouts.order.top321, self.underbids, habit, last)

    def bid_chances(self, open_set: int, last: int, bid: int) -> Floats:
        """By habit and by layout with these open dice: the probability of this bid, slips included."""
        return _bid_chances(self.layouts.order.top321, self.underbids, open_set, last, bid)


@cache
def habits(top321: bool, underbids: bool) -> Habits:
    """The habits under these options."""
    return Habits(layouts(top321), underbids, *_roll_tables(top321))


def _stops(habit: str, kept: Dice, fallen: Dice, last: int, rank: int, sixes: int) -> dict[Dice, float]:
    """What is kept next, with its probability; the same dice as now for a stop."""
    number = len(fallen)
    without = {face: kept[: kept.index(face)] + kept[kept.index(face) + 1 :] for face in set(kept)}
    if habit == "any":
        stop = 1 / (4 - number) if number else 0.0
        ways = {left: (1 - stop) * kept.count(face) / len(kept) for face, left in without.items()}
        return {**ways, kept: stop} if stop else ways
    if habit != "until-higher":
        mix = roll_mix(habit, kept, number)
        return {
            kept if action is STOP else without[action.face]: share
            for action, share in mix.items()
            if action is STOP or isinstance(action, RollDie)
        }
    lowest = kept[-1]
    if not number:
        return {without[lowest]: 1.0}
    # Section 2.3.2 of the paper, steps 3 to 5: a bid without a 6 is worth rolling on, one with two is not.
    on = 0.0 if rank > last or sixes == 2 else (6 - lowest) / 6 if sixes else float(lowest < 6)
    return {without[lowest]: on, kept: 1 - on}


@cache
def _roll_tables(top321: bool) -> tuple[Floats, Floats]:
    lay = layouts(top321)
    blind = np.array([_roll_table(lay, habit, 0) for habit in ROLL_HABITS[:-1]])
    until = np.array([_roll_table(lay, ROLL_HABITS[-1], last) for last in range(lay.order.first_poker)])
    broad = blind[-1]
    return (1 - SLIP) * blind + SLIP * broad, (1 - SLIP) * until + SLIP * broad


def _roll_table(lay: Layouts, habit: str, last: int) -> Floats:
    """By rank of the handed cup: the probability of each layout."""
    order, size = lay.order, len(lay.cup)
    sixes = order.rolls[last].count(6)
    kept_by = {index: pair for pair, index in lay.index.items()}
    ends = np.eye(size)  # by layout within a turn: where it ends
    for block in (lay.one, lay.two):
        for index in range(block.start, block.stop):
            kept, fallen = kept_by[index]
            row = np.zeros(size)
            for left, share in _stops(habit, kept, fallen, last, int(lay.cup[index]), sixes).items():
                if not share:
                    continue
                if left == kept:
                    row[index] += share
                else:
                    for face in FACES:
                        row += share / 6 * ends[lay.index[left, SORTED[(*fallen, face)]]]
            ends[index] = row
    table = np.zeros((NUM_ROLLS, size))
    for rank, roll in enumerate(order.rolls):
        for left, share in _stops(habit, roll, (), last, rank, sixes).items():
            for face in FACES:
                table[rank] += share / 6 * ends[lay.index[left, (face,)]]
    return table


@cache
def _plausible(top321: bool, open_set: int, last: int) -> tuple[int, ...]:
    """The next bids that the open dice allow, as many as an overbid has steps; where there is none, the next bid."""
    dice = OPEN_SETS[open_set]
    fitting = [bid for bid in range(last + 1, NUM_ROLLS) if chance_exactly(dice, bid, top321) > 0]
    return tuple(fitting[:MAX_OVERBID]) or (last + 1,)


def _bid_shares(top321: bool, habit: int, last: int, cup: int, open_set: int, lowest: int) -> dict[int, float]:
    """The bids of a habit, by rank, with a cup and open dice; bids start at the lowest one."""
    name, ranks = BID_HABITS[habit], bid_order(top321).ranks
    if name == "any":
        told = 0.5 if cup >= lowest else 0.0
        wide = [FALL_OFF ** (bid - lowest) if last >= 0 else 1.0 for bid in range(lowest, NUM_ROLLS)]
        shares = {lowest + step: (1 - told) * share / sum(wide) for step, share in enumerate(wide)}
        if told:
            shares[cup] += told
        return shares
    if cup > last and name != "overbid":
        return {cup: 1.0}
    if name == "plausible":
        near = _plausible(top321, open_set, last)
        return dict.fromkeys(near, 1 / len(near))
    mix = opening_mix(top321, lowest) if last < 0 else overbid_mix(top321, last, lowest)
    return {ranks[bid.roll]: share for bid, share in mix.items() if isinstance(bid, Bid)}


@cache
def _bid_table(top321: bool, underbids: bool, habit: int, last: int) -> BidTable:
    lay = layouts(top321)
    rows = [
        _bid_shares(top321, habit, last, cup, open_set, last + 1 if underbids else max(last + 1, cup))
        for cup, open_set in zip(lay.cup.tolist(), lay.open.tolist(), strict=True)
    ]
    width = max(map(len, rows))
    targets = np.array([[*row, *[next(iter(row))] * (width - len(row))] for row in rows])
    shares = np.array([[*row.values(), *[0.0] * (width - len(row))] for row in rows])
    cup, open_set, layout = lay.cup[:, None], lay.open[:, None], np.arange(len(rows))[:, None]
    return BidTable(
        targets,
        shares,
        open_set * NUM_ROLLS + targets,
        cup >= targets,
        cup * NUM_ROLLS + targets,
        targets * len(rows) + layout,
    )


@cache
def _bid_chances(top321: bool, underbids: bool, open_set: int, last: int, bid: int) -> Floats:
    span = layouts(top321).span[open_set]
    rows = []
    for habit in range(len(BID_HABITS)):
        table = _bid_table(top321, underbids, habit, last)
        rows.append((table.shares[span] * (table.targets[span] == bid)).sum(axis=1))
    chances = np.array(rows)
    mixed: Floats = (1 - SLIP) * chances + SLIP * chances[-1]
    return mixed
