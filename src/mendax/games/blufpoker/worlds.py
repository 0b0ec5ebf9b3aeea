"""What can be known in a round of Blufpoker, event by event: the worlds are the 56 rolls that may be on the table.

A world is all three dice as they are now, open ones included. Who has seen the cup tells all worlds apart; anybody else
tells none apart that fit the open dice. That is all there is to know: dice that are hidden were rolled in the last
turn, whatever anybody saw before. A bid strikes out nothing, because it may be a bluff, unless the rules make it true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np

from mendax.core.errors import MendaxError
from mendax.core.game import Seat
from mendax.core.match import Move
from mendax.core.record import Record
from mendax.games.blufpoker.rules import (
    BELIEVE,
    Bid,
    Blufpoker,
    Dice,
    Event,
    Handed,
    Order,
    Phase,
    Started,
    State,
    bid_order,
)
from mendax.games.blufpoker.rules.rolls import FACES, SORTED, is_poker, roll_text
from mendax.logic import S5Model
from mendax.logic.inspection import Claim, Inspection, Step
from mendax.logic.kernels import Truth
from mendax.logic.worlds import ListedNames

ROWS = 7
"""Table 1 has seven rows; rolls go down its columns, the highest first."""

ATOMS = (
    "cup=654 and cup>=654 (any roll), open=65 (the dice that lie open, or open=none), has=6 (a die shows a 6), poker, "
    "true_bid"
)

Ranks = frozenset[int]


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody knows of the dice, and who has seen the cup."""

    open: Dice
    """The dice that lie open, the highest first."""
    possible: Ranks
    """The rolls that fit what everybody was told."""
    assumed: Ranks
    """The same if every bid were true; `possible` if that is not assumed."""
    seen: frozenset[Seat]
    """Who has seen the dice as they are now."""
    rank: int = -1
    """The bid that stands for these dice; -1 for none."""
    poker: bool = False
    """The dice are an open roll of the poker phase."""

    def learn(self, ranks: Ranks) -> Table:
        """Everybody learns that the roll is one of these."""
        return replace(self, possible=self.possible & ranks, assumed=self.assumed & ranks)


def inspect(record: Record, assume_truth: bool = False) -> Inspection:
    """The steps of a record; of an unfinished match only what everybody was told is shown."""
    game = record.game
    if not isinstance(game, Blufpoker):
        raise MendaxError(f"these are the worlds of blufpoker, not of {game.name}")
    steps: list[Step] = []
    told: list[list[Event]] = [[] for _ in range(game.players + 1)]  # the last is what everybody is told
    table: Table | None = None
    for before, move, after in record.states():
        for seat, events in enumerate(told):
            events += game.events(before, move.action, after, seat if seat < game.players else None)
        happened = next_table(game, table, before, move, after, assume_truth)
        if happened is None:
            continue
        table = happened
        starts = [events.pop() for events in told if isinstance(events[-1], Started)]  # belongs to the next round
        words = [_words(events, move, after) for events in told]
        actual = _actual(before, after)
        public = not table.possible - {game.order.ranks[actual]}
        shown = record.finished or public
        steps.append(
            Step(
                len(steps) + 1,
                before.rounds + 1,
                words[-1],
                tuple(words[:-1]) if record.finished else (),
                model_of(game.players, game.top321, table),
                weights_of(table.open, game.top321),
                roll_text(actual) if shown else None,
                _claim(game.order, table),
            )
        )
        told = [[start] for start in starts] or [[] for _ in told]
    return Inspection(grid(game.order), tuple(steps), "bid", ATOMS, record.finished)


def next_table(
    game: Blufpoker, table: Table | None, before: State, move: Move, after: State, assume_truth: bool
) -> Table | None:
    """What everybody knows after a move; None if the move tells nothing to everybody."""
    ranks = game.order.ranks
    if before.phase is Phase.ROLL:
        if after.phase is not Phase.BID:
            return None
        possible = fitting(after.open, game.top321)
        return Table(after.open, possible, possible, frozenset({_player(before)}))
    if before.phase is Phase.POKER:
        kept, fallen = before.poker[-1]
        dice = SORTED[(*kept, *fallen, *([move.action.face] if move.seat is None else []))]
        if len(dice) < 3 or move.seat is not None:
            return None
        roll = frozenset({ranks[dice]})
        return Table(dice, roll, roll, frozenset(range(game.players)), before.rank, poker=True)
    if before.phase is Phase.START:
        return None
    assert table is not None  # a bid or an answer comes after a roll
    if isinstance(move.action, Bid):
        bid = after.rank
        if not before.turns and game.opening == "truthful":
            table = table.learn(frozenset({bid}))
        elif not game.underbids:
            table = table.learn(frozenset(range(bid + 1)))
        if assume_truth:
            table = replace(table, assumed=table.assumed & frozenset(range(bid, game.order.top + 1)))
        return replace(table, rank=bid)
    if move.action is BELIEVE:
        # Nobody looks into the cup of a believed poker.
        return table if after.phase is Phase.POKER else replace(table, seen=table.seen | {_player(before)})
    cup = frozenset({ranks[_actual(before, after)]})
    return replace(table, possible=cup, assumed=cup, seen=frozenset(range(game.players)))


