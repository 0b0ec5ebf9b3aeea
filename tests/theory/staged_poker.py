"""Kuhn and Leduc poker as staged games: actions without cards, and all deals with their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from mendax.core import Seat
from mendax.core.streams import Stream
from mendax.theory.mccfr import Dealer
from mendax.theory.public_tree import Numbers
from mendax.theory.staged_tree import Deals, StagedGame
from tests.kuhn import ENDS


class StagedKuhn(StagedGame[str, str]):
    """Ante 1, one bet of 1; a bucket is a card."""

    @property
    def buckets(self) -> Sequence[int]:
        return (3,)

    def start(self) -> str:
        return ""

    def turn(self, public: str) -> Seat | None:
        return None if public in ENDS else len(public) % 2

    def stage(self, public: str) -> int:
        return 0

    def moves(self, public: str) -> Sequence[tuple[str, str]]:
        return [(action, public + action) for action in ("fk" if public.endswith("b") else "cb")]

    def payoff(self, public: str) -> tuple[float, float]:
        if public.endswith("f"):
            return (1.0, 0.0) if public == "bf" else (-1.0, 0.0)
        return 0.0, 2.0 if public.endswith("k") else 1.0


def kuhn_deals() -> tuple[Deals, Numbers]:
    """All six deals, equally likely."""
    pairs = list(permutations(range(3), 2))
    return Deals(np.array(pairs, np.int32)[:, :, None], np.sign([a - b for a, b in pairs]) * 1.0), np.full(6, 1 / 6)


class Leduc(NamedTuple):
    """The two rounds' actions, as text: c check or call, r bet or raise, f fold."""

    rounds: tuple[str, ...]


class StagedLeduc(StagedGame[Leduc, str]):
    """Ante 1; bets of 2 and then 4, at most two in a round; a bucket is the own rank, and then the board's too."""

    @property
    def buckets(self) -> Sequence[int]:
        return 3, 9

    def start(self) -> Leduc:
        return Leduc(("",))

    def turn(self, public: Leduc) -> Seat | None:
        last = public.rounds[-1]
        over = last.endswith("f") or (len(public.rounds) == 2 and last.endswith("c") and len(last) > 1)
        return None if over else len(last) % 2

    def stage(self, public: Leduc) -> int:
        return len(public.rounds) - 1

    def moves(self, public: Leduc) -> Sequence[tuple[str, Leduc]]:
        *before, last = public.rounds
        legal = ("f" if last.endswith("r") else "") + "c" + ("r" if last.count("r") < 2 else "")
        found = []
        for action in legal:
            now = last + action
            closed = action == "c" and len(now) > 1 and not before
            found.append((action, Leduc((*before, now, "") if closed else (*before, now))))
        return found

    def payoff(self, public: Leduc) -> tuple[float, float]:
        paid = [1, 1]
        for size, actions in zip((2, 4), public.rounds, strict=False):
            for at, action in enumerate(actions):
                if action != "f":
                    paid[at % 2] = max(paid) + (size if action == "r" else 0)
        last = public.rounds[-1]
        if last.endswith("f"):
            return (-paid[0], 0.0) if len(last) % 2 else (paid[1], 0.0)
        return 0.0, paid[0]


def leduc_deals() -> tuple[Deals, Numbers]:
    """All 120 deals of two cards and a board card from a deck of two of each rank."""
    buckets, outcomes = [], []
    for cards in permutations(range(6), 3):
        one, two, board = (card // 2 for card in cards)
        buckets.append([[one, 3 * one + board], [two, 3 * two + board]])
        outcomes.append(np.sign((one == board) * 10 + one - (two == board) * 10 - two))
    return Deals(np.array(buckets, np.int32), np.array(outcomes, np.float64)), np.full(120, 1 / 120)


def dealer_of(deals: Deals) -> Dealer:
    """Draws from a list of equally likely deals."""

    def deal(key: int, number: int) -> Deals:
        stream = Stream(key)
        drawn = [int(stream.random() * len(deals.outcomes)) for _ in range(number)]
        return Deals(deals.buckets[drawn], deals.outcomes[drawn])

    return deal
