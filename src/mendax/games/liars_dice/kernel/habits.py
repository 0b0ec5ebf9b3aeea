"""Habits: what a seat did in the rounds of a match that are over, as counts that everybody at the table could keep.

Besides how often it bid, pushed, passed, challenged and called exact: how its bids and its doubts fit the dice it
turned out to have. A push rolls dice again, so bids before it cannot be judged when the cups are lifted; those are
left out. `Memory` keeps the counts from events; `many_tables.py` keeps the same in JAX, and tests compare the two.

A second group of counts says how like two agents of the paper a seat speaks. Who computes that is handed in: these
agents are no part of the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mendax.games.liars_dice.kernel.numbering import full_ladder
from mendax.games.liars_dice.rules.odds import at_least
from mendax.games.liars_dice.rules.types import (
    CHALLENGE_BID,
    EXACT,
    PASS,
    Bid,
    Dice,
    Event,
    Lifted,
    Opened,
    Ruled,
    Spoke,
)

(
    ROUNDS,
    BIDS,
    PUSHES,
    PASSES,
    CHALLENGES,
    EXACTS,
    JUMPS,
    JUDGED,
    SUPPORT,
    BLUFFS,
    ODDS,
    DOUBT,
) = range(12)
"""The counts of a seat. `BIDS` came without a push, `PUSHES` with one. `JUMPS` are the lower bids that were left out.
Of the `JUDGED` bids: own dice that count (`SUPPORT`), those with none (`BLUFFS`), and the chance that the bid was
true by what its bidder saw (`ODDS`, in 32nds). `DOUBT` is that chance of bids challenged or called exact."""
NUM_HABITS: Final = 12
WORDS, AS_PMH, AS_EMH = range(NUM_HABITS, NUM_HABITS + 3)
"""The second group. `WORDS` are all words without a push, with dice that were not rolled again afterwards; the others
are sums over these of the log of the chance that PMH or EMH says the word with these dice, in eighths of a nat."""
LIKENESS: Final = (AS_PMH, AS_EMH)
NUM_COUNTS: Final = NUM_HABITS + 3
NUM_LIKENESS_FEATURES: Final = 5
MOST_JUMP: Final = 12
SHARES: Final = 32
EIGHTHS: Final = 8
LEAST_LOG: Final = -6
"""Of a word that an agent says less often than exp(-6), or never, so much is counted."""
LEAST_SUM: Final = -32_000
"""Sums stay above it, so that 16 bits hold them."""
_MANY_WORDS, _MOST_NATS = 20.0, 24.0
_JUDGED_ONES: Final = (JUDGED, SUPPORT, BLUFFS, ODDS, WORDS, AS_PMH, AS_EMH)

Counts = npt.NDArray[np.int32]


@lru_cache
def odds_in_shares(most: int) -> Counts:
    """By 1s or another face, number of unknown dice, and count: the chance of at least so many, in 32nds."""
    table = [
        [[at_least(count, dice, faces, 6) for count in range(most + 1)] for dice in range(most + 1)] for faces in (1, 2)
    ]
    found: Counts = np.rint(SHARES * np.array(table)).astype(np.int32)
    return found


def judged_columns() -> npt.NDArray[np.bool_]:
    """Which counts a push makes void."""
    return np.isin(np.arange(NUM_COUNTS), _JUDGED_ONES)


def habit_features(xp: Any, habits: Any) -> Any:
    """Counts by seat as numbers of the order of one."""
    columns = [habits[..., at] * 1.0 for at in range(NUM_HABITS)]
    turns = sum(columns[at] for at in (BIDS, PUSHES, PASSES, CHALLENGES, EXACTS))
    bids, judged = columns[BIDS] + columns[PUSHES], columns[JUDGED]
    doubts = columns[CHALLENGES] + columns[EXACTS]

    def share(at: int, of: Any, scale: float = 1.0) -> Any:
        return columns[at] / (xp.maximum(of, 1.0) * scale)

    parts = [
        xp.minimum(columns[ROUNDS], 10.0) / 10.0,
        xp.minimum(turns, 40.0) / 40.0,
        *(share(at, turns) for at in (BIDS, PUSHES, PASSES, CHALLENGES, EXACTS)),
        share(JUMPS, bids, 4.0),
        share(SUPPORT, judged, 2.0),
        share(BLUFFS, judged),
        share(ODDS, judged, SHARES),
        share(DOUBT, doubts, SHARES),
    ]
    return xp.stack(parts, -1)


def likeness_features(xp: Any, habits: Any) -> Any:
    """The second group by seat as numbers of the order of one: how many words, mean and sum of their log-chances."""
    words = habits[..., WORDS] * 1.0
    sums = [habits[..., at] / float(EIGHTHS) for at in LIKENESS]
    parts = [
        xp.minimum(words, _MANY_WORDS) / _MANY_WORDS,
        *(one / (xp.maximum(words, 1.0) * -LEAST_LOG) for one in sums),
        *(xp.maximum(one, -_MOST_NATS) / _MOST_NATS for one in sums),
    ]
    return xp.stack(parts, -1)


class FinishedRound(NamedTuple):
    """A round that is over, as everybody knows it then."""

    exacts: tuple[bool, ...]
    """By seat: who could still say exact in it."""
    spoken: tuple[Spoke, ...]
    lifted: Mapping[int, Dice]
    """By seat: all its dice; who is out has none and is not here."""


Judge = Callable[[FinishedRound], Counts]
"""Gives the second group of counts of a round, by seat."""


class Memory:
    """The habits of all seats, from the events of a match; the second group is kept where there is a judge.

    `exacts` says who may say exact when the match begins; without it everybody may.
    """

    def __init__(self, players: int, judge: Judge | None = None, exacts: tuple[bool, ...] = ()) -> None:
        self.players, self.judge = players, judge
        self.habits: Counts = np.zeros((players, NUM_COUNTS), np.int32)
        self.finished: list[tuple[FinishedRound, Counts]] = []
        """The rounds that are over, each with the habits before it."""
        self._exacts = [*exacts, *(True,) * (players - len(exacts))]
        self._spoken: list[Spoke] = []
        self._lifted: dict[int, Dice] = {}

    def hear(self, event: Event) -> None:
        """Every event of the match, in order."""
        if isinstance(event, Opened):
            self._spoken, self._lifted = [], {}
        elif isinstance(event, Spoke):
            self._spoken.append(event)
        elif isinstance(event, Lifted):
            self._lifted[event.seat] = event.dice
        elif isinstance(event, Ruled):
            over = FinishedRound(tuple(self._exacts), tuple(self._spoken), self._lifted)
            self.finished.append((over, self.habits.copy()))
            self._count()
            if self.judge is not None:
                self.habits[:, NUM_HABITS:] += self.judge(over)
                np.maximum(self.habits, LEAST_SUM, out=self.habits)
            for word in self._spoken:
                self._exacts[word.seat] &= word.action is not EXACT

    def _count(self) -> None:
        """The round is over and all dice are known."""
        lowest, standing = 0, Bid(0, 1)
        pushed_last = {word.seat: at for at, word in enumerate(self._spoken) if _pushes(word)}
        shown: dict[int, Dice] = dict.fromkeys(self._lifted, ())
        steps = full_ladder(self.players)
        for seat in self._lifted:
            self.habits[seat, ROUNDS] += 1
        for at, word in enumerate(self._spoken):
            mine, action = self.habits[word.seat], word.action
            if isinstance(action, Bid):
                place = steps.rank(Bid(action.count, action.face))
                mine[PUSHES if action.push else BIDS] += 1
                mine[JUMPS] += min(place - lowest, MOST_JUMP)
                if pushed_last.get(word.seat, -1) < at:
                    support = _matching(self._lifted[word.seat], action.face)
                    mine[JUDGED] += 1
                    mine[SUPPORT] += support
                    mine[BLUFFS] += support == 0
                    mine[ODDS] += self._odds(word.seat, action, shown)
                shown[word.seat] += action.push
                lowest, standing = place + 1, action
            elif action is PASS:
                mine[PASSES] += 1
            else:
                mine[EXACTS if action is EXACT else CHALLENGES] += 1
                if action in (EXACT, CHALLENGE_BID):
                    mine[DOUBT] += self._odds(word.seat, standing, shown)

    def _odds(self, seat: int, bid: Bid, shown: dict[int, Dice]) -> int:
        """The chance of a bid by what a seat saw: its own dice and those shown, in 32nds."""
        others = [other for other in self._lifted if other != seat]
        known = _matching(self._lifted[seat], bid.face) + sum(_matching(shown[other], bid.face) for other in others)
        unknown = sum(len(self._lifted[other]) - len(shown[other]) for other in others)
        table = odds_in_shares(5 * self.players)
        return int(table[int(bid.face != 1), unknown, max(bid.count - known, 0)])


def _pushes(word: Spoke) -> bool:
    return isinstance(word.action, Bid) and bool(word.action.push)


def _matching(dice: Dice, face: int) -> int:
    counts = Counter(dice)
    return counts[face] + (counts[1] if face != 1 else 0)