def grid(order: Order) -> tuple[tuple[str, ...], ...]:
    """The rolls as Table 1 of the paper has them.

    >>> grid(bid_order())[0]
    ('666', '664', '652', '632', '552', '532', '441', '332')
    """
    names = _names(order.top321)
    return tuple(names[row::ROWS] for row in range(ROWS))


@cache
def fitting(open_dice: Dice, top321: bool) -> Ranks:
    """The rolls that have these open dice."""
    return frozenset(
        rank for rank, roll in enumerate(bid_order(top321).rolls) if not Counter(open_dice) - Counter(roll)
    )


@cache
def weights_of(open_dice: Dice, top321: bool) -> Mapping[str, int]:
    """In how many ways the hidden dice can fall to make each roll: of 6, 36 or 216, or the only one.

    >>> weights = weights_of((6,), False)
    >>> weights["666"], weights["654"], sum(weights.values())
    (1, 2, 36)
    """
    falls = Counter(roll_text(SORTED[open_dice + fall]) for fall in product(FACES, repeat=3 - len(open_dice)))
    return {name: falls[name] for name in _names(top321)}


@cache
def model_of(players: int, top321: bool, table: Table) -> S5Model:
    """The model of a table: whoever has seen the dice tells all worlds apart, anybody else none that are left."""
    order, names = bid_order(top321), _names(top321)
    atoms, facts = _facts(top321)
    highest = order.top
    values = facts.copy()
    values[atoms.index(f"open={roll_text(table.open) or 'none'}")] = True
    if table.rank >= 0:
        values[atoms.index("true_bid")] = [highest - place >= table.rank for place in range(len(names))]
    labels = np.zeros((players, len(names)), dtype=np.int64)
    labels[sorted(table.seen)] = np.arange(len(names))
    alive = np.array([highest - place in table.assumed for place in range(len(names))])
    return S5Model(ListedNames(names), atoms, map(str, range(players)), values, labels, alive)


@cache
def _names(top321: bool) -> tuple[str, ...]:
    """The rolls, the highest first."""
    return tuple(map(roll_text, reversed(bid_order(top321).rolls)))


@cache
def _facts(top321: bool) -> tuple[tuple[str, ...], Truth]:
    """The atoms, and where they hold as far as the dice alone say it."""
    rolls = list(reversed(bid_order(top321).rolls))
    names = _names(top321)
    open_dice = [
        "".join(map(str, dice)) for size in range(1, 4) for dice in combinations_with_replacement("654321", size)
    ]
    rows: dict[str, list[bool]] = {f"cup={name}": [name == other for other in names] for name in names}
    for place, name in enumerate(names):
        rows[f"cup>={name}"] = [other <= place for other in range(len(names))]
    rows |= {f"has={face}": [face in roll for roll in rolls] for face in FACES}
    rows["poker"] = [is_poker(roll) for roll in rolls]
    rows |= {atom: [False] * len(names) for atom in ("true_bid", "open=none", *(f"open={dice}" for dice in open_dice))}
    return tuple(rows), np.array(list(rows.values()), dtype=np.bool_)


def _actual(before: State, after: State) -> Dice:
    """The dice as they were when the step happened."""
    if before.phase is Phase.ANSWER:
        return SORTED[before.open + before.hidden]
    if before.phase is Phase.POKER:
        return after.poker[-1].dice if after.rounds == before.rounds else _last_roll(after)
    return SORTED[after.open + after.hidden]


def _last_roll(after: State) -> Dice:
    assert after.end is not None  # a round has ended
    return after.end.dice


def _player(state: State) -> Seat:
    assert state.player is not None  # a round is being played
    return state.player


def _words(events: list[Event], move: Move, after: State) -> str:
    """Events in one line, and who sees the cup after a belief."""
    words = "; ".join(map(str, events))
    if move.action is not BELIEVE or isinstance(events[-1], Handed):
        return words
    if after.phase is Phase.POKER:
        return f"{words}: the poker phase begins, and nobody looks into the cup"
    return f"{words} and looks into the cup"


def _claim(order: Order, table: Table) -> Claim | None:
    if table.rank < 0:
        return None
    bid = roll_text(order.rolls[table.rank])
    return Claim(f"{'the open roll is' if table.poker else 'the cup holds'} at least {bid}", bid, "true_bid")
